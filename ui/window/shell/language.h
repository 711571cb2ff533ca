// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace tunedesk::ui {

/// A language that the window has texts in: tunedesk_NAME.ts in resources/translations.
struct Language {
    QString name;  ///< "zh_CN", as its file is called
    QString title; ///< in itself: "简体中文"
};

/// By name.
const std::vector<Language>& languages();

/// The language that a choice means: the choice itself where there are texts in it, else the desktop's, else
/// "en".
QString language_for(const QString& choice);

/// Where texts will be Chinese, has the desktop's fonts chosen for Simplified Chinese, whatever the locale:
/// others draw some characters as Japanese writes them. Before the application is made.
void prefer_fonts_of(const QString& choice);

/// Gives the application the texts of language_for(choice), and Qt's own where they are installed. Call it
/// before windows are made; again to change the language of those made later (WindowHost makes them again).
void choose_language(const QString& choice);

/// The name of the language in use.
QString language_in_use();

} // namespace tunedesk::ui
