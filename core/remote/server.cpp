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
constexpr int not_ours = 7047;

/// What ssh takes as a destination, and nothing that a ProxyCommand's shell could take for a command.
bool is_host_name(const std::string& name) {
    const auto allowed = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) ||
               std::string_view("._-@:/[]%+~").find(c) != std::string_view::npos;
    };
    return !name.empty() && name.size() <= 255 && name.front() != '-' &&
           std::all_of(name.begin(), name.end(), allowed);
}

/// ssh begins in the home folder, where a shell would put "~/"; quoted, no shell does.
std::string from_home(const std::string& path) {
    return path.starts_with("~/") ? path.substr(2) : path;
}

} // namespace

Server::Server(run::ServerSettings settings) : settings_(std::move(settings)) {
    if (!is_host_name(settings_.name))
        throw Error(2044, fmt::format("'{}' cannot be the name of a machine", shortened(settings_.name)), {},
                    "give what you would give to ssh: a host of ~/.ssh/config, or USER@HOST");
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
    const auto give_up = [&](const std::string& what) {
        return Error(7046, what, settings_.name, fmt::format("look how it is there: ssh {}", settings_.name));
    };
    while (!ssh.has_ended()) {
        answer.out += ssh.read(0.1);
        if (answer.out.size() > most_said)
            throw give_up(fmt::format("{} says more than {}", name(), human_bytes(most_said)));
        if (enough && enough()) return answer;
        if (monotonic_seconds() > deadline)
            throw give_up(fmt::format("{} has not answered within {:.0f} seconds", name(), seconds));
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
    throw Error(7045, fmt::format("what {} runs as '{}' is no tunedesk", name(), settings_.program), {},
                fmt::format("say where it is: tunedesk --no-gui server add {} --program PATH", name()));
}

Error remote_error(const Server& server, const RemoteAnswer& answer, const std::string& command) {
    const Error said = run::printed_error(answer.err, command);
    std::string next = said.next();
    if (said.id() == 2000) // a command line that the other does not know
        if (const std::string difference = version_difference(server, server.version()); !difference.empty())
            next = difference;
    const std::string place = "on " + server.name();
    return Error(said.id(), said.message(), said.where().empty() ? place : place + ": " + said.where(), next);
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
        return parse_json(rest, server.name(), not_ours);
    } catch (const Error& error) {
        throw Error(not_ours,
                    fmt::format("what {} sends is not tunedesk's: {}", server.name(), error.message()),
                    shortened(text),
                    fmt::format("try it: ssh {} {} --version", server.name(), server.settings().program));
    }
}

std::string version_difference(const Server& server, const std::string& there) {
    const std::string here = event::project_version();
    if (there == here) return {};
    return fmt::format("{} has tunedesk {}, here is {}: install the same on both", server.name(), there,
                       here);
}

} // namespace tunedesk::remote
