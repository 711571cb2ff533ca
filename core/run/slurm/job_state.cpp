// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/slurm/job_state.h"

#include "base/text.h"

#include <algorithm>
#include <charconv>

namespace tunedesk::run {

namespace {

constexpr std::size_t most_jobs = 10'000, longest_state = 32, longest_reason = 64;

std::optional<std::int64_t> job_number(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = problem == std::errc() && end == text.data() + text.size() && number > 0;
    return whole ? std::optional(number) : std::nullopt;
}

bool is_state(std::string_view text) {
    return !text.empty() && text.size() <= longest_state &&
           std::ranges::all_of(text, [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
}

} // namespace

bool JobState::is_waiting() const {
    return state == "PENDING" || state == "REQUEUED" || state == "REQUEUE_HOLD" || state == "SPECIAL_EXIT" ||
           state == "CONFIGURING" || state == "SUSPENDED";
}

std::map<std::int64_t, JobState> parse_job_states(std::string_view text) {
    std::map<std::int64_t, JobState> states;
    for (const std::string_view line : split(text, '\n')) {
        const std::vector<std::string_view> parts = split(trimmed(line), '|');
        const auto number = parts.size() == 3 ? job_number(parts[0]) : std::nullopt;
        if (!number || !is_state(parts[1]) || states.size() == most_jobs) continue;
        const std::string reason = shortened(parts[2], longest_reason);
        states[*number] = {std::string(parts[1]), reason == "None" ? std::string() : reason};
    }
    return states;
}

std::optional<std::int64_t> parse_job_number(std::string_view text) {
    const std::string_view line = trimmed(text);
    return job_number(line.substr(0, line.find(';')));
}

} // namespace tunedesk::run
