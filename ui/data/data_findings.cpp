#include "ui/data/data_findings.h"

#include "base/text.h"
#include "ui/data/length_plot.h"
#include "ui/data/token_view.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QPainter>
#include <QTableWidget>
#include <utility>

namespace tunedesk::ui {

namespace {

constexpr std::size_t most_classes = 1000; // shown

/// Says in the middle what no rows mean.
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

QString role_name(const QString& role) {
    if (role == QLatin1String("train")) return QCoreApplication::translate("DataPage", "Training");
    if (role == QLatin1String("validation")) return QCoreApplication::translate("DataPage", "Validation");
    return QCoreApplication::translate("DataPage", "Test");
}

DataFindings::DataFindings(QWidget* parent)
    : QTabWidget(parent),
      classes_(make_table(tr("Classes"),
                          {tr("Class"), tr("Training"), tr("Share"), tr("Validation"), tr("Test")},
                          tr("The classes stand here once all rows are read."))),
      rejected_(make_table(tr("Rejected rows"), {tr("File"), tr("Line"), tr("Column"), tr("Reason")},
                           tr("No row that was read is rejected."))),
      duplicates_(make_table(tr("Rows in two splits"), {tr("Split"), tr("Row = row of the training data")},
                             tr("No row that was read is in two splits."))),
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
    max_length_ = max_length;
    show_classes(inputs);
    show_rejected(inputs);
    show_duplicates(inputs);
    show_lengths_of(role_);
}

void DataFindings::show_classes(const run::CheckedInputs& inputs) {
    classes_->setRowCount(0);
    std::uint64_t all = 0;
    const auto count = [&](const std::string& role, std::size_t id) -> std::uint64_t {
        for (const run::CheckedFile& file : inputs.files)
            if (file.role == role && id < file.summary.classes.size()) return file.summary.classes[id].second;
        return 0;
    };
    const auto& names = inputs.labels.names;
    for (std::size_t id = 0; id < names.size(); ++id)
        all += count("train", id);
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
                                number_cell(row.column), new QTableWidgetItem(to_qt(row.reason))});
    }
    setTabText(1,
               all == 0 ? tr("Rejected") : tr("Rejected") + QStringLiteral(" (%1)").arg(to_qt(grouped(all))));
}

void DataFindings::show_duplicates(const run::CheckedInputs& inputs) {
    duplicates_->setRowCount(0);
    std::uint64_t all = 0;
    for (const run::CheckedFile& file : inputs.files) {
        all += file.duplicates.count;
        for (const std::string& place : file.duplicates.places)
            add_row(duplicates_,
                    {new QTableWidgetItem(role_name(to_qt(file.role))), new QTableWidgetItem(to_qt(place))});
        if (file.duplicates.count > file.duplicates.places.size())
            add_row(duplicates_,
                    {new QTableWidgetItem(role_name(to_qt(file.role))),
                     new QTableWidgetItem(
                         tr("and %1 more")
                             .arg(to_qt(grouped(file.duplicates.count - file.duplicates.places.size()))))});
    }
    setTabText(2, all == 0 ? tr("Duplicates")
                           : tr("Duplicates") + QStringLiteral(" (%1)").arg(to_qt(grouped(all))));
}

void DataFindings::show_max_length(int max_length) {
    max_length_ = max_length;
    show_lengths_of(role_);
}

void DataFindings::show_lengths_of(const QString& role) {
    role_ = role;
    for (const run::CheckedFile& file : inputs_.files)
        if (to_qt(file.role) == role) {
            lengths_->show_lengths(file.lengths, max_length_);
            return;
        }
    lengths_->show_lengths({}, max_length_);
}

} // namespace tunedesk::ui
