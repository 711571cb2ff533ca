// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "run/devices/device_claims.h"
#include "run/devices/device_report.h"
#include "run/devices/gpu_watch.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// The devices of a supervised run: claims on them, their state, their figures. Thread rule: one thread.
class SupervisedDevices {
public:
    /// `visible`: CUDA_VISIBLE_DEVICES of the ranks; none: this process's own.
    SupervisedDevices(const Preset& preset, std::optional<std::string> visible)
        : gpus_(preset, std::move(visible)) {}

    GpuWatch& gpus() { return gpus_; }
    /// Every two seconds, claims what the run uses and has not yet. What another run has claimed is asked for
    /// again, since that run may end.
    void claim(double now, const UserSettings& settings);
    /// For the curves of memory: often at first, every ten seconds after some minutes.
    bool is_report_due(double now);
    /// A Devices event. `uses`: what the ranks hold.
    event::Event report(double now, const std::vector<RankUse>& uses);

private:
    GpuWatch gpus_;
    DeviceClaims claims_;
    std::optional<HostFigures> host_;
    double claims_tried_ = 0, began_ = 0, reported_ = 0; ///< monotonic
};

} // namespace tunedesk::run
