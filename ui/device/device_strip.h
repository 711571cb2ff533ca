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

/// The line at the window's bottom: load and memory of this machine and its GPUs. Read every two seconds in
/// the background, but not while the window is minimized or hidden.
class DeviceStrip : public QFrame {
    Q_OBJECT

public:
    explicit DeviceStrip(QWidget* parent = nullptr);

    /// The text at the left: a description of the selected run or preset.
    void set_text(const QString& text);
    /// Sets the remark beside each GPU's figures.
    void set_verdicts(const std::vector<DeviceCheck::Found>& found);

Q_SIGNALS:
    /// Emitted to request details about the GPUs.
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
    QToolButton* gpus_; ///< hidden without GPUs
    QTimer* timer_;
    std::shared_ptr<GpuSampler> sampler_; ///< exists while the strip is visible
    std::optional<HostFigures> last_;
    QHash<QString, QString> verdicts_; ///< by UUID of the GPU
};

} // namespace tunedesk::ui
