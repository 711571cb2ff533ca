// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Event.h>
#include <optional>

namespace tunedesk::train {

/// An asynchronous copy of a device scalar to the host, as fp64. The constructor enqueues the copy behind the
/// device's current work; get() waits for the copy, not for work that was enqueued after it. Thread rule: one
/// thread.
class AsyncScalar {
public:
    explicit AsyncScalar(const at::Tensor& scalar);
    double get() const;

private:
    at::Tensor host_;
    std::optional<c10::Event> copied_; ///< set for a device; a host scalar is copied at once
};

} // namespace tunedesk::train
