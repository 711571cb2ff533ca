// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"

namespace tunedesk::image {

/// Pillow's ImageEnhance and ImageOps on RGB, in place, with identical results. `factor` 1 changes nothing, 0
/// gives the image that the operation blends with: black, the gray image, the mean gray, the smoothed image.
void adjust_brightness(Picture& picture, float factor);
void adjust_color(Picture& picture, float factor);
void adjust_contrast(Picture& picture, float factor);
void adjust_sharpness(Picture& picture, float factor);

/// Keeps the upper `bits` (1 to 8) of each channel.
void posterize(Picture& picture, int bits);
/// Inverts values from `threshold` on.
void solarize(Picture& picture, double threshold);
/// Stretches each channel to 0 to 255.
void autocontrast(Picture& picture);
/// Equalizes each channel's histogram.
void equalize(Picture& picture);

} // namespace tunedesk::image
