// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/gpu/gpu_sampler.h"
#include "preset/preset.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// "GPU 1 (NVIDIA A100)", or "GPU 1" where the driver gives no name.
std::string name_of(const Gpu& gpu);

/// Whether the preset names its GPUs one by one.
bool lists_gpus(const Preset& preset);

/// The GPUs of `visible` that the preset's ranks run on: the listed ones, else the first ones.
std::vector<Gpu> gpus_of(const Preset& preset, const std::vector<Gpu>& visible);

/// Watches the GPUs of a run: other processes on them, lost GPUs, and kernel messages about them. Does
/// nothing if the ranks run on the CPU. Thread rule: one thread; no member waits for the driver.
class GpuWatch {
public:
    /// Starts watching. `visible`: CUDA_VISIBLE_DEVICES of the ranks; none: this process's own. TUNEDESK_KMSG
    /// names another kernel log than /dev/kmsg.
    explicit GpuWatch(const Preset& preset, std::optional<std::string> visible = {});

    /// Whether it is known which GPUs the run uses (or that there are none).
    bool is_ready() const;
    /// The run's GPUs; empty before is_ready() and on the CPU. A GPU that no longer answers keeps its last
    /// reading.
    std::vector<Gpu> used();
    /// A sentence about other processes on the run's GPUs, returned once after is_ready(); empty if there are
    /// none and on all other calls.
    std::string sharing_notice();
    /// name_of() the run's GPU that has fallen off the bus; empty if none has.
    std::string lost();
    /// The kernel log's lines about the run's GPUs since this object was made: lines of NVRM with an Xid,
    /// the oldest first. May ask journalctl, for at most 3 s, where the log itself may not be read.
    std::vector<std::string> xids();

private:
    const Preset preset_;
    const std::optional<std::string> visible_;
    const double began_; ///< UTC
    std::unique_ptr<GpuSampler> sampler_;
    std::vector<Gpu> used_; ///< as last read
    FileDescriptor kernel_log_;
    bool has_noticed_sharing_ = false;
};

} // namespace tunedesk::run
