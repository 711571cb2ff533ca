// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"

#include "base/terminal_text.h"
#include "base/utf8.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tunedesk {

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
            diagonal = above;
        }
    }
    return row[b.size()];
}

template <class Number>
std::string shortest_text(Number value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return fmt::format("{}", value);
}

} // namespace

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
    for (std::size_t i = ascii_end(text, 0); i < text.size(); i = ascii_end(text, i)) {
        const std::size_t length = utf8_sequence_length(text, i);
        if (length == 0) return i;
        i += length;
    }
    return std::nullopt;
}

std::optional<std::string> nearest_name(std::string_view word, std::span<const std::string> candidates) {
    if (word.size() > 128) return std::nullopt;
    const std::string lower = ascii_lower(word);
    std::size_t best = word.size() > 8 ? 4 : 3;
    std::optional<std::string> nearest;
    for (const std::string& candidate : candidates) {
        const std::size_t shorter = std::min(word.size(), candidate.size());
        const std::size_t longer = std::max(word.size(), candidate.size());
        if (longer - shorter >= best) continue; // the distance is at least that
        const std::size_t distance = edit_distance(lower, ascii_lower(candidate));
        if (distance < best && distance < candidate.size()) {
            best = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

std::string shortened(std::string_view text, std::size_t limit) {
    std::string result;
    std::size_t i = 0;
    while (i < text.size()) {
        const UnsafeCharacter found = unsafe_at(text, i);
        const std::size_t length = found.length > 0 ? found.length : utf8_sequence_length(text, i);
        if (result.size() + length > limit) return result + "...";
        if (found.length == 0)
            result += text.substr(i, length);
        else
            result += found.point == 0xFFFD ? '?' : ' ';
        i += length;
    }
    return result;
}

std::string human_bytes(std::uint64_t bytes) {
    constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 1024 && unit + 1 < std::size(units)) {
        value /= 1024;
        ++unit;
    }
    return unit == 0 || value >= 100 ? fmt::format("{:.0f} {}", value, units[unit])
                                     : fmt::format("{:.3g} {}", value, units[unit]);
}

std::string human_duration(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return "?";
    const auto total = static_cast<std::uint64_t>(seconds);
    const auto hours = total / 3600, minutes = total / 60 % 60, rest = total % 60;
    return hours ? fmt::format("{}:{:02}:{:02}", hours, minutes, rest)
                 : fmt::format("{:02}:{:02}", minutes, rest);
}

std::string grouped(std::uint64_t number) {
    std::string text = fmt::format("{}", number);
    for (std::size_t i = text.size(); i > 3; i -= 3)
        text.insert(i - 3, ",");
    return text;
}

std::size_t code_points(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string csv_field(std::string_view value) {
    if (value.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(value);
    std::string text = "\"";
    for (const char c : value) {
        if (c == '"') text += '"';
        text += c;
    }
    return text + '"';
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view space = " \t\r\n\v\f";
    const std::size_t first = text.find_first_not_of(space);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(space) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::string ascii_lower(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) // always written, so that compilers do many at once
        c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return lower;
}

std::string shortest(double value) {
    return shortest_text(value);
}
std::string shortest(float value) {
    return shortest_text(value);
}

} // namespace tunedesk
