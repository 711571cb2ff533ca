// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::report {

/// The vote of the rows with the most similar texts on a row's label.
struct NeighborVote {
    float against =
        0; ///< from -1 to 1: weight of other labels minus that of the row's own, relative to the total
    std::int32_t label = -1; ///< the other label with the largest weight; -1: none
    std::uint32_t others = 0, count = 0;
};

constexpr std::size_t most_neighbors = 10;
/// The most rows that are compared: the time grows quadratically.
constexpr std::size_t most_neighbor_rows = 50'000;

/// Votes of each row's ten nearest rows, exact over all pairs. Rows are compared by their common words and
/// word pairs, weighted by rarity (tf-idf, cosine); words in more than 1,000 rows, and all except a row's 64
/// rarest, are ignored. `texts` are lower case with one space between words; rows with the same text do not
/// vote for each other, and rows with label -1 do not vote. All votes are empty if there are more than
/// most_neighbor_rows rows.
std::vector<NeighborVote> neighbor_votes(std::span<const std::string> texts,
                                         std::span<const std::int32_t> labels);

} // namespace tunedesk::report
