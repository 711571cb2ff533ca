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

namespace tunedesk::ui {

namespace {

constexpr int most_found = 50;

enum HubColumn {
    name_column,
    runs_column,
    downloads_column,
    likes_column,
    parameters_column,
    size_column,
    license_column
};

QString count_text(std::uint64_t count) {
    return count == 0 ? QStringLiteral("–") : to_qt(grouped(count));
}

} // namespace

HubDialog::HubDialog(QWidget* parent)
    : QDialog(parent), words_(new QLineEdit), table_(new QTableWidget), bar_(new DownloadBar),
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
        Q_EMIT model_ready(to_qt(chosen_));
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
    setWindowTitle(tr("Find a model"));
    resize(860, 480);
    words_->setPlaceholderText(tr("Words of the name, such as distilbert or MiniLM"));
    words_->setAccessibleName(tr("Words to search for"));
    table_->setColumnCount(license_column + 1);
    table_->setHorizontalHeaderLabels({tr("Model"), tr("Runs here"), tr("Downloads"), tr("Likes"),
                                       tr("Parameters"), tr("Size"), tr("License")});
    table_->setAccessibleName(tr("Models found"));
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
    job_ = in_background(
        this,
        [text = words.trimmed().toStdString()](const CancelToken& token) {
            hub::HubClient client = hub_client(token);
            return hub::search_models(client, text, most_found);
        },
        [this](std::vector<hub::HubModelSummary> found) { show_found(std::move(found)); },
        [this](const Error& error) {
            end(shown_error(error));
            Q_EMIT searched();
        });
}

void HubDialog::show_found(std::vector<hub::HubModelSummary> found) {
    found_ = std::move(found);
    table_->clearContents();
    table_->setRowCount(static_cast<int>(found_.size()));
    for (int row = 0; row < table_->rowCount(); ++row) {
        const hub::HubModelSummary& model = found_[static_cast<std::size_t>(row)];
        const QString runs = !model.is_supported ? tr("no: %1").arg(to_qt(model.model_type))
                             : model.is_gated    ? tr("gated")
                                                 : tr("yes");
        const QString cells[] = {to_qt(model.name),
                                 runs,
                                 count_text(static_cast<std::uint64_t>(model.downloads)),
                                 count_text(static_cast<std::uint64_t>(model.likes)),
                                 count_text(model.parameters),
                                 model.bytes == 0 ? QStringLiteral("–") : to_qt(human_bytes(model.bytes)),
                                 to_qt(model.license)};
        for (int column = name_column; column <= license_column; ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            if (column >= downloads_column && column <= size_column)
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table_->setItem(row, column, item);
        }
    }
    end(found_.empty() ? tr("No models found.") : tr("%n models", nullptr, static_cast<int>(found_.size())));
    if (!found_.empty()) table_->selectRow(0);
    Q_EMIT searched();
}

void HubDialog::download_chosen() {
    const int row = table_->currentRow();
    if (row < 0 || row >= static_cast<int>(found_.size())) return;
    download({found_[static_cast<std::size_t>(row)].name});
}

void HubDialog::download(const format::HubModel& model) {
    if (is_busy_) return;
    begin({});
    chosen_ = model.name;
    bar_->download(model);
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
