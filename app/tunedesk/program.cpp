// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include "base/files/landlock.h"
#include "base/text.h"
#include "commands.h"
#include "event/folder/run_folder.h"
#include "output.h"
#include "preset/schema/schema.h"
#include "run/programs.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tunedesk::app {

int print_error(const Error& error) {
    const std::string& message = error.message();
    std::string text;
    if (message.find('\n') == std::string::npos) {
        text = error.line();
    } else {
        text = fmt::format("error[TD{:04}]: {}", error.id(), message);
        if (text.back() == '\n') text.pop_back();
        if (!error.next().empty()) text += fmt::format("\nnext: {}", error.next());
    }
    print_notice("{}\n", text);
    return static_cast<int>(error.code());
}

void flush_output() {
    if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return;
    struct stat info {};
    if (::fstat(STDOUT_FILENO, &info) == 0 && (S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode))) return;
    throw Error(ErrorId::output_incomplete, {}, "standard output");
}

void forbid_writes() {
    forbid_writes_outside({});
}

void forbid_writes_but(const fs::path& target) {
    fs::path folder = fs::absolute(target).lexically_normal();
    std::error_code ignored;
    while (!fs::is_directory(folder, ignored) && folder.has_relative_path())
        folder = folder.parent_path();
    forbid_writes_outside(std::span(&folder, 1));
}

void forbid_writes_beside(const fs::path& file) {
    const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
    std::error_code unknown;
    if (fs::exists(file, unknown))
        for (const fs::path& place : {folder, folder.parent_path()}) // for best/ and similar folders
            if (event::RunFolder{place}.holds_run())
                throw Error(ErrorId::preset_copy_exists, {}, file.string());
    forbid_writes_but(folder);
}

CLI::Validator above_0(double most) {
    const std::string what = "a number above 0, at most " + shortest(most);
    return CLI::Validator(
        [=](const std::string& text) {
            const auto number = preset::read_number(text);
            return number && *number > 0 && *number <= most ? std::string()
                                                            : fmt::format("\"{}\" is not {}", text, what);
        },
        "");
}

std::string counted_epochs(double epochs) {
    return fmt::format("{:.4g} epoch{}", epochs, epochs == 1 ? "" : "s");
}

namespace {

bool has_text(const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value;
}

} // namespace

void exec_window(const std::string& preset, bool read_only) {
    const auto found = run::window_program();
    if (!found) throw Error(ErrorId::window_not_installed, {}, run::program_folder().string());
    const fs::path& program = *found;
    if (!has_text("DISPLAY") && !has_text("WAYLAND_DISPLAY") && !has_text("QT_QPA_PLATFORM"))
        throw Error(ErrorId::display_missing);
    std::vector<const char*> words{"tunedesk-gui"};
    if (read_only) words.push_back("--read-only");
    if (!preset.empty()) words.push_back(preset.c_str());
    words.push_back(nullptr);
    ::execv(program.c_str(), const_cast<char**>(words.data()));
    throw Error(ErrorId::window_not_started, {errno_text(errno)}, program.string());
}

} // namespace tunedesk::app
