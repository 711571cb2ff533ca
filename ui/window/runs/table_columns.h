// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <map>
#include <string>
#include <vector>

class QMenu;
class QSettings;
class QTableView;

namespace tunedesk::ui {

class RunsModel;

/// Which columns the table of runs shows, in which order and how wide. Belongs to the table, whose model
/// shows the rows of `model`. Window's thread.
class TableColumns : public QObject {
    Q_OBJECT

public:
    TableColumns(QTableView* table, RunsModel* model);

    /// Those of the ids; of none the usual ones.
    void show(const QStringList& ids);
    void sort_by(const QString& column, Qt::SortOrder order);
    /// Settings that may be columns of their own.
    void set_keys(std::vector<std::string> keys) { keys_ = std::move(keys); }
    /// The settings that differ get what the other columns leave.
    void fit();
    /// Columns, widths and order, as a window has kept them.
    void restore(const QSettings& settings);
    void save(QSettings& settings) const;
    /// All columns, with a mark at those that are shown.
    QMenu* menu() const { return menu_; }

Q_SIGNALS:
    void about_to_change(); ///< the table loses its selection
    void changed();

private:
    void fill_menu();
    void toggle(const QString& id, bool shown);

    QTableView* table_;
    RunsModel* model_;
    QMenu* menu_;
    std::vector<std::string> keys_;
    std::map<QString, int> widths_; ///< of the columns that the user has resized
    bool fitting_ = false;
};

} // namespace tunedesk::ui
