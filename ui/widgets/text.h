// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QString>
#include <QStringList>
#include <string>

namespace tunedesk::ui {

inline QString to_qt(const std::string& text) {
    return QString::fromStdString(text);
}
inline QString to_qt(const fs::path& path) {
    return QString::fromStdString(path.string());
}
inline fs::path to_path(const QString& text) {
    return fs::path(text.toStdString());
}

/// `form` with each {} replaced by the value at its position; {} without a value are removed.
QString filled(const QString& form, const QStringList& values);

/// A path for display: "~" for the home folder, long paths shortened in the middle.
QString shown_path(const fs::path& path, int characters = 60);

} // namespace tunedesk::ui
