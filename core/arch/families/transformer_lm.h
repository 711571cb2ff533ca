// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"

namespace tunedesk::arch {

/// The sizes of a transformer language model that is made from a preset's keys.
struct TransformerLmSizes {
    std::int64_t vocab_size = 0, width = 0, feed_forward = 0, heads = 0, layers = 0;
    std::int64_t positions = 0; ///< tokens of a sequence, at most
};

/// Its configuration, as config.json of a run's model folder holds it. Throws Error 43xx for sizes that
/// config.json may not have either.
ModelConfig transformer_lm_config(const TransformerLmSizes& sizes);

} // namespace tunedesk::arch
