// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/meter.h"

#include <ATen/core/Tensor.h>
#include <cstdint>

namespace tunedesk::train {

/// A flat buffer that a model's blocks take turns in: as large as the largest layer, and it stays. A larger
/// block, the embeddings, has memory of its own for the time; so have all where nothing stays.
class BlockRoom {
public:
    /// `elements`: of what stays, or 0. `part`: what the memory is for.
    BlockRoom(std::int64_t elements, const at::TensorOptions& options, memory::Part part);

    /// A buffer of so many elements for the next block. What was in it may be there still.
    at::Tensor take(std::int64_t elements);
    /// Gives memory back that does not stay. take() does so too.
    void leave() { own_.reset(); }
    /// Whether what take() gave is still there after leave().
    bool stays() const { return memory_.numel() > 0; }
    /// Of the buffer that stays.
    std::uint64_t nbytes() const { return memory_.nbytes(); }

private:
    memory::Part part_;
    at::Tensor memory_, own_;
};

} // namespace tunedesk::train
