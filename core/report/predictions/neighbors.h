// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::report {

/// What the rows with the most similar texts say of a row's label.
struct NeighborVote {
    float against = 0; ///< from -1 to 1: what other labels weigh beyond the row's own, of all that was found
    std::int32_t label = -1; ///< the heaviest of the others; -1: none
    std::uint32_t others = 0, count = 0;
};

constexpr std::size_t most_neighbors = 10;
/// Tables of more rows are not looked at: the time grows with their square.
constexpr std::size_t most_neighbor_rows = 50'000;

/// Votes of each row's ten nearest rows, exact over all pairs. Rows are compared by the words and pairs of
/// words that they share, weighted by how rare these are (tf-idf, cosine); words in more than 1,000 rows, and
/// all but a row's 64 rarest, are not followed. `texts` are lower case with one blank between words; rows of
/// the same text do not vote for each other, nor do rows with label -1. All votes are empty if there are more
/// rows than most_neighbor_rows.
std::vector<NeighborVote> neighbor_votes(std::span<const std::string> texts,
                                         std::span<const std::int32_t> labels);

} // namespace tunedesk::report
