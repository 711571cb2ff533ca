// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/augment/rand_augment.h"
#include "data/image/crop.h"
#include "data/image/normalize.h"
#include "data/image/resize.h"

#include <array>
#include <cstddef>
#include <span>

namespace tunedesk::image {

/// How a picture is converted to a model's input: crop, resize to size x size, flip, augment, normalize, in
/// this order.
struct TransformSpec {
    enum class Crop {
        none,           ///< the whole picture, stretched
        center,         ///< its shorter side resized to `shorter_side`, then the middle
        padded,         ///< random_shift() within `padding` black pixels around it, then stretched
        random_resized, ///< random_resized_box()
    };
    int size = 224;
    Filter filter = Filter::bilinear;
    Crop crop = Crop::none;
    int shorter_side = 256; ///< at least `size`
    int padding = 4;        ///< in pixels of the stored picture
    CropRanges ranges = {};
    bool flip = false; ///< with probability 1/2
    RandAugmentSpec rand_augment = {.operations = 0};
    std::array<float, 3> mean = {0.5F, 0.5F, 0.5F}, std = {0.5F, 0.5F, 0.5F};
};

/// Applies a TransformSpec. Random choices depend only on the sample's key. Immutable: any number of threads.
class Transform {
public:
    explicit Transform(const TransformSpec& spec);

    const TransformSpec& spec() const { return spec_; }
    /// Number of values of one input: 3 * size * size.
    std::size_t numbers() const;
    /// The input before normalization: size x size.
    Picture picture(const Picture& from, const SampleKey& key) const;
    /// Writes the input [3, size, size] to `to`, which has room for numbers().
    void write(const Picture& from, const SampleKey& key, std::span<float> to) const;

private:
    Picture resized(const Picture& from, const SampleKey& key) const;

    TransformSpec spec_;
    Normalizer normalizer_;
};

} // namespace tunedesk::image
