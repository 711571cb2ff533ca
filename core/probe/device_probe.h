// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "base/json.h"
#include "parallel/device.h"

#include <ATen/core/ScalarType.h>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::probe {

/// One comparison of a device with the host.
struct Row {
    std::string id;               ///< "copy", "kernel", "logits fp32", ...
    std::optional<double> figure; ///< the largest difference; std::nullopt if none is measured
    double tolerance = 0;         ///< the largest permitted `figure`
    std::string reason;           ///< message of the exception; empty if none was thrown
    bool out_of_memory = false;   ///< whether the exception reported exhausted memory
    double seconds = 0;

    bool passed() const { return reason.empty() && (!figure || *figure <= tolerance); }
};

/// Describes LibTorch and the project's GPU library without loading CUDA: {libtorch, library (its path),
/// problem ("" or the reason why it is unusable), architectures [10 * major + minor]}.
Json libraries();

/// Comparisons that not every device supports.
struct Extras {
    std::vector<at::ScalarType> types; ///< kBFloat16, kHalf
    bool nccl = false;
};

/// Compares the device with the host, each comparison independently: a copy there and back, a kernel, logits
/// and gradients of a small BERT and a small DistilBERT in fp32, release of memory, and the comparisons in
/// `extras`. `begins` is called before each, `ends` with its row. `config`: that of the small BERT.
void probe_device(const parallel::Device& device, const arch::ModelConfig& config, const Extras& extras,
                  const std::function<void(const std::string& id)>& begins,
                  const std::function<void(const Row&)>& ends);

/// The largest differences of a model's logits and gradients between the host in fp32 and the device with
/// products in `type`, relative to the largest value of their tensor.
struct ModelDifference {
    double logits = 0, gradients = 0;
};
ModelDifference compare_models(const parallel::Device& device, const arch::ModelConfig& config,
                               at::ScalarType type);

} // namespace tunedesk::probe
