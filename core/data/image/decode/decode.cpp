// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/decode/decode.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/text.h"
#include "data/image/decode/codecs.h"

namespace tunedesk::image {

namespace {

enum class ImageFormat { jpeg, png };

/// Names of other common formats, by their first bytes.
const char* foreign_format(std::string_view bytes) {
    if (bytes.starts_with("GIF8")) return "GIF";
    if (bytes.starts_with("BM")) return "BMP";
    if (bytes.starts_with("RIFF") && bytes.substr(8).starts_with("WEBP")) return "WebP";
    if (bytes.starts_with(std::string_view("II*\0", 4)) || bytes.starts_with(std::string_view("MM\0*", 4)))
        return "TIFF";
    if (bytes.size() > 12 && bytes.substr(4).starts_with("ftyp"))
        return bytes.substr(8).starts_with("avif") ? "AVIF" : "HEIF";
    if (bytes.starts_with(std::string_view("\0\0\0\x0CjP  ", 8)) || bytes.starts_with("\xFF\x4F\xFF\x51"))
        return "JPEG 2000";
    if (bytes.starts_with("\xFF\x0A")) return "JPEG XL";
    return nullptr;
}

ImageFormat format_of(std::string_view bytes, const std::string& where) {
    constexpr std::string_view jpeg_start = "\xFF\xD8\xFF", png_start = "\x89PNG\r\n\x1A\n";
    if (bytes.empty())
        throw Error(ErrorId::image_unreadable, {TUNEDESK_TRANSLATABLE("ErrorDetail", "it is empty")}, where);
    if (bytes.starts_with(jpeg_start)) return ImageFormat::jpeg;
    if (bytes.starts_with(png_start)) return ImageFormat::png;
    if (jpeg_start.starts_with(bytes) || png_start.starts_with(bytes)) fail_truncated(where);
    const char* foreign = foreign_format(bytes);
    throw Error(ErrorId::image_format_unknown,
                {foreign ? foreign : TUNEDESK_TRANSLATABLE("ErrorDetail", "of an unknown format")}, where);
}

} // namespace

void check_size(std::uint64_t width, std::uint64_t height, const std::string& where,
                const DecodeOptions& options) {
    if (width == 0 || height == 0)
        throw Error(ErrorId::image_unreadable, {TUNEDESK_TRANSLATABLE("ErrorDetail", "it has no pixels")},
                    where);
    if (width * height > options.max_pixels) // both are below 2^32
        throw Error(ErrorId::image_too_large,
                    {std::to_string(width), std::to_string(height), grouped(options.max_pixels)}, where);
}

void fail_truncated(const std::string& where) {
    throw Error(ErrorId::image_unreadable,
                {TUNEDESK_TRANSLATABLE("ErrorDetail", "the image ends early: the file is truncated")}, where);
}

Picture decode_image(std::string_view bytes, const std::string& where, const DecodeOptions& options) {
    return format_of(bytes, where) == ImageFormat::jpeg ? decode_jpeg(bytes, where, options)
                                                        : decode_png(bytes, where, options);
}

ImageSize image_size(std::string_view bytes, const std::string& where, const DecodeOptions& options) {
    return format_of(bytes, where) == ImageFormat::jpeg ? jpeg_size(bytes, where, options)
                                                        : png_size(bytes, where, options);
}

} // namespace tunedesk::image
