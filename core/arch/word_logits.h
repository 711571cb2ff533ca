// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace tunedesk::arch {

/// Number of fp32 logits of a language model that are computed at a time: 128 MiB, on a device 256
/// MiB. Each chunk reads the whole weight.
inline constexpr std::int64_t host_chunk_logits = std::int64_t{32} << 20,
                              device_chunk_logits = std::int64_t{64} << 20;

/// Number of rows that have `logits` logits in total, at least 64.
inline std::int64_t chunk_rows_of(std::int64_t words, std::int64_t logits = host_chunk_logits) {
    constexpr std::int64_t fewest = 64;
    return std::max(fewest, logits / std::max<std::int64_t>(words, 1));
}

} // namespace tunedesk::arch
