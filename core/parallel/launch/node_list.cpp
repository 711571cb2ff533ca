// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/launch/node_list.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace tunedesk::parallel {

namespace {

constexpr std::size_t longest_host = 253, most_digits = 9;

using Names = std::vector<std::string>;

bool is_host_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '_';
}

/// A number of at most most_digits digits.
std::optional<int> parsed_number(std::string_view text) {
    int value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number = problem == std::errc() && end == text.data() + text.size() && text[0] != '-' &&
                           text.size() <= most_digits;
    return is_number ? std::optional(value) : std::nullopt;
}

/// The text up to the next `separator` outside of brackets; removes both from `rest`.
std::string_view take_part(std::string_view& rest, char separator) {
    int depth = 0;
    std::size_t end = 0;
    for (; end < rest.size() && (depth > 0 || rest[end] != separator); ++end)
        depth += rest[end] == '[' ? 1 : rest[end] == ']' ? -1 : 0;
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

/// Expands "07-09" to 07, 08, 09. False if it is not a range.
bool add_range(std::string_view range, Names& numbers) {
    const std::size_t dash = range.find('-');
    const std::string_view first = range.substr(0, dash);
    const std::string_view last = dash == std::string_view::npos ? first : range.substr(dash + 1);
    const auto from = parsed_number(first), to = parsed_number(last);
    if (!from || !to || *from > *to || static_cast<std::size_t>(*to - *from) >= most_nodes) return false;
    for (int number = *from; number <= *to; ++number)
        numbers.push_back(fmt::format("{:0{}}", number, first.size()));
    return numbers.size() <= most_nodes;
}

/// Expands the contents of a bracket.
bool add_ranges(std::string_view inside, Names& numbers) {
    if (inside.empty() || inside.back() == ',') return false;
    while (!inside.empty())
        if (!add_range(take_part(inside, ','), numbers)) return false;
    return true;
}

/// Combines each of `names` with each of `ends`.
bool multiply(Names& names, const Names& ends) {
    if (names.size() * ends.size() > most_nodes) return false;
    Names longer;
    for (const std::string& name : names)
        for (const std::string& end : ends)
            longer.push_back(name + end);
    names = std::move(longer);
    return true;
}

/// Expands one part to host names, "n[1-2]-ib".
bool add_hosts(std::string_view part, Names& hosts) {
    Names names{""};
    while (!part.empty()) {
        Names ends;
        if (part[0] == '[') {
            const std::size_t close = part.find(']');
            if (close == std::string_view::npos || !add_ranges(part.substr(1, close - 1), ends)) return false;
            part.remove_prefix(close + 1);
        } else {
            const std::string_view plain = part.substr(0, part.find('['));
            if (!std::ranges::all_of(plain, is_host_character)) return false;
            ends.emplace_back(plain);
            part.remove_prefix(plain.size());
        }
        if (!multiply(names, ends) || names.front().size() > longest_host) return false;
    }
    if (names.front().empty()) return false;
    hosts.insert(hosts.end(), names.begin(), names.end());
    return hosts.size() <= most_nodes;
}

/// Expands "2(x3)" to 2, 2, 2.
bool add_tasks(std::string_view part, std::vector<int>& tasks) {
    const std::size_t open = part.find("(x");
    const auto count = parsed_number(part.substr(0, open));
    std::optional<int> times = 1;
    if (open != std::string_view::npos) {
        if (part.back() != ')') return false;
        times = parsed_number(part.substr(open + 2, part.size() - open - 3));
    }
    if (!count || !times || *count < 1 || *times < 1) return false;
    if (tasks.size() + static_cast<std::size_t>(*times) > most_nodes) return false;
    tasks.insert(tasks.end(), static_cast<std::size_t>(*times), *count);
    return true;
}

/// Adds each part of a comma-separated list; throws Error `id` for an invalid one.
template <class Part, class Add>
std::vector<Part> parse_list(ErrorId id, const std::string& variable, const std::string& text, Add add) {
    std::vector<Part> parts;
    std::string_view rest = text;
    bool well_formed = !text.empty() && text.back() != ',';
    while (well_formed && !rest.empty())
        well_formed = add(take_part(rest, ','), parts);
    if (!well_formed) throw Error(id, {variable, shortened(text)}, variable);
    return parts;
}

} // namespace

std::vector<std::string> parse_node_list(const std::string& variable, const std::string& text) {
    return parse_list<std::string>(ErrorId::node_list_invalid, variable, text, add_hosts);
}

std::vector<int> parse_tasks_per_node(const std::string& variable, const std::string& text) {
    return parse_list<int>(ErrorId::tasks_per_node_invalid, variable, text, add_tasks);
}

} // namespace tunedesk::parallel
