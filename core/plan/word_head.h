// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"
#include "preset/preset.h"

namespace tunedesk::plan {

/// Bytes that the head and the loss of a language model need, according to model/linear_cross_entropy.h:
/// logits exist for a chunk of rows at a time. On the host gradients are computed from them immediately; in
/// fp16 and on devices the backward pass recomputes them.
class WordHead {
public:
    WordHead(const Preset& preset, const arch::ModelSpec& spec, bool cuda);

    /// False for a head without words; then all values are 0.
    bool is_there() const { return words_ > 0; }
    /// Bytes per token that are kept for the backward pass.
    double kept() const { return kept_; }
    /// The peak while the losses of `rows` rows are computed.
    double forward(double rows) const;
    /// The peak while their gradients are computed, including the gradient of the weight, which is
    /// accumulated in fp32, and that of the rows.
    double backward(double rows) const;

private:
    double rows_at_once(double rows) const;

    double words_ = 0, elements_ = 0, width_ = 0;
    double kept_ = 0;
    /// Additional bytes per logit, besides the fp32 one, during the product, the loss and the gradient.
    double beside_product_ = 0, beside_loss_ = 0, beside_gradient_ = 0;
    double chunk_ = 0;                                ///< rows per chunk
    double forward_copies_ = 0, backward_copies_ = 0; ///< copies of the weight, in bytes per element
};

} // namespace tunedesk::plan
