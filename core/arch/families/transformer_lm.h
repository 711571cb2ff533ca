// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"

namespace tunedesk::arch {

/// The sizes of a transformer language model that is built from a preset's keys.
struct TransformerLmSizes {
    std::int64_t vocab_size = 0, width = 0, feed_forward = 0, heads = 0, layers = 0;
    std::int64_t positions = 0; ///< tokens of a sequence, at most
};

/// The model's configuration, as written to config.json in a run's model folder. Throws Error 43xx
/// for sizes that are invalid in config.json too.
ModelConfig transformer_lm_config(const TransformerLmSizes& sizes);

} // namespace tunedesk::arch
