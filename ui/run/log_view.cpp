// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/log_view.h"

#include "ui/run/run_warnings.h"
#include "ui/widgets/text.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListView>
#include <QScrollBar>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QStyle>
#include <QVBoxLayout>

namespace tunedesk::ui {

namespace {

int level_of(const std::string& level) {
    return level == "error" ? 2 : level == "warning" ? 1 : 0;
}

/// Lines with at least a given level that contain a text.
class LogFilter : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void set_level(int level) {
        level_ = level;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        return sourceModel()->index(row, 0, parent).data(LogModel::level_role).toInt() >= level_ &&
               QSortFilterProxyModel::filterAcceptsRow(row, parent);
    }

private:
    int level_ = 0;
};

} // namespace

void LogModel::clear() {
    beginResetModel();
    lines_.clear();
    shown_ = nullptr;
    seen_ = 0;
    std::fill(std::begin(level_counts_), std::end(level_counts_), 0);
    endResetModel();
}

void LogModel::show_log(const RunHistory& history) {
    if (&history != shown_) {
        clear();
        shown_ = &history;
    }
    const std::uint64_t end = history.log_dropped() + history.log().size();
    const std::uint64_t first = std::max(seen_, history.log_dropped());
    if (end == first) return;
    const int added = static_cast<int>(end - first), before = static_cast<int>(lines_.size());
    beginInsertRows({}, before, before + added - 1);
    for (std::uint64_t i = first; i < end; ++i) {
        const LogLine& line = history.log()[i - history.log_dropped()];
        const int level = level_of(line.level);
        const QString who = line.rank < 0 ? QString() : tr("rank %1: ").arg(line.rank);
        const QString kind = level == 2 ? tr("error: ") : level == 1 ? tr("warning: ") : QString();
        lines_.push_back({who + kind + to_qt(line.text), logged_warning(line).advice, line.t, level});
        for (int i_level = 0; i_level <= level; ++i_level)
            ++level_counts_[i_level];
    }
    endInsertRows();
    seen_ = end;
    const int over = static_cast<int>(lines_.size()) - static_cast<int>(RunHistory::log_limit);
    if (over <= 0) return;
    beginRemoveRows({}, 0, over - 1);
    lines_.erase(lines_.begin(), lines_.begin() + over);
    endRemoveRows();
}

int LogModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

QVariant LogModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Line& line = lines_[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole)
        return QDateTime::fromSecsSinceEpoch(static_cast<qint64>(line.t)).toString(u"HH:mm:ss") +
               QStringLiteral("  ") + line.text;
    if (role == text_role) return line.text;
    if (role == level_role) return line.level;
    if (role == Qt::ToolTipRole && line.level > 0)
        return line.advice.isEmpty() ? line.text : line.text + u'\n' + line.advice;
    if (role == Qt::DecorationRole && line.level > 0)
        return QApplication::style()->standardIcon(line.level == 2 ? QStyle::SP_MessageBoxCritical
                                                                   : QStyle::SP_MessageBoxWarning);
    return {};
}

LogView::LogView(LogModel* model, QWidget* parent)
    : QWidget(parent), search_(new QLineEdit), level_(new QComboBox), list_(new QListView) {
    auto* filter = new LogFilter(this);
    filter->setSourceModel(model);
    filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    filter->setFilterRole(LogModel::text_role);
    search_->setPlaceholderText(tr("Search the log"));
    search_->setClearButtonEnabled(true);
    search_->setAccessibleName(tr("Search the log"));
    level_->addItems({tr("Everything"), tr("Warnings and errors"), tr("Errors")});
    level_->setAccessibleName(tr("Level of the log's lines"));
    list_->setModel(filter);
    list_->setUniformItemSizes(true);
    list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setAccessibleName(tr("Log"));
    auto* row = new QHBoxLayout;
    row->addWidget(search_, 1);
    row->addWidget(level_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addLayout(row);
    column->addWidget(list_, 1);
    connect(search_, &QLineEdit::textChanged, filter, &QSortFilterProxyModel::setFilterFixedString);
    connect(level_, &QComboBox::currentIndexChanged, filter,
            [filter](int level) { filter->set_level(level); });
    // Scrolls to new lines while the last line is visible.
    connect(model, &QAbstractItemModel::rowsInserted, this, [this] {
        if (list_->verticalScrollBar()->value() >= list_->verticalScrollBar()->maximum() - 1)
            QMetaObject::invokeMethod(list_, &QListView::scrollToBottom, Qt::QueuedConnection);
    });
    auto* copy = new QShortcut(QKeySequence::Copy, list_, nullptr, nullptr, Qt::WidgetShortcut);
    connect(copy, &QShortcut::activated, this, &LogView::copy_selected);
}

void LogView::copy_selected() {
    QModelIndexList rows = list_->selectionModel()->selectedIndexes();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    for (const QModelIndex& row : rows)
        lines << row.data().toString();
    QApplication::clipboard()->setText(lines.join(u'\n'));
}

} // namespace tunedesk::ui
