// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "preset/preset.h"

#include <span>

namespace tunedesk::run {

/// Whether runs of this preset with one seed begin with the same pretrained weights and save complete models,
/// so that the mean of their weights is a useful model (Wortsman et al. 2022, "Model soups").
bool can_be_averaged(const Preset& preset);

/// Makes `target` a copy of the first model folder whose weights are the mean of all of them, each element
/// added in double precision. Returns false and leaves no file if tensors differ in name or shape or are not
/// fp32. `models` must not be empty. Throws Error 43xx for weights that cannot be read, 5001 and 5007 (disk).
bool write_mean_model(std::span<const fs::path> models, const fs::path& target);

} // namespace tunedesk::run
