// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/embedding/similarity.h"

#include "memory/torch_headers.h"

#include <algorithm>

namespace tunedesk::model {

at::Tensor normalized(const at::Tensor& rows) {
    return rows / rows.norm(2, -1, /*keepdim=*/true).clamp_min(1e-12);
}

at::Tensor embeddings_of_samples(const HeadPass& head) {
    const at::Tensor rows = head.sequence_outputs().to(at::kFloat);
    const Batch& batch = head.batch();
    const auto samples = static_cast<std::int64_t>(batch.sample_starts.size()) - 1;
    return normalized(rows).view({samples, batch.size() / samples, rows.size(-1)});
}

LossParts PairRanking::loss(const HeadPass& head, double normaliser) const {
    const at::Tensor embeddings = embeddings_of_samples(head);
    const std::int64_t samples = embeddings.size(0), others = texts_ - 1;
    const at::Tensor anchors = embeddings.select(1, 0);
    // The second text of each sample, then the third: the candidates for the first texts of all ranks.
    const GatheredRows candidates = gather_(embeddings.narrow(1, 1, others).reshape({-1, width_}));
    const at::Tensor logits = anchors.mm(candidates.all.t()) * scale_;
    const at::Tensor right = at::arange(candidates.begin, candidates.begin + samples * others, others,
                                        at::TensorOptions(logits.device()).dtype(at::kLong));
    const at::Tensor losses = at::cross_entropy_loss(logits, right, {}, at::Reduction::None);
    return {.total = losses.sum() / std::max(1.0, normaliser), .losses = losses.detach(), .sums = {}};
}

at::Tensor PairRanking::shadow_loss(const Placement& placement) const {
    const at::Tensor none =
        at::zeros({0, width_}, at::TensorOptions(placement.device).dtype(at::kFloat)).requires_grad_();
    return gather_(none).all.sum() * 0;
}

LossParts CosineRegression::loss(const HeadPass& head, double normaliser) const {
    const at::Tensor embeddings = embeddings_of_samples(head);
    const at::Tensor cosines = (embeddings.select(1, 0) * embeddings.select(1, 1)).sum(-1, /*keepdim=*/true);
    return squared_error(cosines, head.batch(), normaliser);
}

} // namespace tunedesk::model
