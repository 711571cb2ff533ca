// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/normal/charsmap.h"

#include "base/text.h"
#include "data/unicode/graphemes.h"
#include "data/unicode/unicode.h"

namespace tunedesk::data {

namespace {

constexpr std::size_t longest_cluster = 5; ///< longest cluster, in bytes, that is looked up as a whole

std::uint32_t unit_at(std::string_view bytes, std::size_t place) {
    std::uint32_t unit = 0;
    for (std::size_t i = 4; i-- > 0;)
        unit = unit << 8 | static_cast<unsigned char>(bytes[place + i]);
    return unit;
}

/// The offset to a unit's children, combined by exclusive or with its index.
std::size_t offset_of(std::uint32_t unit) {
    return static_cast<std::size_t>(unit >> 10) << ((unit & (1u << 9)) >> 6);
}

} // namespace

std::optional<Charsmap> Charsmap::of(std::string_view bytes) {
    if (bytes.size() < 8) return std::nullopt;
    const std::size_t count = unit_at(bytes, 0) / 4;
    if (count == 0 || count > bytes.size() / 4 - 1) return std::nullopt;
    std::vector<std::uint32_t> units;
    units.reserve(count);
    for (std::size_t i = 1; i <= count; ++i)
        units.push_back(unit_at(bytes, 4 * i));
    std::string texts(bytes.substr(4 * (count + 1)));
    if (find_invalid_utf8(texts)) return std::nullopt;
    return Charsmap(std::move(units), std::move(texts));
}

Charsmap::Charsmap(std::vector<std::uint32_t> units, std::string texts)
    : units_(std::move(units)), texts_(std::move(texts)) {
    for (unsigned byte = 0; byte < 128; ++byte) {
        const char character = static_cast<char>(byte);
        stays_[byte] = byte != '\r' && !shortest({&character, 1});
    }
}

std::optional<std::string_view> Charsmap::shortest(std::string_view text) const {
    std::size_t place = offset_of(units_[0]);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        place ^= byte;
        if (byte == 0 || place >= units_.size()) return std::nullopt;
        const std::uint32_t unit = units_[place];
        if ((unit & (1u << 31 | 0xFFu)) != byte) return std::nullopt;
        place ^= offset_of(unit);
        if (!(unit >> 8 & 1)) continue;
        if (place >= units_.size()) return std::nullopt;
        const std::size_t begin = units_[place] & ~(1u << 31);
        if (begin > texts_.size()) return std::nullopt;
        const std::string_view rest = std::string_view(texts_).substr(begin);
        if (!rest.empty() && (static_cast<unsigned char>(rest[0]) & 0xC0) == 0x80) return std::nullopt;
        return rest.substr(0, rest.find('\0'));
    }
    return std::nullopt;
}

void Charsmap::apply(std::string_view text, TextRewrite& out) const {
    for (std::size_t position = 0; position < text.size();) {
        std::size_t end = position;
        while (end < text.size() && stays_[static_cast<unsigned char>(text[end])])
            ++end;
        // The last character may form a cluster with what follows.
        if (end < text.size() && end > position && static_cast<unsigned char>(text[end]) >= 0x80) --end;
        out.keep(text.substr(position, end - position));
        position = end;
        if (position == text.size()) break;
        end = unicode::grapheme_end(text, position);
        const std::string_view cluster = text.substr(position, end - position);
        position = end;
        if (cluster.size() <= longest_cluster) {
            if (const auto normal = shortest(cluster)) {
                out.replace(cluster, *normal);
                continue;
            }
        }
        for (std::size_t begin = 0, behind = 0; begin < cluster.size(); begin = behind) {
            unicode::next(cluster, behind);
            const std::string_view character = cluster.substr(begin, behind - begin);
            if (const auto normal = shortest(character))
                out.replace(character, *normal);
            else
                out.keep(character);
        }
    }
}

} // namespace tunedesk::data
