// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/form/preset_actions.h"

#include "ui/widgets/text.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

ImportDialog::ImportDialog(const preset::Imported& imported, const QString& file, QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("Import %1").arg(to_qt(preset::format_name(imported.format))));
    std::vector<preset::Mapping> mappings = imported.mappings;
    std::stable_partition(mappings.begin(), mappings.end(),
                          [](const auto& mapping) { return mapping.key.empty(); });
    const auto unmapped =
        std::count_if(mappings.begin(), mappings.end(), [](const auto& m) { return m.key.empty(); });
    auto* head = new QLabel(tr("%1: %2 keys, %3 of them without a counterpart.")
                                .arg(file, QString::number(mappings.size()), QString::number(unmapped)));
    head->setWordWrap(true);
    auto* table = new QTableWidget(static_cast<int>(mappings.size()), 4);
    table->setHorizontalHeaderLabels({tr("Their key"), tr("Value"), tr("Key of the preset"), tr("Note")});
    table->setAccessibleName(tr("How each key is mapped"));
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    for (int row = 0; row < table->rowCount(); ++row) {
        const preset::Mapping& mapping = mappings[static_cast<std::size_t>(row)];
        const QString key =
            mapping.key.empty() ? tr("not mapped") : to_qt(mapping.key + ": " + mapping.result);
        const QStringList cells{to_qt(mapping.foreign), to_qt(mapping.value), key, to_qt(mapping.note)};
        for (int column = 0; column < cells.size(); ++column) {
            auto* cell = new QTableWidgetItem(cells[column]);
            cell->setToolTip(cells[column]);
            table->setItem(row, column, cell);
        }
    }
    table->resizeColumnsToContents();
    table->horizontalHeader()->setStretchLastSection(true);
    QStringList open;
    for (const std::string& key : imported.open)
        open.append(to_qt(key));
    auto* rest = new QLabel(tr("Still missing: %1").arg(open.join(QStringLiteral(", "))));
    rest->setVisible(!open.isEmpty());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Open)->setText(tr("Open as a preset"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    for (QWidget* part : std::initializer_list<QWidget*>{head, table, rest, buttons})
        column->addWidget(part);
    resize(760, 480);
}

DifferencesDialog::DifferencesDialog(const std::vector<std::string>& differences, const QString& here,
                                     const QString& there, QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("Compare presets"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* head = new QLabel(differences.empty() ? tr("%1 and %2 have the same values.").arg(here, there)
                                                : tr("From %1 to %2:").arg(there, here));
    head->setWordWrap(true);
    auto* list = new QListWidget;
    list->setAccessibleName(tr("Keys that differ"));
    for (const std::string& line : differences)
        list->addItem(to_qt(line));
    connect(list, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        Q_EMIT key_chosen(item->text().section(QLatin1Char(':'), 0, 0));
    });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->addWidget(head);
    column->addWidget(list);
    column->addWidget(buttons);
    resize(640, 400);
}

OpenedFile look_into(const fs::path& file) {
    std::error_code failed;
    if (!fs::is_regular_file(file, failed))
        throw Error(ErrorId::settings_file_not_regular, {}, file.string());
    const std::string name = file.extension().string();
    const bool json = name == ".json";
    const std::string text = read_file(file, ErrorId::preset_unreadable, 1u << 20);
    try {
        return {file, preset::import_preset(text, file.string())};
    } catch (const Error&) {
        if (json) throw;
    }
    return {file, std::nullopt};
}

} // namespace tunedesk::ui
