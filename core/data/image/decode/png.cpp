// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "data/image/decode/codecs.h"
#include "data/image/decode/orientation.h"

#include <memory>
#include <new>
#include <spng.h>
#include <utility>

namespace tunedesk::image {

namespace {

constexpr std::size_t max_chunk = std::size_t{8} << 20, max_chunks = std::size_t{16} << 20;

struct FreePng {
    void operator()(spng_ctx* png) const { spng_ctx_free(png); }
};
using PngReader = std::unique_ptr<spng_ctx, FreePng>;

void require(int status, const std::string& where) {
    if (status == SPNG_OK) return;
    if (status == SPNG_EMEM) throw std::bad_alloc();
    if (status == SPNG_IO_EOF) fail_truncated(where);
    throw Error(ErrorId::image_unreadable, {spng_strerror(status)}, where);
}

PngReader open_png(std::string_view bytes, spng_ihdr& header, const std::string& where,
                   const DecodeOptions& options) {
    PngReader png(spng_ctx_new(0));
    if (!png) throw std::bad_alloc();
    require(spng_set_png_buffer(png.get(), bytes.data(), bytes.size()), where);
    require(spng_set_chunk_limits(png.get(), max_chunk, max_chunks), where);
    require(spng_get_ihdr(png.get(), &header), where);
    check_size(header.width, header.height, where, options);
    return png;
}

std::uint32_t chunk_number(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
    return value;
}

/// From the eXIf chunk, which may be before or after the pixels.
int orientation_of(std::string_view bytes) {
    constexpr std::size_t signature_bytes = 8, frame_bytes = 12; // length, type; checksum
    std::string_view rest = bytes.substr(signature_bytes);
    while (rest.size() >= frame_bytes) {
        const std::size_t length = chunk_number(rest, 0);
        if (length > rest.size() - frame_bytes) break;
        if (rest.substr(4, 4) == "eXIf") return exif_orientation(rest.substr(8, length));
        rest.remove_prefix(frame_bytes + length);
    }
    return 0;
}

} // namespace

Picture decode_png(std::string_view bytes, const std::string& where, const DecodeOptions& options) {
    spng_ihdr header{};
    const PngReader png = open_png(bytes, header, where, options);
    Picture picture(static_cast<int>(header.width), static_cast<int>(header.height));
    require(spng_decode_image(png.get(), picture.pixels().data(), picture.bytes(), SPNG_FMT_RGB8, 0), where);
    return upright(std::move(picture), orientation_of(bytes));
}

ImageSize png_size(std::string_view bytes, const std::string& where, const DecodeOptions& options) {
    spng_ihdr header{};
    const PngReader png = open_png(bytes, header, where, options);
    ImageSize size{static_cast<int>(header.width), static_cast<int>(header.height)};
    if (is_turned(orientation_of(bytes))) std::swap(size.width, size.height);
    return size;
}

} // namespace tunedesk::image
