#pragma once

#include <QString>

namespace tunedesk::ui {

/// Gives the application its texts: "en", "zh_CN", or anything else for the desktop's language where there
/// are texts in it, else English. Qt's own texts come along where they are installed. Call it before windows
/// are made; again to change the language of those made later.
void choose_language(const QString& name);

/// The language in use: "en" or "zh_CN".
QString language_in_use();

} // namespace tunedesk::ui
