// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "plan/estimate.h"
#include "preset/yaml/load.h"
#include "run/check/check_inputs.h"
#include "run/check/measured_runs.h"
#include "run/devices/this_machine.h"

#include <optional>

namespace tunedesk::run {

/// The result of checking a preset before it runs, as `check` prints and the window shows it.
struct Check {
    Preset preset;                         ///< with `parallel.devices: auto` resolved for this machine
    std::vector<std::string> device_notes; ///< why these devices were chosen
    std::vector<preset::Problem> preset_problems;
    CheckedInputs inputs;
    ThisMachine machine;
    std::optional<plan::Estimate> estimate; ///< std::nullopt if the model or the data could not be read
    bool cuda = false;                      ///< the ranks would run on GPUs
    std::uint64_t free_disk = 0;            ///< bytes, of the working directory's file system

    /// Bytes of memory that a run needs (measured by a run of the same shape, else estimated) and that are
    /// free: on the host for all ranks together, on GPUs for one rank on the fullest of its GPUs. Call only
    /// if `estimate` is set. memory_free() is 0 if not known.
    std::uint64_t memory_needed() const;
    std::uint64_t memory_free() const;
    /// "fits", "tight" or "no", "" if it is not known.
    std::string memory_verdict() const;
    /// The share of memory_free() for one rank.
    std::uint64_t memory_free_for_rank() const;
    /// See plan::recommended(); only for several ranks that share samples.
    std::optional<Preset::Strategy> recommended_strategy() const;
    bool is_right() const { return preset_problems.empty() && inputs.problems.empty(); }
};

/// Reads the files that the draft names (unless its mistakes concern them), tokenizes into the token cache,
/// and estimates with measurements of finished runs of the same shape. Takes seconds on large data. Any
/// thread.
Check check(preset::Draft draft);

/// The same for an editor, in milliseconds: `untruncated` is what inspect_inputs() found for a preset with
/// the same inputs_key().
Check check(preset::Draft draft, CheckedInputs untruncated, const MeasuredRuns& measured);

/// Whether the draft determines which files are meant, in spite of its mistakes. If not, no file is read.
bool files_are_known(const preset::Draft& draft);

/// The object of `check --json`.
Json to_json(const Check& check);

} // namespace tunedesk::run
