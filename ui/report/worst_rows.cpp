// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/worst_rows.h"

#include "base/text.h"
#include "ui/widgets/text.h"

#include <QHeaderView>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr std::size_t most_listed = 1000, shown_letters = 200;

} // namespace

WorstRows::WorstRows(const QStringList& columns, Cell cell, Whole whole, QWidget* parent)
    : QWidget(parent), cell_(std::move(cell)), whole_(std::move(whole)),
      rows_(new QTableWidget(0, 1 + static_cast<int>(columns.size()))), text_(new QPlainTextEdit) {
    rows_->setHorizontalHeaderLabels(QStringList{tr("Text")} + columns);
    rows_->setAccessibleName(tr("Test rows with the largest errors"));
    rows_->setSelectionBehavior(QAbstractItemView::SelectRows);
    rows_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    rows_->setTabKeyNavigation(false);
    rows_->setWordWrap(false);
    rows_->setShowGrid(false);
    rows_->setAlternatingRowColors(true);
    rows_->verticalHeader()->hide();
    rows_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    text_->setReadOnly(true);
    text_->setTabChangesFocus(true);
    text_->setAccessibleName(tr("The whole text"));
    text_->setPlaceholderText(tr("Select a row to read its whole text."));
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(rows_);
    splitter->addWidget(text_);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(splitter);
    connect(rows_, &QTableWidget::itemSelectionChanged, this, &WorstRows::show_selected);
}

void WorstRows::show_report(std::shared_ptr<const ReportData> read) {
    data_ = std::move(read);
    rows_->setRowCount(0);
    text_->clear();
    if (!data_) return;
    const report::PredictionTable& table = data_->predictions;
    std::vector<std::uint32_t> rows = table.cell(-1, -1); // by descending loss
    std::erase_if(rows, [&](std::uint32_t row) { return !table.is_labelled(row); });
    rows.resize(std::min(rows.size(), most_listed));
    rows_->setRowCount(static_cast<int>(rows.size()));
    for (int i = 0; i < rows_->rowCount(); ++i) {
        const std::uint32_t row = rows[static_cast<std::size_t>(i)];
        auto* text = new QTableWidgetItem(to_qt(shortened(table.text(row), shown_letters)).simplified());
        text->setData(Qt::UserRole, row);
        rows_->setItem(i, 0, text);
        for (int column = 1; column < rows_->columnCount(); ++column)
            rows_->setItem(i, column, cell_(table, row, column - 1));
    }
}

void WorstRows::show_selected() {
    const QTableWidgetItem* item = rows_->item(rows_->currentRow(), 0);
    if (!item || !data_) return text_->clear();
    const std::size_t row = item->data(Qt::UserRole).toUInt();
    if (whole_) {
        text_->clear();
        return text_->appendHtml(whole_(data_->predictions, row));
    }
    QString text = to_qt(data_->predictions.text(row));
    if (data_->predictions.has_pairs()) text += QStringLiteral("\n\n") + to_qt(data_->predictions.pair(row));
    text_->setPlainText(text);
}

} // namespace tunedesk::ui
