// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/library.h"

#include <QList>
#include <QObject>

class QAction;
class QWidget;

namespace tunedesk::ui {

/// The user's actions on runs in the sidebar: rename, tags, note, pin, archive, baseline, color of curves.
/// They do not change the runs' folders. Window's thread.
class NoteActions : public QObject {
    Q_OBJECT

public:
    NoteActions(Library* library, QWidget* parent);

    /// In the order of the menu.
    QList<QAction*> actions() const;
    /// Sets the runs for the actions.
    void set_selected(const LibraryEntries& entries);

private:
    QAction* add(const QString& text, const QString& tip, void (NoteActions::*act)());
    void rename();
    void edit_tags();
    void edit_note();
    void toggle_pin();
    void toggle_archive();
    void toggle_baseline();
    void choose_colour();
    void forget();
    void change_each(const std::function<void(run::RunNote&)>& change);

    Library* library_;
    QWidget* window_;
    LibraryEntries runs_;
    QAction *rename_, *tags_, *note_, *pin_, *archive_, *baseline_, *colour_, *forget_;
};

} // namespace tunedesk::ui
