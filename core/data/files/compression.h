// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/files/byte_buffer.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tunedesk::data {

enum class Compression { none, gzip, zstd };

/// What an untrusted file may become. The ratio counts only above `free_bytes`: small files of equal rows
/// compress well and are legitimate.
struct DecompressionLimits {
    std::uint64_t max_bytes = std::uint64_t{8} << 30;
    std::uint64_t max_ratio = 200;
    std::uint64_t free_bytes = std::uint64_t{64} << 20;
    std::uint64_t enough_bytes = 0; ///< 0: all; else decompress() returns once it has as many
};

/// Compression recognized by the first bytes (RFC 1952, RFC 8878).
Compression compression_of(std::string_view bytes);

/// Decompresses all gzip members or zstd frames. Throws Error 3105: damaged, cut short, bytes after the end,
/// or more than the limits allow, which is noticed while decompressing, before the memory is taken.
ByteBuffer decompress(std::string_view bytes, Compression compression, const std::string& where,
                      const DecompressionLimits& limits = {});

} // namespace tunedesk::data
