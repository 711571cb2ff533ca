// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/runs/table_columns.h"

#include "ui/window/runs/run_columns.h"
#include "ui/window/runs/runs_model.h"

#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QTableView>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int least_differs = 160;

/// As the user has moved them.
QStringList shown_order(const RunsModel& model, const QHeaderView& header) {
    QStringList ids;
    for (int place = 0; place < header.count(); ++place)
        ids << model.column(header.logicalIndex(place)).id;
    return ids;
}

} // namespace

TableColumns::TableColumns(QTableView* table, RunsModel* model)
    : QObject(table), table_(table), model_(model), menu_(new QMenu(table)) {
    QHeaderView* header = table_->horizontalHeader();
    header->setSectionsMovable(true);
    header->setHighlightSections(false);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->setToolTip(tr("Click to sort; right-click to choose columns"));
    table_->setSortingEnabled(true);
    sort_by(QStringLiteral("started"), Qt::DescendingOrder);
    connect(header, &QWidget::customContextMenuRequested, this,
            [this, header](const QPoint& at) { menu_->popup(header->mapToGlobal(at)); });
    connect(header, &QHeaderView::sectionResized, this, [this](int section, int, int width) {
        if (!fitting_) widths_[model_->column(section).id] = width;
    });
    connect(menu_, &QMenu::aboutToShow, this, &TableColumns::fill_menu);
}

void TableColumns::show(const QStringList& ids) {
    QHeaderView* header = table_->horizontalHeader();
    const int sorted = header->sortIndicatorSection();
    const QString sort =
        sorted >= 0 && sorted < model_->columnCount() ? model_->column(sorted).id : QString();
    const Qt::SortOrder order = header->sortIndicatorOrder();
    Q_EMIT about_to_change();
    fitting_ = true;
    model_->set_columns(ids.isEmpty() ? default_run_columns() : ids);
    for (int place = 0; place < header->count(); ++place) // the model's order is the user's
        header->moveSection(header->visualIndex(place), place);
    fitting_ = false;
    fit();
    sort_by(model_->column_of(sort) >= 0 ? sort : QStringLiteral("started"), order);
    Q_EMIT changed();
}

void TableColumns::sort_by(const QString& column, Qt::SortOrder order) {
    const int at = model_->column_of(column);
    if (at >= 0) table_->sortByColumn(at, order);
}

/// The settings that differ get what the other columns leave.
void TableColumns::fit() {
    QHeaderView* header = table_->horizontalHeader();
    fitting_ = true;
    const int room =
        table_->width() - 2 * table_->frameWidth() - table_->verticalScrollBar()->sizeHint().width();
    int taken = 0;
    for (int at = 0; at < model_->columnCount(); ++at) {
        const RunColumn& column = model_->column(at);
        const auto chosen = widths_.find(column.id);
        if (column.id == what_differs && chosen == widths_.end()) continue;
        const int width =
            chosen == widths_.end() ? std::max(column.width, header->sectionSizeHint(at)) : chosen->second;
        header->resizeSection(at, width);
        taken += width;
    }
    const int at = model_->column_of(what_differs);
    if (at >= 0 && !widths_.contains(what_differs))
        header->resizeSection(at, std::max(least_differs, room - taken));
    fitting_ = false;
}

void TableColumns::fill_menu() {
    menu_->clear();
    qDeleteAll(menu_->findChildren<QMenu*>(Qt::FindDirectChildrenOnly));
    const auto add = [this](QMenu* menu, const QString& id, const QString& title) {
        QAction* action = menu->addAction(title);
        action->setCheckable(true);
        action->setChecked(model_->column_of(id) >= 0);
        connect(action, &QAction::toggled, this, [this, id](bool shown) { toggle(id, shown); });
    };
    const std::vector<QStringList> groups = run_column_groups();
    for (const QString& id : groups.front())
        add(menu_, id, run_column(id)->title);
    menu_->addSeparator();
    QMenu* metrics = menu_->addMenu(tr("Metrics"));
    for (const QString& id : groups.back())
        add(metrics, id, run_column(id)->title);
    QMenu* settings = menu_->addMenu(tr("Settings that differ"));
    settings->setEnabled(!keys_.empty());
    for (const std::string& key : keys_)
        add(settings, setting_column(key), QString::fromStdString(key));
    menu_->addSeparator();
    connect(menu_->addAction(tr("Reset columns")), &QAction::triggered, this, [this] {
        widths_.clear();
        show({});
    });
}

void TableColumns::toggle(const QString& id, bool shown) {
    QStringList ids = shown_order(*model_, *table_->horizontalHeader());
    shown ? ids.append(id) : static_cast<void>(ids.removeAll(id));
    if (!ids.isEmpty()) show(ids);
}

void TableColumns::restore(const QSettings& settings) {
    widths_.clear();
    for (const QString& width : settings.value(QStringLiteral("runs/widths")).toStringList())
        if (const int number = width.section(u'=', -1).toInt(); number > 0)
            widths_[width.section(u'=', 0, -2)] = number;
    show(settings.value(QStringLiteral("runs/columns")).toStringList());
    const QString sort = settings.value(QStringLiteral("runs/sort")).toString();
    const bool descends = settings.value(QStringLiteral("runs/descending"), true).toBool();
    if (!sort.isEmpty()) sort_by(sort, descends ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void TableColumns::save(QSettings& settings) const {
    const QHeaderView& header = *table_->horizontalHeader();
    QStringList widths;
    for (const auto& [id, width] : widths_)
        widths << QStringLiteral("%1=%2").arg(id).arg(width);
    settings.setValue(QStringLiteral("runs/widths"), widths);
    settings.setValue(QStringLiteral("runs/columns"), shown_order(*model_, header));
    const int sorted = header.sortIndicatorSection();
    if (sorted < 0 || sorted >= model_->columnCount()) return;
    settings.setValue(QStringLiteral("runs/sort"), model_->column(sorted).id);
    settings.setValue(QStringLiteral("runs/descending"), header.sortIndicatorOrder() == Qt::DescendingOrder);
}

} // namespace tunedesk::ui
