// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"
#include "preset/preset.h"

namespace tunedesk::plan {

/// Bytes that the head and the loss of a language model need, by model/linear_cross_entropy.h: logits exist
/// for a chunk of rows at a time. On the host their gradients are made of them at once; in fp16 and on
/// devices the backward pass makes them again.
class WordHead {
public:
    WordHead(const Preset& preset, const arch::ModelSpec& spec, bool cuda);

    /// False for a head that gives no words; then all is 0.
    bool is_there() const { return words_ > 0; }
    /// Kept for the backward pass, a token.
    double kept() const { return kept_; }
    /// The most at a moment while the losses of `rows` are made.
    double forward(double rows) const;
    /// The same while their gradients are, with that of the weight, which is added up in fp32, and that of
    /// the rows.
    double backward(double rows) const;

private:
    double rows_at_once(double rows) const;

    double words_ = 0, elements_ = 0, width_ = 0;
    double kept_ = 0;
    /// Bytes a logit beside the one in fp32 while the product is made, its loss, its gradient.
    double beside_product_ = 0, beside_loss_ = 0, beside_gradient_ = 0;
    double chunk_ = 0;                                ///< rows
    double forward_copies_ = 0, backward_copies_ = 0; ///< of the weight, bytes an element
};

} // namespace tunedesk::plan
