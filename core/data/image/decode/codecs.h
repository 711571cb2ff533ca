// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/decode/decode.h"

/// The formats behind decode_image(). Each throws its errors.
namespace tunedesk::image {

Picture decode_jpeg(std::string_view bytes, const std::string& where, const DecodeOptions& options);
ImageSize jpeg_size(std::string_view bytes, const std::string& where, const DecodeOptions& options);

Picture decode_png(std::string_view bytes, const std::string& where, const DecodeOptions& options);
ImageSize png_size(std::string_view bytes, const std::string& where, const DecodeOptions& options);

/// Throws Error 3155 if the header has more pixels than allowed, or 3154 if it has none.
void check_size(std::uint64_t width, std::uint64_t height, const std::string& where,
                const DecodeOptions& options);
/// Throws Error 3154: the data ends before the image is complete.
[[noreturn]] void fail_truncated(const std::string& where);

} // namespace tunedesk::image
