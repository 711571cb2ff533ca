#include "model/language_modeling.h"

#include "memory/torch_headers.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::model {

namespace {

/// The rows that have a target, where others are among them; undefined where all have one, and where the host
/// would wait for the answer.
at::Tensor rows_with_target(const HeadPass& head) {
    if (head.placement().operations->device != OperandDevice::host) return {};
    const at::Tensor& next = head.batch().next;
    const at::Tensor rows = at::nonzero(next >= 0).squeeze(1);
    return rows.size(0) < next.size(0) && rows.size(0) > 0 ? rows : at::Tensor();
}

/// `weight`: fp32, of each row alike. `rows`: of the batch's rows those that are taken, or undefined.
LossParts loss_of(const HeadPass& head, const at::Tensor& weight, const at::Tensor& rows) {
    const at::Tensor all = head.features();
    const at::Tensor x = rows.defined() ? all.index_select(0, rows) : all;
    const at::Tensor next = rows.defined() ? head.batch().next.index_select(0, rows) : head.batch().next;
    const WordTargets targets{next, weight.to(x.device()).expand({next.size(0)})};
    const LinearLayer& layer = head.output_layer();
    const Placement& placement = head.placement();
    return placement.operations->linear_cross_entropy(x, layer.weight, layer.bias, targets, placement.compute,
                                                      /*chunk_rows=*/0);
}

} // namespace

LossParts LanguageModeling::loss(const HeadPass& head, double normaliser) const {
    // A batch of a fixed shape says it itself: a recorded pass reads another step's.
    const at::Tensor& of_samples = head.batch().loss_weights;
    const at::Tensor weight = of_samples.defined()
                                  ? of_samples.narrow(0, 0, 1)
                                  : at::full({1}, 1 / std::max(1.0, normaliser),
                                             at::TensorOptions(head.placement().device).dtype(at::kFloat));
    return loss_of(head, weight, rows_with_target(head));
}

std::optional<double> LanguageModeling::loss_of_guessing() const {
    return std::log(static_cast<double>(std::max<std::int64_t>(2, words_)));
}

at::Tensor word_sums_of_sequences(const HeadPass& head) {
    const at::NoGradGuard no_gradients;
    const Batch& batch = head.batch();
    const at::Tensor chosen = rows_with_target(head);
    const LossParts parts =
        loss_of(head, at::ones({1}, at::TensorOptions(head.placement().device).dtype(at::kFloat)), chosen);
    const at::Tensor next = chosen.defined() ? batch.next.index_select(0, chosen) : batch.next;
    const at::Tensor of_rows = at::stack(
        {parts.losses.to(at::kDouble), (next >= 0).to(at::kDouble), parts.right.to(at::kDouble)}, 1);
    at::Tensor sequence = at::empty({batch.rows()}, at::kLong);
    auto* row = sequence.mutable_data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < batch.size(); ++i) {
        const auto place = static_cast<std::size_t>(i);
        const std::int64_t end = i + 1 < batch.size() ? batch.first_rows[place + 1] : batch.rows();
        row = std::fill_n(row, end - batch.first_rows[place], i);
    }
    if (chosen.defined()) sequence = sequence.index_select(0, chosen);
    // Sums of a window are short; fp64 makes them the same whatever the batch.
    const at::Tensor sums = at::zeros({batch.size(), 3}, of_rows.options());
    sums.index_add_(0, sequence.to(of_rows.device()), of_rows);
    return sums.to(at::kFloat);
}

} // namespace tunedesk::model
