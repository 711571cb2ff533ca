#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Event.h>
#include <optional>

namespace tunedesk::train {

/// A number of a device on its way to the host. The copy is enqueued behind what the device is doing; reading
/// waits for it alone, not for work that was enqueued later. Thread rule: one thread.
class LateValue {
public:
    explicit LateValue(const at::Tensor& scalar);
    double get() const;

private:
    at::Tensor host_;
    std::optional<c10::Event> arrived_; ///< of a device; the host's own numbers are there at once
};

} // namespace tunedesk::train
