// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <memory>

class QLabel;
class QTimer;

namespace tunedesk {
class GpuSampler;
}

namespace tunedesk::ui {

/// This machine's hardware for training: its name, cores, memory and GPUs. Read while visible. Window's
/// thread.
class MachineCard : public QFrame {
    Q_OBJECT

public:
    explicit MachineCard(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void read();
    void show_gpus();

    QLabel *cores_, *memory_, *gpus_;
    QTimer* timer_;
    std::shared_ptr<GpuSampler> sampler_;
};

} // namespace tunedesk::ui
