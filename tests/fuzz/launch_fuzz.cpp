// SPDX-License-Identifier: GPL-3.0-or-later
// The variables of launchers, whose texts may come from anywhere.
#include "parallel/launch/node_list.h"
#include "parallel/world.h"

#include "fuzz/replay.h"

#include <map>
#include <set>
#include <sstream>

using namespace tunedesk;
using namespace tunedesk::parallel;

namespace {

void parse_only(const std::string& text) {
    try {
        const auto hosts = parse_node_list("V", text);
        if (hosts.empty() || hosts.size() > most_nodes)
            throw std::logic_error("a list of no or too many hosts");
    } catch (const Error& error) {
        if (!error.is(ErrorId::node_list_invalid)) throw;
    }
    try {
        if (parse_tasks_per_node("V", text).empty()) throw std::logic_error("a list of no tasks");
    } catch (const Error& error) {
        if (!error.is(ErrorId::tasks_per_node_invalid)) throw;
    }
}

/// Lines NAME=VALUE.
int fuzz_one(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    std::map<std::string, std::string> environment;
    std::istringstream lines(text);
    // An environment has each name once: ten thousand times the same list of 65,536 nodes is not one.
    std::set<std::string> parsed;
    for (std::string line; std::getline(lines, line);) {
        const std::string value = line.substr(line.find('=') + 1);
        if (parsed.insert(value).second) parse_only(value);
        environment[line.substr(0, line.find('='))] = value;
    }
    try {
        const World world = world_of([&](const char* name) {
            const auto found = environment.find(name);
            return found == environment.end() ? nullptr : found->second.c_str();
        });
        if (world.rank >= world.size || world.local_size > world.size || world.local_size < 1 ||
            (world.size > 1 && (world.master_port < 1 || world.master_address.empty())))
            throw std::logic_error("a place that no process can have");
    } catch (const Error& error) {
        if (error.code() != ExitCode::usage) throw;
    }
    return 0;
}

} // namespace

class LaunchFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("launch", 4000, fuzz_one, {Grammar::bytes}); }
};

QTEST_GUILESS_MAIN(LaunchFuzz)
#include "launch_fuzz.moc"
