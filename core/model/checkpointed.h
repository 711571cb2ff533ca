// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/blocks.h"

#include <span>

namespace tunedesk::model {

/// Runs blocks one after the other and keeps only what they are given; in the backward pass they run again,
/// with the same dropout, to make what their gradients need (Chen et al., 2016). `parameters` are those of
/// the blocks that are trained: they are inputs of the one autograd node, so that gradient hooks fire as
/// without this. The blocks must outlive the backward pass. Returns what the last block does.
at::Tensor checkpointed(std::span<const std::unique_ptr<Block>> blocks,
                        const std::vector<at::Tensor>& parameters, const at::Tensor& hidden,
                        const std::shared_ptr<const Batch>& batch, const Pass& pass,
                        const Placement& placement);

} // namespace tunedesk::model
