// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/device/device_strip.h"

#include "base/text.h"
#include "ui/widgets/background.h"
#include "ui/widgets/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QTimer>
#include <QToolButton>

namespace tunedesk::ui {

namespace {

constexpr int every_ms = 2000;

QProgressBar* meter(const QString& name) {
    auto* bar = new QProgressBar;
    bar->setTextVisible(false);
    bar->setRange(0, 100);
    bar->setFixedSize(72, 10);
    bar->setAccessibleName(name);
    return bar;
}

} // namespace

DeviceStrip::DeviceStrip(QWidget* parent)
    : QFrame(parent), text_(new QLabel), processor_text_(new QLabel), processor_(meter(tr("Processor load"))),
      memory_text_(new QLabel), memory_(meter(tr("Memory in use"))), gpus_(new QToolButton),
      timer_(new QTimer(this)) {
    setFrameShape(QFrame::NoFrame);
    text_->setTextFormat(Qt::PlainText);
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(8);
    row->addWidget(text_, 1);
    row->addWidget(processor_text_);
    row->addWidget(processor_);
    row->addSpacing(8);
    row->addWidget(memory_text_);
    row->addWidget(memory_);
    row->addWidget(gpus_);
    gpus_->setAutoRaise(true);
    gpus_->setAccessibleName(tr("GPUs"));
    gpus_->hide();
    connect(gpus_, &QToolButton::clicked, this, &DeviceStrip::gpus_requested);
    timer_->setInterval(every_ms);
    connect(timer_, &QTimer::timeout, this, &DeviceStrip::read);
    timer_->start();
    QTimer::singleShot(0, this, &DeviceStrip::read);
}

void DeviceStrip::set_text(const QString& text) {
    text_->setText(text);
    text_->setToolTip(text);
}

void DeviceStrip::set_verdicts(const std::vector<DeviceCheck::Found>& found) {
    verdicts_.clear();
    for (const DeviceCheck::Found& one : found)
        verdicts_[to_qt(one.gpu.uuid)] = !one.verdict             ? tr("not checked")
                                         : one.verdict->is_good() ? tr("checked")
                                                                  : tr("check failed");
}

void DeviceStrip::read() {
    if (!isVisible() || window()->isMinimized()) return sampler_.reset();
    if (!sampler_) sampler_ = GpuSampler::shared();
    if (const auto gpus = sampler_->latest()) show_gpus(*gpus);
    in_background(
        this, [](const CancelToken&) { return read_host_figures(); },
        [this](const std::optional<HostFigures>& figures) {
            if (figures) show_figures(*figures);
        });
}

void DeviceStrip::show_figures(const HostFigures& figures) {
    const HostFigures before = last_.value_or(HostFigures{});
    last_ = figures;
    const int load = figures.load_since(before);
    processor_->setValue(load);
    processor_text_->setText(tr("CPU, %n core(s): %1%", nullptr, figures.cores).arg(load));
    memory_->setValue(static_cast<int>(100 * figures.memory_used / figures.memory_total));
    memory_text_->setText(
        tr("Memory: %1 of %2")
            .arg(to_qt(human_bytes(figures.memory_used)), to_qt(human_bytes(figures.memory_total))));
}

void DeviceStrip::show_gpus(const GpuReading& reading) {
    QStringList all;
    for (const Gpu& gpu : reading.gpus) {
        const QString memory =
            tr("%1 of %2").arg(to_qt(human_bytes(gpu.memory_used)), to_qt(human_bytes(gpu.memory_total)));
        QString text =
            gpu.lost ? tr("GPU %1: lost").arg(gpu.index)
                     : tr("GPU %1: %2%, %3").arg(gpu.index).arg(gpu.utilization.value_or(0)).arg(memory);
        if (const auto verdict = verdicts_.constFind(to_qt(gpu.uuid));
            verdict != verdicts_.cend() && !gpu.lost)
            text = tr("%1, %2").arg(text, *verdict);
        all << text;
    }
    // More than two GPUs need too much space: they are listed in the tool tip.
    gpus_->setText(all.size() > 2 ? tr("%n GPUs", nullptr, static_cast<int>(all.size()))
                                  : all.join(QStringLiteral("   ")));
    gpus_->setToolTip(all.join(u'\n'));
    gpus_->setVisible(!all.isEmpty());
}

} // namespace tunedesk::ui
