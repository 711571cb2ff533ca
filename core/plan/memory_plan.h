// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plan/estimate.h"
#include "plan/shapes.h"
#include "preset/schema/state_bytes.h"

namespace tunedesk::plan {

/// The amount of work from which a rank's memory is computed.
struct MemoryWork {
    double batch_tokens = 0;       ///< tokens of the largest micro-batch, padding included
    double evaluation_tokens = 0;  ///< tokens of the largest batches without gradients; 0 without evaluation
    double evaluation_batches = 1; ///< batches that are evaluated concurrently
    double feature_rows = 0;       ///< rows whose features are computed; for model.train: features
    double stages = 1, data_ranks = 1;
    std::uint64_t kept_images = 0; ///< bytes of decoded images, on the host
};

/// Number of encoder layers with a backward pass.
std::uint64_t trained_layers(const Preset& preset, const Shapes& shapes);

/// Converts a computed figure to an integer; negative ones to 0.
std::uint64_t whole_number(double figure);

/// Computes the memory of `result`, whose parameter counts must be set, as documented at Estimate. `spec` and
/// `shapes` describe the model, or a tensor rank's slice of it.
void plan_memory(const Preset& preset, const arch::ModelSpec& spec, const Shapes& shapes,
                 const MemoryWork& work, bool cuda, Estimate& result);

} // namespace tunedesk::plan
