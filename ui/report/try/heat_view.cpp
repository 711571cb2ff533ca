// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/try/heat_view.h"

#include "ui/report/try/contribution_view.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr int strongest = 170; // maximum opacity, so that the picture stays visible

} // namespace

HeatView::HeatView(QWidget* parent) : QWidget(parent) {
    setMinimumSize(160, 160);
    setAccessibleName(tr("The image, and what its parts contribute"));
}

void HeatView::show_image(const QImage& image) {
    image_ = image;
    contributions_.clear();
    update();
}

void HeatView::show_contributions(const std::vector<double>& contributions) {
    contributions_ = contributions;
    update();
}

void HeatView::paintEvent(QPaintEvent*) {
    if (image_.isNull()) return;
    QPainter painter(this);
    QRect place(QPoint(), image_.size().scaled(size(), Qt::KeepAspectRatio));
    place.moveCenter(rect().center());
    painter.drawImage(place, image_);
    const auto side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(contributions_.size()))));
    if (side == 0 || static_cast<std::size_t>(side) * static_cast<std::size_t>(side) != contributions_.size())
        return;
    double largest = 0;
    for (const double contribution : contributions_)
        largest = std::max(largest, std::abs(contribution));
    for (int i = 0; largest > 0 && i < side * side; ++i) {
        const double contribution = contributions_[static_cast<std::size_t>(i)];
        QColor color = contribution > 0 ? speaks_for : speaks_against;
        color.setAlpha(static_cast<int>(strongest * std::abs(contribution) / largest));
        const auto edge = [&](int at, int from, int length) { return from + at * length / side; };
        const int x = edge(i % side, place.x(), place.width()), y = edge(i / side, place.y(), place.height());
        painter.fillRect(QRect(QPoint(x, y), QPoint(edge(i % side + 1, place.x(), place.width()) - 1,
                                                    edge(i / side + 1, place.y(), place.height()) - 1)),
                         color);
    }
}

} // namespace tunedesk::ui
