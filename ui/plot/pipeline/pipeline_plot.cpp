// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/pipeline/pipeline_plot.h"

#include "base/text.h"
#include "ui/plot/run_colours.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr int margin = 8, row_gap = 3;

/// A round step of about an eighth of the total: 1, 2 or 5 times a power of ten.
double tick_of(double whole) {
    const double rough = whole / 8, power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough) return factor * power;
    return 10 * power;
}

} // namespace

PipelinePlot::PipelinePlot(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("Pipeline"));
}

void PipelinePlot::show_passes(event::PipelinePasses passes, const QString& title) {
    passes_ = std::move(passes);
    title_ = title;
    setAccessibleDescription(caption());
    updateGeometry();
    update();
}

QString PipelinePlot::caption() const {
    return tr("%1: stages wait %2 % of %3 ms")
        .arg(title_)
        .arg(100 * passes_.idle_share(), 0, 'f', 1)
        .arg(1000 * passes_.seconds(), 0, 'f', passes_.seconds() < 0.1 ? 1 : 0);
}

int PipelinePlot::height_of_all(const QFontMetrics& metrics) const {
    const int row = metrics.height() + 8;
    return 2 * margin + row + static_cast<int>(passes_.stages.size()) * row + metrics.height() + 6;
}

QSize PipelinePlot::sizeHint() const {
    return {480, height_of_all(fontMetrics())};
}

QSize PipelinePlot::minimumSizeHint() const {
    return {240, height_of_all(fontMetrics())};
}

void PipelinePlot::draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const {
    painter.fillRect(area, colours.background);
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double row = std::ceil(metrics.height()) + 8;
    painter.setPen(colours.text);
    painter.drawText(QRectF(area.left() + margin, area.top() + margin, area.width() - 2 * margin, row),
                     Qt::AlignVCenter, caption());
    const double label = metrics.horizontalAdvance(tr("Stage %1").arg(passes_.stages.size())) + margin;
    QRectF rows(area.left() + margin + label, area.top() + margin + row,
                std::max(10.0, area.width() - label - 3 * margin),
                row * static_cast<double>(passes_.stages.size()));
    draw_axis(painter, rows, colours);
    double top = rows.top();
    for (std::size_t stage = 0; stage < passes_.stages.size(); ++stage, top += row) {
        painter.setPen(colours.text);
        painter.drawText(QRectF(area.left() + margin, top, label, row), Qt::AlignVCenter,
                         tr("Stage %1").arg(stage));
        draw_stage(painter, QRectF(rows.left(), top, rows.width(), row), passes_.stages[stage], colours);
    }
}

void PipelinePlot::draw_stage(QPainter& painter, const QRectF& row,
                              const std::vector<event::StagePass>& passes,
                              const FigureColours& colours) const {
    const double whole = passes_.seconds();
    if (whole <= 0) return;
    const QFontMetricsF metrics(painter.font(), painter.device());
    for (const event::StagePass& pass : passes) {
        const QColor fill =
            colours.tinted(colours.legible(run_colour_choices()[pass.is_forward ? 0 : 1]), 0.85);
        const QRectF bar(row.left() + row.width() * pass.begin / whole, row.top() + row_gap,
                         std::max(1.0, row.width() * (pass.end - pass.begin) / whole - 1),
                         row.height() - 2 * row_gap);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRect(bar);
        const QString number = QString::number(pass.micro_batch + 1);
        if (metrics.horizontalAdvance(number) > bar.width() - 2) continue;
        painter.setPen(FigureColours::text_on(fill));
        painter.drawText(bar, Qt::AlignCenter, number);
    }
}

/// Draws the time axis below the rows, and the legend of the passes' colors.
void PipelinePlot::draw_axis(QPainter& painter, const QRectF& rows, const FigureColours& colours) const {
    const double whole = passes_.seconds();
    if (whole <= 0) return;
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double tick = tick_of(whole);
    for (double at = 0; at <= whole; at += tick) {
        const double x = rows.left() + rows.width() * at / whole;
        painter.setPen(colours.grid);
        painter.drawLine(QPointF(x, rows.top()), QPointF(x, rows.bottom()));
        painter.setPen(colours.text);
        const QString text = at == 0 ? tr("0 ms") : QString::number(1000 * at, 'g', 4);
        const double width = metrics.horizontalAdvance(text);
        if (x + width / 2 > rows.right() + margin) break;
        painter.drawText(QRectF(x - width / 2 - 1, rows.bottom() + 2, width + 2, metrics.height()),
                         Qt::AlignCenter, text);
    }
    double right = rows.right();
    const double top = rows.top() - metrics.height() - 6;
    for (const bool is_forward : {false, true}) {
        const QString text = is_forward ? tr("forward") : tr("backward");
        const double width = metrics.horizontalAdvance(text);
        painter.setPen(colours.text);
        painter.drawText(QRectF(right - width, top, width + 1, metrics.height()), Qt::AlignVCenter, text);
        const double side = metrics.ascent();
        painter.fillRect(QRectF(right - width - side - 4, top + (metrics.height() - side) / 2, side, side),
                         colours.tinted(colours.legible(run_colour_choices()[is_forward ? 0 : 1]), 0.85));
        right -= width + side + 20;
    }
}

void PipelinePlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter, rect(), FigureColours::of(palette()));
}

QByteArray PipelinePlot::render(const QString& suffix, int width) const {
    const QSize size(width, height_of_all(fontMetrics()));
    return render_figure(suffix, size, title_, [&](QPaintDevice* device) {
        QPainter painter(device);
        painter.setFont(font());
        draw(painter, QRectF(QPointF(), size), FigureColours::paper());
    });
}

void PipelinePlot::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu;
    add_export_actions(&menu, this,
                       {QStringLiteral("pipeline"),
                        [this](const QString& suffix) { return [bytes = render(suffix)] { return bytes; }; },
                        false});
    menu.exec(event->globalPos());
}

} // namespace tunedesk::ui
