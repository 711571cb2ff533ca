#pragma once

#include <ATen/core/Tensor.h>
#include <vector>

namespace tunedesk::train {

/// Takes tensors' memory off their device while a run pauses: their contents move to the host, the tensors
/// themselves (and every view of them, and the hooks on them) stay, without memory. Thread rule: one thread,
/// and nobody may read the tensors until restore().
class Eviction {
public:
    explicit Eviction(const std::vector<at::Tensor>& tensors);
    /// Gives every tensor new memory on its device with the old contents, bit by bit.
    void restore();

private:
    struct Moved {
        at::Storage storage;
        at::Tensor host; ///< its bytes
    };
    std::vector<Moved> moved_;
};

} // namespace tunedesk::train
