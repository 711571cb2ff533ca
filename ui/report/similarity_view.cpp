// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/similarity_view.h"

#include "base/text.h"
#include "ui/report/worst_rows.h"
#include "ui/widgets/text.h"

#include <QHeaderView>
#include <QTableWidget>
#include <QVBoxLayout>

namespace tunedesk::ui {

namespace {

constexpr std::size_t shown_pair_letters = 200;

QTableWidgetItem* cell_of_texts(const report::PredictionTable& table, std::size_t row, int column) {
    if (column == 0)
        return new QTableWidgetItem(to_qt(shortened(table.pair(row), shown_pair_letters)).simplified());
    const QString number = column == 1 && table.has_ranks() ? QString::number(table.truth(row), 'f', 0)
                           : column == 1                    ? QString::number(table.truth(row), 'f', 2)
                           : column == 2                    ? QString::number(table.number(row), 'f', 4)
                                                            : QString::number(table.loss(row), 'f', 4);
    auto* item = new QTableWidgetItem(number);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

} // namespace

SimilarityView::SimilarityView(QWidget* parent)
    : QWidget(parent),
      worst_(
          new WorstRows({tr("Second text"), tr("Rank or score"), tr("Cosine"), tr("Loss")}, cell_of_texts)) {
    worst_->table().horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch); // also a text column
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 8, 0, 0);
    all->addWidget(worst_);
}

void SimilarityView::show_report(const std::shared_ptr<const ReportData>& read) {
    worst_->show_report(read && read->predictions.target() == task::Target::similarity ? read : nullptr);
}

} // namespace tunedesk::ui
