// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"

#include <array>
#include <cstddef>
#include <span>

namespace tunedesk::image {

/// Turns 8-bit pixels into a model's numbers: (value / 255 - mean) / std of each channel, as torchvision's
/// ToTensor and Normalize compute it in fp32. Immutable.
class Normalizer {
public:
    /// Red, green, blue; std is not 0.
    Normalizer(const std::array<float, 3>& mean, const std::array<float, 3>& std);

    /// Writes [3, height, width] to `to`, which has room for exactly that.
    void write(const PictureView& from, std::span<float> to) const;

private:
    std::array<std::array<float, 256>, 3> values_; ///< of each channel and level
};

} // namespace tunedesk::image
