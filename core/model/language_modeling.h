// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/objective.h"

namespace tunedesk::model {

/// The next token of each: cross-entropy over the vocabulary, the mean over all tokens that have a target.
class LanguageModeling : public Objective {
public:
    /// `targets`: of each training sample how many of its tokens have one.
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

/// Of each sequence the sum of its tokens' losses, how many have a target, and of how many the target is the
/// likeliest word: fp32 [sequences, 3].
at::Tensor word_sums_of_sequences(const HeadPass& head);

} // namespace tunedesk::model
