#include "ui/widgets/text.h"

#include <QDir>

namespace tunedesk::ui {

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
