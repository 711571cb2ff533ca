// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/devices/device_verdict.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// What a self-check is at.
struct CheckStep {
    int gpu = 0; ///< its index
    Phrase comparison;
    int done = 0, total = 0; ///< rows, of all GPUs
};

/// How a self-check is followed and bounded.
struct SelfCheckWatch {
    std::function<void(const CheckStep&)> progress;
    /// Ends the check, which then gives no verdict.
    std::function<bool()> enough;
    /// For each GPU, and for all together: what is left then is not reached. 90, or what
    /// TUNEDESK_DEVICE_CHECK_SECONDS says for a slow machine.
    double seconds = usual_seconds();
    double silent_seconds = seconds / 3; ///< a process that is silent for so long hangs

    static double usual_seconds();
};

/// The versions of the worker's libraries for GPUs; loads nothing of CUDA.
struct GpuLibraries {
    std::string libtorch;           ///< "2.11.0"; "" if the worker does not answer
    std::vector<int> architectures; ///< that LibTorch has kernels for, 10 * major + minor
    std::string problem;            ///< why GPUs cannot be used, or ""
};
GpuLibraries gpu_libraries();

/// Compares one GPU with the host, in processes of its own that nothing of a run depends on: libraries and
/// architectures, a copy, a kernel, logits and gradients of small models, 20 training steps, every technique
/// that the device offers, NCCL, memory given back. What fails, hangs or dies is a row; the rest continues
/// where it can. std::nullopt if `enough` ended it. Throws Errors of the disk. Blocks; any thread.
std::optional<DeviceVerdict> check_device(const Gpu& gpu, const std::string& driver,
                                          const SelfCheckWatch& watch);

/// NCCL among all of them: two steps and more of one training, a rank a GPU, against the host's ranks.
/// std::nullopt if `enough` ended it. Blocks; any thread.
std::optional<CheckedRow> check_together(const std::vector<Gpu>& gpus, const SelfCheckWatch& watch);

/// Checks each of them that answers and all together, and keeps the verdicts, in their order. What is known
/// of NCCL among more GPUs than these stays. std::nullopt if `enough` ended it.
std::optional<std::vector<DeviceVerdict>>
check_devices(const std::vector<Gpu>& all, const std::string& driver, const SelfCheckWatch& watch);

} // namespace tunedesk::run
