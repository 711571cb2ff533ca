// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/watch/warning_list.h"

#include "ui/run/action_bar.h"
#include "ui/widgets/message_bar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace tunedesk::ui {

WarningList::WarningList(ActionBar* actions, QWidget* parent)
    : QWidget(parent), actions_(actions), column_(new QVBoxLayout(this)),
      none_(new QLabel(tr("There are no warnings."))) {
    column_->setContentsMargins(8, 8, 8, 8);
    column_->setSpacing(8);
    column_->addWidget(none_);
    column_->addStretch(1);
}

void WarningList::show_warnings(const std::vector<RunWarning>& warnings) {
    for (QWidget* row : rows_)
        row->deleteLater();
    rows_.clear();
    none_->setVisible(warnings.empty());
    for (const RunWarning& warning : warnings) {
        rows_.push_back(make_row(warning));
        column_->insertWidget(column_->count() - 1, rows_.back());
    }
}

QWidget* WarningList::make_row(const RunWarning& warning) {
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    auto* badge = new QLabel(QStringLiteral("!"));
    const QColor colour = MessageBar::colour(MessageBar::Kind::warning);
    const int size = fontMetrics().height() + 4;
    badge->setFixedSize(size, size);
    badge->setAlignment(Qt::AlignCenter);
    badge->setStyleSheet(
        QStringLiteral("background: %1; color: white; border-radius: %2px; font-weight: bold;")
            .arg(colour.name())
            .arg(size / 2));
    badge->setAccessibleName(tr("Warning"));
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    for (const QString* part : {&warning.text, &warning.advice}) {
        if (part->isEmpty()) continue;
        auto* label = new QLabel(*part);
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        if (part == &warning.advice) label->setForegroundRole(QPalette::PlaceholderText);
        texts->addWidget(label);
    }
    line->addWidget(badge, 0, Qt::AlignTop);
    line->addLayout(texts, 1);
    if (warning.fix) {
        auto* fix = new QToolButton;
        fix->setDefaultAction(actions_->action(*warning.fix));
        fix->setToolButtonStyle(Qt::ToolButtonTextOnly);
        fix->setFocusPolicy(Qt::StrongFocus);
        line->addWidget(fix, 0, Qt::AlignTop);
    }
    return row;
}

QString WarningList::text() const {
    QStringList texts;
    for (const QWidget* row : rows_)
        for (const QLabel* label : row->findChildren<QLabel*>())
            if (label->wordWrap()) texts << label->text();
    return texts.isEmpty() ? none_->text() : texts.join(u'\n');
}

} // namespace tunedesk::ui
