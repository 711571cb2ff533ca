// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/form/yaml_highlighter.h"

#include <QPalette>
#include <QRegularExpression>

namespace tunedesk::ui {

YamlHighlighter::YamlHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {}

void YamlHighlighter::use(const QPalette& palette) {
    comment_.setForeground(palette.placeholderText());
    comment_.setFontItalic(true);
    key_.setForeground(palette.link());
    string_.setForeground(palette.text());
    string_.setFontWeight(QFont::DemiBold);
    rehighlight();
}

void YamlHighlighter::highlightBlock(const QString& text) {
    // A quoted string, a comment, or a name before its colon, whichever comes first.
    static const QRegularExpression token(
        QStringLiteral(R"("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:^|(?<=\s))#.*$|[A-Za-z_][\w]*(?=:(?:\s|$)))"));
    for (auto match = token.globalMatch(text); match.hasNext();) {
        const auto found = match.next();
        const QChar first = text.at(found.capturedStart());
        const bool is_string = first == QLatin1Char('"') || first == QLatin1Char('\'');
        setFormat(static_cast<int>(found.capturedStart()), static_cast<int>(found.capturedLength()),
                  first == QLatin1Char('#') ? comment_
                  : is_string               ? string_
                                            : key_);
    }
}

} // namespace tunedesk::ui
