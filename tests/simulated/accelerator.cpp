// SPDX-License-Identifier: GPL-3.0-or-later
// parallel::Accelerator over the simulated device: TUNEDESK_CUDA_LIBRARY names this library in place of the
// one that drives NVIDIA's GPUs.
#include "parallel/accelerator.h"
#include "cuda/row_operations.h"

#include "simulated/collectives.h"
#include "simulated/graph.h"
#include "simulated/runtime.h"
#include "simulated/settings.h"
#include "simulated/verdict.h"
#include "simulated/workspace.h"

#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fstream>

namespace tunedesk::simulated {

namespace {

/// Of the main thread: it goes before all globals, which kernels use.
struct FinishedFirst {
    ~FinishedFirst() { finish_streams(); }
};

class Accelerator final : public parallel::Accelerator {
public:
    Accelerator() {
        thread_local const FinishedFirst finished_first;
        install();
        install_gloo();
    }
    ~Accelerator() override {
        if (!settings().report.empty()) std::ofstream(settings().report, std::ios::app) << figures_json();
        for (int device = 0; device < settings().devices; ++device) {
            const std::size_t taken = workspace_bytes(device);
            const std::lock_guard lock(state_lock());
            if (const std::size_t held = device_arena(device).allocated() - taken)
                end_process(fmt::format("{} bytes of device {} are still held at the end", held, device));
        }
    }

    int device_count() const override { return settings().devices; }
    std::string device_name(int) const override {
        return fmt::format("simulated device, {} MiB", settings().capacity >> 20);
    }
    std::string versions() const override { return "simulated"; }
    void select(int index) override { make_current_device(index); }
    parallel::DeviceMemory memory(int index) const override {
        const std::lock_guard lock(state_lock());
        const Arena& arena = device_arena(index);
        return {arena.allocated(), arena.peak()};
    }
    std::unique_ptr<parallel::Recorder> recorder() override { return std::make_unique<Recorder>(); }
    void release_cached_memory() override {} // nothing is cached
    model::Operations operations(const model::Operations& plain) override {
        return cuda::with_row_kernels(plain);
    }
    c10::intrusive_ptr<c10d::Backend> nccl(const c10::intrusive_ptr<c10d::Store>& store, int rank, int size,
                                           std::chrono::milliseconds timeout) override {
        return make_collectives(store, rank, size, timeout);
    }
};

} // namespace

void install() {
    explain_faults();
    make_devices();
    install_guard();
    install_memory();
    install_hooks();
    install_operators();
}

} // namespace tunedesk::simulated

extern "C" __attribute__((visibility("default"))) tunedesk::parallel::Accelerator*
tunedesk_accelerator(const char* interface) {
    if (std::strcmp(interface, tunedesk::parallel::accelerator_interface) != 0) return nullptr;
    // Without it CUDA would count its devices in another order than NVML, whose indices a preset holds.
    const char* order = std::getenv("CUDA_DEVICE_ORDER");
    if (!order || std::strcmp(order, "PCI_BUS_ID") != 0) return nullptr;
    static tunedesk::simulated::Accelerator one;
    return &one;
}
