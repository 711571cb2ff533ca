// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/server.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "event/environment_file.h"
#include "preset/interop/shell.h"
#include "remote/connection_error.h"
#include "remote/ssh_process.h"
#include "run/printed_error.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fmt/format.h>

namespace tunedesk::remote {

namespace {

constexpr std::size_t most_said = 64u << 20;

/// Whether ssh accepts the name as a destination and a ProxyCommand's shell cannot interpret it as a command.
bool is_host_name(const std::string& name) {
    const auto allowed = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) ||
               std::string_view("._-@:/[]%+~").find(c) != std::string_view::npos;
    };
    return !name.empty() && name.size() <= 255 && name.front() != '-' &&
           std::all_of(name.begin(), name.end(), allowed);
}

/// Removes "~/": ssh starts in the home folder, and a quoted tilde is not expanded.
std::string from_home(const std::string& path) {
    return path.starts_with("~/") ? path.substr(2) : path;
}

} // namespace

Server::Server(run::ServerSettings settings) : settings_(std::move(settings)) {
    if (!is_host_name(settings_.name)) throw Error(ErrorId::server_name_invalid, {shortened(settings_.name)});
    if (settings_.program.empty()) settings_.program = "tunedesk";
}

std::string Server::ssh_program() {
    const char* given = std::getenv("TUNEDESK_SSH");
    return given && *given ? given : "ssh";
}

std::vector<std::string> Server::ssh_arguments(const Words& command) const {
    std::string line;
    if (!settings_.folder.empty() && settings_.folder != "~")
        line = "cd " + preset::shell_word(from_home(settings_.folder)) + " && ";
    line += preset::shell_word(from_home(settings_.program)) + " --no-gui";
    for (const std::string& word : command)
        line += ' ' + preset::shell_word(word);
    return {"-T",
            "-o",
            "BatchMode=yes",
            "-o",
            "ConnectTimeout=10",
            "-o",
            "ServerAliveInterval=5",
            "-o",
            "ServerAliveCountMax=2",
            "-o",
            "ClearAllForwardings=yes",
            "--",
            settings_.name,
            line};
}

RemoteAnswer Server::ask(const Words& command, const std::string& input, double seconds,
                         const std::function<bool()>& enough) const {
    SshProcess ssh(*this, command, input);
    RemoteAnswer answer;
    const double deadline = monotonic_seconds() + seconds;
    while (!ssh.has_ended()) {
        answer.out += ssh.read(0.1);
        if (answer.out.size() > most_said)
            throw Error(ErrorId::server_answer_too_large, {name(), human_bytes(most_said), name()}, name());
        if (enough && enough()) return answer;
        if (monotonic_seconds() > deadline)
            throw Error(ErrorId::server_silent, {name(), fmt::format("{:.0f}", seconds), name()}, name());
    }
    answer.code = ssh.code();
    answer.err = ssh.said();
    if (answer.code == 255 || answer.code == 127 || answer.code == 126)
        throw connection_error(name(), settings_.program, answer.code, answer.err);
    return answer;
}

RemoteAnswer Server::ask_well(const Words& command, const std::string& input, double seconds) const {
    RemoteAnswer answer = ask(command, input, seconds);
    if (answer.code != 0) throw remote_error(*this, answer, "tunedesk " + command.front());
    return answer;
}

std::string Server::version() const {
    const RemoteAnswer answer = ask({"--version"}, {}, 30);
    for (const std::string_view line : split(answer.out, '\n'))
        if (line.starts_with("tunedesk ")) return shortened(trimmed(line.substr(9)), 40);
    throw Error(ErrorId::server_program_other, {name(), settings_.program, name()});
}

Error remote_error(const Server& server, const RemoteAnswer& answer, const std::string& command) {
    Error said = run::printed_error(answer.err, command);
    if (said.is(ErrorId::command_line_invalid)) // the other version does not support the command line
        if (const std::string difference = version_difference(server, server.version()); !difference.empty())
            said.with_next(difference);
    const std::string place = "on " + server.name();
    return said.with_where(said.where().empty() ? place : place + ": " + said.where());
}

Server server_named(const std::string& name) {
    for (const run::ServerSettings& settings : run::read_user_settings().servers)
        if (settings.name == name) return Server(settings);
    return Server({name, {}, {}});
}

Json json_in(const std::string& text, const Server& server) {
    std::string_view rest = text;
    while (!rest.empty() && rest.front() != '{' && rest.front() != '[') {
        const std::size_t end = rest.find('\n');
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    try {
        return parse_json(rest, server.name(), ErrorId::command_answer_invalid);
    } catch (const Error& error) {
        throw Error(ErrorId::server_answer_invalid,
                    {server.name(), error.values().front(), server.name(), server.settings().program},
                    shortened(text));
    }
}

std::string version_difference(const Server& server, const std::string& there) {
    const std::string here = event::project_version();
    if (there == here) return {};
    return fmt::format("{} has tunedesk {}, this machine has {}: install the same version on both",
                       server.name(), there, here);
}

} // namespace tunedesk::remote
