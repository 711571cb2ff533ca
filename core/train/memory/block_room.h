#pragma once

#include <ATen/core/Tensor.h>
#include <cstdint>

namespace tunedesk::train {

/// A flat buffer that a model's blocks take turns in. It is as large as the largest layer, and stays; a
/// larger block, the embeddings, has memory of its own for the time.
class BlockRoom {
public:
    /// `elements`: of the largest layer.
    BlockRoom(std::int64_t elements, const at::TensorOptions& options);

    /// A buffer of so many elements for the next block. What was in it may be there still.
    at::Tensor take(std::int64_t elements);
    /// Gives memory of its own back. take() does so too.
    void leave() { own_.reset(); }
    /// Of the buffer that stays.
    std::uint64_t nbytes() const { return memory_.nbytes(); }

private:
    at::Tensor memory_, own_;
};

} // namespace tunedesk::train
