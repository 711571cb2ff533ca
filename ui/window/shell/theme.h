// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusVariant>
#include <QObject>

namespace tunedesk::ui {

/// The application's appearance: ui/style with a light or a dark palette, chosen by the user or taken from
/// the desktop's appearance portal (org.freedesktop.portal.Settings, color-scheme). One per application, on
/// the window's thread.
class Theme : public QObject {
    Q_OBJECT

public:
    enum class Choice { system, light, dark };

    explicit Theme(QObject* parent = nullptr);

    Choice choice() const { return choice_; }
    void choose(Choice choice);
    bool is_dark() const;

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void setting_changed(const QString& space, const QString& key, const QDBusVariant& value);

private:
    void ask_portal();
    void apply();

    Choice choice_ = Choice::system;
    bool desktop_dark_ = false;
    bool asked_ = false;
};

/// Parses "system", "light" or "dark" from the settings; anything else is system.
Theme::Choice theme_choice(const QString& name);
QString theme_name(Theme::Choice choice);

} // namespace tunedesk::ui
