// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <fmt/format.h>
#include <string>
#include <string_view>

namespace tunedesk::app {

// All output of the command line goes through these functions, to a terminal, a pipe or a file alike. Text
// goes through the filter of base/terminal_text.h, because names, labels, paths and messages come out of
// files and from servers of unknown origin. JSON keeps every character, the unsafe ones as \uXXXX.

/// To the standard output, through stdio's buffer. Throws std::system_error where that fails.
void write_text(std::string_view text);
/// To the standard error.
void write_notice(std::string_view text);

template <class... Args>
void print_text(fmt::format_string<Args...> format, Args&&... args) {
    write_text(fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
void print_notice(fmt::format_string<Args...> format, Args&&... args) {
    write_notice(fmt::format(format, std::forward<Args>(args)...));
}

/// One JSON value and a line end to the standard output; bytes that are not UTF-8 become U+FFFD. `indent` as
/// Json::dump()'s.
void print_json(const Json& json, int indent = 2);
/// Serialized JSON, of this program or another, to the standard output.
void write_json(std::string_view json);
/// Whole lines of serialized JSON to the standard output, not buffered. False once the reader has closed it.
bool send_json(const std::string& lines);
/// As send_json() for a message whose JSON line is followed by bytes that are none
/// (run/check/inputs_stream.h).
bool send_message(std::string_view message);

/// Replaces the text in the terminal's current line by `text`; does nothing if the standard error is not a
/// terminal. The empty text clears the line.
void show_progress(std::string_view text);

/// One piece of output for a terminal: text, which is filtered, and cursor movements, which are this
/// program's own. Thread rule: one thread.
class TerminalFrame {
public:
    enum class Color { none, red, yellow };

    TerminalFrame& text(std::string_view lines);
    TerminalFrame& colored(std::string_view line, Color color);
    /// To the first column, `rows` higher.
    TerminalFrame& up(std::size_t rows);
    TerminalFrame& erase_line_end();
    TerminalFrame& erase_below();
    /// Whole lines of serialized JSON.
    TerminalFrame& json(std::string_view lines);

    bool is_empty() const { return bytes_.empty(); }
    /// False if the descriptor cannot be written any more.
    bool write(int fd) const;

private:
    std::string bytes_;
};

} // namespace tunedesk::app
