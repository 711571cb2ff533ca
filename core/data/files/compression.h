// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/files/byte_buffer.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tunedesk::data {

enum class Compression { none, gzip, zstd };

/// Limits for the decompression of untrusted files. The ratio applies only above `free_bytes`: small files of
/// equal rows compress well and are legitimate.
struct DecompressionLimits {
    std::uint64_t max_bytes = std::uint64_t{8} << 30;
    std::uint64_t max_ratio = 200;
    std::uint64_t free_bytes = std::uint64_t{64} << 20;
    std::uint64_t enough_bytes = 0; ///< 0: all; else decompress() returns when it has that many
};

/// Compression recognized by the first bytes (RFC 1952, RFC 8878).
Compression compression_of(std::string_view bytes);

/// Decompresses all gzip members or zstd frames. Throws Error 3105 for damaged or truncated data, bytes after
/// the end, or more data than the limits allow, which is detected during decompression, before memory is
/// allocated.
ByteBuffer decompress(std::string_view bytes, Compression compression, const std::string& where,
                      const DecompressionLimits& limits = {});

} // namespace tunedesk::data
