// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/parameters.h"
#include "preset/preset.h"

#include <ATen/core/Tensor.h>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::train {

/// A trained parameter and its optimizer state: Adam's first and second moments, or SGD's momentum
/// in `first` alone. State is of the parameters' type, as torch.optim's, but for parameters in fp16 fp32:
/// squares of gradients are often below what fp16 holds. AdamW in 8 bits keeps a byte for each number of
/// tensors of 4,096 and more, and a scale for each block of 256 (kernel/codebook.h).
struct Slot {
    std::string name; ///< Hugging Face's
    at::Tensor value, first, second;
    at::Tensor first_scales, second_scales; ///< of states in 8 bits
    at::Tensor mean;                        ///< of the weights, fp32: see WeightMean; else undefined
    bool decays = false;                    ///< weight decay applies
    double rate_factor = 1;                 ///< of the learning rate
    bool is_counted = true;                 ///< in the norm: see model::Parameter
    /// Its index in BlockResidency::trained(), where its block is not always on the device.
    std::optional<std::size_t> offloaded;
};

/// With states of zeros, and a mean that is the weights of now. `values` are all or a range of the parameter,
/// whose size decides whether its state is in 8 bits.
Slot make_slot(const Preset::Training& training, const model::Parameter& parameter, const at::Tensor& values);
/// Of all parameters that require gradients, in their order, with states of zeros.
std::vector<Slot> make_slots(const Preset::Training& training, model::Parameters& parameters);

struct NamedState {
    std::string name;
    at::Tensor value;
    std::size_t slot = 0;           ///< whose it is
    std::int64_t elements_each = 1; ///< of the parameter, for each number: those of a block for a scale
};
/// The states in a fixed order, as checkpoints keep them: `NAME.exp_avg`, `NAME.exp_avg_sq`, or
/// `NAME.momentum_buffer`; in 8 bits `NAME.exp_avg_8bit` and `NAME.exp_avg_scales`; the weights' mean is
/// `NAME.ema`.
std::vector<NamedState> named_states(const std::vector<Slot>& slots, Preset::Optim optim);

} // namespace tunedesk::train
