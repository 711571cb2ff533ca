// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "event/pipeline_passes.h"
#include "plan/estimate.h"
#include "run/check/check.h"

#include <QString>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::ui {

/// The results of a check, made on this or another machine, as they are shown.
struct ShownCheck {
    struct Problem {
        QString text;
        std::string key;   ///< dotted, or empty
        std::string place; ///< of the preset's text; empty: the problem is not of the text; or in_data_check
        std::string what;  ///< as it stands beside the key's field
    };
    /// `place` of a problem that the Data check shows with its remedy, and that is not shown again.
    static constexpr const char* in_data_check = "Data check";

    std::vector<Problem> problems;
    std::optional<plan::Estimate> estimate;
    std::optional<event::PipelinePasses> pipeline; ///< the plan of a step; of this machine alone
    bool cuda = false;
    std::size_t gpus = 0; ///< that the machine shows
    int ranks = 1;
    Preset::Strategy strategy = Preset::Strategy::single;
    std::uint64_t memory_needed = 0, memory_free = 0, free_disk = 0; ///< as run::Check says them
    std::uint64_t truncated_rows = 0;
    std::string memory_verdict; ///< "fits", "tight", "no" or ""
    std::vector<std::string> warnings;
    std::size_t files = 0; ///< whose rows another machine has read
    std::vector<data::Finding>
        findings; ///< in the rows of another machine; of this one's: Estimator::inputs()

    bool is_right() const { return problems.empty(); }
    /// The share of memory_free for one rank.
    std::uint64_t memory_free_for_rank() const;
    /// See plan::recommended(); of several ranks that share samples.
    std::optional<Preset::Strategy> recommended_strategy() const;
    /// Problems of the files, by the key that names them.
    std::map<std::string, std::string> file_problems() const;
};

ShownCheck shown_check(const run::Check& check);

/// Reads the untrusted `check --json` of another machine, whose paths are those of `as_written`. Missing
/// members and members of another type are left out.
ShownCheck shown_check(const Json& json, const Preset& as_written);

} // namespace tunedesk::ui
