// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/language_modeling.h"

#include "memory/torch_headers.h"
#include "model/tokens/token_losses.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::model {

LossParts LanguageModeling::loss(const HeadPass& head, double normaliser) const {
    return mean_token_loss(head, normaliser);
}

std::optional<double> LanguageModeling::loss_of_guessing() const {
    return std::log(static_cast<double>(std::max<std::int64_t>(2, words_)));
}

at::Tensor word_sums_of_sequences(const HeadPass& head) {
    const at::NoGradGuard no_gradients;
    const Batch& batch = head.batch();
    const at::Tensor chosen = rows_with_target(head);
    const LossParts parts = token_losses(
        head, at::ones({1}, at::TensorOptions(head.placement().device).dtype(at::kFloat)), chosen);
    const at::Tensor words =
        chosen.defined() ? batch.token_targets.index_select(0, chosen) : batch.token_targets;
    const at::Tensor of_rows = at::stack(
        {parts.losses.to(at::kDouble), (words >= 0).to(at::kDouble), parts.right.to(at::kDouble)}, 1);
    at::Tensor sequence = sequences_of_rows(batch);
    if (chosen.defined()) sequence = sequence.index_select(0, chosen);
    // Sums of a window are short; in fp64 they are the same for every batch.
    const at::Tensor sums = at::zeros({batch.size(), 3}, of_rows.options());
    sums.index_add_(0, sequence.to(of_rows.device()), of_rows);
    return sums.to(at::kFloat);
}

} // namespace tunedesk::model
