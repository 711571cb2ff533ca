// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/objective.h"

#include <functional>

namespace tunedesk::model {

/// The rows of all ranks, in the order of the ranks.
struct GatheredRows {
    at::Tensor all;         ///< fp32 [rows of all ranks, width]; its gradient goes back to each row's rank
    std::int64_t begin = 0; ///< first row of this rank
};
/// Gathers all ranks' rows, fp32 [rows, width]; a rank may have none. A collective, as is its backward pass.
using GatherRows = std::function<GatheredRows(const at::Tensor& rows)>;

/// Each row divided by its length, as torch.nn.functional.normalize.
at::Tensor normalized(const at::Tensor& rows);

/// The normalized embeddings of each sample's texts: fp32 [samples, texts, width].
at::Tensor embeddings_of_samples(const HeadPass& head);

/// Pairs and triplets: multiple negatives ranking (Henderson et al., "Efficient Natural Language Response
/// Suggestion", 2017, with scaled cosines as in sentence-transformers' MultipleNegativesRankingLoss). By
/// cross-entropy over scaled cosines, each sample's first text must select its own second text among the
/// second and third texts of all ranks' micro-batches. The loss is the mean over a step's samples.
class PairRanking : public Objective {
public:
    /// `width` of an embedding; `texts` of a sample; `scale` of the cosines.
    PairRanking(std::int64_t width, std::int64_t texts, double scale, GatherRows gather)
        : width_(width), texts_(texts), scale_(scale), gather_(std::move(gather)) {}

    OutputSpec outputs() const override { return {OutputKind::embedding, width_}; }
    LossParts loss(const HeadPass& head, double normaliser) const override;
    at::Tensor shadow_loss(const Placement& placement) const override;
    double weight(std::uint32_t) const override { return 1; }
    /// Undefined, because it depends on the number of compared texts.
    std::optional<double> loss_of_guessing() const override { return std::nullopt; }

private:
    const std::int64_t width_, texts_;
    const double scale_;
    const GatherRows gather_;
};

/// Scored pairs: the squared difference of the texts' cosine and the score, the mean over a step's samples,
/// as sentence-transformers' CosineSimilarityLoss.
class CosineRegression : public Objective {
public:
    explicit CosineRegression(std::int64_t width) : width_(width) {}

    OutputSpec outputs() const override { return {OutputKind::embedding, width_}; }
    LossParts loss(const HeadPass& head, double normaliser) const override;
    double weight(std::uint32_t) const override { return 1; }
    /// Undefined, because the cosines of a model before training are arbitrary.
    std::optional<double> loss_of_guessing() const override { return std::nullopt; }

private:
    const std::int64_t width_;
};

} // namespace tunedesk::model
