// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"

namespace tunedesk::arch {

/// Adds a decoder's last linear layer, which has no bias: a language model's over the vocabulary,
/// at every token, which uses the word embeddings' table if they are tied; else a classifier's.
void add_decoder_head(ModelSpec& spec, const ModelConfig& config, std::int64_t outputs,
                      task::Readout readout);

/// The row of the word embeddings that is not trained: pad_token_id, or -1 if config.json does not
/// set it.
std::int64_t padding_row(const ModelConfig& config);

} // namespace tunedesk::arch
