// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QPlainTextEdit>

namespace tunedesk::ui {

class YamlHighlighter;

/// A preset's YAML with line numbers, colours and its mistakes at their lines: a mark beside the number, a
/// wavy line below the text, the message as tool tip.
class PresetTextEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit PresetTextEdit(QWidget* parent = nullptr);
    void show_document(QTextDocument* document);

    /// Messages by line, from 1.
    void show_problems(const QMap<int, QString>& problems);
    QMap<int, QString> problems() const { return problems_; }
    void go_to_line(int line);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    class Margin;
    void paint_margin(QPaintEvent* event);
    void place_margin();
    void underline_problems();
    QString problem_at(const QPoint& at, bool in_margin) const;

    Margin* margin_;
    YamlHighlighter* highlighter_ = nullptr;
    QMap<int, QString> problems_;
};

} // namespace tunedesk::ui
