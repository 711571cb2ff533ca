// SPDX-License-Identifier: GPL-3.0-or-later
#include "on_host.h"

#include "base/text.h"
#include "output.h"
#include "preset/yaml/load.h"
#include "program.h"
#include "remote/follow_remote.h"
#include "terminal_view.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

namespace tunedesk::app {

namespace {

constexpr double longest_command_seconds = 3600;
constexpr std::size_t most_preset_bytes = 1u << 20;

volatile std::sig_atomic_t interrupted = 0;

void interrupt(int) {
    interrupted = 1;
}

void report_connection(TerminalView& view, bool json, const std::string& host,
                       const remote::ConnectionStatus& connection, bool& was_lost) {
    std::string text;
    if (connection.state == remote::ConnectionStatus::State::lost) {
        text = fmt::format("the connection to {} is lost: {}; the run continues there; retrying in {:.0f} s",
                           host, connection.error->message(), connection.again_in);
        was_lost = true;
    } else if (connection.state == remote::ConnectionStatus::State::connected &&
               std::exchange(was_lost, false)) {
        text = fmt::format("reconnected to {}; no events were lost", host);
    }
    if (text.empty()) return;
    if (json)
        print_notice("{}\n", text);
    else
        view.say(text);
}

} // namespace

void add_host_option(CLI::App& command, std::string& host) {
    command.add_option("--host", host, "On another machine: a server of the settings, or what ssh takes")
        ->type_name("NAME");
}

int relay(const std::string& host, const remote::Words& command, const std::string& input) {
    const remote::RemoteAnswer answer =
        remote::server_named(host).ask(command, input, longest_command_seconds);
    const bool is_json = std::find(command.begin(), command.end(), "--json") != command.end();
    if (is_json)
        write_json(answer.out);
    else
        write_text(answer.out);
    std::fflush(stdout);
    if (answer.code != 0)
        print_notice("{}(on {})\n", answer.err, host);
    else
        write_notice(answer.err);
    return answer.code;
}

int attach_on(const std::string& host, const std::string& run, std::uint64_t from_seq, bool json) {
    const remote::Server server = remote::server_named(host);
    struct sigaction leave {};
    leave.sa_handler = interrupt;
    ::sigaction(SIGINT, &leave, nullptr);
    ::sigaction(SIGTERM, &leave, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
    TerminalView view({run}, TerminalView::style_for(STDOUT_FILENO, json), STDOUT_FILENO);
    std::optional<run::StreamStatus> end;
    bool was_lost = false;
    std::uint64_t seen = from_seq > 0 ? from_seq - 1 : 0;
    remote::RemoteFollowing following;
    following.run = run;
    following.from_seq = from_seq;
    following.see = [&](const event::Event& event) {
        seen = std::max(seen, event.seq);
        view.see(event);
    };
    // The first status comes before the journal: an end counts only after all earlier events were received.
    following.on_status = [&](const run::StreamStatus& status) {
        end.reset();
        if (!status.is_live && status.is_complete) end = status;
    };
    following.connection = [&](const remote::ConnectionStatus& connection) {
        report_connection(view, json, host, connection, was_lost);
    };
    following.idle = [&] { view.tick(); };
    following.enough = [&] { return interrupted || view.is_silenced() || end; };
    remote::follow_remote(server, following);
    if (interrupted) {
        view.say(fmt::format("detached; the run continues. To stop it: tunedesk --no-gui stop {} --host {}",
                             run, host));
        return 0;
    }
    if (!end) return 0;
    if (!end->exit)
        throw Error(ErrorId::remote_supervisor_ended, {run, host}, fmt::format("{} on {}", run, host));
    if (!json && end->exit->code == 0) {
        view.tick();
        relay(host, {"report", run});
    }
    if (!end->exit->line.empty()) print_notice("{}\n(on {})\n", harmless(end->exit->line), host);
    return end->exit->code;
}

std::string standard_input() {
    std::string text;
    char buffer[1 << 16];
    while (std::cin.read(buffer, sizeof buffer) || std::cin.gcount() > 0) {
        text.append(buffer, static_cast<std::size_t>(std::cin.gcount()));
        if (text.size() > most_preset_bytes) throw Error(ErrorId::standard_input_too_large);
    }
    return text;
}

std::string preset_for_host(const std::string& file, const std::vector<std::string>& sets) {
    const preset::Loaded loaded =
        file == "-" ? preset::parse_as_written(standard_input(), "standard input", fs::current_path(), sets)
                    : preset::load_as_written(file, sets);
    return preset::to_yaml_as_written(loaded.preset);
}

} // namespace tunedesk::app
