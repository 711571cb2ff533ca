// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace tunedesk::ui {

/// A language with translations: tunedesk_NAME.ts in resources/translations.
struct Language {
    QString name;  ///< "zh_CN", as in the file's name
    QString title; ///< in the language itself: "简体中文"
};

/// The languages, by name.
const std::vector<Language>& languages();

/// The language for a choice: the choice itself if it has translations, else the desktop's, else "en".
QString language_for(const QString& choice);

/// If the language will be Chinese, selects the desktop's fonts for Simplified Chinese regardless of the
/// locale, because other fonts draw some characters in their Japanese form. Call it before the application is
/// created.
void prefer_fonts_of(const QString& choice);

/// Installs the translations for language_for(choice), and Qt's own if available. Call it before windows are
/// created; call it again to change the language of later windows (WindowHost recreates them).
void choose_language(const QString& choice);

/// The name of the language in use.
QString language_in_use();

} // namespace tunedesk::ui
