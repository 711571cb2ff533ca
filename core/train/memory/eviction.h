// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <vector>

namespace tunedesk::train {

/// Frees the device memory of tensors while a run is paused: their contents are copied to the host; the
/// tensors, their views and their hooks remain, without memory. Thread rule: one thread; the tensors must not
/// be read until restore().
class Eviction {
public:
    explicit Eviction(const std::vector<at::Tensor>& tensors);
    /// Allocates device memory for every tensor and copies the contents back, bit for bit.
    void restore();

private:
    struct Moved {
        at::Storage storage;
        at::Tensor host; ///< its bytes
    };
    std::vector<Moved> moved_;
};

} // namespace tunedesk::train
