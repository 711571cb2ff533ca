// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/meter.h"

#include <ATen/core/Tensor.h>
#include <cstdint>

namespace tunedesk::train {

/// A flat buffer that a model's blocks use in turn. The permanent part is as large as the largest layer. A
/// larger block (the embeddings) gets temporary memory, and so do all blocks if there is no permanent part.
class BlockRoom {
public:
    /// `elements`: size of the permanent part, or 0. `part`: what the memory is counted as.
    BlockRoom(std::int64_t elements, const at::TensorOptions& options, memory::Part part);

    /// A buffer of `elements` elements for the next block, not initialized.
    at::Tensor take(std::int64_t elements);
    /// Frees temporary memory; take() does so, too.
    void leave() { own_.reset(); }
    /// Whether the buffer of take() survives leave().
    bool stays() const { return memory_.numel() > 0; }
    /// Bytes of the permanent part.
    std::uint64_t nbytes() const { return memory_.nbytes(); }

private:
    memory::Part part_;
    at::Tensor memory_, own_;
};

} // namespace tunedesk::train
