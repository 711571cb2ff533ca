#include "base/error.h"
#include "commands.h"
#include "run/follow.h"
#include "run/run_lock.h"
#include "supervise.h"
#include "terminal_view.h"

#include <csignal>
#include <fmt/format.h>
#include <memory>
#include <unistd.h>

namespace tunedesk::app {

namespace {

struct AttachOptions {
    std::string run;
    std::uint64_t from_seq = 1;
    bool json = false;
};

volatile std::sig_atomic_t interrupted = 0;

void interrupt(int) {
    interrupted = 1;
}

int attach_run(const AttachOptions& options) {
    const event::RunFolder folder = existing_run(options.run);
    const std::string root = folder.root.string();
    struct sigaction leave {};
    leave.sa_handler = interrupt;
    ::sigaction(SIGINT, &leave, nullptr);
    ::sigaction(SIGTERM, &leave, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
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
        if (!record->line.empty()) fmt::print(stderr, "{}\n", record->line);
        return record->code;
    }
    if (view.is_silenced() || run::RunLock::is_held(folder)) return 0;
    throw Error(7019, "the run's supervisor went away without a word", root,
                "tunedesk --no-gui resume " + root);
}

} // namespace

void add_attach_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<AttachOptions>();
    CLI::App* command = app.add_subcommand("attach", "Watch a run; Ctrl-C leaves it running");
    command->add_option("RUN", options->run, "The run's folder")->required();
    command->add_option("--from-seq", options->from_seq, "Begin with this event of the journal; default: 1")
        ->type_name("N");
    command->add_flag("--json", options->json, "Print the journal's lines");
    command->callback([options, &action] { action = [options] { return attach_run(*options); }; });
}

} // namespace tunedesk::app
