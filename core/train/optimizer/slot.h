// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/parameters.h"
#include "preset/preset.h"

#include <ATen/core/Tensor.h>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::train {

/// A trained parameter and its optimizer state: Adam's first and second moments, or SGD's momentum in `first`
/// alone. The state has the parameter's type, as in torch.optim, except that it is fp32 for fp16 parameters,
/// because squares of gradients underflow in fp16. 8-bit AdamW keeps a byte per element of tensors with at
/// least 4,096 elements, and a scale per block of 256 (kernel/codebook.h).
struct Slot {
    std::string name; ///< Hugging Face name of the parameter
    at::Tensor value, first, second;
    at::Tensor first_scales, second_scales; ///< scales of 8-bit states
    at::Tensor mean;        ///< mean of the weights, fp32, see WeightMean; undefined if none is kept
    bool decays = false;    ///< weight decay applies
    double rate_factor = 1; ///< factor of the learning rate
    bool is_counted = true; ///< included in the norm, see model::Parameter
    /// Its index in BlockResidency::trained(); std::nullopt if its block is always on the device.
    std::optional<std::size_t> offloaded;
};

/// A slot with zero state and a mean equal to the current weights. `values`: the whole parameter or a range
/// of it; the parameter's size decides whether the state is 8-bit.
Slot make_slot(const Preset::Training& training, const model::Parameter& parameter, const at::Tensor& values);
/// Slots of all parameters that require gradients, in their order, with zero state.
std::vector<Slot> make_slots(const Preset::Training& training, model::Parameters& parameters);

struct NamedState {
    std::string name;
    at::Tensor value;
    std::size_t slot = 0;           ///< index of the slot
    std::int64_t elements_each = 1; ///< elements of the parameter per value: a block's for a scale
};
/// The states in a fixed order, as checkpoints keep them: `NAME.exp_avg`, `NAME.exp_avg_sq`, or
/// `NAME.momentum_buffer`; in 8 bits `NAME.exp_avg_8bit` and `NAME.exp_avg_scales`; the weights' mean is
/// `NAME.ema`.
std::vector<NamedState> named_states(const std::vector<Slot>& slots, Preset::Optim optim);

} // namespace tunedesk::train
