// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::image {

/// An array of bytes in the IDX format (LeCun, MNIST): dimensions and values, the last dimension fastest. The
/// values point into the file's bytes.
struct IdxArray {
    std::vector<std::uint32_t> dimensions;
    std::string_view values;
};

/// Parses a whole file. Throws Error 3158 if it is no array of bytes of `rank` dimensions, or has more or
/// fewer values than these say.
IdxArray parse_idx(std::string_view bytes, std::size_t rank, const std::string& where);

} // namespace tunedesk::image
