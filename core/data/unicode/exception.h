// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/unicode/unicode_exceptions.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>

namespace tunedesk::data::unicode {

/// The table's value for a code point, if the table contains it.
template <std::size_t N>
std::optional<std::int32_t> exception(const exceptions::Range (&table)[N], char32_t code_point) {
    const auto* row =
        std::upper_bound(std::begin(table), std::end(table), code_point,
                         [](char32_t value, const exceptions::Range& range) { return value < range.first; });
    if (row == std::begin(table) || code_point > (--row)->last) return std::nullopt;
    return row->value;
}

} // namespace tunedesk::data::unicode
