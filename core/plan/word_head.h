#pragma once

#include "arch/model_spec.h"
#include "preset/preset.h"

namespace tunedesk::plan {

/// Bytes that the head and the loss of a language model need, by model/linear_cross_entropy.h: logits exist
/// for a chunk of rows at a time, and are made again in the backward pass.
class WordHead {
public:
    WordHead(const Preset& preset, const arch::ModelSpec& spec, bool cuda);

    /// False for a head that gives no words; then all is 0.
    bool is_there() const { return words_ > 0; }
    /// Kept for the backward pass, a token.
    double kept() const { return kept_; }
    /// The most at a moment while `rows` go forward.
    double forward(double rows) const;
    /// The same backward, with the gradient of the weight, which is added up in fp32, and that of the rows.
    double backward(double rows) const;

private:
    double rows_at_once(double rows) const;

    double words_ = 0, elements_ = 0, width_ = 0;
    double kept_ = 0;
    double rounded_ = 0;                              ///< bytes of a rounded logit beside the one in fp32
    double chunk_ = 0;                                ///< rows
    double forward_copies_ = 0, backward_copies_ = 0; ///< of the weight, bytes an element
};

} // namespace tunedesk::plan
