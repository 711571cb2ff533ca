// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tunedesk {

/// A transparent hash: maps with string keys accept lookups by std::string_view.
struct ByteHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

template <typename Value>
using ByteMap = std::unordered_map<std::string, Value, ByteHash, std::equal_to<>>;

} // namespace tunedesk
