// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tunedesk::image {

/// Limits for untrusted images, and decoding options.
struct DecodeOptions {
    std::uint64_t max_pixels = 89'478'485; ///< width x height, as Pillow's MAX_IMAGE_PIXELS: 256 MiB of RGB
    /// A JPEG may be decoded at 1/2, 1/4 or 1/8 of its size, if its shorter side remains at least this long;
    /// 0: always at full size. Faster, but with other pixels than Pillow's without draft().
    int reduce_to = 0;
};

/// Decodes a whole JPEG (baseline or progressive) or PNG (any color type and depth, interlaced too) to the
/// result of Pillow's ImageOps.exif_transpose(image).convert("RGB"): CMYK and YCCK as stored by Adobe, gray
/// and palettes converted to RGB, alpha dropped, color profiles and gamma ignored, the orientation of EXIF
/// (or, in a JPEG without one, XMP) applied. Of 16 bits the upper 8 are used, also for gray, where Pillow's
/// convert() clips instead.
///
/// where: the image's name for messages. Throws Error 3154 if the bytes are empty, damaged or truncated, 3155
/// if the header has more pixels than allowed, which is checked before memory is allocated, and 3156 for
/// another format. Stricter than Pillow in one point: a JPEG that lost part of its data is rejected instead
/// of filled with gray. Thread rule: pure.
Picture decode_image(std::string_view bytes, const std::string& where, const DecodeOptions& options = {});

/// Size in pixels from the header, with the orientation applied.
struct ImageSize {
    int width = 0, height = 0;
};

/// Reads only the header. Throws the errors of decode_image() that the header reveals.
ImageSize image_size(std::string_view bytes, const std::string& where, const DecodeOptions& options = {});

} // namespace tunedesk::image
