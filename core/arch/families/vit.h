// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"

namespace tunedesk::arch {

/// The sizes of a vision transformer that is built from a preset's keys; `patch` and `image` in
/// pixels a side.
struct VitSizes {
    std::int64_t width = 0, feed_forward = 0, heads = 0, layers = 0, patch = 0, image = 0;
};

/// The model's configuration, as written to config.json in a run's model folder. Throws Error 43xx
/// for sizes that are invalid in config.json too.
ModelConfig vit_config(const VitSizes& sizes);

} // namespace tunedesk::arch
