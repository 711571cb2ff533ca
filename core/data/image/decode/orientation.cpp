// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/decode/orientation.h"

#include <cstdint>
#include <cstring>
#include <utility>

namespace tunedesk::image {

namespace {

/// Reads numbers of a TIFF structure in its byte order; zeros beyond its end.
class TiffBytes {
public:
    explicit TiffBytes(std::string_view bytes) : bytes_(bytes), big_endian_(bytes.starts_with("MM")) {}

    std::uint32_t number(std::uint64_t at, int size) const {
        if (at + static_cast<std::uint64_t>(size) > bytes_.size()) return 0;
        std::uint32_t value = 0;
        for (int i = 0; i < size; ++i) {
            const auto byte = static_cast<std::uint8_t>(bytes_[at + static_cast<std::size_t>(i)]);
            value |= std::uint32_t{byte} << 8 * (big_endian_ ? size - 1 - i : i);
        }
        return value;
    }
    std::size_t size() const { return bytes_.size(); }

private:
    std::string_view bytes_;
    bool big_endian_;
};

constexpr std::uint32_t orientation_tag = 0x0112, short_type = 3;
constexpr std::uint64_t entry_bytes = 12;

} // namespace

int exif_orientation(std::string_view tiff) {
    if (!tiff.starts_with(std::string_view("II*\0", 4)) && !tiff.starts_with(std::string_view("MM\0*", 4)))
        return 0;
    const TiffBytes bytes(tiff);
    const std::uint64_t directory = bytes.number(4, 4);
    const std::uint32_t entries = bytes.number(directory, 2);
    for (std::uint32_t i = 0; i < entries; ++i) {
        const std::uint64_t entry = directory + 2 + i * entry_bytes;
        if (entry + entry_bytes > bytes.size()) break;
        if (bytes.number(entry, 2) != orientation_tag) continue;
        const std::uint32_t size = bytes.number(entry + 2, 2) == short_type ? 2 : 4;
        const std::uint32_t value = bytes.number(entry + 8, static_cast<int>(size));
        return value <= 8 ? static_cast<int>(value) : 0;
    }
    return 0;
}

int xmp_orientation(std::string_view packet) {
    constexpr std::string_view name = "tiff:Orientation";
    for (std::size_t at = packet.find(name); at != std::string_view::npos; at = packet.find(name, at + 1)) {
        std::string_view rest = packet.substr(at + name.size());
        if (rest.starts_with("=\""))
            rest.remove_prefix(2);
        else if (rest.starts_with(">"))
            rest.remove_prefix(1);
        else
            continue;
        if (!rest.empty() && rest[0] >= '0' && rest[0] <= '9') return rest[0] - '0';
    }
    return 0;
}

Picture upright(Picture picture, int orientation) {
    if (orientation < 2 || orientation > 8) return picture;
    const bool turned = is_turned(orientation);
    // Positions of the upright picture's first pixel, next column and next row in the stored one.
    const bool from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool from_bottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    const int width = picture.width(), height = picture.height();
    const std::ptrdiff_t step_x = from_right ? -3 : 3;
    const std::ptrdiff_t step_y = std::ptrdiff_t{3} * (from_bottom ? -width : width);
    Picture made(turned ? height : width, turned ? width : height);
    const std::uint8_t* first = std::as_const(picture).row(from_bottom ? height - 1 : 0) +
                                std::ptrdiff_t{3} * (from_right ? width - 1 : 0);
    for (int y = 0; y < made.height(); ++y) {
        const std::uint8_t* from = first + y * (turned ? step_x : step_y);
        std::uint8_t* to = made.row(y);
        for (int x = 0; x < made.width(); ++x, to += 3, from += turned ? step_y : step_x)
            std::memcpy(to, from, 3);
    }
    return made;
}

} // namespace tunedesk::image
