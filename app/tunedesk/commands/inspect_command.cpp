// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "base/error.h"
#include "base/errors/error_json.h"
#include "base/files/file.h"
#include "commands.h"
#include "output.h"
#include "preset/yaml/load.h"
#include "program.h"
#include "run/check/bundle_listing.h"
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

/// Reads a resolved preset from standard input and prints the contents of its files on standard output.
int inspect() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // without a parent there is no reader
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

struct BundleOptions {
    std::string file, hash, into;
};

/// Prints the contents of a bundle, or unpacks it into a folder, as one JSON object: {"error": ...} on
/// failure.
int inspect_bundle(const BundleOptions& options) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (options.into.empty())
        forbid_writes();
    else
        forbid_writes_but(options.into);
    try {
        if (options.into.empty()) {
            print_json(run::to_json(run::list_bundle(options.file, fs::path(options.file).parent_path())),
                       -1);
        } else {
            preset::unpack_bundle(run::listed_bundle(options.file, options.hash), options.into);
            print_json({{"folder", options.into}}, -1);
        }
    } catch (const Error& error) {
        print_json({{"error", error_json(error)}}, -1);
    }
    return 0;
}

} // namespace

/// Not in --help: for the window.
void add_inspect_command(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("inspect", "What the files of a preset hold, for the window");
    command->group("");
    auto options = std::make_shared<BundleOptions>();
    CLI::Option* bundle = command->add_option("--bundle", options->file, "What this NAME.tunedesk holds");
    command->add_option("--hash", options->hash, "Refuse another content")->needs(bundle);
    command->add_option("--into", options->into, "Unpack it into this folder")->needs(bundle);
    command->callback([&action, options] {
        action = [options] { return options->file.empty() ? inspect() : inspect_bundle(*options); };
    });
}

} // namespace tunedesk::app
