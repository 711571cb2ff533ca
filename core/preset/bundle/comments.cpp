// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/bundle/comments.h"

#include "base/text.h"

#include <cctype>
#include <string_view>

namespace tunedesk::preset {

namespace {

/// The beginning of a line's comment; npos if it has none.
std::size_t comment_begin(std::string_view line) {
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const bool begins_word = i == 0 || std::string_view(" \t,[{:").find(line[i - 1]) != line.npos;
        if (quote == '"' && c == '\\')
            ++i;
        else if (quote != 0)
            quote = c == quote ? '\0' : quote;
        else if ((c == '"' || c == '\'') && begins_word)
            quote = c;
        else if (c == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t'))
            return i;
    }
    return std::string_view::npos;
}

/// "/home/x", "~/data", "file:///x", "C:\\x"; not "and/or", "../data" or "https://example.org".
bool names_place(std::string_view comment) {
    if (comment.find("file:") != comment.npos || comment.find(":\\") != comment.npos) return true;
    for (std::size_t i = 0; i + 1 < comment.size(); ++i) {
        const char before = i == 0 ? ' ' : comment[i - 1], after = comment[i + 1];
        const bool begins_word = std::isspace(static_cast<unsigned char>(before)) != 0 ||
                                 std::string_view("\"'(<[=,;:#`").find(before) != std::string_view::npos;
        if (!begins_word) continue;
        if (comment[i] == '~' && after == '/') return true;
        if (comment[i] == '/' && after != ' ' && after != '/') return true;
    }
    return false;
}

} // namespace

std::string without_place_comments(const std::string& text) {
    std::string kept;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line(text.data() + at, end - at);
        const std::size_t comment = comment_begin(line);
        at = end + 1;
        if (comment != line.npos && names_place(line.substr(comment))) {
            line = line.substr(0, comment);
            while (!line.empty() && (line.back() == ' ' || line.back() == '\t'))
                line.remove_suffix(1);
            if (line.empty()) continue;
        }
        kept.append(line).append(end < text.size() ? "\n" : "");
    }
    return kept;
}

} // namespace tunedesk::preset
