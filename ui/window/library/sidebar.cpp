// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/library/sidebar.h"

#include "preset/schema/schema.h"
#include "task/task.h"
#include "ui/style/icons.h"
#include "ui/style/tokens.h"
#include "ui/widgets/text.h"
#include "ui/window/library/entry_delegate.h"
#include "ui/window/library/entry_query.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

Sidebar::Sidebar(Library* library, QWidget* parent)
    : QWidget(parent), library_(library), model_(new LibraryModel(this)),
      filter_(new LibraryFilter(model_, this)), words_(new QLineEdit), order_(new QComboBox),
      list_(new QTreeView) {
    describe_query(*words_);
    words_->setClearButtonEnabled(true);
    words_->setAccessibleName(tr("Filter the runs and presets"));
    order_->setAccessibleName(tr("Sort the runs by"));
    order_->setToolTip(tr("Sort the runs by a metric or a preset key"));
    order_->setMinimumContentsLength(10);
    order_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    fill_orders();
    order_->setMaxVisibleItems(16);
    words_->addAction(style::icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setModel(filter_);
    list_->setHeaderHidden(true);
    list_->setIndentation(12);
    list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list_->setContextMenuPolicy(Qt::CustomContextMenu);
    list_->setAccessibleName(tr("Runs and presets"));
    list_->setItemDelegate(new EntryDelegate(model_, list_));
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setTabKeyNavigation(false);
    list_->setDragDropMode(QAbstractItemView::DragDrop);
    list_->setDefaultDropAction(Qt::MoveAction);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(style::m, style::m, style::xs, style::m);
    column->setSpacing(8);
    column->addWidget(words_);
    column->addWidget(order_);
    column->addWidget(list_, 1);
    setMinimumWidth(220);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);

    auto* typing = new QTimer(this);
    typing->setSingleShot(true);
    typing->setInterval(60);
    connect(words_, &QLineEdit::textChanged, typing, qOverload<>(&QTimer::start));
    connect(typing, &QTimer::timeout, this, [this] {
        filter_->set_filter(words_->text());
        show_sections();
    });
    connect(words_, &QLineEdit::returnPressed, this, &Sidebar::focus_list);
    connect(order_, &QComboBox::activated, this, &Sidebar::apply_order);
    connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (taking_) return;
        if (list_->selectionModel()->hasSelection()) wanted_.clear(); // something else is wanted by now
        Q_EMIT selection_changed();
    });
    connect(list_, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& at) { Q_EMIT menu_requested(list_->viewport()->mapToGlobal(at)); });
    connect(model_, &LibraryModel::reorder_requested, this, &Sidebar::reorder_requested);
    connect(library_, &Library::changed, this, &Sidebar::take_entries);
    take_entries();
}

void Sidebar::fill_orders() {
    order_->addItem(tr("Latest first"), QStringLiteral("started"));
    order_->addItem(tr("Title"), QStringLiteral("title"));
    order_->addItem(tr("State"), QStringLiteral("state"));
    for (const QString& metric : library_metrics())
        order_->addItem(metric, metric);
    order_->insertSeparator(order_->count());
    for (const preset::Key& key : preset::keys())
        order_->addItem(to_qt(key.dotted()), to_qt(key.dotted()));
}

void Sidebar::apply_order() {
    const QString field = order_->currentData().toString();
    const bool high_first =
        field == QStringLiteral("started") || field == QStringLiteral("tokens_per_second") ||
        std::ranges::any_of(task::tasks(), [name = field.toStdString()](const task::Task& task) {
            const task::Metric* metric = task.find_metric(name);
            return metric && metric->more_is_better;
        });
    filter_->set_order(field, high_first);
}

/// A run that starts or ends leaves its section: it stays selected, and nothing else becomes so.
void Sidebar::take_entries() {
    const auto chosen = [this](int role) {
        QStringList texts;
        for (const QModelIndex& index : list_->selectionModel()->selectedRows())
            if (const QString text = index.data(role).toString(); !text.isEmpty()) texts << text;
        texts.sort();
        return texts;
    };
    const QStringList paths = chosen(LibraryModel::PathRole), groups = chosen(LibraryModel::GroupRole);
    taking_ = true;
    model_->set_entries(library_->entries());
    show_sections();
    const bool moved = chosen(LibraryModel::PathRole) != paths || chosen(LibraryModel::GroupRole) != groups;
    if (moved) select_again(paths, groups);
    taking_ = false;
    if (moved && (chosen(LibraryModel::PathRole) != paths || chosen(LibraryModel::GroupRole) != groups))
        Q_EMIT selection_changed();
    if (!wanted_.empty() && filter_->mapFromSource(model_->index_of(wanted_)).isValid())
        select(fs::path(wanted_));
}

void Sidebar::select_again(const QStringList& paths, const QStringList& groups) {
    QItemSelection selection;
    QModelIndex current;
    const auto add = [&](const QModelIndex& index) {
        if (!index.isValid()) return;
        selection.select(index, index);
        current = index;
    };
    for (const QString& path : paths)
        add(filter_->mapFromSource(model_->index_of(to_path(path))));
    for (const QString& group : groups)
        for (int section = 0; section < filter_->rowCount(); ++section) {
            const QModelIndex above = filter_->index(section, 0);
            const auto found = filter_->match(filter_->index(0, 0, above), LibraryModel::GroupRole, group, 1,
                                              Qt::MatchExactly);
            if (found.isEmpty()) continue;
            add(found.front());
            break;
        }
    list_->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (current.isValid()) list_->selectionModel()->setCurrentIndex(current, QItemSelectionModel::NoUpdate);
}

/// Sections are open unless the user closes them; a new one opens.
void Sidebar::show_sections() {
    for (int row = 0; row < filter_->rowCount(); ++row) {
        const QModelIndex section = filter_->index(row, 0);
        const QString key = QStringLiteral("seen%1").arg(section.data(LibraryModel::SectionRole).toInt());
        if (filter_->rowCount(section) == 0 || property(key.toLatin1().constData()).toBool()) continue;
        setProperty(key.toLatin1().constData(), true);
        list_->expand(section);
    }
}

LibraryEntries Sidebar::selected() const {
    LibraryEntries entries;
    for (const QModelIndex& index : list_->selectionModel()->selectedRows())
        for (LibraryEntryPtr& entry : model_->entries_at(filter_->mapToSource(index)))
            if (std::ranges::find(entries, entry) == entries.end()) entries.push_back(std::move(entry));
    std::stable_sort(entries.begin(), entries.end(), [](const LibraryEntryPtr& a, const LibraryEntryPtr& b) {
        return a->is_run() && !b->is_run();
    });
    return entries;
}

QString Sidebar::selected_group() const {
    const QModelIndexList rows = list_->selectionModel()->selectedRows();
    return rows.size() == 1 ? rows.front().data(LibraryModel::GroupRole).toString() : QString();
}

void Sidebar::list(LibraryFilter::Listed listed) {
    if (listed == filter_->listed()) return;
    filter_->set_listed(listed);
    show_sections();
    Q_EMIT listed_changed();
}

void Sidebar::select(const fs::path& path) {
    const QModelIndex known = model_->index_of(path);
    if (known.isValid() && !filter_->mapFromSource(known).isValid()) list(LibraryFilter::Listed::all);
    const QModelIndex index = filter_->mapFromSource(known);
    if (!index.isValid()) {
        list_->clearSelection();
        wanted_ = path;
        return;
    }
    wanted_.clear();
    list_->setCurrentIndex(index);
    list_->scrollTo(index);
}

void Sidebar::select_none() {
    wanted_.clear();
    list_->clearSelection();
}

Sidebar::View Sidebar::view() const {
    return {filter_->listed(), words_->text(), order_->currentData().toString()};
}

void Sidebar::set_view(const View& view) {
    list(view.listed);
    words_->setText(view.words);
    filter_->set_filter(view.words);
    order_->setCurrentIndex(std::max(0, order_->findData(view.order)));
    apply_order();
}

void Sidebar::focus_filter() {
    words_->setFocus(Qt::ShortcutFocusReason);
    words_->selectAll();
}

void Sidebar::focus_list() {
    list_->setFocus(Qt::ShortcutFocusReason);
}

} // namespace tunedesk::ui
