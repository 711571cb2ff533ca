// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/library_model.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QTreeView;

namespace tunedesk::ui {

/// The list of runs and presets with its filter and order. Window's thread.
class Sidebar : public QWidget {
    Q_OBJECT

public:
    explicit Sidebar(Library* library, QWidget* parent = nullptr);

    /// The selected entries, runs before presets; for a group all entries in its section. Empty if nothing is
    /// selected.
    LibraryEntries selected() const;
    /// The name of the group if only a group is selected; else empty.
    QString selected_group() const;
    /// Selects a run or preset now, or as soon as the library lists it.
    void select(const fs::path& path);
    void select_none();
    /// Lists only runs, presets or the queue, or all. Selecting a path that is not listed lists all.
    void list(LibraryFilter::Listed listed);
    LibraryFilter::Listed listed() const { return filter_->listed(); }
    /// The user's choices for the list.
    struct View {
        LibraryFilter::Listed listed = LibraryFilter::Listed::all;
        QString words;
        QString order; ///< LibraryFilter::set_order()'s field
    };
    View view() const;
    void set_view(const View& view);
    void focus_filter();
    void focus_list();
    LibraryModel* model() const { return model_; }

Q_SIGNALS:
    /// Emitted when list() or a selection has changed what is listed.
    void listed_changed();
    void selection_changed();
    /// Emitted to show a menu for the selected entries, at a global position.
    void menu_requested(const QPoint& at);
    /// Emitted when queued runs were dropped directly before or after another one.
    void reorder_requested(const QStringList& runs, const QString& anchor, bool after);

private:
    void fill_orders();
    void apply_order();
    void take_entries();
    void select_again(const QStringList& paths, const QStringList& groups);
    void show_sections();

    Library* library_;
    LibraryModel* model_;
    LibraryFilter* filter_;
    QLineEdit* words_;
    QComboBox* order_;
    QTreeView* list_;
    fs::path wanted_;
    bool taking_ = false; ///< rows are being changed; the selection is restored afterwards
};

} // namespace tunedesk::ui
