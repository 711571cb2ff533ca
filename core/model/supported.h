// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"

namespace tunedesk::model {

/// Throws Error 4349 for a network that no block computes yet, with the field of arch::LayerKind that says
/// so, and 4333 for attention heads wider than the kernels take.
void require_supported(const arch::ModelSpec& spec);

} // namespace tunedesk::model
