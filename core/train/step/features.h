// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/cache/token_cache.h"
#include "model/sequence_classifier.h"
#include "parallel/group.h"
#include "train/session/announcer.h"

namespace tunedesk::train {

/// The frozen encoder's output for each row of a table: the first token's hidden state of the last layer,
/// [rows, hidden_size], which is the head's whole input. Each rank computes a share; the shares are gathered
/// exactly and stored in a cache file named by a hash of encoder weights, tokens and settings. If the file
/// exists or could be written, the tensor is its read-only memory map, shared by the ranks, else it is in
/// memory. A collective: every rank calls it.
at::Tensor encoder_features(const model::SequenceClassifier& model, const data::TokenizedSet& tokens,
                            std::uint64_t cache_limit, parallel::Group& group, Announcer& announcer);

/// Mean and standard deviation (of the population, at least 1e-6) of some rows' features, each [hidden_size].
std::pair<at::Tensor, at::Tensor> mean_and_deviation(const at::Tensor& features,
                                                     std::span<const std::uint32_t> rows);

} // namespace tunedesk::train
