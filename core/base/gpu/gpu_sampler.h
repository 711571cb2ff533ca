// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/gpu/nvml.h"

#include <memory>

namespace tunedesk {

/// Reads the GPUs again and again on a thread of its own, so that no caller waits for a driver. The thread
/// ends at once where there is no driver. Thread rule: any thread.
class GpuSampler {
public:
    explicit GpuSampler(double every_seconds = 1);
    /// Waits a moment for a reading that is under way; a driver in trouble keeps its thread, not the caller.
    ~GpuSampler();
    GpuSampler(const GpuSampler&) = delete;
    GpuSampler& operator=(const GpuSampler&) = delete;

    /// The latest reading; std::nullopt before the first.
    std::optional<GpuReading> latest() const;

    /// The one that all of a program share, once a second; it lives while a pointer to it exists.
    static std::shared_ptr<GpuSampler> shared();

private:
    struct State;
    std::shared_ptr<State> state_; ///< the thread's too
};

} // namespace tunedesk
