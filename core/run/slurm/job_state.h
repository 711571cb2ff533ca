// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tunedesk::run {

/// A job's state as squeue reports it.
struct JobState {
    std::string state;  ///< "PENDING", "RUNNING", "REQUEUED", ...
    std::string reason; ///< why it waits: "Resources", "Priority"; else empty

    bool is_waiting() const;
    bool operator==(const JobState&) const = default;
};

/// The format of a job's line for squeue.
constexpr const char* squeue_format = "%A|%T|%r";

/// Parses squeue's output in that format: job number -> state. Invalid lines are left out; at most 10,000
/// jobs. Pure.
std::map<std::int64_t, JobState> parse_job_states(std::string_view text);

/// The number that `sbatch --parsable` prints, "1234" or "1234;cluster"; std::nullopt for another text. Pure.
std::optional<std::int64_t> parse_job_number(std::string_view text);

} // namespace tunedesk::run
