// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"
#include "data/image/sample_key.h"

namespace tunedesk::image {

/// The center of a picture, as in torchvision's CenterCrop: at most the picture's own width and height.
Box center_box(int picture_width, int picture_height, int width, int height);

/// The ranges of torchvision's RandomResizedCrop: fraction of the area, and width / height.
struct CropRanges {
    double least_scale = 0.08, most_scale = 1.0;
    double least_ratio = 3.0 / 4.0, most_ratio = 4.0 / 3.0;
};

/// A part of a picture whose area is uniform in the range of scales and whose ratio is log-uniform; after ten
/// attempts that do not fit, the largest centered part with a ratio in the range.
Box random_resized_box(int width, int height, const CropRanges& ranges, const SampleKey& key);

/// A crop, of the picture's size, of the picture padded with `padding` black pixels on each side: the
/// position of its corner in the padded picture, both coordinates uniform in [0, 2 * padding].
struct Shift {
    int x = 0, y = 0;
};
Shift random_shift(int padding, const SampleKey& key);
/// Returns that crop (CIFAR's augmentation).
Picture padded_crop(const PictureView& from, int padding, Shift shift);

/// A random boolean, true with probability 1/2.
bool flips(const SampleKey& key);
/// Mirrors the picture horizontally in place.
void flip_horizontally(Picture& picture);

} // namespace tunedesk::image
