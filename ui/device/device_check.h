// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/gpu/gpu_sampler.h"
#include "run/devices/self_check.h"
#include "ui/widgets/background.h"

#include <QObject>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::ui {

/// The GPUs of this machine with their verdicts, and the running self-check, for the widgets that show them.
/// Window's thread.
class DeviceCheck : public QObject {
    Q_OBJECT

public:
    struct Found {
        Gpu gpu;
        std::optional<run::DeviceVerdict> verdict; ///< the stored verdict, else the last one of this window
    };

    using QObject::QObject;
    /// Cancels a running check.
    ~DeviceCheck() override;

    const std::vector<Found>& found() const { return found_; }
    bool is_checking() const { return checking_; }
    /// Whether a usable GPU was never checked.
    bool is_wanted() const;
    /// Identifies what a user's "skip" applies to: these GPUs with this driver and build.
    QString subject() const;
    /// Verdicts of all GPUs that were checked.
    std::vector<run::DeviceVerdict> verdicts() const;

    /// Reads GPUs and verdicts; emits looked().
    void look();
    /// Checks all GPUs on a separate thread; emits began(), progressed(), ended().
    void start();
    /// Cancels the check, which then gives no verdict; ended() is still emitted.
    void stop();

Q_SIGNALS:
    void looked();
    void began();
    void progressed(const tunedesk::run::CheckStep& step);
    void ended();
    void failed(const tunedesk::Error& error);

private:
    void take(std::vector<Found> found);

    std::shared_ptr<GpuSampler> sampler_; ///< created by look()
    std::vector<Found> found_;
    std::vector<run::DeviceVerdict> passing_; ///< of the last check, including those that are not stored
    QString driver_;
    bool checking_ = false;
    std::shared_ptr<std::atomic<bool>> stops_;
};

} // namespace tunedesk::ui
