// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_page.h"

#include "data/rows/guess.h"
#include "data/tags/first_tagged_rows.h"
#include "format/hub/hub_data.h"
#include "plan/data_specs.h"
#include "plan/model_folder.h"
#include "ui/data/data_findings.h"
#include "ui/data/inspection_bar.h"
#include "ui/data/length_plot.h"
#include "ui/data/rows_model.h"
#include "ui/data/split_text.h"
#include "ui/data/token_view.h"
#include "ui/images/batch_view.h"
#include "ui/images/gallery.h"
#include "ui/images/images_view.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>

namespace tunedesk::ui {

namespace {

constexpr int widest_column = 480, narrowest_text = 240;

/// Whether the task compares texts, which have no label column.
bool compares_texts(const Preset& preset) {
    return task::task_of(preset.task).embeds();
}

} // namespace

DataPage::DataPage(Inspection* inspection, QWidget* parent)
    : QWidget(parent), rows_(new RowsModel(this)), table_(new QTableView), images_(new ImagesView),
      file_(new QComboBox), text_(new QComboBox), pair_(new QComboBox), label_(new QComboBox),
      messages_(new MessageBar), findings_(new DataFindings),
      bar_(new InspectionBar(inspection, findings_, messages_)) {
    table_->setModel(rows_);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setAlternatingRowColors(true);
    table_->setTabKeyNavigation(false);
    table_->setWordWrap(false);
    table_->setAccessibleName(tr("First rows"));
    table_->horizontalHeader()->setSectionsClickable(true);
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->horizontalHeader()->setResizeContentsPrecision(50); // rows considered for the column widths
    auto* split = new QSplitter(Qt::Vertical);
    split->addWidget(table_);
    split->addWidget(images_);
    images_->hide();
    split->addWidget(findings_);
    split->setChildrenCollapsible(false);
    split->setSizes({320, 320, 240});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(8);
    column->addWidget(make_head());
    messages_->float_over(this);
    columns_ = make_columns();
    column->addWidget(columns_);
    column->addWidget(split, 1);

    connect(table_->horizontalHeader(), &QHeaderView::sectionClicked, this, &DataPage::ask_role);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &DataPage::show_tokens);
    connect(bar_, &InspectionBar::counted, this, &DataPage::counted);
}

QWidget* DataPage::make_head() {
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    file_->setAccessibleName(tr("File of rows"));
    file_->setToolTip(tr("Whose first rows are shown"));
    for (const char* name : {"train", "validation", "test"})
        file_->addItem(role_name(QLatin1String(name)), QLatin1String(name));
    row->addWidget(file_);
    row->addWidget(bar_, 1);
    connect(file_, &QComboBox::activated, this, &DataPage::choose_file);
    return head;
}

QWidget* DataPage::make_columns() {
    auto* columns = new QWidget;
    auto* row = new QHBoxLayout(columns);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    const auto add = [&](const QString& title, QComboBox* box, const QString& key) {
        auto* label = new QLabel(title);
        label->setBuddy(box);
        box->setAccessibleName(key);
        box->setToolTip(tr("Sets %1").arg(key));
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        row->addWidget(label);
        row->addWidget(box);
        row->addSpacing(8);
        connect(box, &QComboBox::activated, this,
                [this, box, key] { choose(key, box->currentData().toString()); });
    };
    add(tr("&Text:"), text_, QStringLiteral("data.text_column"));
    add(tr("Second te&xt:"), pair_, QStringLiteral("data.text_pair_column"));
    add(tr("&Label:"), label_, QStringLiteral("data.label_column"));
    row->addStretch(1);
    return columns;
}

QString DataPage::role() const {
    return file_->currentData().toString();
}

void DataPage::show_preset(const Preset& preset) {
    const bool of_images = task::task_of(preset.task).is_of_images();
    const bool same_file = has_preset_ && split_file(preset_, role()) == split_file(preset, role()) &&
                           preset_.task == preset.task;
    table_->setHidden(of_images);
    columns_->setHidden(of_images);
    images_->setVisible(of_images);
    if (of_images) images_->batch()->show_preset(preset);
    preset_ = preset;
    has_preset_ = true;
    for (int i = 0; i < file_->count(); ++i)
        file_->setItemText(i, split_name(preset_, file_->itemData(i).toString()));
    if (!same_file || (rows_->columnCount() == 0 && !of_images))
        choose_file();
    else
        show_roles();
    read_when_needed();
}

void DataPage::show_table(const fs::path& file) {
    read_in_background(
        this, [file](const CancelToken&) { return data::guess_columns(file); },
        [this, file](const data::Guess& guess) {
            Preset preset;
            preset.data.train = fs::absolute(file).string();
            if (!guess.text_column.empty()) preset.data.text_column = guess.text_column;
            if (!guess.label_column.empty()) preset.data.label_column = guess.label_column;
            show_preset(preset);
            choose(QStringLiteral("data.text_column"), to_qt(preset.data.text_column));
            choose(QStringLiteral("data.label_column"), to_qt(preset.data.label_column));
        },
        [this](const Error& error) { messages_->say(error); });
}

void DataPage::choose_file() {
    head_.cancel();
    findings_->tokens()->clear();
    findings_->show_lengths_of(role());
    const std::string file = split_file(preset_, role());
    if (task::task_of(preset_.task).is_of_images()) return list_images(file);
    if (file.empty()) {
        rows_->show_rows({});
        fill_columns();
        Q_EMIT rows_shown();
        return;
    }
    head_ = read_in_background(
        this,
        [file, spec = plan::table_spec(preset_, true),
         key = "data." + role().toStdString()](const CancelToken&) {
            format::require_rows_downloaded(file, key);
            return spec.tags ? data::read_first_tagged_rows(file, spec, {spec.text_column, spec.label_column})
                             : data::read_first_rows(file);
        },
        [this](const data::FirstRows& rows) {
            messages_->clear();
            rows_->show_rows(rows);
            show_roles();
            // After the row numbers have their width.
            QMetaObject::invokeMethod(this, &DataPage::fit_columns, Qt::QueuedConnection);
            Q_EMIT rows_shown();
        },
        [this](const Error& error) {
            rows_->show_rows({});
            fill_columns();
            messages_->say(error);
            Q_EMIT rows_shown();
        });
}

void DataPage::list_images(const fs::path& place) {
    rows_->show_rows({});
    images_->gallery()->show_source(nullptr, image::ImageSplit::none);
    if (place.empty()) {
        Q_EMIT rows_shown();
        return;
    }
    using Source = std::shared_ptr<const image::ImageSource>;
    head_ = read_in_background(
        this,
        [place, spec = plan::image_spec(preset_)](const CancelToken&) {
            return Source(image::open_image_source(place, spec));
        },
        [this](const Source& source) {
            messages_->clear();
            images_->gallery()->show_source(source, image::split_of_name(role().toStdString()));
            Q_EMIT rows_shown();
        },
        [this](const Error& error) {
            messages_->say(error);
            Q_EMIT rows_shown();
        });
}

/// Fits columns to their contents; the text column gets the remaining width.
void DataPage::fit_columns() {
    QHeaderView* const header = table_->horizontalHeader();
    header->setStretchLastSection(false);
    table_->resizeColumnsToContents();
    int text = -1, others = 0;
    for (int column = 0; column < rows_->columnCount(); ++column) {
        table_->setColumnWidth(column, std::clamp(table_->columnWidth(column), 80, widest_column));
        if (rows_->rows().columns[static_cast<std::size_t>(column)] == preset_.data.text_column)
            text = column;
        else
            others += table_->columnWidth(column);
    }
    const int scroll_bar = table_->verticalScrollBar()->isVisible() // shown only after the rows are loaded
                               ? 0
                               : table_->verticalScrollBar()->sizeHint().width();
    const int room = table_->viewport()->width() - scroll_bar - others;
    if (text >= 0 && room > 0) table_->setColumnWidth(text, std::max(narrowest_text, room));
    header->setStretchLastSection(true);
}

void DataPage::show_roles() {
    rows_->show_roles(
        {{to_qt(preset_.data.text_column), tr("text")},
         {to_qt(preset_.data.text_pair_column), tr("second text")},
         {to_qt(preset_.data.negative_column), tr("negative text")},
         {to_qt(preset_.data.score_column), tr("score")},
         {compares_texts(preset_) ? QString() : to_qt(preset_.data.label_column), tr("label")}});
    fill_columns();
    show_tokens();
}

void DataPage::fill_columns() {
    const auto fill = [&](QComboBox* box, const std::string& chosen, bool may_be_none) {
        box->clear();
        if (may_be_none) box->addItem(tr("(none)"), QString());
        for (const std::string& column : rows_->rows().columns)
            if (!column.empty()) box->addItem(to_qt(column), to_qt(column));
        if (!chosen.empty() && box->findData(to_qt(chosen)) < 0)
            box->addItem(tr("%1 (not there)").arg(to_qt(chosen)), to_qt(chosen));
        box->setCurrentIndex(box->findData(to_qt(chosen)));
        box->setEnabled(has_preset_);
    };
    fill(text_, preset_.data.text_column, false);
    fill(pair_, preset_.data.text_pair_column, true);
    fill(label_, compares_texts(preset_) ? std::string() : preset_.data.label_column, false);
    if (compares_texts(preset_)) label_->setEnabled(false);
}

void DataPage::ask_role(int column) {
    const QString name = to_qt(rows_->rows().columns.at(static_cast<std::size_t>(column)));
    if (name.isEmpty()) return;
    const QString shown = menu_text(name);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("%1 is the text").arg(shown), this,
                    [this, name] { choose(QStringLiteral("data.text_column"), name); });
    menu->addAction(tr("%1 is the second text of a pair").arg(shown), this,
                    [this, name] { choose(QStringLiteral("data.text_pair_column"), name); });
    menu->addAction(tr("%1 is the label").arg(shown), this,
                    [this, name] { choose(QStringLiteral("data.label_column"), name); });
    const QHeaderView* header = table_->horizontalHeader();
    menu->popup(header->mapToGlobal(QPoint(header->sectionViewportPosition(column), header->height())));
}

void DataPage::choose(const QString& key, const QString& value) {
    if (key == QLatin1String("data.text_column")) preset_.data.text_column = value.toStdString();
    if (key == QLatin1String("data.text_pair_column")) preset_.data.text_pair_column = value.toStdString();
    if (key == QLatin1String("data.label_column")) preset_.data.label_column = value.toStdString();
    show_roles();
    read_when_needed();
    Q_EMIT set_requested(key, value);
}

void DataPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    read_when_needed();
}

/// Starts no reading while hidden.
void DataPage::read_when_needed() {
    bar_->set_preset(preset_);
    if (has_preset_ && isVisible()) bar_->read_when_needed();
}

bool DataPage::is_counting() const {
    return bar_->is_counting();
}

void DataPage::cancel() {
    bar_->cancel();
}

void DataPage::show_tokens() {
    const int row = table_->currentIndex().row();
    if (row < 0 || row >= rows_->rowCount() || preset_.model.path.empty()) return;
    TokenView::Asked asked;
    asked.model = plan::known_model_folder(preset_);
    asked.text = rows_->cell(row, to_qt(preset_.data.text_column));
    asked.has_pair =
        !preset_.data.text_pair_column.empty() && !compares_texts(preset_); // compared texts are independent
    if (asked.has_pair) asked.pair = rows_->cell(row, to_qt(preset_.data.text_pair_column));
    asked.max_length = preset_.data.max_length;
    asked.truncate_left = preset_.data.truncation_side == Preset::Side::left;
    if (!asked.has_pair) asked.windows = plan::sliding_windows(preset_);
    findings_->tokens()->show_text(asked);
}

} // namespace tunedesk::ui
