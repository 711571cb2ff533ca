#include "program.h"

#include "base/text.h"
#include "run/programs.h"

#include <cerrno>
#include <cstdlib>
#include <fmt/format.h>
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
    fmt::print(stderr, "{}\n", text);
    return static_cast<int>(error.code());
}

std::string counted_epochs(double epochs) {
    return fmt::format("{} epoch{}", shortest(epochs), epochs == 1 ? "" : "s");
}

namespace {

bool has_text(const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value;
}

} // namespace

void exec_window(const std::string& preset) {
    const std::string hint = "use the command line: tunedesk --no-gui --help";
    const auto found = run::window_program();
    if (!found)
        throw Error(2001, "the window (tunedesk-gui) is not installed", run::program_folder().string(), hint);
    const fs::path& program = *found;
    if (!has_text("DISPLAY") && !has_text("WAYLAND_DISPLAY") && !has_text("QT_QPA_PLATFORM"))
        throw Error(2001, "there is no display for the window (DISPLAY and WAYLAND_DISPLAY are not set)", {},
                    hint);
    ::execl(program.c_str(), "tunedesk-gui", preset.empty() ? nullptr : preset.c_str(), nullptr);
    throw Error(2001, "cannot start the window: " + errno_text(errno), program.string(), hint);
}

} // namespace tunedesk::app
