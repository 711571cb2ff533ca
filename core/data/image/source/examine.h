// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "data/image/source/image_source.h"

#include <cstdint>
#include <vector>

namespace tunedesk::image {

/// An unusable image and the reason.
struct RejectedImage {
    std::uint32_t number = 0; ///< index in its source
    Error error;
};

/// Whether an error concerns one image, which may be skipped, and not the machine or the program.
bool is_of_image(const Error& error);

struct Examined {
    std::vector<std::uint32_t> usable;   ///< numbers, ascending
    std::vector<RejectedImage> rejected; ///< ascending
    std::uint64_t decoded_bytes = 0;     ///< size of all decoded pictures; 0 if only headers were read
    std::uint64_t total() const { return usable.size() + rejected.size(); }
};

/// How much of an image is checked.
enum class Depth {
    header, ///< its first bytes: format and size
    pixels, ///< all of it, decoded and discarded
};

/// Checks images of a source (by number) on `threads` threads, including the caller's. Each is counted as
/// usable or rejected. Throws errors that do not concern a single image.
Examined examine(const ImageSource& source, const std::vector<std::uint32_t>& numbers, Depth depth,
                 const DecodeOptions& options, int threads);

/// The result for the images of `numbers`, given the rejected ones.
Examined examined_of(std::vector<std::uint32_t> numbers, std::vector<RejectedImage> rejected);

/// Throws Error 3159, which names the first of them, if images were rejected.
void require_all_usable(const Examined& examined);

} // namespace tunedesk::image
