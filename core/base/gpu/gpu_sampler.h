// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/gpu/nvml.h"

#include <memory>

namespace tunedesk {

/// Reads the GPUs periodically on its own thread, so that callers do not wait for a driver. The thread ends
/// after the first reading if there is no driver. Thread rule: any thread.
class GpuSampler {
public:
    explicit GpuSampler(double every_seconds = 1);
    /// Waits up to 20 ms for a running read; if the driver blocks, the thread outlives the object.
    ~GpuSampler();
    GpuSampler(const GpuSampler&) = delete;
    GpuSampler& operator=(const GpuSampler&) = delete;

    /// The latest reading; std::nullopt before the first.
    std::optional<GpuReading> latest() const;

    /// The sampler shared by a program, which reads once a second; it lives as long as a pointer to it
    /// exists.
    static std::shared_ptr<GpuSampler> shared();

private:
    struct State;
    std::shared_ptr<State> state_; ///< shared with the thread
};

} // namespace tunedesk
