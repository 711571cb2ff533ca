// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/hub/hub_dialog.h"

#include "base/text.h"
#include "ui/preset/hub/download_bar.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int most_found = 50;

constexpr int name_column = 0;

QString count_text(std::uint64_t count) {
    return count == 0 ? QStringLiteral("–") : to_qt(grouped(count));
}

QString bytes_text(std::uint64_t bytes) {
    return bytes == 0 ? QStringLiteral("–") : to_qt(human_bytes(bytes));
}

/// The first columns of both kinds; `kind` is the type or format, marked if it is not supported.
QStringList first_cells(const hub::HubSummary& found, bool is_supported, const std::string& kind) {
    return {to_qt(found.name),
            !is_supported    ? HubDialog::tr("no: %1").arg(kind.empty() ? QStringLiteral("?") : to_qt(kind))
            : found.is_gated ? HubDialog::tr("gated")
                             : HubDialog::tr("yes"),
            count_text(static_cast<std::uint64_t>(found.downloads)),
            count_text(static_cast<std::uint64_t>(found.likes))};
}

QStringList model_cells(const hub::HubModelSummary& model) {
    return first_cells(model, model.is_supported, model.model_type) +
           QStringList{count_text(model.parameters), bytes_text(model.bytes), to_qt(model.license)};
}

QStringList data_set_cells(const hub::HubDataSummary& data_set) {
    return first_cells(data_set, data_set.is_supported, data_set.format) +
           QStringList{data_set.rows.empty() ? QStringLiteral("–") : to_qt(data_set.rows),
                       bytes_text(data_set.bytes), to_qt(data_set.tasks), to_qt(data_set.license)};
}

/// Whether the column, in both kinds, is numeric.
bool is_right_aligned(int column) {
    constexpr int first_number = 2, last_number = 5;
    return column >= first_number && column <= last_number;
}

} // namespace

HubDialog::HubDialog(format::HubKind kind, QWidget* parent)
    : QDialog(parent), kind_(kind), words_(new QLineEdit), table_(new QTableWidget), bar_(new DownloadBar),
      find_(new QPushButton(tr("Search"))), download_(new QPushButton(tr("Download"))) {
    build();
    connect(words_, &QLineEdit::returnPressed, find_, &QPushButton::click);
    connect(find_, &QPushButton::clicked, this, [this] { search(words_->text()); });
    connect(download_, &QPushButton::clicked, this, &HubDialog::download_chosen);
    connect(table_, &QTableWidget::itemSelectionChanged, this,
            [this] { download_->setEnabled(!is_busy_ && !table_->selectedItems().isEmpty()); });
    connect(bar_, &DownloadBar::failed, this, [this] { end(status()->text()); });
    connect(bar_, &DownloadBar::ready, this, [this] {
        end({});
        Q_EMIT downloaded(to_qt(chosen_));
        accept();
    });
}

HubDialog::~HubDialog() {
    job_.cancel();
}

QLabel* HubDialog::status() const {
    return bar_->status();
}

void HubDialog::build() {
    const bool is_model = kind_ == format::HubKind::model;
    setWindowTitle(is_model ? tr("Find a model") : tr("Find a data set"));
    resize(is_model ? 860 : 980, 480);
    words_->setPlaceholderText(is_model ? tr("Words of the name, such as distilbert or MiniLM")
                                        : tr("Words of the name, such as imdb or emotion"));
    words_->setAccessibleName(tr("Words to search for"));
    const QStringList headers =
        is_model ? QStringList{tr("Model"),      tr("Runs here"), tr("Downloads"), tr("Likes"),
                               tr("Parameters"), tr("Size"),      tr("License")}
                 : QStringList{tr("Data set"), tr("Readable"), tr("Downloads"), tr("Likes"),
                               tr("Rows"),     tr("Size"),     tr("Tasks"),     tr("License")};
    table_->setColumnCount(static_cast<int>(headers.size()));
    table_->setHorizontalHeaderLabels(headers);
    table_->setAccessibleName(is_model ? tr("Models found") : tr("Data sets found"));
    for (int column = name_column; column < table_->columnCount(); ++column)
        table_->horizontalHeaderItem(column)->setTextAlignment(
            (is_right_aligned(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    table_->setWordWrap(false);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(name_column, QHeaderView::Stretch);
    download_->setEnabled(false);
    auto* line = new QHBoxLayout;
    line->addWidget(words_, 1);
    line->addWidget(find_);
    auto* buttons = new QDialogButtonBox;
    buttons->addButton(download_, QDialogButtonBox::ActionRole);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    auto* column = new QVBoxLayout(this);
    column->addLayout(line);
    column->addWidget(table_, 1);
    column->addWidget(bar_);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void HubDialog::search(const QString& words) {
    if (words.trimmed().isEmpty() || is_busy_) return;
    words_->setText(words);
    begin(tr("Searching…"));
    const std::string text = words.trimmed().toStdString();
    kind_ == format::HubKind::model ? start_search(text, hub::search_models, model_cells)
                                    : start_search(text, hub::search_data_sets, data_set_cells);
}

template <typename Found>
void HubDialog::start_search(const std::string& words,
                             std::vector<Found> (*ask)(hub::HubClient&, const std::string&, int),
                             QStringList (*cells)(const Found&)) {
    job_ = in_background(
        this,
        [words, ask](const CancelToken& token) {
            hub::HubClient client = hub_client(token);
            return ask(client, words, most_found);
        },
        [this, cells](const std::vector<Found>& found) {
            std::vector<QStringList> rows;
            for (const Found& each : found)
                rows.push_back(cells(each));
            show_found(rows);
        },
        [this](const Error& error) {
            end(shown_error(error));
            Q_EMIT searched();
        });
}

void HubDialog::show_found(const std::vector<QStringList>& found) {
    const int count = static_cast<int>(found.size());
    table_->clearContents();
    table_->setRowCount(count);
    for (int row = 0; row < count; ++row)
        for (int column = 0; column < table_->columnCount(); ++column) {
            auto* item = new QTableWidgetItem(found[static_cast<std::size_t>(row)].value(column));
            if (is_right_aligned(column)) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            item->setToolTip(item->text());
            table_->setItem(row, column, item);
        }
    fit_columns();
    if (kind_ == format::HubKind::model)
        end(count == 0 ? tr("No models found.") : tr("%n models", nullptr, count));
    else
        end(count == 0 ? tr("No data sets found.") : tr("%n data sets", nullptr, count));
    if (count > 0) table_->selectRow(0);
    Q_EMIT searched();
}

/// Fits columns to their texts, limited for long ones, whose full text is in the tool tip.
void HubDialog::fit_columns() {
    constexpr int widest = 220;
    for (int column = name_column + 1; column < table_->columnCount(); ++column) {
        table_->resizeColumnToContents(column); // the name's column takes the remaining width
        table_->setColumnWidth(column, std::min(table_->columnWidth(column), widest));
    }
}

void HubDialog::download_chosen() {
    if (const QTableWidgetItem* item = table_->item(table_->currentRow(), name_column))
        download(item->text().toStdString());
}

void HubDialog::download(const std::string& name) {
    if (is_busy_) return;
    begin({});
    chosen_ = name;
    const format::HubModel repository{name, "main", kind_};
    if (kind_ == format::HubKind::model)
        bar_->download(repository);
    else
        bar_->download({format::HubRows{repository, {}}});
}

void HubDialog::begin(const QString& status) {
    is_busy_ = true;
    find_->setEnabled(false);
    download_->setEnabled(false);
    bar_->say(status);
}

void HubDialog::end(const QString& status) {
    is_busy_ = false;
    find_->setEnabled(true);
    download_->setEnabled(!table_->selectedItems().isEmpty());
    bar_->say(status);
}

} // namespace tunedesk::ui
