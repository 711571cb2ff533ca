// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tunedesk::image {

/// What an untrusted image may ask for, and how it is read.
struct DecodeOptions {
    std::uint64_t max_pixels = 89'478'485; ///< width x height, as Pillow's MAX_IMAGE_PIXELS: 256 MiB of RGB
    /// A JPEG may be decoded at 1/2, 1/4 or 1/8 of its size, as long as its shorter side stays at least this
    /// long; 0: always at full size. Faster, but not the pixels of Pillow without draft().
    int reduce_to = 0;
};

/// Decodes a whole JPEG (baseline or progressive) or PNG (any color type and depth, interlaced too) to what
/// Pillow's ImageOps.exif_transpose(image).convert("RGB") gives: CMYK and YCCK as Adobe stores them, gray and
/// palettes widened, alpha dropped, color profiles and gamma not applied, the orientation of EXIF (or, in a
/// JPEG without one, XMP) applied. Of 16 bits the upper 8 are taken, also of gray, where Pillow's convert()
/// clips instead.
///
/// where: the image's name for messages. Throws Error 3154 if the bytes are empty, damaged or end early, 3155
/// if the header has more pixels than allowed, which is found before memory for them is taken, and 3156 if
/// they are of another format. Stricter than Pillow in one point: a JPEG that lost part of its data is
/// refused rather than filled with gray. Thread rule: pure.
Picture decode_image(std::string_view bytes, const std::string& where, const DecodeOptions& options = {});

/// Size in pixels, as the header says and the orientation turns it.
struct ImageSize {
    int width = 0, height = 0;
};

/// Reads the header alone. Throws as decode_image() does, where the header shows it.
ImageSize image_size(std::string_view bytes, const std::string& where, const DecodeOptions& options = {});

} // namespace tunedesk::image
