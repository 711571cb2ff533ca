// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated/guard.h"

#include "simulated/allocators.h"
#include "simulated/generator.h"
#include "simulated/runtime.h"
#include "simulated/settings.h"

#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

namespace tunedesk::simulated {

namespace {

int index_of(c10::Device device) {
    return device.index() < 0 ? current_device() : device.index();
}

/// Devices, streams and events.
class Guard final : public c10::impl::DeviceGuardImplInterface {
public:
    c10::DeviceType type() const override { return c10::kCUDA; }
    c10::Device exchangeDevice(c10::Device device) const override {
        const c10::Device before = getDevice();
        setDevice(device);
        return before;
    }
    c10::Device getDevice() const override { return device_at(current_device()); }
    void setDevice(c10::Device device) const override {
        TORCH_CHECK(device.index() < settings().devices, "CUDA error: invalid device ordinal");
        uncheckedSetDevice(device);
    }
    void uncheckedSetDevice(c10::Device device) const noexcept override {
        if (device.index() >= 0) make_current_device(device.index());
    }
    c10::DeviceIndex deviceCount() const noexcept override {
        return static_cast<c10::DeviceIndex>(settings().devices);
    }

    c10::Stream getStream(c10::Device device) const override {
        return wrap(current_stream(index_of(device)));
    }
    c10::Stream getDefaultStream(c10::Device device) const override {
        return wrap(default_stream(index_of(device)));
    }
    c10::Stream getNewStream(c10::Device device, int) const override {
        return wrap(new_stream(index_of(device)));
    }
    c10::Stream getStreamFromGlobalPool(c10::Device device, bool) const override {
        return wrap(new_stream(index_of(device)));
    }
    c10::Stream exchangeStream(c10::Stream stream) const override {
        const c10::Stream before = getStream(stream.device());
        make_current(unwrap(stream));
        return before;
    }
    bool queryStream(const c10::Stream& stream) const override {
        Stream& one = unwrap(stream);
        if (!simulated::is_done(one.last())) return false;
        host_wait(one, "query");
        return true;
    }
    void synchronizeStream(const c10::Stream& stream) const override {
        host_wait(unwrap(stream), "synchronize");
    }
    void synchronizeDevice(c10::DeviceIndex device) const override { synchronize_device(device); }

    void record(void** event, const c10::Stream& stream, c10::DeviceIndex, c10::EventFlag) const override {
        if (!*event) *event = new Event;
        simulated::record(*static_cast<Event*>(*event), unwrap(stream));
    }
    void block(void* event, const c10::Stream& stream) const override {
        if (event) stream_wait(unwrap(stream), *static_cast<const Event*>(event));
    }
    bool queryEvent(void* event) const override { return !event || query(*static_cast<const Event*>(event)); }
    void synchronizeEvent(void* event) const override {
        if (event) host_wait(*static_cast<const Event*>(event));
    }
    void destroyEvent(void* event, c10::DeviceIndex) const noexcept override {
        delete static_cast<Event*>(event);
    }
    void recordDataPtrOnStream(const c10::DataPtr& data, const c10::Stream& stream) const override {
        record_use(data, stream);
    }
};

/// What LibTorch asks of CUDA beside the guard.
class Hooks final : public at::CUDAHooksInterface {
public:
    explicit Hooks(at::CUDAHooksArgs) {}

    void init() const override {}
    bool isBuilt() const override { return true; }
    bool isAvailable() const override { return true; }
    bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
    bool hasCUDA() const override { return true; }
    int getNumGPUs() const override { return settings().devices; }
    c10::DeviceIndex deviceCount() const override {
        return static_cast<c10::DeviceIndex>(settings().devices);
    }
    c10::DeviceIndex current_device() const override { return getCurrentDevice(); }
    void setCurrentDevice(c10::DeviceIndex device) const override { make_current_device(device); }
    c10::DeviceIndex getCurrentDevice() const override {
        return static_cast<c10::DeviceIndex>(simulated::current_device());
    }
    c10::DeviceIndex exchangeDevice(c10::DeviceIndex device) const override {
        const c10::DeviceIndex before = getCurrentDevice();
        make_current_device(device);
        return before;
    }
    c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex device) const override {
        return device < 0 ? getCurrentDevice() : exchangeDevice(device);
    }
    void deviceSynchronize(c10::DeviceIndex device) const override { synchronize_device(device); }

    bool isPinnedPtr(const void* data) const override { return pinned_arena().holds(data); }
    c10::Allocator* getPinnedMemoryAllocator() const override { return &pinned_allocator(); }
    c10::Allocator* getCUDADeviceAllocator() const override { return &device_allocator(); }
    c10::Device getDeviceFromPtr(void* data) const override {
        int device = 0;
        const Arena* arena = arena_of(data, &device);
        TORCH_CHECK(arena && !arena->is_pinned(), "the pointer is not one of a device");
        return device_at(device);
    }
    const at::Generator& getDefaultGenerator(c10::DeviceIndex device) const override {
        return default_generator(device);
    }
    at::Generator getNewGenerator(c10::DeviceIndex device) const override {
        return at::make_generator<Generator>(device < 0 ? simulated::current_device() : device);
    }
};

} // namespace

c10::Stream wrap(const Stream& stream) {
    return c10::Stream(c10::Stream::UNSAFE, device_at(stream.device()),
                       stream.id() < settings().devices ? 0 : stream.id());
}

Stream& unwrap(const c10::Stream& stream) {
    return stream.id() == 0 ? default_stream(stream.device_index())
                            : stream_of(static_cast<int>(stream.id()));
}

void install_guard() {
    c10::impl::registerDeviceGuard(c10::kCUDA, new Guard);
}

void install_hooks() {
    at::CUDAHooksRegistry()->Register(
        "CUDAHooks", [](at::CUDAHooksArgs arguments) -> std::unique_ptr<at::CUDAHooksInterface> {
            return std::make_unique<Hooks>(arguments);
        });
}

} // namespace tunedesk::simulated
