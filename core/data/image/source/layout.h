// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/source/image_source.h"

namespace tunedesk::image {

/// Whether a path names an image, by its extension: also one of a format that is refused when it is read, so
/// that it is not passed over in silence.
bool is_image_name(std::string_view path);
/// Whether a path is of the kind that file managers leave behind: a dot file, __MACOSX.
bool is_litter(std::string_view path);

/// Splits and classes of paths, which are relative, with '/' between parts. Where all first parts are names
/// of splits, they are SPLIT/CLASS/..., else CLASS/...; a single outer folder around that is passed over.
/// Images without a folder have no label; where others have one they are ignored. The entries are in the
/// paths' order. origin[i]: the number of entry i's path.
struct Layout {
    ImageListing listing; ///< without fingerprint
    std::vector<std::size_t> origins;
};
Layout lay_out(const std::vector<std::string>& paths);

} // namespace tunedesk::image
