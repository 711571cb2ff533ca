// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"
#include "data/image/sample_key.h"

#include <cstdint>

namespace tunedesk::image {

/// RandAugment (Cubuk et al., "RandAugment: Practical automated data augmentation with a reduced search
/// space", 2019), with torchvision's operations and magnitudes.
enum class Operation : std::uint8_t {
    identity,
    shear_x,
    shear_y,
    translate_x,
    translate_y,
    rotate,
    brightness,
    color,
    contrast,
    sharpness,
    posterize,
    solarize,
    autocontrast,
    equalize,
    count
};

struct RandAugmentSpec {
    int operations = 2; ///< number of operations, applied one after another; 0: none
    int magnitude = 9;  ///< from 0, below `bins`
    int bins = 31;      ///< at least 2
};

/// The strength of an operation in its own unit: a slope, pixels, degrees, a factor's distance from 1, bits,
/// a threshold; 0 for those without one. Computed from a magnitude in [0, bins) and the picture's size.
double strength_of(Operation operation, int magnitude, int bins, int width, int height);
/// Whether the operation is applied with the opposite sign half of the time.
bool is_signed(Operation operation);

Picture apply(Operation operation, Picture picture, double strength);

/// Draws spec.operations operations with equal probability and applies them.
Picture rand_augment(Picture picture, const RandAugmentSpec& spec, const SampleKey& key);

} // namespace tunedesk::image
