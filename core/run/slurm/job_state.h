// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tunedesk::run {

/// What squeue reports of a job.
struct JobState {
    std::string state;  ///< "PENDING", "RUNNING", "REQUEUED", ...
    std::string reason; ///< of one that waits: "Resources", "Priority"; or empty

    bool is_waiting() const;
    bool operator==(const JobState&) const = default;
};

/// How squeue is to print a job's line.
constexpr const char* squeue_format = "%A|%T|%r";

/// Jobs by number, of squeue's lines in that format. Text of any origin: lines that are none are left out; at
/// most 10,000 jobs. Pure.
std::map<std::int64_t, JobState> parse_job_states(std::string_view text);

/// The number that `sbatch --parsable` prints, "1234" or "1234;cluster"; std::nullopt for another text. Pure.
std::optional<std::int64_t> parse_job_number(std::string_view text);

} // namespace tunedesk::run
