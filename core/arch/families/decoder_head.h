// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"

namespace tunedesk::arch {

/// Adds the last linear layer of a decoder, which has no bias: a language model's over the vocabulary, at
/// every token, whose table is the word embeddings' where they are tied; else a classifier's.
void add_decoder_head(ModelSpec& spec, const ModelConfig& config, std::int64_t outputs,
                      task::Readout readout);

/// The row of the word embeddings that learns nothing: the padding token's, where config.json names one.
std::int64_t padding_row(const ModelConfig& config);

} // namespace tunedesk::arch
