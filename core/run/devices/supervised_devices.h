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

/// The devices of a supervised run: claims, state and usage. Thread rule: one thread.
class SupervisedDevices {
public:
    /// `visible`: CUDA_VISIBLE_DEVICES of the ranks; none: this process's own.
    SupervisedDevices(const Preset& preset, std::optional<std::string> visible)
        : gpus_(preset, std::move(visible)) {}

    GpuWatch& gpus() { return gpus_; }
    /// Claims, every two seconds, the run's devices that are not claimed yet. A device that another run holds
    /// is tried again, because that run may end.
    void claim(double now, const UserSettings& settings);
    /// Whether a Devices event is due: often at first, every ten seconds after some minutes.
    bool is_report_due(double now);
    /// Makes a Devices event. `uses`: the memory of the ranks.
    event::Event report(double now, const std::vector<RankUse>& uses);

private:
    GpuWatch gpus_;
    DeviceClaims claims_;
    std::optional<HostFigures> host_;
    double claims_tried_ = 0, began_ = 0, reported_ = 0; ///< monotonic
};

} // namespace tunedesk::run
