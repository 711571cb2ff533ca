// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"

namespace tunedesk {

/// Bytes of a value of a type.
inline double size_of(Preset::Compute type) {
    return type == Preset::Compute::fp16 || type == Preset::Compute::bf16 ? 2 : 4;
}

/// Bytes of a number of the optimizer's state; beside parameters in fp16 it stays fp32.
inline double size_of_state(const Preset& preset) {
    return preset.precision.params == Preset::Compute::fp16 ? 4 : size_of(preset.precision.params);
}

/// Numbers that the optimizer keeps of a trained parameter.
inline int state_numbers(const Preset& preset) {
    if (preset.training.optim != Preset::Optim::sgd) return 2;
    return preset.training.momentum > 0 ? 1 : 0;
}

/// Bytes of the optimizer's state of a trained parameter; in 8 bits each block of 256 has a scale. The mean
/// of the weights (training.ema_decay) is in fp32.
inline double optimizer_bytes(const Preset& preset) {
    const double number =
        preset.training.optim == Preset::Optim::adamw_8bit ? 1 + 4.0 / 256 : size_of_state(preset);
    return state_numbers(preset) * number + (preset.training.ema_decay > 0 ? 4 : 0);
}

} // namespace tunedesk
