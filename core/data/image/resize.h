// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"

namespace tunedesk::image {

enum class Filter { bilinear, bicubic };

/// Resizes with antialiasing as Pillow's Image.resize does for BILINEAR and BICUBIC: two passes with
/// coefficients of 22 fractional bits and 8-bit pixels between them, in Pillow 13's order; the pixels are its
/// own. An axis whose length stays is not filtered. width and height are positive.
Picture resize(const PictureView& from, int width, int height, Filter filter);

} // namespace tunedesk::image
