#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <cstdint>
#include <memory>

namespace tunedesk::train {

/// Copies between a device's memory and the host's, beside the device's other work. What a copy reads or
/// writes on the device must be left alone from its beginning until it was awaited; then the memory may be
/// used by what is enqueued later. Thread rule: one thread at a time.
class HostLink {
public:
    using Copy = std::uint64_t; ///< a copy's number
    virtual ~HostLink() = default;

    /// Memory of the host that the device reaches by itself.
    virtual at::Tensor host_memory(at::IntArrayRef sizes, at::ScalarType type) = 0;
    /// Begins a copy to the device, after what the device was given so far and after the copies that write
    /// `from` or read `to`.
    virtual Copy fetch(const at::Tensor& to, const at::Tensor& from) = 0;
    /// Begins a copy to the host, after what the device was given so far.
    virtual Copy put(const at::Tensor& to, const at::Tensor& from) = 0;
    /// What the device is given from here on comes after the copy. The host does not wait.
    virtual void await(Copy copy) = 0;
    /// Until all copies are done: the host may read what was put.
    virtual void finish() = 0;
};

/// Pinned memory, and a stream of the device's for each direction. Not yet run on a GPU: see tests/device.
std::unique_ptr<HostLink> host_link(at::Device device);

} // namespace tunedesk::train
