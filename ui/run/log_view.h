// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_history.h"

#include <QAbstractListModel>
#include <QWidget>

class QComboBox;
class QLineEdit;
class QListView;

namespace tunedesk::ui {

/// The lines of a run's log, copied incrementally from a history. Window's thread.
class LogModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        level_role = Qt::UserRole, ///< 0 info, 1 warning, 2 error
        text_role                  ///< without the time, for searching
    };

    using QAbstractListModel::QAbstractListModel;

    /// Appends the lines added since the last call; starts over for a different history.
    void show_log(const RunHistory& history);
    void clear();
    /// Lines of at least this level.
    int count(int level) const { return level_counts_[level]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Line {
        QString text, advice;
        double t; ///< UTC; formatted only when shown, because that is slow
        int level;
    };
    std::deque<Line> lines_;
    const RunHistory* shown_ = nullptr;
    std::uint64_t seen_ = 0; ///< number of the history's lines taken, including dropped ones
    int level_counts_[3] = {};
};

/// The log with a filter by level and by text. Window's thread.
class LogView : public QWidget {
    Q_OBJECT

public:
    explicit LogView(LogModel* model, QWidget* parent = nullptr);

    QListView* list() const { return list_; }
    QLineEdit* search() const { return search_; }
    QComboBox* level() const { return level_; }

private:
    void copy_selected();

    QLineEdit* search_;
    QComboBox* level_;
    QListView* list_;
};

} // namespace tunedesk::ui
