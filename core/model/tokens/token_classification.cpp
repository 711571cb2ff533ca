// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tokens/token_classification.h"

#include "data/tags/word_tokens.h"
#include "memory/torch_headers.h"
#include "model/tokens/token_losses.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::model {

LossParts TokenClassification::loss(const HeadPass& head, double normaliser) const {
    return mean_token_loss(head, normaliser);
}

std::optional<double> TokenClassification::loss_of_guessing() const {
    return std::log(static_cast<double>(std::max<std::int64_t>(2, classes_)));
}

at::Tensor predicted_classes(const HeadPass& head) {
    const at::NoGradGuard no_gradients;
    const Batch& batch = head.batch();
    const at::Tensor logits = head.outputs().to(at::kFloat);
    const at::Tensor predicted = logits.argmax(1).to(at::kFloat).cpu();
    std::int64_t longest = 0;
    for (const kernel::Sequence& sequence : batch.sequences)
        longest = std::max<std::int64_t>(longest, sequence.keys);
    const at::Tensor result = at::zeros({batch.size(), 1 + longest}, at::kFloat);
    for (std::int64_t i = 0; i < batch.size(); ++i) {
        const kernel::Sequence& sequence = batch.sequences[static_cast<std::size_t>(i)];
        result[i].narrow(0, 1, sequence.keys).copy_(predicted.narrow(0, sequence.key_start, sequence.keys));
    }
    if (batch.token_targets.defined()) {
        // Sums per sequence in fp64, so that they are the same for every batch.
        const at::Tensor losses = at::cross_entropy_loss(logits, batch.token_targets.to(at::kLong), {},
                                                         at::Reduction::None, data::ignored_label)
                                      .to(at::kDouble)
                                      .cpu();
        const at::Tensor sums = at::zeros({batch.size()}, at::kDouble);
        sums.index_add_(0, sequences_of_rows(batch), losses);
        result.select(1, 0).copy_(sums);
    }
    return result.to(logits.device());
}

} // namespace tunedesk::model
