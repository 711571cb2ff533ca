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

/// The visible columns of the table of runs, their order and widths. Owned by the table, whose model is a
/// proxy of `model`. Window's thread.
class TableColumns : public QObject {
    Q_OBJECT

public:
    TableColumns(QTableView* table, RunsModel* model);

    /// Shows the columns with these ids; if empty, the default ones.
    void show(const QStringList& ids);
    void sort_by(const QString& column, Qt::SortOrder order);
    /// Sets the settings that may have their own columns.
    void set_keys(std::vector<std::string> keys) { keys_ = std::move(keys); }
    /// Gives the column of differing settings the remaining width.
    void fit();
    /// Restores columns, widths and order stored by an earlier window.
    void restore(const QSettings& settings);
    void save(QSettings& settings) const;
    /// All columns, with check marks for the visible ones.
    QMenu* menu() const { return menu_; }

Q_SIGNALS:
    void about_to_change(); ///< emitted before the table loses its selection
    void changed();

private:
    void fill_menu();
    void toggle(const QString& id, bool shown);

    QTableView* table_;
    RunsModel* model_;
    QMenu* menu_;
    std::vector<std::string> keys_;
    std::map<QString, int> widths_; ///< of the columns resized by the user
    bool fitting_ = false;
};

} // namespace tunedesk::ui
