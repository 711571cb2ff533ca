// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/gpu/gpu_sampler.h"
#include "base/host_figures.h"
#include "ui/device/device_check.h"

#include <QFrame>
#include <QHash>
#include <memory>
#include <optional>

class QLabel;
class QProgressBar;
class QTimer;
class QToolButton;

namespace tunedesk::ui {

/// The line at the window's bottom: load and memory of this machine and its GPUs, always visible. Read every
/// two seconds off the window's thread, and not at all while the window is minimized or hidden.
class DeviceStrip : public QFrame {
    Q_OBJECT

public:
    explicit DeviceStrip(QWidget* parent = nullptr);

    /// Shown at the left: what the selected run or preset is about.
    void set_text(const QString& text);
    /// The remark about each GPU beside its figures.
    void set_verdicts(const std::vector<DeviceCheck::Found>& found);

Q_SIGNALS:
    /// More about the GPUs is asked for.
    void gpus_requested();

private:
    void read();
    void show_figures(const HostFigures& figures);
    void show_gpus(const GpuReading& reading);

    QLabel* text_;
    QLabel* processor_text_;
    QProgressBar* processor_;
    QLabel* memory_text_;
    QProgressBar* memory_;
    QToolButton* gpus_; ///< hidden where there is none
    QTimer* timer_;
    std::shared_ptr<GpuSampler> sampler_; ///< while the strip is visible
    std::optional<HostFigures> last_;
    QHash<QString, QString> verdicts_; ///< of a GPU's UUID
};

} // namespace tunedesk::ui
