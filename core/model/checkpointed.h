// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/blocks.h"

#include <span>

namespace tunedesk::model {

/// Activation checkpointing (Chen et al., 2016): runs blocks in order and keeps only their input; the
/// backward pass runs them again with the same dropout. `parameters` are those of the blocks that are
/// trained: they are inputs of the one autograd node, so that gradient hooks fire as without this. The blocks
/// must outlive the backward pass. Returns the last block's output.
at::Tensor checkpointed(std::span<const std::unique_ptr<Block>> blocks,
                        const std::vector<at::Tensor>& parameters, const at::Tensor& hidden,
                        const std::shared_ptr<const Batch>& batch, const Pass& pass,
                        const Placement& placement);

} // namespace tunedesk::model
