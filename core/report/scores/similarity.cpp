// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/scores/similarity.h"

#include "report/regression.h"

#include <algorithm>

namespace tunedesk::report {

task::Values ranking_values(double loss, std::span<const std::uint32_t> ranks, std::optional<double> nearer) {
    const auto rows = static_cast<double>(ranks.size());
    double reciprocals = 0;
    for (const std::uint32_t rank : ranks)
        reciprocals += 1.0 / rank;
    const auto recall = [&](std::uint32_t most) {
        return static_cast<double>(
                   std::ranges::count_if(ranks, [&](std::uint32_t rank) { return rank <= most; })) /
               rows;
    };
    task::Values values{{"loss", loss},
                        {"mrr", reciprocals / rows},
                        {"recall_at_1", recall(1)},
                        {"recall_at_5", recall(5)},
                        {"recall_at_10", recall(10)}};
    if (nearer) values.emplace_back(task::nearer_in_triplets, *nearer);
    return values;
}

task::Values scored_values(double loss, std::span<const float> scores, std::span<const float> cosines) {
    const RegressionScores of = regression_scores(scores, cosines);
    return {{"loss", loss}, {"spearman_cosine", of.spearman}, {"pearson_cosine", of.pearson}};
}

} // namespace tunedesk::report
