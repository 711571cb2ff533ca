// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/text.h"

#include <QDir>

namespace tunedesk::ui {

QString filled(const QString& form, const QStringList& values) {
    const QStringList parts = form.split(QStringLiteral("{}"));
    QString text = parts.first();
    for (qsizetype i = 1; i < parts.size(); ++i)
        text += values.value(i - 1) + parts[i];
    return text;
}

QString shown_path(const fs::path& path, int characters) {
    QString text = to_qt(path);
    const QString home = QDir::homePath();
    if (home.size() > 1 && (text == home || text.startsWith(home + u'/')))
        text = u'~' + text.mid(home.size());
    if (text.size() <= characters) return text;
    const int side = (characters - 1) / 2;
    return text.left(side) + QChar(0x2026) + text.right(characters - 1 - side);
}

} // namespace tunedesk::ui
