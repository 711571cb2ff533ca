// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/environment_file.h"

#include "base/clock.h"
#include "base/host_figures.h"
#include "base/text.h"
#include "commit.h"

#include <climits>
#include <sys/utsname.h>
#include <unistd.h>

namespace tunedesk::event {

namespace {

/// The value in the first line `key<separator>value` of a system file, unquoted; empty if there is none.
std::string value_in(const char* file, std::string_view key, char separator) {
    std::string text;
    try {
        text = read_file(file, ErrorId::file_unreadable);
    } catch (const Error&) {
        return {};
    }
    for (const std::string_view line : split(text, '\n')) {
        const std::size_t at = line.find(separator);
        if (at == std::string_view::npos || trimmed(line.substr(0, at)) != key) continue;
        std::string_view value = trimmed(line.substr(at + 1));
        if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
            value = value.substr(1, value.size() - 2);
        return std::string(value);
    }
    return {};
}

} // namespace

std::string project_version() {
    return TUNEDESK_VERSION;
}

std::string project_commit() {
    return TUNEDESK_COMMIT;
}

std::string project_compiler() {
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

Json environment_json(const EnvironmentFacts& facts) {
    utsname system{};
    ::uname(&system);
    const std::uint64_t pages = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES)));
    const std::uint64_t page = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PAGESIZE)));
    Json json;
    json["tunedesk"] = Json{{"version", project_version()}, {"commit", project_commit()}};
    json["compiler"] = project_compiler();
    json["started"] = utc_text(utc_seconds());
    json["host"] = system.nodename;
    json["os"] = value_in("/etc/os-release", "PRETTY_NAME", '=');
    json["kernel"] = std::string(system.sysname) + " " + system.release + " " + system.machine;
    json["cpu"] = Json{{"model", value_in("/proc/cpuinfo", "model name", ':')},
                       {"cores", ::sysconf(_SC_NPROCESSORS_ONLN)},
                       {"usable_cores", usable_cores()}};
    json["memory_bytes"] = pages * page;
    json["versions"] = facts.versions;
    json["devices"] = facts.devices;
    json["data_hashes"] = facts.data_hashes;
    if (!facts.model.empty()) json["model"] = facts.model;
    if (!facts.data_sets.empty()) json["data_sets"] = facts.data_sets;
    if (!facts.collectives.empty()) json["collectives"] = facts.collectives;
    return json;
}

void write_environment(const RunFolder& folder, const EnvironmentFacts& facts) {
    write_private_file(folder.environment(),
                       environment_json(facts).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

} // namespace tunedesk::event
