// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/source/image_source.h"

namespace tunedesk::image {

constexpr std::uint64_t most_file_bytes = std::uint64_t{256} << 20; ///< largest stored size of one image

/// Throws Error 3158 with the reason.
[[noreturn]] void fail_images(std::string what, const std::string& where);
/// Throws Error 3158 if a listing has no image.
void require_images(const ImageListing& listing, const fs::path& where);

} // namespace tunedesk::image
