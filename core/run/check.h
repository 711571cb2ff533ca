#pragma once

#include "base/json.h"
#include "plan/estimate.h"
#include "preset/load.h"
#include "run/check_inputs.h"
#include "run/this_machine.h"

#include <optional>

namespace tunedesk::run {

/// Everything that can be said of a preset before it runs: what `check` prints and the window shows.
struct Check {
    Preset preset;
    std::vector<preset::Problem> preset_problems;
    CheckedInputs inputs;
    ThisMachine machine;
    std::optional<plan::Estimate> estimate; ///< nothing where the model or the data could not be read
    bool cuda = false;                      ///< the ranks would run on GPUs
    std::uint64_t free_disk = 0;            ///< bytes, of the working directory's file system

    /// Bytes of this machine's memory that all ranks together need. Only with `estimate`, and not on GPUs.
    std::uint64_t host_bytes() const;
    bool is_right() const { return preset_problems.empty() && inputs.problems.empty(); }
};

/// Reads the files that the draft names (not where its mistakes are about them), tokenizes into the token
/// cache, and estimates with the rate of the latest finished run of the same shape where there is one. Takes
/// seconds on large data; any thread.
Check check(preset::Draft draft);

/// The object of `check --json`.
Json to_json(const Check& check);

} // namespace tunedesk::run
