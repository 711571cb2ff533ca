// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMainWindow;
class QSettings;
class QSplitter;

namespace tunedesk::ui {

class Actions;
class Library;
class RunsPage;
class Sidebar;
class Theme;

/// Stores and restores the user's choices in a window: geometry, theme, language, recently opened paths, the
/// selection and the columns of the table of runs. Window's thread.
class WindowSettings : public QObject {
    Q_OBJECT

public:
    /// All must live as long as this object.
    struct Parts {
        QMainWindow* window;
        QSplitter* splitter;
        Library* library;
        Sidebar* sidebar;
        Actions* actions;
        RunsPage* runs;
    };
    WindowSettings(QSettings* settings, Theme* theme, const Parts& parts);

    /// Applies the stored settings to the window.
    void restore();
    void save();
    /// Stores only the recently opened paths.
    void save_opened();
    /// "light", "dark", or "system".
    void choose_theme(const QString& name);
    /// Argument of language_for(); "" is the desktop's language.
    void choose_language(const QString& name);
    /// Whether the desktop is notified when a run ends.
    void choose_notifies(bool on);
    /// The choices, with the same values.
    QString theme() const;
    QString language() const;
    bool notifies() const;

Q_SIGNALS:
    /// Emitted when the chosen language differs from that of the window's texts.
    void language_changed();

private:
    void mark_language();

    QSettings* settings_;
    Theme* theme_;
    Parts parts_;
};

} // namespace tunedesk::ui
