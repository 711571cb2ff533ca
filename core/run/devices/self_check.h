// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/devices/device_verdict.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// The current step of a self-check.
struct CheckStep {
    int gpu = 0; ///< its index
    Phrase comparison;
    int done = 0, total = 0; ///< rows of all GPUs
};

/// Callbacks and limits of a self-check.
struct SelfCheckWatch {
    std::function<void(const CheckStep&)> progress;
    /// Return true to cancel the check, which then gives no verdict.
    std::function<bool()> enough;
    /// Time limit per GPU, and for all GPUs together; later rows are "not reached". 90 s, or the value of
    /// TUNEDESK_DEVICE_CHECK_SECONDS.
    double seconds = usual_seconds();
    double silent_seconds = seconds / 3; ///< a process without output for this time hangs

    static double usual_seconds();
};

/// The versions of the worker's libraries for GPUs; loads nothing of CUDA.
struct GpuLibraries {
    std::string libtorch;           ///< "2.11.0"; "" if the worker does not answer
    std::vector<int> architectures; ///< that LibTorch has kernels for, 10 * major + minor
    std::string problem;            ///< why GPUs cannot be used, or ""
};
GpuLibraries gpu_libraries();

/// Compares one GPU with the host, in separate processes: libraries and architectures, a copy, a kernel,
/// logits and gradients of small models, 20 training steps, every technique that the device offers, NCCL,
/// memory given back. A failure, hang or crash is recorded in its row, and the check continues if possible.
/// std::nullopt if `enough` cancelled it. Throws errors of writing files. Blocks; any thread.
std::optional<DeviceVerdict> check_device(const Gpu& gpu, const std::string& driver,
                                          const SelfCheckWatch& watch);

/// Checks NCCL among all GPUs: a short training with one rank per GPU, compared with ranks on the host.
/// std::nullopt if `enough` cancelled it. Blocks; any thread.
std::optional<CheckedRow> check_together(const std::vector<Gpu>& gpus, const SelfCheckWatch& watch);

/// Checks each GPU that answers, then all together, stores the verdicts, and returns them in the order of the
/// GPUs. A stored result of NCCL among more GPUs is kept. std::nullopt if `enough` ended it.
std::optional<std::vector<DeviceVerdict>>
check_devices(const std::vector<Gpu>& all, const std::string& driver, const SelfCheckWatch& watch);

} // namespace tunedesk::run
