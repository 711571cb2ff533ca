// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "task/task.h"

#include <cstdint>
#include <optional>
#include <span>

namespace tunedesk::report {

/// The metrics of rows whose first texts were compared with all second ones, by the names of
/// task::Kind::sentence_embedding's, the loss first. `ranks`: the rank of each row's own second text, from 1;
/// not empty. `nearer`: the fraction of triplets whose first text is nearer to the second than to the third;
/// std::nullopt for pairs.
task::Values ranking_values(double loss, std::span<const std::uint32_t> ranks, std::optional<double> nearer);

/// The same for scored pairs. `scores` and `cosines` have the same length and are not empty; see
/// RegressionScores for the correlations.
task::Values scored_values(double loss, std::span<const float> scores, std::span<const float> cosines);

} // namespace tunedesk::report
