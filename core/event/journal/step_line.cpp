// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/journal/step_line.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace tunedesk::event {

namespace {

constexpr std::size_t most_keys = 64;

bool skip(std::string_view& text, std::string_view opening) {
    if (text.substr(0, opening.size()) != opening) return false;
    text.remove_prefix(opening.size());
    return true;
}

/// Whether a JSON number begins here: an optional "-", no superfluous leading zero.
bool begins_number(std::string_view text) {
    const std::size_t at = !text.empty() && text[0] == '-' ? 1 : 0;
    if (at >= text.size() || text[at] < '0' || text[at] > '9') return false;
    return text[at] != '0' || at + 1 >= text.size() || text[at + 1] < '0' || text[at + 1] > '9';
}

template <typename Number>
bool take_whole(std::string_view& text, Number& number) {
    if (!begins_number(text)) return false;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failed != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    // A fraction or an exponent would change the number.
    return !text.empty() && (text[0] == ',' || text[0] == '}');
}

bool take_real(std::string_view& text, double& number) {
    if (!text.empty() && text[0] == '"') {
        number = std::numeric_limits<double>::infinity();
        if (skip(text, "\"inf\"")) return true;
        number = -number;
        if (skip(text, "\"-inf\"")) return true;
        number = std::numeric_limits<double>::quiet_NaN();
        return skip(text, "\"nan\"");
    }
    if (!begins_number(text)) return false;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failed != std::errc() || end[-1] == '.') return false;
    // "1.e5" is accepted by from_chars, but is invalid JSON.
    const std::string_view taken(text.data(), static_cast<std::size_t>(end - text.data()));
    if (const std::size_t dot = taken.find('.');
        dot != std::string_view::npos && (taken[dot + 1] < '0' || taken[dot + 1] > '9'))
        return false;
    text.remove_prefix(taken.size());
    return !text.empty() && (text[0] == ',' || text[0] == '}');
}

} // namespace

bool StepLineReader::learn(std::string_view fields) {
    std::vector<std::string> keys, openings;
    std::size_t step_place = most_keys;
    while (fields != "}") {
        if (!skip(fields, ",\"") || openings.size() == most_keys) return false;
        const std::size_t end = fields.find('"');
        const std::string_view key = fields.substr(0, end);
        const auto is_plain = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        };
        if (end == std::string_view::npos || !std::all_of(key.begin(), key.end(), is_plain)) return false;
        for (const char* reserved : {"v", "type", "rank", "rank_seq", "seq", "t"})
            if (key == reserved) return false;
        if (std::find(keys.begin(), keys.end(), key) != keys.end() ||
            (key == "step" && step_place < most_keys))
            return false;
        fields.remove_prefix(end);
        if (!skip(fields, "\":")) return false;
        double ignored = 0;
        if (!take_real(fields, ignored)) return false;
        if (key == "step")
            step_place = openings.size();
        else
            keys.emplace_back(key);
        openings.push_back(",\"" + std::string(key) + "\":");
    }
    if (step_place == most_keys) return false;
    if (openings != openings_) {
        keys_ = std::move(keys);
        openings_ = std::move(openings);
        step_place_ = step_place;
        ++layout_;
    }
    return true;
}

bool StepLineReader::read(std::string_view text, Line& line) {
    if (!skip(text, R"({"v":1,"type":"Step","rank":)") || !take_whole(text, line.rank) || line.rank < -1 ||
        !skip(text, R"(,"rank_seq":)") || !take_whole(text, line.rank_seq) || line.rank_seq > max_seq ||
        !skip(text, R"(,"seq":)") || !take_whole(text, line.seq) || line.seq > max_seq ||
        !skip(text, R"(,"t":)") || (!text.empty() && text[0] == '"') || !take_real(text, line.t))
        return false;
    const std::string_view fields = text;
    for (int attempt = 0; attempt < 2; ++attempt) {
        line.values.clear();
        text = fields;
        bool fits = !openings_.empty();
        for (std::size_t i = 0; fits && i < openings_.size(); ++i) {
            fits = skip(text, openings_[i]);
            if (!fits) break;
            if (i == step_place_) {
                fits = take_whole(text, line.step);
            } else {
                line.values.emplace_back();
                fits = take_real(text, line.values.back());
            }
        }
        if (fits && text == "}") return true;
        if (attempt == 0 && !learn(fields)) return false;
    }
    return false;
}

} // namespace tunedesk::event
