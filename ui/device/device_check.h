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

/// The GPUs of this machine with what is known of them, and the self-check under way, for the parts of
/// the window that show them. Window's thread.
class DeviceCheck : public QObject {
    Q_OBJECT

public:
    struct Found {
        Gpu gpu;
        std::optional<run::DeviceVerdict> verdict; ///< the kept one, else this window's last
    };

    using QObject::QObject;
    /// Ends a check that is under way.
    ~DeviceCheck() override;

    const std::vector<Found>& found() const { return found_; }
    bool is_checking() const { return checking_; }
    /// Whether a GPU that could be used was never checked.
    bool is_wanted() const;
    /// What a user's "skip" is of: these GPUs with this driver and build.
    QString subject() const;
    /// Verdicts of all that were checked.
    std::vector<run::DeviceVerdict> verdicts() const;

    /// Reads GPUs and verdicts; looked() follows.
    void look();
    /// Checks all of them on a thread of its own: began(), progressed(), ended().
    void start();
    /// The check gives no verdict; ended() follows all the same.
    void stop();

Q_SIGNALS:
    void looked();
    void began();
    void progressed(const tunedesk::run::CheckStep& step);
    void ended();
    void failed(const tunedesk::Error& error);

private:
    void take(std::vector<Found> found);

    std::shared_ptr<GpuSampler> sampler_; ///< once look() was called
    std::vector<Found> found_;
    std::vector<run::DeviceVerdict> passing_; ///< of the last check: not all are kept
    QString driver_;
    bool checking_ = false;
    std::shared_ptr<std::atomic<bool>> stops_;
};

} // namespace tunedesk::ui
