// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/check/check.h"
#include "run/check/step_trial.h"

#include <string>
#include <utility>
#include <vector>

namespace tunedesk::run {

/// The division of a training step among ranks and micro-batches.
struct Layout {
    int processes = 1, stages = 1;
    Preset::Strategy strategy = Preset::Strategy::single;
    int batch_size = 1, accumulation = 1; ///< samples per micro-batch of a rank; micro-batches per step
    bool checkpoints = false;             ///< activation checkpointing
    int chunks = 1;                       ///< parallel.pipeline_chunks: the preset's own
    int slices = 1;                       ///< parallel.tensor_size

    static Layout of(const Preset& preset);
    Preset put_into(Preset preset) const;
    /// Samples of a step, over all ranks.
    std::int64_t samples() const;
    /// "zero2, 4 ranks, 6 samples x 2, checkpointing"
    std::string text() const;
    bool operator==(const Layout&) const = default;
};

/// A layout with its estimate and, if it was tried, its measurement.
struct LayoutTrial {
    Layout layout;
    std::uint64_t planned_bytes = 0;      ///< estimated, of a rank
    double planned_seconds = 0;           ///< estimated, of a step
    std::optional<Measured> measured{};   ///< std::nullopt if it was not tried, or memory did not suffice
    bool was_tried = false, fits = false; ///< fits: measured, and within the limit
};

struct LayoutSearch {
    int devices = 1;         ///< largest number of ranks
    std::uint64_t limit = 0; ///< bytes of memory for all ranks on the host, else for a rank
    int trials = 6;          ///< largest number of trials besides the preset's own
};

/// Number of devices of this machine for the preset's ranks: GPUs or cores, but at least the preset's own
/// ranks.
int devices_for(const Check& check);
/// Four fifths of the free memory: the default limit.
std::uint64_t usual_layout_limit(const Check& check);

/// All supported layouts with the preset's samples per step, model and devices, fastest estimate first.
/// Layouts whose estimate exceeds the limit are left out. `check` must hold an estimate.
std::vector<LayoutTrial> planned_layouts(const Check& check, const LayoutSearch& search);

/// Measures (measure()) the preset's own layout and the best estimated ones of each kind (processes, stages,
/// slices, strategy), and returns the one with most tokens per second. Throws Error 5505 if none fits, and
/// what measure() throws but for want of memory. Blocks.
LayoutTrial find_layout(const Check& check, const LayoutSearch& search,
                        const std::function<void(const LayoutTrial&)>& on_trial);

/// The keys that differ between a preset and a layout, dotted, with the layout's values.
std::vector<std::pair<std::string, std::string>> changes_of(const Layout& layout, const Preset& preset);

} // namespace tunedesk::run
