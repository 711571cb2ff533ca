#include "ui/window/sidebar.h"

#include "preset/schema.h"
#include "ui/widgets/text.h"
#include "ui/window/entry_delegate.h"

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
    words_->setPlaceholderText(tr("Filter: words, accuracy>0.8"));
    words_->setClearButtonEnabled(true);
    words_->setAccessibleName(tr("Filter the runs and presets"));
    words_->setToolTip(
        tr("Words of a title, tag, note or path; a key or metric with =, !=, <, >, <= or >=, for "
           "example learning_rate=2e-5 accuracy>0.8; \"archived\" also shows archived runs"));
    order_->setAccessibleName(tr("Sort the runs by"));
    order_->setToolTip(tr("Sort the runs by a metric or a preset key"));
    order_->setMinimumContentsLength(10);
    order_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    fill_orders();
    list_->setModel(filter_);
    list_->setHeaderHidden(true);
    list_->setIndentation(12);
    list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list_->setContextMenuPolicy(Qt::CustomContextMenu);
    list_->setAccessibleName(tr("Runs and presets"));
    list_->setItemDelegate(new EntryDelegate(model_, list_));
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setTabKeyNavigation(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 0, 0);
    column->setSpacing(8);
    column->addWidget(words_);
    column->addWidget(order_);
    column->addWidget(list_, 1);
    setMinimumWidth(220);

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
    connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &Sidebar::selection_changed);
    connect(list_, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& at) { Q_EMIT menu_requested(list_->viewport()->mapToGlobal(at)); });
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
    const QStringList high_first = {QStringLiteral("started"), QStringLiteral("accuracy"),
                                    QStringLiteral("macro_f1"), QStringLiteral("tokens_per_second")};
    filter_->set_order(field, high_first.contains(field));
}

void Sidebar::take_entries() {
    model_->set_entries(library_->entries());
    show_sections();
    if (!wanted_.empty() && model_->index_of(wanted_).isValid()) select(fs::path(wanted_));
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
        if (auto entry = model_->entry(filter_->mapToSource(index))) entries.push_back(std::move(entry));
    std::stable_sort(entries.begin(), entries.end(), [](const LibraryEntryPtr& a, const LibraryEntryPtr& b) {
        return a->is_run() && !b->is_run();
    });
    return entries;
}

void Sidebar::select(const fs::path& path) {
    const QModelIndex index = filter_->mapFromSource(model_->index_of(path));
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

void Sidebar::focus_filter() {
    words_->setFocus(Qt::ShortcutFocusReason);
    words_->selectAll();
}

void Sidebar::focus_list() {
    list_->setFocus(Qt::ShortcutFocusReason);
}

} // namespace tunedesk::ui
