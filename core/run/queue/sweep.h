// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/yaml/load.h"
#include "run/queue/queue.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::run {

/// A key of a preset with several values, one per run.
struct SweptKey {
    std::string key; ///< dotted
    std::vector<std::string> values;

    bool operator==(const SweptKey&) const = default;
};

/// A grid over keys, or settings drawn from it at random, each repeated with several seeds.
struct Sweep {
    std::vector<SweptKey> keys;
    /// Number of settings drawn at random (Bergstra and Bengio 2012, "Random search for hyper-parameter
    /// optimization"), with one value of each key; a value "1e-5..1e-3" is a range, sampled log-uniformly if
    /// it spans a factor of ten or more. The draw is deterministic. 0: the whole grid.
    int drawn = 0;
    int seeds = 1; ///< runs of each setting: with training.seed, training.seed + 1, ...

    /// The number of runs.
    std::uint64_t run_count() const;
    bool operator==(const Sweep&) const = default;
};

/// Largest number of runs; a larger sweep is most likely a mistake.
constexpr std::uint64_t most_sweep_runs = 1000;

/// Splits a list of values at commas outside [...]. Empty values are left out.
std::vector<std::string> sweep_values(std::string_view text);

/// Parses "learning_rate=1e-5,3e-5", with the key with or without its section. Throws Error 2074 or 2075 for
/// a key that does not exist, 2067 if it could be two, 2083 and 2084 if it has no value.
SweptKey read_swept_key(const std::string& text);

/// One run of a sweep.
struct SweepRun {
    std::string setting; ///< what distinguishes it: "learning_rate=1e-5 seed=2"
    Preset preset;
};

/// Reads the preset with these assignments applied, as load_draft() and parse_draft() do.
using DraftOf = std::function<preset::Draft(std::span<const std::string> sets)>;

/// The runs of a sweep, in the order of the grid (the last key changes fastest) or of the draw, which never
/// exceeds the grid; the seeds of a setting are adjacent. Without keys and with one seed, this is the preset
/// itself. Throws PresetError with every mistake of a value; Error 2068 if a key or value occurs twice or
/// there are more than most_sweep_runs runs.
std::vector<SweepRun> sweep_runs(const DraftOf& read, const Sweep& sweep);

/// Gives each run a folder below `folder`, or if that is empty, below a new one in `base`/runs. Reads the
/// disk but creates nothing.
std::vector<QueuedRun> place_runs(std::vector<SweepRun> runs, const fs::path& folder, const fs::path& base);

/// "NAME sweep", with a number appended if a group of that name exists. Reads the register of runs.
std::string new_group_name(const std::string& preset_name);

} // namespace tunedesk::run
