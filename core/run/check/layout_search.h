// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/check/check.h"
#include "run/check/step_trial.h"

#include <string>
#include <utility>
#include <vector>

namespace tunedesk::run {

/// How ranks share a step and in which micro-batches they take it. A value.
struct Layout {
    int processes = 1, stages = 1;
    Preset::Strategy strategy = Preset::Strategy::single;
    int batch_size = 1, accumulation = 1; ///< samples of a micro-batch of a rank; micro-batches
    bool checkpoints = false;             ///< activations of each layer are computed again
    int chunks = 1;                       ///< parallel.pipeline_chunks: the preset's own
    int slices = 1;                       ///< parallel.tensor_size

    static Layout of(const Preset& preset);
    Preset put_into(Preset preset) const;
    /// Samples that a step takes.
    std::int64_t samples() const;
    /// "zero2, 4 ranks, 6 samples x 2, checkpointing"
    std::string text() const;
    bool operator==(const Layout&) const = default;
};

/// One layout as it was planned and, maybe, tried.
struct LayoutTrial {
    Layout layout;
    std::uint64_t planned_bytes = 0;      ///< of a rank
    double planned_seconds = 0;           ///< of a step
    std::optional<Measured> measured{};   ///< std::nullopt if it was not tried, or memory did not suffice
    bool was_tried = false, fits = false; ///< fits: measured, and within the limit
};

struct LayoutSearch {
    int devices = 1;         ///< ranks that there may be
    std::uint64_t limit = 0; ///< bytes of memory for all ranks on the host, else for a rank
    int trials = 6;          ///< that are made beside the preset's own, at most
};

/// The devices that this machine has for a preset's ranks: GPUs, or cores, or the preset's own ranks where
/// those are more.
int devices_for(const Check& check);
/// Four fifths of what is free: the default limit.
std::uint64_t usual_layout_limit(const Check& check);

/// All layouts of the preset's samples a step, model and devices that this version runs, the fastest by the
/// plan first, those that do not fit by it left out. `check` must hold an estimate.
std::vector<LayoutTrial> planned_layouts(const Check& check, const LayoutSearch& search);

/// The layout with most tokens a second among the preset's own and the best planned ones of each kind
/// (processes, stages, slices, strategy), each measured in workers of its own (measure()). Throws Error 5505
/// if none fits, and what measure() throws but for want of memory. Blocks.
LayoutTrial find_layout(const Check& check, const LayoutSearch& search,
                        const std::function<void(const LayoutTrial&)>& on_trial);

/// The keys that differ between a preset and a layout, dotted, with the layout's values.
std::vector<std::pair<std::string, std::string>> changes_of(const Layout& layout, const Preset& preset);

} // namespace tunedesk::run
