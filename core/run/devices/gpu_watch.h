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

/// Those of `visible` that the preset's ranks run on: the listed ones, else the first ones.
std::vector<Gpu> gpus_of(const Preset& preset, const std::vector<Gpu>& visible);

/// Watches the GPUs of a run: who else uses them, whether one is lost, what the kernel logs about them. Costs
/// nothing where the ranks run on the CPU. Thread rule: one thread; nothing here waits for a driver.
class GpuWatch {
public:
    /// Starts watching. `visible`: CUDA_VISIBLE_DEVICES of the ranks; none: this process's own. TUNEDESK_KMSG
    /// names another kernel log than /dev/kmsg.
    explicit GpuWatch(const Preset& preset, std::optional<std::string> visible = {});

    /// Whether it is known which GPUs the run uses (or that there are none).
    bool is_ready() const;
    /// Empty before it is known, and on the CPU. Of one that no longer answers, what was known before.
    std::vector<Gpu> used();
    /// Once, when it has become known: who used the run's GPUs before its ranks did, as a sentence. Empty if
    /// no other process does, and at all other times.
    std::string sharing_notice();
    /// name_of() where one of the run's has fallen off the bus, or empty.
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
