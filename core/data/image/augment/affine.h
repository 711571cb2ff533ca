// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"

namespace tunedesk::image {

/// torchvision's geometric operations on Pillow images with nearest-neighbor sampling: the size is unchanged,
/// pixels from outside are black. Identical in every pixel for pictures below 32,768 pixels a side.

/// Moves each row (column) by its distance from the first, times `amount`.
Picture shear_x(const PictureView& from, double amount);
Picture shear_y(const PictureView& from, double amount);
/// Moves all pixels to the right and down.
Picture translate(const PictureView& from, int x, int y);
/// Counter-clockwise around the center, by less than 90 degrees in either direction.
Picture rotate(const PictureView& from, double degrees);

} // namespace tunedesk::image
