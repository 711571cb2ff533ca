// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "commands.h"
#include "event/folder/run_lock.h"
#include "event/socket/local_socket.h"
#include "on_host.h"
#include "output.h"
#include "program.h"
#include "run/follow/follow.h"
#include "run/follow/stream_run.h"
#include "run/supervise/elastic.h"
#include "supervise.h"
#include "terminal_view.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <thread>
#include <unistd.h>

namespace tunedesk::app {

namespace {

struct AttachOptions {
    std::string run;
    std::uint64_t from_seq = 1;
    bool json = false, follow = false;
    std::optional<std::string> files; ///< stamp of the reader's files
    std::string host;
};

volatile std::sig_atomic_t interrupted = 0;

void interrupt(int) {
    interrupted = 1;
}

void leave_on_signals() {
    struct sigaction leave {};
    leave.sa_handler = interrupt;
    ::sigaction(SIGINT, &leave, nullptr);
    ::sigaction(SIGTERM, &leave, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
}

/// Streams the run to a reader on another machine.
int stream(const AttachOptions& options) {
    forbid_writes();
    const event::RunFolder folder = existing_run(options.run);
    leave_on_signals();
    run::StreamOptions stream_options;
    stream_options.from_seq = options.from_seq;
    stream_options.files_stamp = options.files;
    stream_options.print = send_json;
    stream_options.enough = [] { return interrupted != 0; };
    run::stream_run(folder, stream_options);
    return 0;
}

/// Whether an elastic run that has lost a rank was or will shortly be supervised again.
bool continues(const event::RunFolder& folder, const event::ExitRecord& ended) {
    if (!run::may_continue(folder, ended)) return false;
    for (const double latest = monotonic_seconds() + 10; monotonic_seconds() < latest && !interrupted;) {
        if (event::connect_to(folder.socket())) return true;
        if (const auto last = event::read_exit(folder); last && !run::may_continue(folder, *last))
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return false;
}

/// The end of the run; an elastic one that continues is followed to its final end.
std::optional<event::ExitRecord> follow_to_end(const event::RunFolder& folder, std::uint64_t from_seq,
                                               TerminalView& view) {
    for (;;) {
        auto record =
            run::follow(folder, {from_seq,
                                 [&](const event::Event& event) {
                                     from_seq = std::max(from_seq, event.seq + 1);
                                     view.see(event);
                                 },
                                 [&] { view.tick(); }, [&] { return interrupted || view.is_silenced(); }});
        if (!record || interrupted || view.is_silenced() || !continues(folder, *record)) return record;
    }
}

int attach_run(const AttachOptions& options) {
    if (!options.host.empty()) return attach_on(options.host, options.run, options.from_seq, options.json);
    if (options.follow) return stream(options);
    forbid_writes();
    const event::RunFolder folder = existing_run(options.run);
    const std::string root = folder.root.string();
    leave_on_signals();
    TerminalView view(folder, TerminalView::style_for(STDOUT_FILENO, options.json), STDOUT_FILENO);
    const auto record = follow_to_end(folder, options.from_seq, view);
    if (interrupted) {
        view.say("detached; the run continues. To stop it: tunedesk --no-gui stop " + root);
        return 0;
    }
    view.finish(record);
    if (record) {
        if (!record->line.empty()) print_notice("{}\n", harmless(record->line));
        return record->code;
    }
    if (view.is_silenced() || event::RunLock::is_held(folder)) return 0;
    throw Error(ErrorId::supervisor_ended, {root}, root);
}

} // namespace

void add_attach_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<AttachOptions>();
    CLI::App* command = app.add_subcommand("attach", "Watch a run; Ctrl-C leaves it running");
    command->add_option("RUN", options->run, "The run's folder")->required();
    command->add_option("--from-seq", options->from_seq, "Begin with this event of the journal; default: 1")
        ->type_name("N");
    CLI::Option* json = command->add_flag("--json", options->json, "Print the journal's lines");
    CLI::Option* follow = command
                              ->add_flag("--follow", options->follow,
                                         "Keep running when the run ends; also print progress and "
                                         "heartbeats, for a reader on another machine")
                              ->needs(json);
    command
        ->add_option("--files", options->files,
                     "Also print the preset and the report unless their stamp is this one")
        ->needs(follow)
        ->type_name("STAMP");
    add_host_option(*command, options->host);
    command->callback([options, &action] { action = [options] { return attach_run(*options); }; });
}

} // namespace tunedesk::app
