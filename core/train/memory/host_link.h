// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <cstdint>
#include <memory>

namespace tunedesk::train {

/// Asynchronous copies between device and host memory, concurrent with the device's other work. Device memory
/// that a copy reads or writes must not be used from the copy's start until it was awaited; work enqueued
/// afterwards may use it. Thread rule: one thread at a time.
class HostLink {
public:
    using Copy = std::uint64_t; ///< a copy's number
    virtual ~HostLink() = default;

    /// Host memory that the device can access directly (pinned).
    virtual at::Tensor host_memory(at::IntArrayRef sizes, at::ScalarType type) = 0;
    /// Starts a copy to the device, ordered after the work enqueued so far and after the copies that write
    /// `from` or read `to`.
    virtual Copy fetch(const at::Tensor& to, const at::Tensor& from) = 0;
    /// Starts a copy to the host, ordered after the work enqueued so far.
    virtual Copy put(const at::Tensor& to, const at::Tensor& from) = 0;
    /// Orders work that is enqueued from now on after the copy. The host does not wait.
    virtual void await(Copy copy) = 0;
    /// Waits until all copies are done: the host may read what was put.
    virtual void finish() = 0;
};

/// Pinned memory, and a stream of the device's for each direction.
std::unique_ptr<HostLink> host_link(at::Device device);

} // namespace tunedesk::train
