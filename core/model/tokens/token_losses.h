// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/objective.h"

/// Losses of each token, which language models and token classifiers share.
namespace tunedesk::model {

/// The batch's rows that have a target, where others are among them; undefined where all have one, and where
/// the host would wait for the answer.
at::Tensor rows_with_target(const HeadPass& head);

/// Cross-entropy of each token by the batch's targets. `weight`: fp32 [1], of each row's loss in the total
/// alike. `rows`: of the batch's rows those that are taken, or undefined for all.
LossParts token_losses(const HeadPass& head, const at::Tensor& weight, const at::Tensor& rows);

/// A micro-batch's part of the mean over all tokens with a target of a step, which are `normaliser`.
LossParts mean_token_loss(const HeadPass& head, double normaliser);

/// The sequence number of each of the batch's rows, [rows], on the host.
at::Tensor sequences_of_rows(const Batch& batch);

} // namespace tunedesk::model
