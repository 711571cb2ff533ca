// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSyntaxHighlighter>

namespace tunedesk::ui {

/// Colours keys, strings and comments of a preset by the palette. A matter of looks
/// alone: what the text means is the parser's business.
class YamlHighlighter : public QSyntaxHighlighter {
public:
    explicit YamlHighlighter(QTextDocument* document);
    /// Takes the palette's colours and repaints.
    void use(const QPalette& palette);

protected:
    void highlightBlock(const QString& text) override;

private:
    QTextCharFormat comment_, key_, string_;
};

} // namespace tunedesk::ui
