// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plan/estimate.h"
#include "plan/shapes.h"
#include "preset/schema/state_bytes.h"

namespace tunedesk::plan {

/// What the plan of a rank's memory counts.
struct MemoryWork {
    double batch_tokens = 0;       ///< of the largest micro-batch, padding included
    double evaluation_tokens = 0;  ///< of the largest batches without gradients; 0 where nothing is evaluated
    double evaluation_batches = 1; ///< that are evaluated at a time
    double feature_rows = 0;       ///< of the tables whose features are computed; model.train: features
    double stages = 1, data_ranks = 1;
    std::uint64_t kept_images = 0; ///< bytes of decoded images, on the host
};

/// Encoder layers that go backward, of all layers.
std::uint64_t trained_layers(const Preset& preset, const Shapes& shapes);

/// A figure that was computed, as a whole number; 0 where it is less.
std::uint64_t whole_number(double figure);

/// Fills the memory of `result`, whose counts of the model's parameters are there, as Estimate's description
/// says. `spec` and `shapes`: of the model, or of a tensor rank's slice of it.
void plan_memory(const Preset& preset, const arch::ModelSpec& spec, const Shapes& shapes,
                 const MemoryWork& work, bool cuda, Estimate& result);

} // namespace tunedesk::plan
