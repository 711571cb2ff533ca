// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_findings.h"

#include "base/text.h"
#include "ui/data/finding_text.h"
#include "ui/data/length_plot.h"
#include "ui/data/token_view.h"
#include "ui/widgets/text.h"

#include <QHeaderView>
#include <QPainter>
#include <QTableWidget>
#include <utility>

namespace tunedesk::ui {

namespace {

constexpr std::size_t most_classes = 1000; // most classes shown

/// A table that shows a message in its center if it has no rows.
class FindingsTable : public QTableWidget {
public:
    FindingsTable(int columns, QString without_rows)
        : QTableWidget(0, columns), without_rows_(std::move(without_rows)) {}

protected:
    void paintEvent(QPaintEvent* event) override {
        QTableWidget::paintEvent(event);
        if (rowCount() > 0) return;
        QPainter painter(viewport());
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, without_rows_);
    }

private:
    QString without_rows_;
};

QTableWidget* make_table(const QString& name, const QStringList& headers, const QString& without_rows) {
    auto* table = new FindingsTable(static_cast<int>(headers.size()), without_rows);
    table->setHorizontalHeaderLabels(headers);
    table->setAccessibleName(name);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setAlternatingRowColors(true);
    table->setTabKeyNavigation(false);
    table->setFrameShape(QFrame::NoFrame);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    return table;
}

QTableWidgetItem* number_cell(std::uint64_t number) {
    auto* item = new QTableWidgetItem(to_qt(grouped(number)));
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

void add_row(QTableWidget* table, const QList<QTableWidgetItem*>& cells) {
    const int row = table->rowCount();
    table->insertRow(row);
    for (int column = 0; column < cells.size(); ++column) {
        cells[column]->setToolTip(cells[column]->text());
        table->setItem(row, column, cells[column]);
    }
}

} // namespace

DataFindings::DataFindings(QWidget* parent)
    : QTabWidget(parent),
      classes_(make_table(tr("Classes"),
                          {tr("Class"), tr("Training"), tr("Share"), tr("Validation"), tr("Test")},
                          tr("Classes are counted once all rows are read."))),
      rejected_(make_table(tr("Rejected rows"), {tr("File"), tr("Line"), tr("Column"), tr("Reason")},
                           tr("No rejected rows."))),
      duplicates_(make_table(tr("Rows in two splits"), {tr("Splits"), tr("Equal rows")},
                             tr("No duplicates between splits."))),
      lengths_(new LengthPlot), tokens_(new TokenView) {
    classes_->horizontalHeader()->setStretchLastSection(false);
    classes_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    setDocumentMode(true);
    addTab(classes_, tr("Classes"));
    addTab(rejected_, tr("Rejected"));
    addTab(duplicates_, tr("Duplicates"));
    addTab(lengths_, tr("Lengths"));
    addTab(tokens_, tr("Tokens"));
    clear();
}

void DataFindings::clear() {
    inputs_ = {};
    for (QTableWidget* table : {classes_, rejected_, duplicates_})
        table->setRowCount(0);
    lengths_->show_lengths({}, max_length_);
    for (int tab = 0; tab < 3; ++tab)
        setTabText(tab, tabText(tab).section(QLatin1Char(' '), 0, 0));
}

void DataFindings::show_inputs(const run::CheckedInputs& inputs, int max_length) {
    inputs_.files = inputs.files;
    inputs_.splits = inputs.splits;
    max_length_ = max_length;
    show_classes(inputs);
    show_rejected(inputs);
    show_duplicates(inputs);
    show_lengths_of(role_);
}

/// For a task of numbers: their distribution in each split.
void DataFindings::show_numbers(const run::CheckedInputs& inputs) {
    const auto cell = [&](const char* role, double data::NumberSummary::*figure) {
        auto* item = new QTableWidgetItem;
        for (const run::CheckedSplit& split : inputs.splits)
            if (split.role == role && split.numbers)
                item->setText(QString::number((*split.numbers).*figure, 'g', 5));
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        return item;
    };
    const std::pair<QString, double data::NumberSummary::*> figures[] = {
        {tr("Minimum"), &data::NumberSummary::least},
        {tr("Maximum"), &data::NumberSummary::most},
        {tr("Mean"), &data::NumberSummary::mean},
        {tr("Standard deviation"), &data::NumberSummary::deviation}};
    for (const auto& [name, figure] : figures)
        add_row(classes_, {new QTableWidgetItem(name), cell("train", figure), new QTableWidgetItem,
                           cell("validation", figure), cell("test", figure)});
    setTabText(0, tr("Numbers"));
}

void DataFindings::show_classes(const run::CheckedInputs& inputs) {
    classes_->setRowCount(0);
    const bool has_numbers = std::ranges::any_of(
        inputs.splits, [](const run::CheckedSplit& split) { return split.numbers.has_value(); });
    classes_->horizontalHeaderItem(0)->setText(has_numbers ? QString() : tr("Class"));
    classes_->setColumnHidden(2, has_numbers); // the fraction
    if (has_numbers) return show_numbers(inputs);
    std::uint64_t all = 0;
    const auto count = [&](const std::string& role, std::size_t id) -> std::uint64_t {
        for (const run::CheckedSplit& split : inputs.splits)
            if (split.role == role && id < split.class_rows.size()) return split.class_rows[id];
        return 0;
    };
    const auto& names = inputs.labels.names;
    for (const run::CheckedSplit& split : inputs.splits)
        if (split.role == "train") all = split.rows;
    for (std::size_t id = 0; id < std::min(names.size(), most_classes); ++id) {
        const std::uint64_t here = count("train", id);
        auto* share = new QTableWidgetItem(QStringLiteral("%1%").arg(
            all ? 100.0 * static_cast<double>(here) / static_cast<double>(all) : 0, 0, 'f', 1));
        share->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        add_row(classes_, {new QTableWidgetItem(to_qt(shortened(names[id]))), number_cell(here), share,
                           number_cell(count("validation", id)), number_cell(count("test", id))});
    }
    setTabText(0, names.empty() ? tr("Classes") : tr("Classes") + QStringLiteral(" (%1)").arg(names.size()));
}

void DataFindings::show_rejected(const run::CheckedInputs& inputs) {
    rejected_->setRowCount(0);
    std::uint64_t all = 0;
    for (const run::CheckedFile& file : inputs.files) {
        all += file.summary.rejected;
        for (const data::Rejected& row : file.rejected)
            add_row(rejected_, {new QTableWidgetItem(to_qt(file.summary.file)), number_cell(row.line),
                                number_cell(row.column), new QTableWidgetItem(fault_text(row.fault))});
    }
    setTabText(1,
               all == 0 ? tr("Rejected") : tr("Rejected") + QStringLiteral(" (%1)").arg(to_qt(grouped(all))));
}

void DataFindings::show_duplicates(const run::CheckedInputs& inputs) {
    duplicates_->setRowCount(0);
    std::uint64_t all = 0;
    for (const data::Finding& finding : inputs.findings) {
        if (finding.kind != data::Finding::Kind::leak) continue;
        all += finding.count;
        const QString splits =
            tr("%1 and %2").arg(role_name(to_qt(finding.split)), role_name(to_qt(finding.twin_split)));
        const auto file = to_qt(fs::path(finding.file).filename());
        const auto twin_file = to_qt(fs::path(finding.twin_file).filename());
        for (const data::Finding::Row& row : finding.rows)
            add_row(duplicates_, {new QTableWidgetItem(splits),
                                  new QTableWidgetItem(QStringLiteral("%1:%2 = %3:%4")
                                                           .arg(file, QString::number(row.line), twin_file,
                                                                QString::number(row.twin_line)))});
        if (finding.count > finding.rows.size())
            add_row(duplicates_,
                    {new QTableWidgetItem(splits),
                     new QTableWidgetItem(
                         tr("and %1 more").arg(to_qt(grouped(finding.count - finding.rows.size()))))});
    }
    duplicates_->resizeColumnToContents(0);
    setTabText(2, all == 0 ? tr("Duplicates")
                           : tr("Duplicates") + QStringLiteral(" (%1)").arg(to_qt(grouped(all))));
}

void DataFindings::show_max_length(int max_length) {
    max_length_ = max_length;
    show_lengths_of(role_);
}

void DataFindings::show_lengths_of(const QString& role) {
    role_ = role;
    std::string path;
    for (const run::CheckedSplit& split : inputs_.splits)
        if (to_qt(split.role) == role) path = split.path;
    for (const run::CheckedFile& file : inputs_.files)
        if (to_qt(file.role) == role || (!path.empty() && file.path == path))
            return lengths_->show_lengths(file.lengths, max_length_);
    lengths_->show_lengths({}, max_length_);
}

} // namespace tunedesk::ui
