// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"

#include <string_view>

namespace tunedesk::image {

/// The orientation in EXIF data ("II*\0" or "MM\0*" and what follows), 1 to 8; 0 if there is none or the data
/// is damaged.
int exif_orientation(std::string_view tiff);
/// tiff:Orientation in an XMP packet; 0 if there is none.
int xmp_orientation(std::string_view packet);

/// Whether the orientation exchanges width and height.
inline bool is_turned(int orientation) {
    return orientation >= 5 && orientation <= 8;
}
/// Applies the orientation to the picture. Numbers other than 2 to 8 change nothing.
Picture upright(Picture picture, int orientation);

} // namespace tunedesk::image
