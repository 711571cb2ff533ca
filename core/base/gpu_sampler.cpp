#include "base/gpu_sampler.h"

#include <chrono>

namespace tunedesk {

GpuSampler::GpuSampler(double every_seconds) : thread_([this, every_seconds] { run(every_seconds); }) {}

GpuSampler::~GpuSampler() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    ending_.notify_all();
    thread_.join();
}

std::optional<GpuReading> GpuSampler::latest() const {
    const std::lock_guard lock(mutex_);
    return latest_;
}

void GpuSampler::run(double every_seconds) {
    const Nvml nvml;
    for (;;) {
        GpuReading reading = nvml.read();
        std::unique_lock lock(mutex_);
        latest_ = std::move(reading);
        if (!nvml.is_open()) return;
        if (ending_.wait_for(lock, std::chrono::duration<double>(every_seconds), [this] { return ends_; }))
            return;
    }
}

} // namespace tunedesk
