// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/window_settings.h"

#include "ui/widgets/text.h"
#include "ui/window/library/library.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/runs/runs_page.h"
#include "ui/window/runs/table_columns.h"
#include "ui/window/shell/actions.h"
#include "ui/window/shell/desktop.h"
#include "ui/window/shell/language.h"
#include "ui/window/shell/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QMainWindow>
#include <QSettings>
#include <QSplitter>

namespace tunedesk::ui {

WindowSettings::WindowSettings(QSettings* settings, Theme* theme, const Parts& parts)
    : QObject(parts.window), settings_(settings), theme_(theme), parts_(parts) {}

void WindowSettings::restore() {
    parts_.window->resize(1280, 720);
    parts_.window->restoreGeometry(settings_->value(QStringLiteral("window/geometry")).toByteArray());
    parts_.splitter->restoreState(settings_->value(QStringLiteral("window/splitter")).toByteArray());
    choose_theme(settings_->value(QStringLiteral("window/theme")).toString());
    parts_.actions->full_screen->setChecked(parts_.window->isFullScreen());
    mark_language();
    set_notifications(notifies());
    parts_.runs->columns()->restore(*settings_);
    const auto paths = [this](const QString& key) {
        std::vector<fs::path> list;
        for (const QString& file : settings_->value(key).toStringList())
            list.push_back(to_path(file));
        return list;
    };
    parts_.library->set_opened(
        {paths(QStringLiteral("presets/recent")), paths(QStringLiteral("runs/opened"))});
    if (const QString selected = settings_->value(QStringLiteral("window/selected")).toString();
        !selected.isEmpty())
        parts_.sidebar->select(to_path(selected));
}

void WindowSettings::save() {
    settings_->setValue(QStringLiteral("window/geometry"), parts_.window->saveGeometry());
    settings_->setValue(QStringLiteral("window/splitter"), parts_.splitter->saveState());
    const LibraryEntries selected = parts_.sidebar->selected();
    settings_->setValue(QStringLiteral("window/selected"),
                        selected.size() == 1 ? to_qt(selected.front()->path) : QString());
    parts_.runs->columns()->save(*settings_);
    save_opened();
}

void WindowSettings::save_opened() {
    const auto save = [this](const QString& key, const std::vector<fs::path>& paths) {
        QStringList list;
        for (const fs::path& path : paths)
            list << to_qt(path);
        settings_->setValue(key, list);
    };
    save(QStringLiteral("presets/recent"), parts_.library->recent_presets());
    save(QStringLiteral("runs/opened"), parts_.library->opened_runs());
}

void WindowSettings::choose_theme(const QString& name) {
    theme_->choose(theme_choice(name));
    settings_->setValue(QStringLiteral("window/theme"), theme_name(theme_->choice()));
    QAction* chosen = theme_->choice() == Theme::Choice::light  ? parts_.actions->theme_light
                      : theme_->choice() == Theme::Choice::dark ? parts_.actions->theme_dark
                                                                : parts_.actions->theme_system;
    chosen->setChecked(true);
}

void WindowSettings::choose_language(const QString& name) {
    settings_->setValue(QStringLiteral("window/language"), name);
    mark_language();
    if (language_for(name) != language_in_use()) Q_EMIT language_changed();
}

/// A name without texts means the desktop's language.
void WindowSettings::mark_language() {
    const QList<QAction*> choices = parts_.actions->languages->actions();
    choices.front()->setChecked(true);
    for (QAction* action : choices)
        if (action->data().toString() == language()) action->setChecked(true);
}

void WindowSettings::choose_notifies(bool on) {
    settings_->setValue(QStringLiteral("window/notifications"), on);
    set_notifications(on);
}

QString WindowSettings::theme() const {
    return theme_name(theme_->choice());
}

QString WindowSettings::language() const {
    return settings_->value(QStringLiteral("window/language")).toString();
}

bool WindowSettings::notifies() const {
    return settings_->value(QStringLiteral("window/notifications"), true).toBool();
}

} // namespace tunedesk::ui
