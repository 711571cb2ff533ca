// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/source/image_source.h"
#include "data/rows/table.h"

#include <memory>

namespace tunedesk::image {

/// The images of one split as rows: a row's text is the image's name, its label the class, its line the
/// image's number in the source, from 1. Images that cannot be decoded are rejected rows, with the reason.
struct ImageRows {
    data::Table table;
    std::shared_ptr<const ImageSource> source;
    std::uint64_t decoded_bytes = 0; ///< size of the decoded pictures of all rows
};

/// The image's number in its source.
inline std::size_t image_number(const data::Table::Row& row) {
    return static_cast<std::size_t>(row.line - 1);
}

/// Reads `path` (open_image_source()). If it holds several splits, that of `role` is used. Every image is
/// decoded once, by `threads` threads (0: all cores); the results are cached in `cache` by the source's
/// fingerprint, unless that is empty. Throws the errors of open_image_source(), Error 3158 if the source has
/// splits but not this one, 3108 if no image is left, 3144 if none can be decoded.
ImageRows read_images(const fs::path& path, ImageSplit role, const ImageSourceSpec& spec, int threads,
                      const fs::path& cache);

/// Throws Error 3110 if the images at the path differ from those of the source.
void require_unchanged(const fs::path& path, const ImageSourceSpec& spec, const ImageSource& source);

} // namespace tunedesk::image
