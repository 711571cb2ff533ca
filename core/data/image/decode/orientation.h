// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"

#include <string_view>

namespace tunedesk::image {

/// The orientation of EXIF data ("II*\0" or "MM\0*" and what follows), 1 to 8; 0 where there is none or the
/// data is damaged.
int exif_orientation(std::string_view tiff);
/// tiff:Orientation in a packet of XMP; 0 where there is none.
int xmp_orientation(std::string_view packet);

/// Whether the orientation exchanges width and height.
inline bool is_turned(int orientation) {
    return orientation >= 5 && orientation <= 8;
}
/// The picture as it is to be seen. Other numbers than 2 to 8 change nothing.
Picture upright(Picture picture, int orientation);

} // namespace tunedesk::image
