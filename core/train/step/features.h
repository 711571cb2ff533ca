// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/cache/token_cache.h"
#include "model/sequence_classifier.h"
#include "parallel/group.h"
#include "train/session/announcer.h"

namespace tunedesk::train {

/// What the frozen encoder gives for each row of a table: the first token's hidden row of the last layer,
/// [rows, hidden_size], which is all that the head reads. Computed once, each rank a share, gathered exactly,
/// and kept in a cache file that the contents of encoder weights, tokens and settings name; where that file
/// is there (or rank 0 has just written it) the tensor is its read-only memory map, shared by the ranks.
/// Where the disk refuses it stays in memory. A collective: every rank calls it.
at::Tensor encoder_features(const model::SequenceClassifier& model, const data::TokenizedSet& tokens,
                            std::uint64_t cache_limit, parallel::Group& group, Announcer& announcer);

/// Mean and standard deviation (of the population, at least 1e-6) of some rows' features, each [hidden_size].
std::pair<at::Tensor, at::Tensor> mean_and_deviation(const at::Tensor& features,
                                                     std::span<const std::uint32_t> rows);

} // namespace tunedesk::train
