// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;

namespace tunedesk::ui {

class PresetTextEdit;

/// Shows and hides a preset's text beside its form, and remembers which for the next preset and the next
/// window. Hidden at first. Window's thread.
class TextDrawer : public QObject {
    Q_OBJECT

public:
    /// `text` and `page` must live as long; the shortcut acts while `page` is seen.
    TextDrawer(PresetTextEdit* text, QWidget* page);

    /// Checked while the text is shown; Ctrl+E.
    QAction* action() const { return action_; }
    /// Shows the text or hides it, without its being remembered.
    void show(bool shown);
    bool is_shown() const;

private:
    void toggle(bool shown);

    PresetTextEdit* text_;
    QAction* action_;
};

} // namespace tunedesk::ui
