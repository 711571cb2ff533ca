// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/run_status.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <limits>

namespace tunedesk::event {

namespace {

constexpr std::size_t most_state_bytes = 256;

std::optional<int> int_member(const Json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_number_integer()) return std::nullopt;
    const auto value = found->get<std::int64_t>();
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
        return std::nullopt;
    return static_cast<int>(value);
}

RunStatus status_of_text(const std::string& text) {
    RunStatus status;
    const std::size_t open = text.find(" (");
    status.state = text.substr(0, open);
    if (open == std::string::npos) return status;
    int number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, problem] = std::from_chars(text.data() + open + 2, end, number);
    if (problem != std::errc() || rest == end || *rest != ')' || rest + 1 != end)
        status.state = text; // a state of a later version
    else if (status.is(state::failed))
        status.exit_code = number;
    else
        status.place = std::max(0, number);
    return status;
}

} // namespace

RunStatus ended_status(int exit_code) {
    const auto is = [&](ExitCode code) { return exit_code == static_cast<int>(code); };
    const std::string_view state = is(ExitCode::done)      ? state::done
                                   : is(ExitCode::stopped) ? state::stopped
                                                           : state::failed;
    return {std::string(state), 0, exit_code};
}

RunStatus waiting_status(int place, bool held) {
    return {std::string(held ? state::held : state::queued), place, {}};
}

std::optional<int> number_beside(const RunStatus& status) {
    if (status.place > 0) return status.place;
    return status.is(state::failed) ? status.exit_code : std::nullopt;
}

std::string status_text(const RunStatus& status) {
    if (!status.job.empty()) return fmt::format("{} ({})", status.state, status.job);
    const auto number = number_beside(status);
    return number ? fmt::format("{} ({})", status.state, *number) : status.state;
}

Json status_json(const RunStatus& status) {
    Json json{{"state", status.state}};
    if (status.place > 0) json["place"] = status.place;
    if (status.exit_code) json["exit_code"] = *status.exit_code;
    if (!status.job.empty()) json["job"] = status.job;
    return json;
}

RunStatus status_of_row(const Json& row) {
    const auto parts = row.find("status");
    const bool has_parts = parts != row.end() && parts->is_object();
    const std::string text = shortened(text_field(has_parts ? *parts : row, "state"), most_state_bytes);
    RunStatus status = has_parts ? RunStatus{text, 0, {}} : status_of_text(text);
    if (has_parts) {
        status.place = std::max(0, int_member(*parts, "place").value_or(0));
        status.job = shortened(text_field(*parts, "job"), most_state_bytes);
    }
    if (const auto code = int_member(has_parts ? *parts : row, "exit_code")) status.exit_code = code;
    return status;
}

} // namespace tunedesk::event
