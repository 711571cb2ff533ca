// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"

#include <array>
#include <cstddef>
#include <span>

namespace tunedesk::image {

/// Converts 8-bit pixels to a model's input: (value / 255 - mean) / std for each channel, as computed by
/// torchvision's ToTensor and Normalize in fp32. Immutable.
class Normalizer {
public:
    /// Red, green, blue; std is not 0.
    Normalizer(const std::array<float, 3>& mean, const std::array<float, 3>& std);

    /// Writes [3, height, width] to `to`, which must have exactly that size.
    void write(const PictureView& from, std::span<float> to) const;

private:
    std::array<std::array<float, 256>, 3> values_; ///< by channel and pixel value
};

} // namespace tunedesk::image
