#pragma once

#include "ui/widgets/background.h"
#include "ui/window/library/library.h"
#include "ui/window/runs/run_differences.h"

#include <QWidget>
#include <map>

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QSettings;
class QStackedWidget;
class QTableView;
class QTimer;
class QToolButton;

namespace tunedesk::ui {

class RunsFilter;
class RunsModel;

/// All runs as a table: state, name, in which settings the listed runs differ, progress, metrics, time. It
/// can be sorted and filtered, its columns chosen and moved. Several selected runs can be compared; what else
/// is done to a run are the window's actions. It follows the library while it is visible. Window's thread.
class RunsPage : public QWidget {
    Q_OBJECT

public:
    explicit RunsPage(QWidget* parent = nullptr);

    /// The library must live as long.
    void follow(Library* library);
    /// Of the selected run; it gets a button.
    void set_trash(QAction* trash);
    /// In the table's order.
    LibraryEntries selected() const;
    void select(const std::vector<fs::path>& runs);
    /// Columns, widths and order, as a window has kept them.
    void restore(const QSettings& settings);
    void save(QSettings& settings) const;
    void set_columns(const QStringList& ids);
    void sort_by(const QString& column, Qt::SortOrder order);

    QTableView* table() const { return table_; }
    RunsModel* model() const { return model_; }
    QLineEdit* filter() const { return words_; }
    /// The menu of all columns, with a mark at those that are shown.
    QMenu* columns_menu() const { return columns_menu_; }

Q_SIGNALS:
    void selection_changed();
    void run_requested(const QString& run);
    /// `settings`: with the page of settings in front.
    void comparison_requested(const QStringList& runs, bool settings);
    /// A menu for the selected runs is asked for, at a global position.
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
    void fill_columns_menu();
    void toggle_column(const QString& id, bool shown);
    void fit_columns();
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
    QMenu* columns_menu_;
    QTableView* table_;
    QTimer* differences_timer_;
    RunDifferences differences_;
    CancelToken finding_;
    std::map<QString, int> widths_; ///< of the columns that the user has resized
    bool fitting_ = false;
};

} // namespace tunedesk::ui
