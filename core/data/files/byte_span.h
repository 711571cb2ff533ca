// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tunedesk::data {

/// Bytes begin to end - 1 of a text.
struct ByteSpan {
    std::uint32_t begin = 0, end = 0;
    bool operator==(const ByteSpan&) const = default;
};

} // namespace tunedesk::data
