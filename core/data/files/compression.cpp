// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/files/compression.h"

#include "base/activity.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/text.h"

#include <algorithm>
#include <climits>
#include <fmt/format.h>
#include <memory>
#include <zlib.h>
#include <zstd.h>

namespace tunedesk::data {

namespace {

constexpr std::size_t first_room = std::size_t{4} << 20, step_bytes = std::size_t{1} << 20;

[[noreturn]] void fail(std::string what, const std::string& where) {
    throw Error(ErrorId::compression_damaged, {std::move(what)}, where);
}

/// Grows the output for the next step; throws if it exceeds the limits.
void grow(ByteBuffer& out, std::uint64_t consumed, const DecompressionLimits& limits,
          const std::string& where) {
    if (out.size() > limits.max_bytes)
        fail(fmt::format("decompresses to more than {}", human_bytes(limits.max_bytes)), where);
    if (out.size() > limits.free_bytes && out.size() / limits.max_ratio > consumed)
        fail(fmt::format("decompresses to more than {} times its size", limits.max_ratio), where);
    if (out.room() < step_bytes) out.reserve(std::max(first_room, out.size() * 2 + step_bytes));
}

bool has_enough(const ByteBuffer& out, const DecompressionLimits& limits) {
    return limits.enough_bytes > 0 && out.size() >= limits.enough_bytes;
}

struct Inflater {
    z_stream stream{};
    explicit Inflater(const std::string& where) {
        if (inflateInit2(&stream, 15 + 16) != Z_OK)
            fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "zlib cannot start"), where);
    }
    ~Inflater() { inflateEnd(&stream); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
};

ByteBuffer decompress_gzip(std::string_view bytes, const std::string& where,
                           const DecompressionLimits& limits) {
    Inflater inflater(where);
    z_stream& stream = inflater.stream;
    ByteBuffer out;
    std::size_t taken = 0;
    for (;;) {
        activity::touch();
        if (has_enough(out, limits)) return out;
        grow(out, taken, limits, where);
        const auto given = static_cast<uInt>(std::min<std::size_t>(bytes.size() - taken, UINT_MAX));
        const auto room = static_cast<uInt>(std::min<std::size_t>(out.room(), step_bytes));
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + taken));
        stream.avail_in = given;
        stream.next_out = reinterpret_cast<Bytef*>(out.end());
        stream.avail_out = room;
        const int status = inflate(&stream, Z_NO_FLUSH);
        taken += given - stream.avail_in;
        out.commit(room - stream.avail_out);
        if (status == Z_STREAM_END) {
            // gzip files may consist of several members; zeros after the last one are common on tapes and
            // harmless.
            const std::string_view rest = bytes.substr(taken);
            if (rest.find_first_not_of('\0') == std::string_view::npos) return out;
            if (compression_of(rest) != Compression::gzip)
                fail(fmt::format("bytes that are no gzip follow at offset {}", taken), where);
            inflateReset(&stream);
        } else if (status == Z_BUF_ERROR || (status == Z_OK && taken == bytes.size() && stream.avail_out)) {
            fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "the gzip data ends early: the file is truncated"),
                 where);
        } else if (status != Z_OK) {
            fail(fmt::format("the gzip data is damaged at offset {}: {}", taken,
                             stream.msg ? stream.msg : "wrong data"),
                 where);
        }
    }
}

ByteBuffer decompress_zstd(std::string_view bytes, const std::string& where,
                           const DecompressionLimits& limits) {
    const std::unique_ptr<ZSTD_DStream, size_t (*)(ZSTD_DStream*)> stream(ZSTD_createDStream(),
                                                                          ZSTD_freeDStream);
    if (!stream) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "zstd cannot start"), where);
    ByteBuffer out;
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    for (;;) {
        activity::touch();
        if (has_enough(out, limits)) return out;
        grow(out, in.pos, limits, where);
        ZSTD_outBuffer piece{out.end(), std::min(out.room(), step_bytes), 0};
        const std::size_t status = ZSTD_decompressStream(stream.get(), &piece, &in);
        out.commit(piece.pos);
        if (ZSTD_isError(status))
            fail(fmt::format("the zstd data is damaged at offset {}: {}", in.pos, ZSTD_getErrorName(status)),
                 where);
        if (in.pos == in.size && status == 0) return out;
        if (in.pos == in.size && piece.pos < piece.size)
            fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "the zstd data ends early: the file is truncated"),
                 where);
    }
}

} // namespace

Compression compression_of(std::string_view bytes) {
    if (bytes.starts_with("\x1f\x8b")) return Compression::gzip;
    if (bytes.starts_with("\x28\xb5\x2f\xfd")) return Compression::zstd;
    return Compression::none;
}

ByteBuffer decompress(std::string_view bytes, Compression compression, const std::string& where,
                      const DecompressionLimits& limits) {
    return compression == Compression::gzip ? decompress_gzip(bytes, where, limits)
                                            : decompress_zstd(bytes, where, limits);
}

} // namespace tunedesk::data
