// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/form/preset_text_edit.h"

#include "ui/preset/form/yaml_highlighter.h"
#include "ui/widgets/message_bar.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QTextBlock>
#include <QToolTip>

namespace tunedesk::ui {

class PresetTextEdit::Margin : public QWidget {
public:
    explicit Margin(PresetTextEdit* edit) : QWidget(edit), edit_(edit) {}

protected:
    void paintEvent(QPaintEvent* event) override { edit_->paint_margin(event); }
    bool event(QEvent* event) override {
        if (event->type() == QEvent::ToolTip) {
            const auto* help = static_cast<QHelpEvent*>(event);
            QToolTip::showText(help->globalPos(), edit_->problem_at(help->pos(), true), this);
            return true;
        }
        return QWidget::event(event);
    }

private:
    PresetTextEdit* edit_;
};

PresetTextEdit::PresetTextEdit(QWidget* parent) : QPlainTextEdit(parent), margin_(new Margin(this)) {
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTabChangesFocus(true); // tabs are invalid in YAML, and every control must be reachable by Tab
    setAccessibleName(tr("The preset as YAML text"));
    connect(this, &QPlainTextEdit::blockCountChanged, this, &PresetTextEdit::place_margin);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
        if (dy)
            margin_->scroll(0, dy);
        else
            margin_->update(0, rect.y(), margin_->width(), rect.height());
    });
}

void PresetTextEdit::show_document(QTextDocument* shown) {
    setDocument(shown);
    shown->setDefaultFont(font());
    highlighter_ = new YamlHighlighter(shown);
    highlighter_->use(palette());
    place_margin();
}

void PresetTextEdit::show_problems(const QMap<int, QString>& problems) {
    if (problems == problems_) return;
    problems_ = problems;
    underline_problems();
    margin_->update();
}

void PresetTextEdit::underline_problems() {
    QList<QTextEdit::ExtraSelection> selections;
    for (auto problem = problems_.begin(); problem != problems_.end(); ++problem) {
        const QTextBlock block = document()->findBlockByNumber(problem.key() - 1);
        if (!block.isValid()) continue;
        QTextEdit::ExtraSelection selection;
        selection.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        selection.format.setUnderlineColor(MessageBar::colour(MessageBar::Kind::error));
        selection.cursor = QTextCursor(block);
        selection.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        selections.append(selection);
    }
    setExtraSelections(selections);
}

void PresetTextEdit::go_to_line(int line) {
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (!block.isValid()) return;
    setTextCursor(QTextCursor(block));
    centerCursor();
}

void PresetTextEdit::place_margin() {
    const int digits = std::max(3, static_cast<int>(QString::number(blockCount()).size()));
    const int width = fontMetrics().horizontalAdvance(QLatin1Char('9')) * (digits + 2);
    setViewportMargins(width, 0, 0, 0);
    const QRect inside = contentsRect();
    margin_->setGeometry(inside.left(), inside.top(), width, inside.height());
}

void PresetTextEdit::paint_margin(QPaintEvent* event) {
    QPainter painter(margin_);
    painter.fillRect(event->rect(), palette().alternateBase());
    painter.setFont(font());
    const int height = fontMetrics().height();
    const int room = margin_->width() - fontMetrics().horizontalAdvance(QLatin1Char('9')) / 2;
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const int top = qRound(blockBoundingGeometry(block).translated(contentOffset()).top());
        if (top > event->rect().bottom()) break;
        const int line = block.blockNumber() + 1;
        if (problems_.contains(line)) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(MessageBar::colour(MessageBar::Kind::error));
            painter.drawEllipse(QPointF(height / 2.0, top + height / 2.0), height / 4.0, height / 4.0);
        }
        const bool here = textCursor().blockNumber() == block.blockNumber();
        painter.setPen(here ? palette().text().color() : palette().placeholderText().color());
        painter.drawText(0, top, room, height, Qt::AlignRight, QString::number(line));
    }
}

QString PresetTextEdit::problem_at(const QPoint& at, bool in_margin) const {
    const QPoint inside = in_margin ? QPoint(0, at.y()) : at;
    return problems_.value(cursorForPosition(inside).blockNumber() + 1);
}

void PresetTextEdit::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    place_margin();
}

void PresetTextEdit::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    const bool looks = event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange;
    if (looks && highlighter_) highlighter_->use(palette());
}

bool PresetTextEdit::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = problem_at(viewport()->mapFromGlobal(help->globalPos()), false);
        QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QPlainTextEdit::event(event);
}

} // namespace tunedesk::ui
