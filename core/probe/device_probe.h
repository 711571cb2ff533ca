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
    double tolerance = 0;         ///< of it
    std::string reason;           ///< what was thrown; passed only where empty
    bool out_of_memory = false;   ///< whether that was for want of memory
    double seconds = 0;

    bool passed() const { return reason.empty() && (!figure || *figure <= tolerance); }
};

/// What LibTorch and the project's library for GPUs are, without loading CUDA: {libtorch, library (its path),
/// problem ("" or why there is none), architectures [10 * major + minor]}.
Json libraries();

/// Comparisons that not every device offers.
struct Extras {
    std::vector<at::ScalarType> types; ///< kBFloat16, kHalf
    bool nccl = false;
};

/// What the device does beside the host, each comparison by itself: a copy there and back, a kernel, logits
/// and gradients of a small BERT and a small DistilBERT in fp32, memory given back, and what `extras` asks
/// for. `begins` hears of each before it is made, `ends` of its row. `config`: of the small BERT.
void probe_device(const parallel::Device& device, const arch::ModelConfig& config, const Extras& extras,
                  const std::function<void(const std::string& id)>& begins,
                  const std::function<void(const Row&)>& ends);

/// The largest differences of a model's logits and of its gradients, relative to the largest of their tensor,
/// between the host in fp32 and the device with products in `type`.
struct ModelDifference {
    double logits = 0, gradients = 0;
};
ModelDifference compare_models(const parallel::Device& device, const arch::ModelConfig& config,
                               at::ScalarType type);

} // namespace tunedesk::probe
