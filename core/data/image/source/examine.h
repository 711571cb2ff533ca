// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "data/image/source/image_source.h"

#include <cstdint>
#include <vector>

namespace tunedesk::image {

/// An image that cannot be used, and why.
struct RejectedImage {
    std::uint32_t number = 0; ///< in its source
    Error error;
};

/// Whether an error is of one image, which may be left out, rather than of the machine or the program.
bool is_of_image(const Error& error);

struct Examined {
    std::vector<std::uint32_t> usable;   ///< numbers, ascending
    std::vector<RejectedImage> rejected; ///< ascending
    std::uint64_t decoded_bytes = 0;     ///< of the pictures of all; 0 where headers were looked at
    std::uint64_t total() const { return usable.size() + rejected.size(); }
};

/// How much of an image is looked at.
enum class Depth {
    header, ///< its first bytes: format and size
    pixels, ///< all of it, decoded and thrown away
};

/// Tries images of a source (by number) on `threads` threads, of which the caller is one. Each is counted as
/// usable or rejected. Throws what is not an image's own fault.
Examined examine(const ImageSource& source, const std::vector<std::uint32_t>& numbers, Depth depth,
                 const DecodeOptions& options, int threads);

/// The images of `numbers`, of which these were rejected.
Examined examined_of(std::vector<std::uint32_t> numbers, std::vector<RejectedImage> rejected);

/// Throws Error 3159, which names the first of them, where images were rejected.
void require_all_usable(const Examined& examined);

} // namespace tunedesk::image
