// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/heat_map.h"

#include "base/text.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tunedesk::ui {

namespace {

constexpr double space = 8;
const QColor full_on_light(0x1f, 0x6f, 0xb4), full_on_dark(0x62, 0xb0, 0xec);
const QColor less_on_light(0xc2, 0x5a, 0x12), less_on_dark(0xf0, 0x9a, 0x55);

QString rate_text(double rate) {
    return QString::number(rate * 100, 'f', rate > 0 && rate < 0.1 ? 1 : 0) + u'%';
}

} // namespace

HeatMap::HeatMap(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Confusion matrix"));
}

void HeatMap::set_matrix(ConfusionCounts matrix) {
    matrix_ = std::move(matrix);
    current_ = {-1, -1};
    update();
}

void HeatMap::set_changes(const QStringList& names, std::vector<std::int64_t> changes) {
    std::vector<std::uint64_t> sizes;
    falls_.clear();
    for (const std::int64_t change : changes) {
        sizes.push_back(static_cast<std::uint64_t>(std::abs(change)));
        falls_.push_back(change < 0);
    }
    shown_ = Shown::changes;
    set_matrix({names, std::move(sizes)});
}

QString HeatMap::figure_text(int row, int column) const {
    if (shown_ == Shown::rates) return rate_text(matrix_.rate(row, column));
    const QString count = QString::fromStdString(grouped(matrix_.count(row, column)));
    if (shown_ == Shown::counts || matrix_.count(row, column) == 0) return count;
    return (falls_[matrix_.index(row, column)] ? QChar(0x2212) : QChar(u'+')) + count;
}

void HeatMap::set_shown(Shown shown) {
    shown_ = shown;
    update();
}

QString HeatMap::cell_text(int row, int column) const {
    if (shown_ == Shown::changes)
        return tr("true: %1\npredicted: %2\nchange: %3")
            .arg(matrix_.names()[row], matrix_.names()[column], figure_text(row, column));
    return tr("true: %1\npredicted: %2\n%3 rows, %4 of the true class")
        .arg(matrix_.names()[row], matrix_.names()[column],
             QString::fromStdString(grouped(matrix_.count(row, column))),
             rate_text(matrix_.rate(row, column)));
}

HeatMap::Layout HeatMap::lay_out(const QRectF& area, const QFontMetricsF& metrics) const {
    Layout layout;
    double longest = 0;
    for (const QString& name : matrix_.names())
        longest = std::max(longest, metrics.horizontalAdvance(name));
    const double line = metrics.height(),
                 classes = std::max<double>(1, static_cast<double>(matrix_.names().size()));
    layout.label = std::min(longest, area.width() * 0.25);
    const double left = area.left() + space + line + space + layout.label + space;
    const double width = area.right() - space - left;
    layout.upright = longest > width / classes - 4;
    const double labels = layout.upright ? std::min(longest, area.height() * 0.25) : line;
    const double top = area.top() + space;
    const double height = area.bottom() - space - line - space - labels - space - top;
    layout.cells = QRectF(left, top, std::max(width, 1.0), std::max(height, 1.0));
    return layout;
}

QColor HeatMap::fill(int row, int column, const FigureColours& colours) const {
    const std::uint64_t whole = shown_ == Shown::rates ? matrix_.row_total(row) : matrix_.most();
    const double share =
        whole == 0 ? 0 : static_cast<double>(matrix_.count(row, column)) / static_cast<double>(whole);
    const bool is_less = shown_ == Shown::changes && falls_[matrix_.index(row, column)];
    const QColor& full = is_less ? (colours.is_dark() ? less_on_dark : less_on_light)
                                 : (colours.is_dark() ? full_on_dark : full_on_light);
    // The square root keeps small counts visible beside a full diagonal.
    return share > 0 ? colours.tinted(full, 0.06 + 0.94 * std::sqrt(share)) : colours.background;
}

void HeatMap::draw_cells(QPainter& painter, const Layout& layout, const FigureColours& colours) const {
    const int classes = static_cast<int>(matrix_.names().size());
    QImage image(classes, classes, QImage::Format_RGB32);
    for (int row = 0; row < classes; ++row)
        for (int column = 0; column < classes; ++column)
            image.setPixelColor(column, row, fill(row, column, colours));
    const QRectF& all = layout.cells;
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    const double width = all.width() / classes, height = all.height() / classes;
    const QFontMetricsF metrics(painter.font(), painter.device());
    const QString longest = shown_ == Shown::rates ? QStringLiteral("99.9%")
                                                   : u'+' + QString::fromStdString(grouped(matrix_.most()));
    const bool fits = width > metrics.horizontalAdvance(longest) + 4 && height > metrics.height();
    if (classes > 64) { // one image instead of thousands of rectangles
        painter.drawImage(all, image);
    } else {
        for (int row = 0; row < classes; ++row)
            for (int column = 0; column < classes; ++column)
                painter.fillRect(QRectF(all.left() + column * width, all.top() + row * height, width, height)
                                     .adjusted(0.5, 0.5, -0.5, -0.5),
                                 image.pixelColor(column, row));
    }
    painter.setPen(colours.frame);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(all);
    if (!fits) return;
    for (int row = 0; row < classes; ++row)
        for (int column = 0; column < classes; ++column) {
            painter.setPen(FigureColours::text_on(image.pixelColor(column, row)));
            painter.drawText(QRectF(all.left() + column * width, all.top() + row * height, width, height),
                             Qt::AlignCenter, figure_text(row, column));
        }
}

void HeatMap::draw_labels(QPainter& painter, const Layout& layout, const FigureColours& colours) const {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const QRectF& all = layout.cells;
    const int classes = static_cast<int>(matrix_.names().size());
    const double width = all.width() / classes, height = all.height() / classes, line = metrics.height();
    painter.setPen(colours.text);
    const int every_row = static_cast<int>(std::ceil(line / height));
    for (int row = 0; row < classes; row += every_row)
        painter.drawText(QRectF(all.left() - space - layout.label,
                                all.top() + (row + 0.5) * height - line / 2, layout.label, line),
                         Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(matrix_.names()[row], Qt::ElideMiddle, layout.label + 1));
    const double room = layout.upright ? height : width;
    const int every_column = layout.upright ? static_cast<int>(std::ceil(line / width)) : 1;
    for (int column = 0; column < classes; column += every_column) {
        const double middle = all.left() + (column + 0.5) * width;
        painter.save();
        painter.translate(middle, all.bottom() + space / 2);
        if (layout.upright) {
            painter.rotate(-90);
            const double length = painter.device()->height();
            painter.drawText(QRectF(-length, -line / 2, length, line), Qt::AlignRight | Qt::AlignVCenter,
                             matrix_.names()[column]);
        } else {
            painter.drawText(QRectF(-room / 2, 0, room, line), Qt::AlignCenter, matrix_.names()[column]);
        }
        painter.restore();
    }
}

void HeatMap::draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const {
    painter.fillRect(area, colours.background);
    painter.setPen(colours.text);
    const QFontMetricsF metrics(painter.font(), painter.device());
    if (matrix_.names().isEmpty()) {
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, tr("There is no confusion matrix yet."));
        return;
    }
    const Layout layout = lay_out(area, metrics);
    draw_cells(painter, layout, colours);
    painter.save();
    painter.setClipRect(area);
    draw_labels(painter, layout, colours);
    painter.setPen(colours.text);
    const double line = metrics.height();
    painter.drawText(
        QRectF(layout.cells.left(), area.bottom() - space / 2 - line, layout.cells.width(), line),
        Qt::AlignCenter, tr("predicted"));
    painter.translate(area.left() + space / 2, layout.cells.bottom());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, layout.cells.height(), line), Qt::AlignCenter, tr("true"));
    painter.restore();
}

void HeatMap::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const FigureColours colours = FigureColours::of(palette());
    draw(painter, rect(), colours);
    if (current_.x() < 0 || matrix_.names().isEmpty()) return;
    const Layout layout = lay_out(rect(), QFontMetricsF(font(), this));
    const double width = layout.cells.width() / static_cast<double>(matrix_.names().size());
    const double height = layout.cells.height() / static_cast<double>(matrix_.names().size());
    painter.setPen(QPen(palette().color(hasFocus() ? QPalette::Highlight : QPalette::Mid), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(layout.cells.left() + current_.x() * width,
                            layout.cells.top() + current_.y() * height, width, height)
                         .adjusted(1, 1, -1, -1));
}

QPoint HeatMap::cell_at(const QPointF& position) const {
    if (matrix_.names().isEmpty()) return {-1, -1};
    const QRectF all = lay_out(rect(), QFontMetricsF(font(), this)).cells;
    if (!all.contains(position)) return {-1, -1};
    const auto classes = static_cast<double>(matrix_.names().size());
    const auto part = [&](double at, double begin, double length) {
        return std::min(static_cast<int>(classes) - 1, static_cast<int>((at - begin) / length * classes));
    };
    return {part(position.x(), all.left(), all.width()), part(position.y(), all.top(), all.height())};
}

void HeatMap::mousePressEvent(QMouseEvent* event) {
    const QPoint cell = cell_at(event->position());
    if (event->button() != Qt::LeftButton || cell.x() < 0) return QWidget::mousePressEvent(event);
    current_ = cell;
    update();
    Q_EMIT clicked(cell.y(), cell.x());
}

void HeatMap::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(matrix_.names().size()) - 1;
    if (last < 0) return QWidget::keyPressEvent(event);
    QPoint cell = current_.x() < 0 ? QPoint(0, 0) : current_;
    const bool is_first = current_.x() < 0;
    switch (event->key()) {
    case Qt::Key_Left:
        cell.rx() -= is_first ? 0 : 1;
        break;
    case Qt::Key_Right:
        cell.rx() += is_first ? 0 : 1;
        break;
    case Qt::Key_Up:
        cell.ry() -= is_first ? 0 : 1;
        break;
    case Qt::Key_Down:
        cell.ry() += is_first ? 0 : 1;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (!is_first) Q_EMIT clicked(cell.y(), cell.x());
        return;
    default:
        return QWidget::keyPressEvent(event);
    }
    current_ = {std::clamp(cell.x(), 0, last), std::clamp(cell.y(), 0, last)};
    setAccessibleDescription(cell_text(current_.y(), current_.x()));
    update();
}

bool HeatMap::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPoint cell = cell_at(help->pos());
        if (cell.x() >= 0)
            QToolTip::showText(help->globalPos(), cell_text(cell.y(), cell.x()), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

QByteArray HeatMap::render(const QString& suffix, QSize size) const {
    if (suffix == u"csv") return matrix_.csv(shown_ == Shown::rates);
    return render_figure(suffix, size, tr("Confusion matrix"), [&](QPaintDevice* device) {
        QPainter painter(device);
        painter.setFont(font());
        draw(painter, QRectF(QPointF(), size), FigureColours::paper());
    });
}

void HeatMap::contextMenuEvent(QContextMenuEvent* event) {
    if (shown_ == Shown::changes) return event->ignore(); // the table beside it shows them as text
    QMenu menu;
    QAction* rates = menu.addAction(tr("Show rates"));
    rates->setCheckable(true);
    rates->setChecked(shown_ == Shown::rates);
    connect(rates, &QAction::toggled, this,
            [this](bool on) { set_shown(on ? Shown::rates : Shown::counts); });
    menu.addSeparator();
    add_export_actions(&menu, this,
                       {QStringLiteral("confusion"),
                        [this](const QString& suffix) { return [bytes = render(suffix)] { return bytes; }; },
                        true});
    menu.exec(event->globalPos());
}

} // namespace tunedesk::ui
