// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/objective.h"

namespace tunedesk::model {

/// Next-token prediction: cross-entropy over the vocabulary, the mean over all tokens with a target.
class LanguageModeling : public Objective {
public:
    /// `targets`: number of tokens with a target in each training sample.
    LanguageModeling(std::int64_t words, std::vector<std::uint32_t> targets)
        : words_(words), targets_(std::move(targets)) {}

    OutputSpec outputs() const override { return {OutputKind::word_logits, words_}; }
    LossParts loss(const HeadPass& head, double normaliser) const override;
    double weight(std::uint32_t sample) const override { return targets_[sample]; }
    std::optional<double> loss_of_guessing() const override;

private:
    const std::int64_t words_;
    const std::vector<std::uint32_t> targets_;
};

/// fp32 [sequences, 3]: each sequence's sum of token losses, number of tokens with a target, and number of
/// those predicted correctly.
at::Tensor word_sums_of_sequences(const HeadPass& head);

} // namespace tunedesk::model
