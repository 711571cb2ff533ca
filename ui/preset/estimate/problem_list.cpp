// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/estimate/problem_list.h"

#include "ui/preset/estimate/estimate_strip.h"
#include "ui/widgets/text.h"

#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int key_role = Qt::UserRole, number_role = Qt::UserRole + 1;
constexpr int shown_lines = 6; ///< lines of problems visible without scrolling

} // namespace

ProblemList::ProblemList(QWidget* parent) : QListWidget(parent) {
    setAccessibleName(EstimateStrip::tr("What is wrong with the preset and its files"));
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    setTextElideMode(Qt::ElideNone);
    hide();
    const auto choose = [this](const QListWidgetItem* item) {
        Q_EMIT chosen(item->data(number_role).toInt());
    };
    connect(this, &QListWidget::itemClicked, this, choose);
    connect(this, &QListWidget::itemActivated, this, choose);
}

void ProblemList::show_problems(const std::vector<ShownCheck::Problem>& problems) {
    clear();
    for (std::size_t number = 0; number < problems.size(); ++number) {
        const ShownCheck::Problem& problem = problems[number];
        if (problem.place == ShownCheck::in_data_check) continue;
        auto* item = new QListWidgetItem(problem.text, this);
        item->setToolTip(problem.text);
        item->setData(key_role, to_qt(problem.key));
        item->setData(number_role, static_cast<int>(number));
    }
    setVisible(count() > 0);
    fit();
}

/// The height for as many complete problems as fit into some lines.
void ProblemList::fit() {
    int height = 4, lines = 0;
    const int room = width() - 2 * frameWidth() - 8; // without an item's margins
    for (int row = 0; row < count(); ++row) {
        const QRect text =
            fontMetrics().boundingRect(QRect(0, 0, room, 1 << 20), Qt::TextWordWrap, item(row)->text());
        lines += text.height() / fontMetrics().height();
        if (row > 0 && lines > shown_lines) break;
        height += std::max(text.height(), sizeHintForRow(row));
    }
    setFixedHeight(height);
}

void ProblemList::resizeEvent(QResizeEvent* event) {
    QListWidget::resizeEvent(event);
    fit();
}

} // namespace tunedesk::ui
