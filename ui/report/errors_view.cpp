// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/errors_view.h"

#include "base/text.h"
#include "ui/plot/heat_map.h"
#include "ui/report/examples_model.h"
#include "ui/widgets/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <algorithm>

namespace tunedesk::ui {

namespace {

/// The editor of a correction: a list of the classes.
class ClassDelegate : public QStyledItemDelegate {
public:
    ClassDelegate(const QComboBox* classes, QObject* parent)
        : QStyledItemDelegate(parent), classes_(classes) {}

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const override {
        auto* editor = new QComboBox(parent);
        for (int i = 0; i < classes_->count(); ++i)
            editor->addItem(classes_->itemText(i));
        return editor;
    }
    void setEditorData(QWidget* editor, const QModelIndex& index) const override {
        static_cast<QComboBox*>(editor)->setCurrentIndex(index.data(Qt::EditRole).toInt());
    }
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override {
        model->setData(index, static_cast<QComboBox*>(editor)->currentIndex(), Qt::EditRole);
    }

private:
    const QComboBox* classes_;
};

/// One line per row; the text column gets the remaining width. `table` must have its model.
void set_up_columns(QTableView* table) {
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 8);
    auto* header = table->horizontalHeader();
    header->setHighlightSections(false);
    for (int column = 1; column < ExamplesModel::columns; ++column)
        header->setSectionResizeMode(column, QHeaderView::Interactive);
    header->setSectionResizeMode(ExamplesModel::text, QHeaderView::Stretch);
    for (int column = 1; column < ExamplesModel::columns; ++column)
        header->resizeSection(column,
                              std::max(header->sectionSizeHint(column),
                                       table->fontMetrics().horizontalAdvance(QStringLiteral("000.0000"))) +
                                  12);
}

} // namespace

ErrorsView::ErrorsView(QWidget* parent)
    : QWidget(parent), matrix_(new HeatMap), examples_(new ExamplesModel(this)), table_(new QTableView),
      heading_(new QLabel), probabilities_(new QLabel), state_(new QLabel), picture_(new QLabel),
      text_(new QPlainTextEdit), rates_(new QComboBox), label_(new QComboBox),
      correct_(new QPushButton(tr("Co&rrect"))), corrected_(new QPushButton(tr("Show corrected"))),
      export_(new QPushButton(tr("&Export corrected data"))),
      duplicate_(new QPushButton(tr("Duplicate run &with corrections"))) {
    auto* splitter = new QSplitter;
    splitter->addWidget(make_matrix_side());
    splitter->addWidget(make_examples_side());
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 8, 0, 0);
    all->addWidget(splitter);

    connect(matrix_, &HeatMap::clicked, this, &ErrorsView::show_cell);
    connect(rates_, &QComboBox::currentIndexChanged, this, [this](int index) {
        matrix_->set_shown(index == 0 ? HeatMap::Shown::counts : HeatMap::Shown::rates);
    });
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ErrorsView::show_selected);
    connect(correct_, &QPushButton::clicked, this, &ErrorsView::correct_selected);
    connect(corrected_, &QPushButton::clicked, this, &ErrorsView::show_corrected);
    connect(export_, &QPushButton::clicked, this, &ErrorsView::export_requested);
    connect(duplicate_, &QPushButton::clicked, this, &ErrorsView::duplicate_requested);
    connect(examples_, &ExamplesModel::corrections_changed, this, &ErrorsView::show_state);
    connect(examples_, &ExamplesModel::dataChanged, this, &ErrorsView::show_picture);
    connect(examples_, &ExamplesModel::corrections_changed, this, &ErrorsView::corrections_changed);
}

QWidget* ErrorsView::make_matrix_side() {
    rates_->addItems({tr("Counts"), tr("Share of each true class")});
    rates_->setAccessibleName(tr("What the cells show"));
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 8, 0);
    column->addWidget(rates_, 0, Qt::AlignLeft);
    column->addWidget(matrix_, 1);
    return side;
}

QWidget* ErrorsView::make_examples_side() {
    table_->setModel(examples_);
    table_->setAccessibleName(tr("Texts of the chosen cell"));
    table_->setItemDelegateForColumn(ExamplesModel::correction, new ClassDelegate(label_, this));
    set_up_columns(table_);
    text_->setReadOnly(true);
    text_->setTabChangesFocus(true);
    text_->setAccessibleName(tr("The whole text"));
    text_->setPlaceholderText(tr("Select a row to read its whole text."));
    heading_->setWordWrap(true);
    probabilities_->setWordWrap(true);
    label_->setAccessibleName(tr("New label"));
    label_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    correct_->setToolTip(
        tr("Gives the selected rows this label and saves it immediately. The source file is not changed."));
    export_->setToolTip(tr("Writes a copy of the table with the corrected labels and corrections.csv into a "
                           "new folder beside the runs."));
    duplicate_->setToolTip(tr("Exports, and opens a copy of the preset that reads the corrected table. Each "
                              "row stays in training, validation or test."));

    auto* label = new QLabel(tr("Right &label:"));
    label->setBuddy(label_);
    auto* line = new QHBoxLayout;
    line->addWidget(label);
    line->addWidget(label_);
    line->addWidget(correct_);
    line->addStretch();
    line->addWidget(corrected_);
    auto* actions = new QHBoxLayout;
    actions->addWidget(state_, 1);
    actions->addWidget(export_);
    actions->addWidget(duplicate_);
    auto* lower = new QWidget;
    auto* below = new QVBoxLayout(lower);
    below->setContentsMargins(0, 0, 0, 0);
    auto* shown = new QHBoxLayout;
    shown->addWidget(picture_);
    shown->addWidget(text_, 1);
    picture_->hide();
    picture_->setAccessibleName(tr("The image"));
    below->addLayout(shown, 1);
    below->addWidget(probabilities_);
    below->addLayout(line);
    below->addLayout(actions);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(table_);
    splitter->addWidget(lower);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(8, 0, 0, 0);
    column->addWidget(heading_);
    column->addWidget(splitter, 1);
    return side;
}

const run::Corrections& ErrorsView::corrections() const {
    return examples_->corrections();
}

void ErrorsView::show_report(std::shared_ptr<const ReportData> read, run::Corrections corrections) {
    data_ = std::move(read);
    examples_->set_data(data_, std::move(corrections));
    QStringList names;
    std::vector<std::uint64_t> counts;
    if (data_ && data_->confusion) {
        for (const std::string& name : data_->names())
            names << to_qt(name);
        counts.resize(data_->names().size() * data_->names().size());
        for (const auto& [cell, count] : data_->confusion->cells())
            counts[cell.first * data_->names().size() + cell.second] = count;
    }
    matrix_->set_matrix({names, std::move(counts)});
    const bool of_images = data_ && data_->images;
    table_->verticalHeader()->setDefaultSectionSize(of_images ? ExamplesModel::picture_side + 8
                                                              : table_->fontMetrics().height() + 8);
    picture_->setVisible(of_images);
    label_->clear();
    label_->addItems(names);
    heading_->setText(
        tr("Choose a cell of the matrix: its samples are listed here, the largest loss first."));
    show_selected();
    show_state();
}

void ErrorsView::set_corrections(run::Corrections corrections) {
    examples_->set_corrections(std::move(corrections));
    show_state();
}

void ErrorsView::show_corrected() {
    heading_->setText(tr("Corrected rows"));
    examples_->show_corrected();
    show_classes(true);
    show_selected();
}

/// In a single cell all rows have the same label and prediction: these columns are hidden.
void ErrorsView::show_classes(bool are_shown) {
    for (const int column : {ExamplesModel::label, ExamplesModel::prediction})
        table_->setColumnHidden(column, !are_shown);
}

void ErrorsView::show_cell(int truth, int predicted) {
    examples_->show_cell(truth, predicted);
    show_classes(false);
    const QString row = to_qt(data_->names()[static_cast<std::size_t>(truth)]);
    const QString column = to_qt(data_->names()[static_cast<std::size_t>(predicted)]);
    const QString count = to_qt(grouped(static_cast<std::uint64_t>(examples_->rowCount())));
    heading_->setText(
        truth == predicted
            ? tr("%1 samples of “%2”, predicted correctly, largest loss first").arg(count, row)
            : tr("%1 samples of “%2”, predicted as “%3”, largest loss first").arg(count, row, column));
    label_->setCurrentIndex(predicted);
    table_->scrollToTop();
    if (examples_->rowCount() > 0) table_->selectRow(0);
    show_selected();
}

void ErrorsView::show_selected() {
    const QModelIndexList rows = table_->selectionModel()->selectedRows();
    correct_->setEnabled(!rows.isEmpty());
    show_picture();
    text_->setPlainText(rows.isEmpty() ? QString() : examples_->whole_text(rows.front()));
    probabilities_->setText(rows.isEmpty() ? QString() : examples_->probabilities(rows.front()));
}

void ErrorsView::show_picture() {
    const QModelIndexList rows = table_->selectionModel()->selectedRows();
    const QImage image = rows.isEmpty() || !data_->images ? QImage() : examples_->thumbnail(rows.front());
    picture_->setPixmap(image.isNull()
                            ? QPixmap()
                            : QPixmap::fromImage(image.scaled(2 * Thumbnails::side, 2 * Thumbnails::side,
                                                              Qt::KeepAspectRatio)));
}

void ErrorsView::correct_selected() {
    examples_->correct(table_->selectionModel()->selectedRows(), label_->currentIndex());
}

void ErrorsView::show_state() {
    const auto count = static_cast<int>(corrections().size());
    const bool can_export = data_ && data_->predictions.has_lines() && !data_->images;
    state_->setText(count == 0 ? tr("No label is corrected.") : tr("Corrected labels: %1").arg(count));
    corrected_->setEnabled(count > 0);
    for (QPushButton* button : {export_, duplicate_})
        button->setEnabled(count > 0 && can_export);
    if (count > 0 && !can_export)
        state_->setText(data_ && data_->images
                            ? tr("Labels of images are corrected where they are stored: move the files.")
                            : tr("This run's predictions have no line numbers of the data file: run it again "
                                 "to correct labels."));
}

} // namespace tunedesk::ui
