// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "commands.h"
#include "output.h"
#include "program.h"
#include "versions.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace tunedesk;

/// Rejects a word that is neither a command nor a file as a probably mistyped command.
void require_preset_file(const CLI::App& program, const std::string& word) {
    if (fs::exists(word)) return;
    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    const auto near = nearest_name(word, names);
    throw near ? Error(ErrorId::command_misspelled, {word, *near}) : Error(ErrorId::command_unknown, {word});
}

/// The command line's words in reverse order. Shells expand a tilde only at the beginning of a word: that of
/// "--run-dir=~/a" is expanded here, except in texts for a model.
std::vector<std::string> command_words(int argc, char** argv) {
    const std::set<std::string> texts{"--text", "--pair", "--system"};
    const char* home = std::getenv("HOME");
    std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    for (std::string& word : words) {
        const std::size_t tilde = word.find("=~/");
        const std::string name = word.substr(0, tilde);
        if (tilde == std::string::npos || !name.starts_with("--") || texts.contains(name)) continue;
        if (home && *home) word.replace(tilde + 1, 1, home);
    }
    std::reverse(words.begin(), words.end());
    return words;
}

int run_program(int argc, char** argv) {
    CLI::App program("Fine-tunes models: edit a preset, run it, read its report.", "tunedesk");
    bool no_gui = false, read_only = false;
    std::string preset;
    app::Action action;
    program.add_flag("--no-gui", no_gui, "Never open the window; a command follows");
    program.add_flag("--read-only", read_only,
                     "Open a window that cannot write files, for untrusted runs and presets");
    program.add_option("PRESET", preset, "Without a command: open the window, with this preset");
    program.set_version_flag("--version", app::versions_text);
    program.require_subcommand(0, 1);
    program.footer("Each command explains itself: tunedesk COMMAND --help");
    app::add_all_commands(program, action);

    try {
        program.parse(command_words(argc, argv));
    } catch (const CLI::Success& shown) { // --help and --version
        std::ostringstream out, mistakes;
        const int code = program.exit(shown, out, mistakes);
        app::write_text(out.str());
        return code;
    } catch (const CLI::ParseError& mistake) {
        std::string help = "tunedesk --help";
        if (const auto chosen = program.get_subcommands(); !chosen.empty())
            help = "tunedesk " + chosen.front()->get_name() + " --help";
        else if (!preset.empty())
            require_preset_file(program, preset);
        throw Error(ErrorId::command_line_invalid, {mistake.what(), help});
    }
    if (action) {
        const int code = action();
        const std::string command = program.get_subcommands().front()->get_name();
        // The output of these commands is also in the run's folder.
        if (code == 0 && command != "run" && command != "resume" && command != "attach") app::flush_output();
        return code;
    }
    if (!preset.empty()) require_preset_file(program, preset);
    if (no_gui)
        throw preset.empty() ? Error(ErrorId::command_missing)
                             : Error(ErrorId::command_missing_for_preset, {preset});
    app::exec_window(preset, read_only);
}

} // namespace

int main(int argc, char** argv) {
    // Exceeding the limit on file sizes is a write error; child processes inherit it.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        try {
            return run_program(argc, argv);
        } catch (const std::system_error&) { // thrown by a printing function
            tunedesk::app::flush_output();
            throw;
        }
    } catch (const tunedesk::Error& error) {
        return tunedesk::app::print_error(error);
    } catch (const std::exception& error) {
        return tunedesk::app::print_error(tunedesk::Error(tunedesk::ErrorId::program_failed, {error.what()}));
    }
}
