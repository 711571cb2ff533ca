#include "model/language_modeling.h"

#include "memory/torch_headers.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::model {

namespace {

LossParts loss_of(const HeadPass& head, double weight) {
    const at::Tensor x = head.features();
    const at::Tensor& next = head.batch().next;
    const WordTargets targets{next, at::full({next.size(0)}, weight, x.options().dtype(at::kFloat))};
    const LinearLayer& layer = head.output_layer();
    const Placement& placement = head.placement();
    return placement.operations->linear_cross_entropy(x, layer.weight, layer.bias, targets, placement.compute,
                                                      /*chunk_rows=*/0);
}

} // namespace

LossParts LanguageModeling::loss(const HeadPass& head, double normaliser) const {
    return loss_of(head, 1 / normaliser);
}

std::optional<double> LanguageModeling::loss_of_guessing() const {
    return std::log(static_cast<double>(std::max<std::int64_t>(2, words_)));
}

at::Tensor loss_sums_of_sequences(const HeadPass& head) {
    const at::NoGradGuard no_gradients;
    const Batch& batch = head.batch();
    const at::Tensor losses = loss_of(head, 1).losses;
    at::Tensor rows = at::empty({batch.rows()}, at::kLong);
    auto* row = rows.mutable_data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < batch.size(); ++i) {
        const auto place = static_cast<std::size_t>(i);
        const std::int64_t end = i + 1 < batch.size() ? batch.first_rows[place + 1] : batch.rows();
        row = std::fill_n(row, end - batch.first_rows[place], i);
    }
    // Sums of a window are short; fp64 makes them the same whatever the batch.
    const at::Tensor sums = at::zeros({batch.size(), 2}, losses.options().dtype(at::kDouble));
    const at::Tensor both = at::stack({losses.to(at::kDouble), (batch.next >= 0).to(at::kDouble)}, 1);
    sums.index_add_(0, rows.to(losses.device()), both);
    return sums.to(at::kFloat);
}

} // namespace tunedesk::model
