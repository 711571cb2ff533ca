#pragma once

#include <QString>

namespace tunedesk::ui {

/// Where texts will be Chinese, has the desktop's fonts chosen for Simplified Chinese, whatever the locale:
/// others draw some characters as Japanese writes them. Before the application is made.
void prefer_fonts_of(const QString& name);

/// Gives the application its texts: "en", "zh_CN", or anything else for the desktop's language where there
/// are texts in it, else English. Qt's own texts come along where they are installed. Call it before windows
/// are made; again to change the language of those made later.
void choose_language(const QString& name);

/// The language in use: "en" or "zh_CN".
QString language_in_use();

} // namespace tunedesk::ui
