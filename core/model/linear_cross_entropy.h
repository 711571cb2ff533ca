// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/loss.h"

#include <cstdint>

namespace tunedesk::model {

class TensorRanks;

/// The words whose rows of a head's weight are this rank's, where ranks share a vocabulary.
struct WordSlice {
    const TensorRanks* ranks = nullptr; ///< null: this rank has all
    std::int64_t first = 0, all = 0;    ///< the first of this rank's, and how many all ranks have
};

/// What rows of tokens are to give. Negative words, as transformers' -100, have no loss.
struct WordTargets {
    at::Tensor words;   ///< whole numbers [rows]
    at::Tensor weights; ///< fp32 [rows], factors of their losses
    WordSlice slice{};  ///< whose logits the weight gives
};

/// The number of targets that have a loss, beside correct_predictions.
inline constexpr const char* target_tokens = "tokens";

/// Operations::linear_cross_entropy(): a language model's head and loss in one. Logits x weight^T + bias
/// exist for at most `chunk_rows` rows at a time, in fp32 (LibTorch's set rounds them to `compute` first);
/// on the host the gradients are made of them at once, as for a loss that nothing multiplies, and kept; in
/// fp16 and on devices the backward pass makes the logits again, so that what it keeps is x and a number a
/// row, and a scaled loss has scaled gradients in 16 bits too. x [rows, width]; weight [words, width], which
/// may be an embedding's table; bias [words] or undefined; chunk_rows 0: as many as arch::chunk_rows_of()
/// says. Gives the weighted losses' sum, the losses [rows], 0 where there is no target, and the sums of
/// `correct_predictions` and `target_tokens`. With a slice of the words all ranks get the losses of the whole
/// vocabulary, and x the gradient of all, in one sum over the ranks a chunk and one in the backward pass.
LossParts host_linear_cross_entropy(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                                    const WordTargets& targets, at::ScalarType compute,
                                    std::int64_t chunk_rows);
LossParts aten_linear_cross_entropy(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                                    const WordTargets& targets, at::ScalarType compute,
                                    std::int64_t chunk_rows);

} // namespace tunedesk::model
