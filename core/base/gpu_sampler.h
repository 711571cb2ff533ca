#pragma once

#include "base/nvml.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace tunedesk {

/// Reads the GPUs again and again on a thread of its own, so that nobody waits for a driver. The thread ends
/// at once where there is no driver. Thread rule: any thread.
class GpuSampler {
public:
    explicit GpuSampler(double every_seconds = 1);
    ~GpuSampler(); ///< waits for a reading that is under way

    /// The latest reading; nothing before the first.
    std::optional<GpuReading> latest() const;

private:
    void run(double every_seconds);

    mutable std::mutex mutex_;
    std::condition_variable ending_;
    bool ends_ = false;
    std::optional<GpuReading> latest_;
    std::thread thread_;
};

} // namespace tunedesk
