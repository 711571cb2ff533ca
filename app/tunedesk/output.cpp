// SPDX-License-Identifier: GPL-3.0-or-later
#include "output.h"

#include "base/files/file.h"
#include "base/terminal_text.h"

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <unistd.h>

namespace tunedesk::app {

namespace {

void put(std::FILE* stream, const std::string& bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), stream) != bytes.size())
        throw std::system_error(errno, std::generic_category(), "cannot write the output");
}

} // namespace

void write_text(std::string_view text) {
    put(stdout, harmless_lines(text));
}

void write_notice(std::string_view text) {
    put(stderr, harmless_lines(text));
}

void print_json(const Json& json, int indent) {
    write_json(json.dump(indent, ' ', false, Json::error_handler_t::replace) + '\n');
}

void write_json(std::string_view json) {
    put(stdout, harmless_json(json));
}

bool send_json(const std::string& lines) {
    return TerminalFrame().json(lines).write(STDOUT_FILENO);
}

bool send_message(std::string_view message) {
    const std::size_t end = std::min(message.find('\n'), message.size());
    return write_all(STDOUT_FILENO, harmless_json(message.substr(0, end)).append(message.substr(end)));
}

void show_progress(std::string_view text) {
    if (!::isatty(STDERR_FILENO)) return;
    put(stderr, "\r" + harmless_lines(text) + "\x1b[K");
    std::fflush(stderr);
}

TerminalFrame& TerminalFrame::text(std::string_view lines) {
    bytes_ += harmless_lines(lines);
    return *this;
}

TerminalFrame& TerminalFrame::colored(std::string_view line, Color color) {
    if (color == Color::none) return text(line);
    bytes_ += color == Color::red ? "\x1b[31m" : "\x1b[33m";
    text(line);
    bytes_ += "\x1b[0m";
    return *this;
}

TerminalFrame& TerminalFrame::up(std::size_t rows) {
    if (rows > 0) bytes_ += fmt::format("\x1b[{}A\r", rows);
    return *this;
}

TerminalFrame& TerminalFrame::erase_line_end() {
    bytes_ += "\x1b[K";
    return *this;
}

TerminalFrame& TerminalFrame::erase_below() {
    bytes_ += "\x1b[J";
    return *this;
}

TerminalFrame& TerminalFrame::json(std::string_view lines) {
    bytes_ += harmless_json(lines);
    return *this;
}

bool TerminalFrame::write(int fd) const {
    return write_all(fd, bytes_);
}

} // namespace tunedesk::app
