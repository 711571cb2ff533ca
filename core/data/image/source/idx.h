// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::image {

/// An array of bytes in the IDX format (LeCun, MNIST): dimensions and values, the last dimension fastest. The
/// values are a view of the file's bytes.
struct IdxArray {
    std::vector<std::uint32_t> dimensions;
    std::string_view values;
};

/// Parses a whole file. Throws Error 3158 if it is not an array of bytes with `rank` dimensions, or if the
/// number of values does not match the dimensions.
IdxArray parse_idx(std::string_view bytes, std::size_t rank, const std::string& where);

} // namespace tunedesk::image
