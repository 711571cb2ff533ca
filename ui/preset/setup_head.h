// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QWidget>
#include <functional>

class QAction;
class QBoxLayout;
class QLabel;
class QToolButton;

namespace tunedesk::ui {

class PresetDocument;
class PresetTools;

/// The line above a preset: its file, what it extends, and the buttons for undo, redo, save, measuring and
/// more. Window's thread.
class SetupHead : public QWidget {
    Q_OBJECT

public:
    /// All must live as long. The shortcuts are active while `page` or a child of it has the focus. `text`
    /// shows the preset's text.
    SetupHead(PresetDocument* document, PresetTools* tools, QAction* text, QWidget* page);

    /// Shows the file's name, whether it is saved, and what it extends.
    void show_file();

Q_SIGNALS:
    void sweep_requested();

private:
    QAction* add_button(const QString& text, const QString& tip, QKeySequence::StandardKey shortcut,
                        std::function<void()> act);
    QToolButton* make_menu();
    QToolButton* make_measure_menu();

    PresetDocument* document_;
    PresetTools* tools_;
    QWidget* page_;
    QBoxLayout* row_;
    QLabel* name_;
    QLabel* extends_;
};

} // namespace tunedesk::ui
