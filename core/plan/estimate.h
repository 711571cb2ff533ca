#pragma once

#include "format/model_config.h"
#include "preset/preset.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::plan {

/// What a preset will need, computed without a worker. Bytes are per rank.
struct Estimate {
    std::uint64_t parameters = 0, trainable = 0;
    std::uint64_t train_samples = 0, train_tokens = 0; ///< an epoch's
    std::uint64_t steps = 0;                           ///< optimizer steps of the run
    std::uint64_t weights_bytes = 0, gradient_bytes = 0, optimizer_bytes = 0, activation_bytes = 0,
                  runtime_bytes = 0, total_bytes = 0;
    std::uint64_t checkpoint_bytes = 0, disk_bytes = 0; ///< one checkpoint; all that the run will leave
    double train_flops = 0;                             ///< the whole run's
    double seconds = 0;                                 ///< training alone, at `flops_per_second`
    double flops_per_second = 0;
    std::string basis; ///< where flops_per_second comes from
};

/// Parameter count of the architecture with `labels` classes; `trainable` follows from model.train.
std::uint64_t parameter_count(const format::ModelConfig& config, std::size_t labels);
std::uint64_t trainable_count(const format::ModelConfig& config, std::size_t labels, const Preset& preset);

/// Floating-point operations of one forward pass over sequences of these lengths (multiply and add count as
/// two).
double forward_flops(const format::ModelConfig& config, std::span<const std::uint32_t> lengths,
                     std::size_t labels);

/// `lengths`: tokens of each training row. `flops_per_second`: measured rate a rank, or 0 to measure one here
/// (a short matrix product is not available without LibTorch, so a stated default for the CPU is used and
/// named).
Estimate estimate(const Preset& preset, const format::ModelConfig& config, std::size_t labels,
                  std::span<const std::uint32_t> lengths, double flops_per_second = 0);

} // namespace tunedesk::plan
