// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/runs.h"

#include "base/text.h"

namespace tunedesk::remote {

namespace {

constexpr std::size_t longest_list = 64u << 20;
constexpr double command_seconds = 120;

std::string text_of(const Json& json, const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? shortened(found->get<std::string>(), 4096)
                                                     : std::string();
}

} // namespace

Phrase command_on(const Server& server, const std::string& run, event::Command command) {
    const Words words{event::name_of(command), run};
    Words with_id = words;
    with_id.emplace_back("--json");
    RemoteAnswer answer = server.ask(with_id, {}, command_seconds);
    // this version does not support --json here
    const bool is_older = answer.code == static_cast<int>(ExitCode::usage);
    if (!is_older && answer.code != 0) throw remote_error(server, answer, "tunedesk " + words.front());
    if (!is_older) return phrase_from(json_in(answer.out, server));
    answer = server.ask_well(words, {}, command_seconds);
    return phrase_from(Json(trimmed(answer.out)));
}

std::vector<run::ListedRun> list_on(const Server& server) {
    return run::listed_runs_from(json_in(server.ask_well({"list", "--json"}).out, server));
}

void follow_list(const Server& server, const ListFollowing& following) {
    LineStream stream;
    stream.command = [] { return Words{"list", "--json", "--follow"}; };
    stream.longest_line = longest_list;
    stream.see = [&](const std::string& line) {
        if (!line.starts_with("{\"type\":\"List\"")) return false;
        try {
            const Json json = parse_json(line, "a list", ErrorId::list_line_invalid, {longest_list, 16});
            if (const auto runs = json.find("runs"); runs != json.end())
                following.list(run::listed_runs_from(*runs), text_of(json, "tunedesk"));
            return true;
        } catch (const Error&) {
            return false;
        }
    };
    stream.connection = following.connection;
    stream.enough = following.enough;
    stream.at_once = following.at_once;
    stream.is_patient = true;
    if (const auto answer = read_lines(server, stream); answer && answer->code != 0)
        throw remote_error(server, *answer, "tunedesk list");
}

std::string start_on(const Server& server, const std::string& preset_yaml, const std::string& run_dir) {
    Words command{"run", "-", "--detach", "--json"};
    if (!run_dir.empty()) command.insert(command.end(), {"--run-dir", run_dir});
    // The first run on a machine with GPUs checks them, which takes time.
    const RemoteAnswer answer = server.ask_well(command, preset_yaml, /*seconds=*/1200);
    const std::string run = text_of(json_in(answer.out, server), "run");
    if (run.empty()) throw Error(ErrorId::started_run_unknown, {server.name()}, "on " + server.name());
    return run;
}

Json check_on(const Server& server, const std::string& preset_yaml, const std::function<bool()>& enough) {
    const RemoteAnswer answer = server.ask({"check", "-", "--json"}, preset_yaml, 600, enough);
    if (enough && enough()) return {};
    // For a preset with mistakes the exit code is that of the mistakes, which the object lists. Without an
    // object the command failed.
    if (answer.out.find('{') == std::string::npos) throw remote_error(server, answer, "tunedesk check");
    return json_in(answer.out, server);
}

} // namespace tunedesk::remote
