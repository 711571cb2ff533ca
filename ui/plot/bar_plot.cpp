// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/bar_plot.h"

#include "base/text.h"
#include "ui/plot/run_colours.h"
#include "ui/widgets/text.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr int gap = 8;

QString shown(double value, const QString& text) {
    if (!text.isEmpty()) return text;
    return std::isfinite(value) ? QString::number(value, 'g', 5) : QStringLiteral("–");
}

int row_height(const Bar& bar, int line) {
    return (bar.published ? 2 * line : line) + gap;
}

} // namespace

BarPlot::BarPlot(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("Bar chart"));
}

void BarPlot::set_title(const QString& title) {
    title_ = title;
    setAccessibleName(title);
    update();
}

void BarPlot::set_bars(std::vector<Bar> bars) {
    bars_ = std::move(bars);
    QStringList lines;
    for (const Bar& bar : bars_)
        lines << bar.label + QStringLiteral(": ") + shown(bar.value, bar.text);
    setAccessibleDescription(lines.join(u'\n'));
    updateGeometry();
    update();
}

void BarPlot::set_full_length(double value) {
    full_length_ = value;
    update();
}

int BarPlot::height_of_all(const QFontMetrics& metrics) const {
    const int line = metrics.height() + 4;
    int height = 2 * gap + (title_.isEmpty() ? 0 : line + gap);
    for (const Bar& bar : bars_)
        height += row_height(bar, line);
    return height;
}

QSize BarPlot::sizeHint() const {
    return {400, height_of_all(fontMetrics())};
}

QSize BarPlot::minimumSizeHint() const {
    return {240, height_of_all(fontMetrics())};
}

void BarPlot::draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const {
    painter.fillRect(area, colours.background);
    painter.setPen(colours.text);
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double line = std::ceil(metrics.height()) + 4;
    double label_width = 0, text_width = 0, most = full_length_;
    for (const Bar& bar : bars_) {
        label_width = std::max(label_width, metrics.horizontalAdvance(bar.label));
        text_width = std::max(text_width, metrics.horizontalAdvance(shown(bar.value, bar.text)));
        if (std::isfinite(bar.value)) most = std::max(most, bar.value);
        if (!bar.published) continue;
        text_width =
            std::max(text_width, metrics.horizontalAdvance(shown(*bar.published, bar.published_text)));
        most = std::max(most, *bar.published);
    }
    label_width = std::min(label_width, area.width() * 0.4);
    const double left = area.left() + gap + label_width + gap;
    const double room = std::max(10.0, area.right() - gap - text_width - gap - left);
    double y = area.top() + gap;
    if (!title_.isEmpty()) {
        QFont bold = painter.font();
        bold.setBold(true);
        painter.save();
        painter.setFont(bold);
        painter.drawText(QRectF(area.left() + gap, y, area.width() - 2 * gap, line), Qt::AlignVCenter,
                         title_);
        painter.restore();
        y += line + gap;
    }
    const auto draw_bar = [&](double value, const QString& text, const QColor& fill, bool outlined) {
        const double length = most > 0 && std::isfinite(value) ? room * std::max(0.0, value) / most : 0;
        const QRectF rect(left, y + 2, std::max(1.0, length), line - 4);
        painter.setPen(outlined ? QPen(fill, 1.2) : QPen(Qt::NoPen));
        painter.setBrush(outlined ? QBrush(colours.tinted(fill, 0.15)) : QBrush(fill));
        painter.drawRect(outlined ? rect.adjusted(0.5, 0.5, -0.5, -0.5) : rect);
        painter.setPen(colours.text);
        painter.drawText(QRectF(rect.right() + gap, y, text_width + gap, line), Qt::AlignVCenter, text);
        y += line;
    };
    for (const Bar& bar : bars_) {
        const QColor fill = colours.legible(bar.colour.isValid() ? bar.colour : run_colour_choices().front());
        painter.setPen(colours.text);
        painter.drawText(QRectF(area.left() + gap, y, label_width, line), Qt::AlignVCenter | Qt::AlignRight,
                         metrics.elidedText(bar.label, Qt::ElideMiddle, label_width + 1));
        draw_bar(bar.value, shown(bar.value, bar.text), fill, false);
        if (bar.published) draw_bar(*bar.published, shown(*bar.published, bar.published_text), fill, true);
        y += gap;
    }
}

void BarPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    draw(painter, rect(), FigureColours::of(palette()));
}

QByteArray BarPlot::render(const QString& suffix, int width) const {
    if (suffix == u"csv") return csv();
    const QSize size(width, height_of_all(fontMetrics()));
    return render_figure(suffix, size, title_, [&](QPaintDevice* device) {
        QPainter painter(device);
        painter.setFont(font());
        painter.setRenderHint(QPainter::Antialiasing);
        draw(painter, QRectF(QPointF(), size), FigureColours::paper());
    });
}

QByteArray BarPlot::csv() const {
    std::string table = "label,value,published\n";
    for (const Bar& bar : bars_)
        table += csv_field(bar.label.toStdString()) + ',' + shortest(bar.value) + ',' +
                 (bar.published ? shortest(*bar.published) : "") + '\n';
    return QByteArray::fromStdString(table);
}

void BarPlot::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu;
    add_export_actions(&menu, this,
                       {title_.isEmpty() ? QStringLiteral("bars") : title_,
                        [this](const QString& suffix) { return [bytes = render(suffix)] { return bytes; }; },
                        true});
    menu.exec(event->globalPos());
}

} // namespace tunedesk::ui
