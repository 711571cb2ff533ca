// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"
#include "data/image/sample_key.h"

namespace tunedesk::image {

/// The middle of a picture, as torchvision's CenterCrop takes it: at most the picture's own width and height.
Box center_box(int picture_width, int picture_height, int width, int height);

/// The ranges of torchvision's RandomResizedCrop: the part of the area, and width / height.
struct CropRanges {
    double least_scale = 0.08, most_scale = 1.0;
    double least_ratio = 3.0 / 4.0, most_ratio = 4.0 / 3.0;
};

/// A part of a picture whose area is uniform in the range of scales and whose ratio is uniform in its
/// logarithm; after ten that do not fit, the largest middle part whose ratio is in the range.
Box random_resized_box(int width, int height, const CropRanges& ranges, const SampleKey& key);

/// A part of the picture with `padding` black pixels on each side, as large as the picture: where its
/// corner is in the padded picture, both uniform in [0, 2 * padding].
struct Shift {
    int x = 0, y = 0;
};
Shift random_shift(int padding, const SampleKey& key);
/// That part (CIFAR's augmentation).
Picture padded_crop(const PictureView& from, int padding, Shift shift);

/// True for every other key.
bool flips(const SampleKey& key);
/// Exchanges left and right in place.
void flip_horizontally(Picture& picture);

} // namespace tunedesk::image
