// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/marked_text.h"

#include "ui/plot/run_colours.h"
#include "ui/widgets/text.h"

#include <QColor>
#include <algorithm>

namespace tunedesk::ui {

namespace {

/// The color of an entity type, determined by its name, so that it is the same in every text.
QColor colour_of(const QString& type) {
    const auto& colours = run_colour_choices();
    uint sum = 0;
    for (const QChar letter : type)
        sum = 31 * sum + letter.unicode();
    return colours[sum % static_cast<uint>(colours.size())];
}

/// Calls plain(text) and marked(text, type) for the parts of a text.
template <class Plain, class Marked>
void for_each_part(const QString& text, const std::vector<Mark>& marks, Plain plain, Marked marked) {
    const QList<uint> characters = text.toUcs4();
    const auto part = [&](std::size_t begin, std::size_t end) {
        const auto size = static_cast<std::size_t>(characters.size());
        begin = std::min(begin, size);
        end = std::clamp(end, begin, size);
        return QString::fromUcs4(reinterpret_cast<const char32_t*>(characters.constData()) + begin,
                                 static_cast<qsizetype>(end - begin));
    };
    std::size_t at = 0;
    for (const Mark& mark : marks) {
        plain(part(at, mark.begin));
        marked(part(mark.begin, mark.end), mark.type);
        at = mark.end;
    }
    plain(part(at, static_cast<std::size_t>(characters.size())));
}

} // namespace

std::vector<Mark> marks_of(const std::vector<data::TextEntity>& entities) {
    std::vector<Mark> marks;
    for (const data::TextEntity& entity : entities)
        marks.push_back({entity.begin, entity.end, to_qt(entity.type)});
    return marks;
}

QString marked_text(const QString& text, const std::vector<Mark>& marks) {
    QString html;
    for_each_part(
        text, marks, [&](const QString& plain) { html += plain.toHtmlEscaped(); },
        [&](const QString& entity, const QString& type) {
            const QColor colour = colour_of(type);
            html += QStringLiteral("<span style=\"background-color: rgba(%1, %2, %3, 25%)\">%4</span>"
                                   "<sub style=\"color: %5\">%6</sub>")
                        .arg(colour.red())
                        .arg(colour.green())
                        .arg(colour.blue())
                        .arg(entity.toHtmlEscaped(), colour.name(), type.toHtmlEscaped());
        });
    return html.replace(QLatin1Char('\n'), QLatin1String("<br>"));
}

QString listed_marks(const QString& text, const std::vector<Mark>& marks) {
    QStringList listed;
    for_each_part(
        text, marks, [](const QString&) {},
        [&](const QString& entity, const QString& type) {
            listed << QStringLiteral("%1: %2").arg(type, entity);
        });
    return listed.join(QStringLiteral("; "));
}

} // namespace tunedesk::ui
