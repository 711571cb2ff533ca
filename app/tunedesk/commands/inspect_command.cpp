#include "base/clock.h"
#include "base/error.h"
#include "base/files/file.h"
#include "commands.h"
#include "output.h"
#include "preset/yaml/load.h"
#include "program.h"
#include "run/check/inputs_stream.h"

#include <csignal>
#include <iostream>
#include <iterator>
#include <sys/prctl.h>
#include <unistd.h>

namespace tunedesk::app {

namespace {

constexpr double progress_seconds = 0.1;

void send(const std::string& message) {
    if (!send_message(message)) throw Error(ErrorId::inspect_output_failed, {errno_text(errno)});
}

/// Reads a resolved preset from the standard input and says on the standard output what its files hold.
int inspect() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody reads the answer of an orphan
    forbid_writes();
    const std::string yaml{std::istreambuf_iterator<char>(std::cin), {}};
    const Preset preset = preset::parse_draft(yaml, "preset", fs::current_path()).loaded.preset;
    double last = 0;
    const auto inputs = run::inspect_inputs(
        preset, [](const run::CheckedInputs& so_far) { send(run::inputs_message(so_far, false)); },
        [&](std::uint64_t done, std::uint64_t total) {
            if (monotonic_seconds() - last < progress_seconds) return;
            last = monotonic_seconds();
            send(run::progress_line(done, total));
        });
    send(run::inputs_message(inputs, true));
    return 0;
}

} // namespace

/// Not in --help: the window's helper.
void add_inspect_command(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("inspect", "What the files of a preset hold, for the window");
    command->group("");
    command->callback([&action] { action = inspect; });
}

} // namespace tunedesk::app
