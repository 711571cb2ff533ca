// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace tunedesk::arch {

/// Logits in fp32 of a language model that are made at a time, 128 MiB and on a device 256 MiB: each chunk
/// reads the whole weight.
inline constexpr std::int64_t host_chunk_logits = std::int64_t{32} << 20,
                              device_chunk_logits = std::int64_t{64} << 20;

/// Rows that have so many logits, at least 64.
inline std::int64_t chunk_rows_of(std::int64_t words, std::int64_t logits = host_chunk_logits) {
    constexpr std::int64_t fewest = 64;
    return std::max(fewest, logits / std::max<std::int64_t>(words, 1));
}

} // namespace tunedesk::arch
