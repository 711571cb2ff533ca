// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/background.h"
#include "ui/window/library/library.h"
#include "ui/window/runs/run_differences.h"

#include <QWidget>

class QAction;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTableView;
class QTimer;
class QToolButton;

namespace tunedesk::ui {

class RunsFilter;
class RunsModel;
class TableColumns;

/// All runs as a table: state, name, differing settings, progress, metrics, time. It can be sorted and
/// filtered, its columns chosen and moved. Several selected runs can be compared; other actions on runs are
/// the window's. Follows the library while visible. Window's thread.
class RunsPage : public QWidget {
    Q_OBJECT

public:
    explicit RunsPage(QWidget* parent = nullptr);

    /// Sets the library, which must outlive the page.
    void follow(Library* library);
    /// Sets the action for the selected run; it gets a button.
    void set_trash(QAction* trash);
    /// The selected runs in the order of the table.
    LibraryEntries selected() const;
    void select(const std::vector<fs::path>& runs);

    QTableView* table() const { return table_; }
    RunsModel* model() const { return model_; }
    QLineEdit* filter() const { return words_; }
    TableColumns* columns() const { return shown_columns_; }

Q_SIGNALS:
    void selection_changed();
    void run_requested(const QString& run);
    /// Emitted to compare runs; `settings`: with the settings' page in front.
    void comparison_requested(const QStringList& runs, bool settings);
    /// Emitted to show a menu for the selected runs, at a global position.
    void menu_requested(const QPoint& at);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* make_head();
    void set_up_table();
    void take_entries();
    void find_differences();
    void show_selection();
    void open_current();
    void open_folder();
    QStringList sweep() const;

    Library* library_ = nullptr;
    RunsModel* model_;
    RunsFilter* rows_;
    QLabel *title_, *count_;
    QLineEdit* words_;
    QPushButton *open_, *compare_, *sweep_, *folder_;
    QPushButton* more_;
    QToolButton *columns_, *trash_;
    QTableView* table_;
    TableColumns* shown_columns_;
    QTimer* differences_timer_;
    RunDifferences differences_;
    LibraryEntries kept_; ///< the selection while the columns change
    CancelToken finding_;
};

} // namespace tunedesk::ui
