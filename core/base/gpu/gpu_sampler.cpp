// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/gpu/gpu_sampler.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace tunedesk {

namespace {

constexpr std::chrono::milliseconds patience(20);

} // namespace

struct GpuSampler::State {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_wanted = true, has_ended = false;
    std::optional<GpuReading> latest;

    void run(double every_seconds) {
        read_again_and_again(every_seconds);
        const std::lock_guard lock(mutex);
        has_ended = true;
        changed.notify_all();
    }

    void read_again_and_again(double every_seconds) {
        const Nvml nvml;
        for (;;) {
            GpuReading reading = nvml.read();
            std::unique_lock lock(mutex);
            latest = std::move(reading);
            if (!nvml.is_open()) return;
            if (changed.wait_for(lock, std::chrono::duration<double>(every_seconds),
                                 [this] { return !is_wanted; }))
                return;
        }
    }
};

GpuSampler::GpuSampler(double every_seconds) : state_(std::make_shared<State>()) {
    std::thread([state = state_, every_seconds] { state->run(every_seconds); }).detach();
}

GpuSampler::~GpuSampler() {
    std::unique_lock lock(state_->mutex);
    state_->is_wanted = false;
    state_->changed.notify_all();
    state_->changed.wait_for(lock, patience, [this] { return state_->has_ended; });
}

std::optional<GpuReading> GpuSampler::latest() const {
    const std::lock_guard lock(state_->mutex);
    return state_->latest;
}

std::shared_ptr<GpuSampler> GpuSampler::shared() {
    static std::mutex mutex;
    static std::weak_ptr<GpuSampler> known;
    const std::lock_guard lock(mutex);
    auto sampler = known.lock();
    if (!sampler) known = sampler = std::make_shared<GpuSampler>();
    return sampler;
}

} // namespace tunedesk
