// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/source/image_source.h"

namespace tunedesk::image {

/// Whether a path names an image, by its extension, including unsupported formats, which are rejected when
/// read instead of being ignored.
bool is_image_name(std::string_view path);
/// Whether a path is a by-product of file managers: a dot file, __MACOSX.
bool is_litter(std::string_view path);

/// Splits and classes of relative paths with '/' between parts. If all first parts are names of splits, paths
/// are SPLIT/CLASS/..., else CLASS/...; a single outer folder is skipped. Images without a folder have no
/// label; if others have one, they are ignored. The entries are in the order of the paths. origin[i]: the
/// index of entry i's path.
struct Layout {
    ImageListing listing; ///< without fingerprint
    std::vector<std::size_t> origins;
};
Layout lay_out(const std::vector<std::string>& paths);

} // namespace tunedesk::image
