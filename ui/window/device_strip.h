#pragma once

#include "base/gpu_sampler.h"
#include "base/host_figures.h"

#include <QFrame>
#include <memory>
#include <optional>

class QLabel;
class QProgressBar;
class QTimer;

namespace tunedesk::ui {

/// The line at the window's bottom: load and memory of this machine and its GPUs, always visible. Read every
/// two seconds off the window's thread, and not at all while the window is minimized or hidden.
class DeviceStrip : public QFrame {
    Q_OBJECT

public:
    explicit DeviceStrip(QWidget* parent = nullptr);

    /// Shown at the left: what the selected run or preset is about.
    void set_text(const QString& text);

private:
    void read();
    void show_figures(const HostFigures& figures);
    void show_gpus(const GpuReading& reading);

    QLabel* text_;
    QLabel* processor_text_;
    QProgressBar* processor_;
    QLabel* memory_text_;
    QProgressBar* memory_;
    QLabel* gpus_; ///< hidden where there is none
    QTimer* timer_;
    std::shared_ptr<GpuSampler> sampler_; ///< while the strip is visible
    std::optional<HostFigures> last_;
};

} // namespace tunedesk::ui
