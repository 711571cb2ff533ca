#include "base/error.h"
#include "base/text.h"
#include "commands.h"
#include "event/folder/run_lock.h"
#include "on_host.h"
#include "output.h"
#include "run/follow/follow.h"
#include "run/follow/tell_run.h"
#include "supervise.h"
#include "terminal_view.h"

#include <csignal>
#include <memory>
#include <unistd.h>

namespace tunedesk::app {

namespace {

struct AttachOptions {
    std::string run;
    std::uint64_t from_seq = 1;
    bool json = false, follow = false;
    std::optional<std::string> files; ///< the stamp of those that the reader has
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

/// For a reader on another machine.
int tell(const AttachOptions& options) {
    forbid_writes();
    const event::RunFolder folder = existing_run(options.run);
    leave_on_signals();
    run::Telling telling;
    telling.from_seq = options.from_seq;
    telling.files_stamp = options.files;
    telling.print = send_json;
    telling.enough = [] { return interrupted != 0; };
    run::tell_run(folder, telling);
    return 0;
}

int attach_run(const AttachOptions& options) {
    if (!options.host.empty()) return attach_on(options.host, options.run, options.from_seq, options.json);
    if (options.follow) return tell(options);
    forbid_writes();
    const event::RunFolder folder = existing_run(options.run);
    const std::string root = folder.root.string();
    leave_on_signals();
    TerminalView view(folder, TerminalView::style_for(STDOUT_FILENO, options.json), STDOUT_FILENO);
    const auto record =
        run::follow(folder, {options.from_seq, [&](const event::Event& event) { view.see(event); },
                             [&] { view.tick(); }, [&] { return interrupted || view.is_silenced(); }});
    if (interrupted) {
        view.say("detached; the run goes on. To stop it: tunedesk --no-gui stop " + root);
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
                                         "Stay when the run ends; tell also bars and signs of life, for a "
                                         "reader on another machine")
                              ->needs(json);
    command
        ->add_option("--files", options->files,
                     "Tell also the preset and the report, where they are others than those with this stamp")
        ->needs(follow)
        ->type_name("STAMP");
    add_host_option(*command, options->host);
    command->callback([options, &action] { action = [options] { return attach_run(*options); }; });
}

} // namespace tunedesk::app
