// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "data/image/source/examine.h"

namespace tunedesk::image {

/// examine() of the pixels of these images. With a folder `cache` the result is read from or stored in a file
/// named by the source's fingerprint and the numbers; a failure to write it is ignored.
Examined examine_once(const ImageSource& source, const std::vector<std::uint32_t>& numbers, int threads,
                      const fs::path& cache);

} // namespace tunedesk::image
