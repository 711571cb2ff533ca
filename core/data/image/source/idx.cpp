// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/source/idx.h"

#include "base/phrase.h"
#include "data/image/source/unusable.h"

#include <fmt/format.h>

namespace tunedesk::image {

namespace {

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
    return value;
}

constexpr std::uint32_t type_of_bytes = 0x0800;

} // namespace

IdxArray parse_idx(std::string_view bytes, std::size_t rank, const std::string& where) {
    if (bytes.size() < 4 + 4 * rank || big_endian(bytes, 0) != (type_of_bytes | rank))
        fail_images(fmt::format("it is no IDX file of bytes in {} dimensions", rank), where);
    IdxArray array;
    array.values = bytes.substr(4 + 4 * rank);
    std::uint64_t left = array.values.size();
    bool fits = true, is_empty = false;
    for (std::size_t i = 0; i < rank; ++i) {
        const std::uint32_t length = big_endian(bytes, 4 + 4 * i);
        array.dimensions.push_back(length);
        is_empty |= length == 0;
        fits = fits && length != 0 && left % length == 0;
        if (fits) left /= length;
    }
    if (is_empty) fits = array.values.empty(), left = 1;
    if (!fits || left != 1)
        fail_images(
            TUNEDESK_TRANSLATABLE("ErrorDetail", "it has more or fewer values than its dimensions say"),
            where);
    return array;
}

} // namespace tunedesk::image
