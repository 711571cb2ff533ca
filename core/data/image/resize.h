// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"

namespace tunedesk::image {

enum class Filter { bilinear, bicubic };

/// Resizes with antialiasing as Pillow's Image.resize with BILINEAR and BICUBIC: two passes with coefficients
/// of 22 fractional bits and 8-bit intermediate pixels, in Pillow 13's order; the result is identical. An
/// axis whose length does not change is not filtered. width and height are positive.
Picture resize(const PictureView& from, int width, int height, Filter filter);

} // namespace tunedesk::image
