// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/devices/supervised_devices.h"

#include "base/error.h"

#include <algorithm>
#include <utility>

namespace tunedesk::run {

namespace {

constexpr double claim_seconds = 2;

} // namespace

void SupervisedDevices::claim(double now, const UserSettings& settings) try {
    if (now - claims_tried_ <= claim_seconds) return;
    claims_tried_ = now;
    if (!gpus_.is_ready()) return;
    for (const Gpu& gpu : gpus_.used())
        claims_.claim(gpu.uuid);
    if (!gpus_.used().empty() || !claims_.empty()) return;
    for (const ClaimableDevice& slot : all_devices({}, settings))
        if (slot.free && claims_.claim(slot.id)) return;
} catch (const Error&) {
    // Without locks or settings the queue cannot know of this run; that is no reason not to train.
}

bool SupervisedDevices::is_report_due(double now) {
    if (began_ == 0) began_ = reported_ = now;
    return now - reported_ >= std::clamp((now - began_) / 30, 2.0, 10.0);
}

event::Event SupervisedDevices::report(double now, const std::vector<RankUse>& uses) {
    reported_ = now;
    const auto before = std::exchange(host_, read_host_figures());
    return device_report(uses, gpus_.used(), before, host_);
}

} // namespace tunedesk::run
