// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/home/machine_card.h"

#include "base/gpu/gpu_sampler.h"
#include "base/host_figures.h"
#include "base/text.h"
#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/tokens.h"
#include "ui/widgets/background.h"
#include "ui/widgets/text.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QTimer>

namespace tunedesk::ui {

namespace {

constexpr int read_every_ms = 2000;

/// An icon in the muted color of the current theme.
class IconMark : public QWidget {
public:
    explicit IconMark(QString icon) : icon_(std::move(icon)) {
        setFixedSize(style::icon_size, style::icon_size);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        style::paint_icon(painter, icon_, rect(), style::colors_of(palette()).muted);
    }

private:
    QString icon_;
};

QLabel* line_with_icon(QGridLayout* grid, const QString& icon, const QString& name) {
    const int row = grid->rowCount();
    auto* mark = new IconMark(icon);
    auto* text = new QLabel;
    text->setWordWrap(true);
    text->setAccessibleName(name);
    grid->addWidget(mark, row, 0, Qt::AlignTop);
    grid->addWidget(text, row, 1);
    return text;
}

} // namespace

MachineCard::MachineCard(QWidget* parent) : QFrame(parent), timer_(new QTimer(this)) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(style::l, style::l, style::l, style::l);
    grid->setHorizontalSpacing(style::s);
    grid->setVerticalSpacing(style::s);
    grid->setColumnStretch(1, 1);
    auto* title = new QLabel(tr("This machine"));
    QFont face = style::font(style::TextSize::body);
    face.setWeight(QFont::DemiBold);
    title->setFont(face);
    auto* name = new QLabel(to_qt(shortened(host_name(), 40)));
    style::set_text_size(name, style::TextSize::small, true);
    grid->addWidget(title, 0, 0, 1, 2);
    grid->addWidget(name, 1, 0, 1, 2);
    cores_ = line_with_icon(grid, QStringLiteral("chip"), tr("Processor"));
    memory_ = line_with_icon(grid, QStringLiteral("data"), tr("Memory"));
    gpus_ = line_with_icon(grid, QStringLiteral("server"), tr("GPUs"));
    grid->setRowStretch(grid->rowCount(), 1);
    gpus_->setText(tr("No NVIDIA GPU: trains on the CPU"));
    cores_->setText(tr("%n core(s)", nullptr, usable_cores()));
    timer_->setInterval(read_every_ms);
    connect(timer_, &QTimer::timeout, this, &MachineCard::read);
}

void MachineCard::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    sampler_ = GpuSampler::shared();
    timer_->start();
    read();
}

void MachineCard::hideEvent(QHideEvent* event) {
    QFrame::hideEvent(event);
    timer_->stop();
    sampler_.reset();
}

void MachineCard::read() {
    show_gpus();
    in_background(
        this, [](const CancelToken&) { return read_host_figures(); },
        [this](const std::optional<HostFigures>& figures) {
            if (!figures) return;
            memory_->setText(tr("%1 free of %2")
                                 .arg(to_qt(human_bytes(figures->memory_total - figures->memory_used)),
                                      to_qt(human_bytes(figures->memory_total))));
        });
}

void MachineCard::show_gpus() {
    const auto reading = sampler_ ? sampler_->latest() : std::nullopt;
    if (!reading || reading->gpus.empty()) return;
    QStringList lines;
    for (const Gpu& gpu : reading->gpus)
        lines
            << tr("%1, %2 free").arg(to_qt(gpu.name), to_qt(human_bytes(gpu.memory_total - gpu.memory_used)));
    gpus_->setText(lines.join(u'\n'));
}

void MachineCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const style::Colors& colors = style::colors_of(palette());
    painter.setBrush(colors.surface);
    painter.setPen(QPen(colors.border, 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), style::card_radius,
                            style::card_radius);
}

} // namespace tunedesk::ui
