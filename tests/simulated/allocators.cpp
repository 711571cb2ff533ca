// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated/allocators.h"

#include "simulated/guard.h"
#include "simulated/runtime.h"
#include "simulated/streams.h"
#include "simulated/verdict.h"

#include <ATen/core/CachingHostAllocator.h>
#include <c10/core/CachingDeviceAllocator.h>
#include <cstring>

namespace tunedesk::simulated {

namespace {

void report_memory(void* data, std::int64_t change, int device) { // LibTorch's memory listeners
    const Arena& arena = device_arena(device);
    c10::reportMemoryUsageToProfiler(data, change, arena.allocated(), arena.capacity(), device_at(device));
}

void give_device_memory(void* data) {
    if (!data) return;
    const std::lock_guard lock(state_lock());
    int device = 0;
    Arena* arena = arena_of(data, &device);
    if (!arena) end_process("memory that is not the device's is given back to it");
    const auto before = static_cast<std::int64_t>(arena->allocated());
    arena->give(data);
    report_memory(data, static_cast<std::int64_t>(arena->allocated()) - before, device);
}

void give_pinned_memory(void* data) {
    if (!data) return;
    const std::lock_guard lock(state_lock());
    pinned_arena().give(data);
}

class DeviceAllocator final : public c10::DeviceAllocator {
public:
    c10::DataPtr allocate(std::size_t bytes) override {
        const int device = current_device();
        if (bytes == 0) return {nullptr, nullptr, &give_device_memory, device_at(device)};
        Stream& stream = current_stream(device);
        void* data = take(bytes, stream);
        if (!data && !stream.capture) {
            synchronize_device(device); // what is freed but still in use
            data = take(bytes, stream);
        }
        const std::lock_guard lock(state_lock());
        const Arena& arena = device_arena(device);
        if (!data) ++failures_[device];
        TORCH_CHECK_WITH(OutOfMemoryError, data, "CUDA out of memory. Tried to allocate ", bytes,
                         " bytes. Simulated device ", device, " has ", arena.capacity(), " bytes, of which ",
                         arena.allocated(), " are in use");
        report_memory(data, static_cast<std::int64_t>(bytes), device);
        // New memory holds NaN: what is read before it is written shows.
        enqueue(stream, "allocate", {{data, bytes, true}},
                [kernel = arena.kernel_address(data), bytes](const RandomStart&) {
                    std::memset(kernel, 0xFF, bytes);
                });
        return {data, data, &give_device_memory, device_at(device)};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &give_device_memory; }
    void copy_data(void*, const void*, std::size_t) const override {
        TORCH_CHECK(false, "the simulated device does not clone storages");
    }

    bool initialized() override { return true; }
    void emptyCache(c10::MempoolId_t) override {}
    void recordStream(const c10::DataPtr& data, c10::Stream stream) override {
        if (!data.get() || data.get_deleter() != &give_device_memory) return;
        const std::lock_guard lock(state_lock());
        if (Arena* arena = arena_of(data.get())) arena->share(data.get(), unwrap(stream).id());
    }
    c10::CachingDeviceAllocator::DeviceStats getDeviceStats(c10::DeviceIndex device) override {
        const std::lock_guard lock(state_lock());
        c10::CachingDeviceAllocator::DeviceStats statistics;
        statistics.allocated_bytes[0].current = static_cast<std::int64_t>(device_arena(device).allocated());
        statistics.allocated_bytes[0].peak = static_cast<std::int64_t>(device_arena(device).peak());
        statistics.num_ooms = failures_[device];
        return statistics;
    }
    void resetAccumulatedStats(c10::DeviceIndex) override {}
    void resetPeakStats(c10::DeviceIndex device) override {
        const std::lock_guard lock(state_lock());
        device_arena(device).reset_peak();
    }
    std::pair<std::size_t, std::size_t> getMemoryInfo(c10::DeviceIndex device) override {
        const std::lock_guard lock(state_lock());
        const Arena& arena = device_arena(device);
        return {arena.capacity() - arena.allocated(), arena.capacity()};
    }

private:
    static void* take(std::size_t bytes, const Stream& stream) {
        const std::lock_guard lock(state_lock());
        return device_arena(stream.device())
            .take(bytes, stream.id(), stream.capture ? stream.capture->pool : 0);
    }

    std::map<int, int> failures_;
};

class PinnedAllocator final : public at::HostAllocator {
public:
    c10::DataPtr allocate(std::size_t bytes) override {
        const std::lock_guard lock(state_lock());
        void* data = bytes > 0 ? pinned_arena().take(bytes, -1, 0) : nullptr;
        TORCH_CHECK(bytes == 0 || data, "no pinned memory is left");
        if (data) pinned_arena().guard();
        return {data, data, &give_pinned_memory, c10::Device(c10::kCPU)};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &give_pinned_memory; }
    void copy_data(void* to, const void* from, std::size_t bytes) const override {
        default_copy_data(to, from, bytes);
    }
    bool record_event(void*, void*, c10::Stream) override { return true; } // give() knows the jobs itself
    void empty_cache() override {}
    at::HostStats get_stats() override { return {}; }
    void reset_accumulated_stats() override {}
    void reset_peak_stats() override {}
};

DeviceAllocator& the_device_allocator() {
    static DeviceAllocator& one = *new DeviceAllocator;
    return one;
}

PinnedAllocator& the_pinned_allocator() {
    static PinnedAllocator& one = *new PinnedAllocator;
    return one;
}

} // namespace

c10::Allocator& device_allocator() {
    return the_device_allocator();
}

c10::Allocator& pinned_allocator() {
    return the_pinned_allocator();
}

void record_use(const c10::DataPtr& data, const c10::Stream& stream) {
    the_device_allocator().recordStream(data, stream);
}

void install_memory() {
    c10::SetAllocator(c10::kCUDA, &the_device_allocator());
    at::setHostAllocator(c10::kCUDA, &the_pinned_allocator());
}

} // namespace tunedesk::simulated
