// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tokens/token_losses.h"

#include "memory/torch_headers.h"

#include <algorithm>

namespace tunedesk::model {

at::Tensor rows_with_target(const HeadPass& head) {
    if (head.placement().operations->device != OperandDevice::host) return {};
    const at::Tensor& targets = head.batch().token_targets;
    const at::Tensor rows = at::nonzero(targets >= 0).squeeze(1);
    return rows.size(0) < targets.size(0) && rows.size(0) > 0 ? rows : at::Tensor();
}

LossParts token_losses(const HeadPass& head, const at::Tensor& weight, const at::Tensor& rows) {
    const at::Tensor all = head.features();
    const at::Tensor x = rows.defined() ? all.index_select(0, rows) : all;
    const at::Tensor& of_batch = head.batch().token_targets;
    const at::Tensor words = rows.defined() ? of_batch.index_select(0, rows) : of_batch;
    const LinearLayer& layer = head.output_layer();
    const WordTargets targets{words, weight.to(x.device()).expand({words.size(0)}), layer.words};
    const Placement& placement = head.placement();
    return placement.operations->linear_cross_entropy(x, layer.weight, layer.bias, targets, placement.compute,
                                                      /*chunk_rows=*/0);
}

LossParts mean_token_loss(const HeadPass& head, double normaliser) {
    // A batch of a fixed shape provides the weights itself, because a recorded pass reads those of other
    // steps.
    const at::Tensor& of_samples = head.batch().loss_weights;
    const at::Tensor weight = of_samples.defined()
                                  ? of_samples.narrow(0, 0, 1)
                                  : at::full({1}, 1 / std::max(1.0, normaliser),
                                             at::TensorOptions(head.placement().device).dtype(at::kFloat));
    return token_losses(head, weight, rows_with_target(head));
}

at::Tensor sequences_of_rows(const Batch& batch) {
    at::Tensor sequence = at::empty({batch.rows()}, at::kLong);
    auto* row = sequence.mutable_data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < batch.size(); ++i) {
        const auto place = static_cast<std::size_t>(i);
        const std::int64_t end = i + 1 < batch.size() ? batch.first_rows[place + 1] : batch.rows();
        row = std::fill_n(row, end - batch.first_rows[place], i);
    }
    return sequence;
}

} // namespace tunedesk::model
