// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/cache/token_cache.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace tunedesk::data {

/// No row is longer for token_lengths(): data.max_length's own limit.
inline constexpr std::size_t longest_row = std::size_t{1} << 20;

/// Tokens of each row before anything is cut or divided into windows, special ones included: a row cut at
/// max_length keeps the smaller of the two. Keeps no ids, so memory is four bytes a row. `progress(done,
/// total)` is called from the calling thread.
std::vector<std::uint32_t>
token_lengths(std::span<const Table::Row> rows, const Tokenizer& tokenizer, const TokenizeSpec& spec,
              const std::function<void(std::uint64_t, std::uint64_t)>& progress = {});

} // namespace tunedesk::data
