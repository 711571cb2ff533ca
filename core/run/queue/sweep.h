// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/yaml/load.h"
#include "run/queue/queue.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::run {

/// A key of a preset that takes several values, one a run.
struct SweptKey {
    std::string key; ///< dotted
    std::vector<std::string> values;

    bool operator==(const SweptKey&) const = default;
};

/// A grid over keys, or settings drawn from it at random, each repeated with several seeds.
struct Sweep {
    std::vector<SweptKey> keys;
    /// Settings that are drawn (Bergstra and Bengio 2012, "Random search for hyper-parameter optimization"),
    /// of each key one of its values; a value "1e-5..1e-3" is a range, within which the logarithm is uniform
    /// where it spans a factor of ten or more. The same ones each time. 0: the whole grid.
    int drawn = 0;
    int seeds = 1; ///< runs of each setting: with training.seed, training.seed + 1, ...

    /// How many runs it makes.
    std::uint64_t run_count() const;
    bool operator==(const Sweep&) const = default;
};

/// More than a person queues on purpose.
constexpr std::uint64_t most_sweep_runs = 1000;

/// Values between commas; a comma within [...] separates nothing. Empty ones are left out.
std::vector<std::string> sweep_values(std::string_view text);

/// "learning_rate=1e-5,3e-5"; the key with or without its section. Throws Error 2074 or 2075 for a key that
/// does not exist, 2067 if it could be two, 2083 and 2084 if it has no value.
SweptKey read_swept_key(const std::string& text);

/// One run of a sweep.
struct SweepRun {
    std::string setting; ///< what sets it apart from the others: "learning_rate=1e-5 seed=2"
    Preset preset;
};

/// Reads the preset with these assignments applied, as load_draft() and parse_draft() do.
using DraftOf = std::function<preset::Draft(std::span<const std::string> sets)>;

/// The runs of a sweep of a preset, settings in the order of the grid (the last key changes fastest) or in
/// that of the draw, which has fewer where the grid has no more; the seeds of one setting together. Without
/// keys and with one seed that is the preset itself. Throws PresetError with every mistake of a value; Error
/// 2068 if a key or value stands twice or there are more than most_sweep_runs.
std::vector<SweepRun> sweep_runs(const DraftOf& read, const Sweep& sweep);

/// Gives each run its folder: below `folder`, or where that is empty below a new one in `base`/runs. Looks at
/// the disk, creates nothing.
std::vector<QueuedRun> place_runs(std::vector<SweepRun> runs, const fs::path& folder, const fs::path& base);

/// "NAME sweep", with a number behind it where runs are called so already. Reads the register of runs.
std::string new_group_name(const std::string& preset_name);

} // namespace tunedesk::run
