// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/cache/token_cache.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace tunedesk::data {

/// The longest row of token_lengths(): the limit of data.max_length.
inline constexpr std::size_t longest_row = std::size_t{1} << 20;

/// Number of tokens of each row before truncation and division into windows, special ones included: a row
/// truncated at max_length keeps the smaller of the two. Stores no ids: memory is four bytes per row.
/// `progress(done, total)` is called from the calling thread.
std::vector<std::uint32_t>
token_lengths(std::span<const Table::Row> rows, const Tokenizer& tokenizer, const TokenizeSpec& spec,
              const std::function<void(std::uint64_t, std::uint64_t)>& progress = {});

} // namespace tunedesk::data
