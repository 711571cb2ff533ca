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

/// Everything known of a preset before it runs: what `check` prints and the window shows.
struct Check {
    Preset preset;                         ///< with what parallel.devices: auto comes to here
    std::vector<std::string> device_notes; ///< why it does
    std::vector<preset::Problem> preset_problems;
    CheckedInputs inputs;
    ThisMachine machine;
    std::optional<plan::Estimate> estimate; ///< std::nullopt if the model or the data could not be read
    bool cuda = false;                      ///< the ranks would run on GPUs
    std::uint64_t free_disk = 0;            ///< bytes, of the working directory's file system

    /// Bytes of memory that must be free (measured by a run of the same shape, else estimated), and that are:
    /// on the host for all ranks together, on GPUs for one rank on the fullest of those it would get. Only
    /// with `estimate`; free 0: not known.
    std::uint64_t memory_needed() const;
    std::uint64_t memory_free() const;
    /// "fits", "tight" or "no", "" if it is not known.
    std::string memory_verdict() const;
    /// What each rank may take of it.
    std::uint64_t memory_free_for_rank() const;
    /// See plan::recommended(); of several ranks that share samples.
    std::optional<Preset::Strategy> recommended_strategy() const;
    bool is_right() const { return preset_problems.empty() && inputs.problems.empty(); }
};

/// Reads the files that the draft names (not where its mistakes are about them), tokenizes into the token
/// cache, and estimates with what finished runs of the same shape have measured. Takes
/// seconds on large data; any thread.
Check check(preset::Draft draft);

/// The same for an editor, in milliseconds: `untruncated` is what inspect_inputs() found for a
/// preset with the same inputs_key().
Check check(preset::Draft draft, CheckedInputs untruncated, const MeasuredRuns& measured);

/// Whether the draft's mistakes leave it open which files are meant: then nothing is read.
bool files_are_known(const preset::Draft& draft);

/// The object of `check --json`.
Json to_json(const Check& check);

} // namespace tunedesk::run
