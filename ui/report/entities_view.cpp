// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/entities_view.h"

#include "base/text.h"
#include "report/predictions/tagged_row.h"
#include "ui/report/marked_text.h"
#include "ui/report/worst_rows.h"
#include "ui/widgets/text.h"

#include <QHeaderView>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

namespace {

/// Reports may have any number of types; the window creates an item for each cell.
constexpr std::size_t most_types = 5000;

std::vector<Mark> marks_in(const report::PredictionTable& table, std::size_t row, bool predicted) {
    const report::TaggedRow tags = report::tagged_row(table, row);
    return marks_of(report::entities_of_row(table.text(row), predicted ? tags.predicted : tags.truth));
}

QTableWidgetItem* number_item(const QString& text) {
    auto* item = new QTableWidgetItem(text);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

QTableWidgetItem* cell_of_words(const report::PredictionTable& table, std::size_t row, int column) {
    if (column < 2)
        return new QTableWidgetItem(listed_marks(to_qt(table.text(row)), marks_in(table, row, column == 1)));
    return number_item(QString::number(table.loss(row), 'f', 4));
}

QString whole_row(const report::PredictionTable& table, std::size_t row) {
    const QString text = to_qt(table.text(row));
    return QStringLiteral("<b>%1</b><br>%2<br><br><b>%3</b><br>%4")
        .arg(EntitiesView::tr("True"), marked_text(text, marks_in(table, row, false)),
             EntitiesView::tr("Predicted"), marked_text(text, marks_in(table, row, true)));
}

} // namespace

EntitiesView::EntitiesView(QWidget* parent)
    : QWidget(parent), types_(new QTableWidget(0, 5)),
      worst_(new WorstRows({tr("True"), tr("Predicted"), tr("Loss")}, cell_of_words, whole_row)) {
    types_->setHorizontalHeaderLabels({tr("Type"), tr("Precision"), tr("Recall"), tr("F1"), tr("Support")});
    types_->setAccessibleName(tr("Scores of each type of entities"));
    types_->setSelectionBehavior(QAbstractItemView::SelectRows);
    types_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    types_->setTabKeyNavigation(false);
    types_->setShowGrid(false);
    types_->setAlternatingRowColors(true);
    types_->verticalHeader()->hide();
    types_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    types_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(types_);
    splitter->addWidget(worst_);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 8, 0, 0);
    all->addWidget(splitter);
}

void EntitiesView::show_report(const std::shared_ptr<const ReportData>& read) {
    types_->setRowCount(0);
    const bool has_tags = read && read->predictions.target() == task::Target::tags && read->figures();
    const bool has_scores = has_tags && read->figures()->entities;
    worst_->show_report(has_scores ? read : nullptr);
    if (!has_scores) return;
    const report::EntityScores& scores = read->figures()->entities->lenient;
    const auto add = [&](const QString& name, const report::ClassScores& of) {
        const int row = types_->rowCount();
        types_->insertRow(row);
        types_->setItem(row, 0, new QTableWidgetItem(name));
        int column = 1;
        for (const double score : {of.precision, of.recall, of.f1})
            types_->setItem(row, column++, number_item(four_digits(score)));
        types_->setItem(row, column, number_item(to_qt(grouped(of.support))));
    };
    for (std::size_t k = 0; k < std::min(scores.types.size(), most_types); ++k)
        add(to_qt(scores.types[k]), scores.by_type[k]);
    add(tr("Micro average"), scores.micro);
    add(tr("Macro average"), scores.macro);
    add(tr("Weighted average"), scores.weighted);
}

} // namespace tunedesk::ui
