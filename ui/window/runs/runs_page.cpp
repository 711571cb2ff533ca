// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/runs/runs_page.h"

#include "run/folder/remote_place.h"
#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/tokens.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/text.h"
#include "ui/window/library/entry_query.h"
#include "ui/window/runs/runs_delegate.h"
#include "ui/window/runs/runs_model.h"
#include "ui/window/runs/table_columns.h"

#include <QAction>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QUrl>
#include <algorithm>
#include <utility>

namespace tunedesk::ui {

namespace {

constexpr int typing_ms = 60, differences_ms = 120;

QStringList paths_of(const LibraryEntries& runs) {
    QStringList paths;
    for (const LibraryEntryPtr& run : runs)
        paths << to_qt(run->path);
    return paths;
}

} // namespace

RunsPage::RunsPage(QWidget* parent)
    : QWidget(parent), model_(new RunsModel(this)), rows_(new RunsFilter(model_, this)),
      title_(new QLabel(tr("Runs"))), count_(new QLabel), words_(new QLineEdit),
      open_(new QPushButton(tr("&Open"))), compare_(new QPushButton(tr("&Compare"))),
      sweep_(new QPushButton(tr("Compare s&weep"))), folder_(new QPushButton(tr("Open fo&lder"))),
      more_(new QPushButton(tr("&Actions"))), columns_(new QToolButton), trash_(new QToolButton),
      table_(new QTableView), shown_columns_(nullptr), differences_timer_(new QTimer(this)) {
    set_up_table();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(style::l, style::m, style::l, style::m);
    column->addWidget(make_head());
    column->addWidget(table_, 1);
    auto* typing = new QTimer(this);
    typing->setSingleShot(true);
    typing->setInterval(typing_ms);
    differences_timer_->setSingleShot(true);
    differences_timer_->setInterval(differences_ms);
    connect(words_, &QLineEdit::textChanged, typing, qOverload<>(&QTimer::start));
    connect(typing, &QTimer::timeout, this, [this] {
        rows_->set_query(words_->text());
        show_selection();
        differences_timer_->start();
    });
    connect(differences_timer_, &QTimer::timeout, this, &RunsPage::find_differences);
    connect(open_, &QPushButton::clicked, this, &RunsPage::open_current);
    connect(more_, &QPushButton::clicked, this,
            [this] { Q_EMIT menu_requested(more_->mapToGlobal(QPoint(0, more_->height()))); });
    connect(folder_, &QPushButton::clicked, this, &RunsPage::open_folder);
    connect(compare_, &QPushButton::clicked, this,
            [this] { Q_EMIT comparison_requested(paths_of(selected()), false); });
    connect(sweep_, &QPushButton::clicked, this, [this] { Q_EMIT comparison_requested(sweep(), true); });
    show_selection();
}

QWidget* RunsPage::make_head() {
    make_title(title_);
    style::set_text_size(count_, style::TextSize::small, true);
    describe_query(*words_);
    words_->setClearButtonEnabled(true);
    words_->setAccessibleName(tr("Filter the runs"));
    words_->addAction(style::icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    words_->setMinimumWidth(260);
    compare_->setToolTip(tr("The selected runs side by side"));
    sweep_->setToolTip(tr("The settings and the metric of the selected runs, or of all runs of the sweep"));
    folder_->setToolTip(tr("Shows the folder in the file manager"));
    columns_->setText(tr("Colu&mns"));
    columns_->setMenu(shown_columns_->menu());
    columns_->setPopupMode(QToolButton::InstantPopup);
    more_->setToolTip(tr("All actions on the selected runs"));
    for (QToolButton* button : {columns_, trash_})
        button->setFocusPolicy(Qt::StrongFocus);
    auto* head = new QWidget;
    auto* lines = new QVBoxLayout(head);
    lines->setContentsMargins(0, 0, 0, style::xs);
    lines->setSpacing(style::s);
    auto* first = new QHBoxLayout;
    first->addWidget(title_);
    first->addSpacing(style::s);
    first->addWidget(count_, 1);
    first->addWidget(words_);
    first->addWidget(columns_);
    auto* second = new QHBoxLayout;
    for (QWidget* button : std::initializer_list<QWidget*>{open_, compare_, sweep_, folder_, trash_, more_})
        second->addWidget(button);
    second->addStretch();
    lines->addLayout(first);
    lines->addLayout(second);
    return head;
}

void RunsPage::set_up_table() {
    table_->setModel(rows_);
    table_->setItemDelegate(new RunsDelegate(model_, rows_, table_));
    table_->setAccessibleName(tr("Runs"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setShowGrid(false);
    table_->setTabKeyNavigation(false);
    table_->setWordWrap(false);
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 14);
    table_->installEventFilter(this);
    shown_columns_ = new TableColumns(table_, model_);
    connect(shown_columns_, &TableColumns::about_to_change, this, [this] { kept_ = selected(); });
    connect(shown_columns_, &TableColumns::changed, this, [this] {
        std::vector<fs::path> runs;
        for (const LibraryEntryPtr& run : std::exchange(kept_, {}))
            runs.push_back(run->path);
        select(runs);
    });
    connect(table_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        if (table_->selectionModel()->hasSelection())
            Q_EMIT menu_requested(table_->viewport()->mapToGlobal(at));
    });
    connect(table_, &QTableView::doubleClicked, this, &RunsPage::open_current);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        show_selection();
        Q_EMIT selection_changed();
    });
}

void RunsPage::follow(Library* library) {
    library_ = library;
    connect(library, &Library::changed, this, [this] {
        if (isVisible()) take_entries();
    });
}

void RunsPage::set_trash(QAction* trash) {
    trash_->setDefaultAction(trash);
    trash_->setAccessibleName(trash->text());
}

void RunsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (library_) take_entries();
    shown_columns_->fit();
}

void RunsPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    shown_columns_->fit();
}

bool RunsPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == table_ && event->type() == QEvent::KeyPress)
        if (const int key = static_cast<QKeyEvent*>(event)->key();
            key == Qt::Key_Return || key == Qt::Key_Enter) {
            open_current();
            return true;
        }
    return QWidget::eventFilter(watched, event);
}

void RunsPage::take_entries() {
    model_->set_entries(library_->entries());
    show_selection();
    Q_EMIT selection_changed(); // the same runs may have other states
    differences_timer_->start();
}

/// Computes the differences of the listed runs in the background.
void RunsPage::find_differences() {
    LibraryEntries listed;
    for (int row = 0; row < rows_->rowCount(); ++row)
        listed.push_back(model_->entry(rows_->mapToSource(rows_->index(row, 0)).row()));
    finding_.cancel();
    finding_ = in_background(
        this, [listed](const CancelToken&) { return differences_of(listed); },
        [this](RunDifferences found) {
            if (found == differences_) return;
            differences_ = std::move(found);
            model_->set_differences(differences_);
            shown_columns_->set_keys(differences_.keys);
        });
}

LibraryEntries RunsPage::selected() const {
    QModelIndexList indexes = table_->selectionModel()->selectedRows();
    std::ranges::sort(indexes, {}, &QModelIndex::row);
    LibraryEntries runs;
    for (const QModelIndex& index : indexes)
        runs.push_back(model_->entry(rows_->mapToSource(index).row()));
    return runs;
}

void RunsPage::select(const std::vector<fs::path>& runs) {
    QItemSelection selection;
    QModelIndex first;
    for (int row = 0; row < rows_->rowCount(); ++row) {
        const QModelIndex index = rows_->index(row, 0);
        if (std::ranges::count(runs, model_->entry(rows_->mapToSource(index).row())->path) == 0) continue;
        selection.select(index, index);
        if (!first.isValid()) first = index;
    }
    QItemSelectionModel* model = table_->selectionModel();
    if (first.isValid()) model->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    model->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

/// The selected runs, or all of the one selected run's sweep.
QStringList RunsPage::sweep() const {
    const LibraryEntries runs = selected();
    if (runs.size() != 1 || runs.front()->group.empty()) return paths_of(runs);
    LibraryEntries all;
    for (const LibraryEntryPtr& entry : library_->entries())
        if (entry->is_run() && entry->group == runs.front()->group) all.push_back(entry);
    std::ranges::sort(all, {}, [](const LibraryEntryPtr& run) { return run->path; });
    return paths_of(all);
}

void RunsPage::show_selection() {
    const auto chosen = table_->selectionModel()->selectedRows().size();
    const QString runs = tr("%n run(s)", nullptr, rows_->rowCount());
    count_->setText(chosen > 0 ? tr("%1, %2 selected").arg(runs).arg(chosen) : runs);
    open_->setEnabled(chosen == 1);
    folder_->setEnabled(chosen == 1);
    more_->setEnabled(chosen > 0);
    compare_->setEnabled(chosen > 1);
    sweep_->setEnabled(chosen > 0 && sweep().size() > 1);
}

void RunsPage::open_current() {
    const LibraryEntries runs = selected();
    if (runs.size() == 1) Q_EMIT run_requested(to_qt(runs.front()->path));
    if (runs.size() > 1) Q_EMIT comparison_requested(paths_of(runs), false);
}

void RunsPage::open_folder() {
    const LibraryEntries runs = selected();
    if (runs.size() == 1 && !run::remote_run_of(runs.front()->path))
        QDesktopServices::openUrl(QUrl::fromLocalFile(to_qt(runs.front()->path)));
}

} // namespace tunedesk::ui
