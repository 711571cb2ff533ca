// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/objective.h"

namespace tunedesk::model {

/// A class of each token: cross-entropy over the classes, the mean over all tokens that have a label, as
/// transformers' models for token classification have it.
class TokenClassification : public Objective {
public:
    /// `labelled`: of each training sample how many of its tokens have a label.
    TokenClassification(std::size_t classes, std::vector<std::uint32_t> labelled)
        : classes_(static_cast<std::int64_t>(classes)), labelled_(std::move(labelled)) {}

    OutputSpec outputs() const override { return {OutputKind::token_logits, classes_}; }
    LossParts loss(const HeadPass& head, double normaliser) const override;
    double weight(std::uint32_t sample) const override { return labelled_[sample]; }
    std::optional<double> loss_of_guessing() const override;

private:
    const std::int64_t classes_;
    const std::vector<std::uint32_t> labelled_;
};

/// For each sequence the sum of its tokens' losses (0 without labels), then the most likely class of each
/// token: fp32 [sequences, 1 + tokens of the longest], padded with 0. Classes are exact below 2^24.
at::Tensor predicted_classes(const HeadPass& head);

} // namespace tunedesk::model
