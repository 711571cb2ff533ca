// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/form/field_help.h"

#include "ui/preset/form/key_text.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <QFrame>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

FieldHelp::FieldHelp(QWidget* parent)
    : QWidget(parent), card_(new QFrame(this)), label_(new QLabel), names_(new QLabel), help_(new QLabel),
      limits_(new QLabel) {
    card_->setFrameShape(QFrame::StyledPanel);
    card_->setAccessibleName(tr("Help of the field"));
    auto* column = new QVBoxLayout(card_);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(4);
    QFont bold = label_->font();
    bold.setBold(true);
    label_->setFont(bold);
    QFont small = names_->font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    for (QLabel* label : {label_, names_, help_, limits_}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
    }
    for (QLabel* label : {names_, limits_}) {
        label->setFont(small);
        label->setForegroundRole(QPalette::PlaceholderText);
        label->hide();
    }
    label_->hide();
    help_->setText(tr("Select a field to see its help."));
    set_beside(true);
}

void FieldHelp::show_key(const preset::Key& key) {
    key_ = &key;
    show_texts();
    lay_out_card();
}

/// In one line below the form, where there is less height.
void FieldHelp::show_texts() {
    if (!key_) return;
    const preset::Key& key = *key_;
    const QString between = is_beside_ ? QStringLiteral("\n") : QStringLiteral(" · ");
    label_->setText(shown_label(key));
    QString names = to_qt(key.dotted());
    if (!key.hf.empty()) names += between + tr("Hugging Face: %1").arg(to_qt(key.hf));
    names_->setText(names);
    help_->setText(to_qt(key.help));
    QString limits = tr("Default: %1").arg(shown_default(key)) + between +
                     tr("Allowed: %1").arg(phrase_text(preset::allowed(key)));
    if (!key.trainer.empty()) limits += between + tr("Trainer's default: %1").arg(to_qt(key.trainer));
    limits_->setText(limits);
    for (QLabel* label : {label_, names_, limits_})
        label->show();
}

void FieldHelp::set_beside(bool beside) {
    is_beside_ = beside;
    setMinimumWidth(beside ? width_beside : 0);
    setMaximumWidth(beside ? width_beside : QWIDGETSIZE_MAX);
    const int strip = fontMetrics().lineSpacing() * 7 + 16;
    setMinimumHeight(beside ? 0 : strip);
    setMaximumHeight(beside ? QWIDGETSIZE_MAX : strip);
    show_texts();
    lay_out_card();
}

void FieldHelp::place(int top) {
    top_ = top;
    lay_out_card();
}

void FieldHelp::lay_out_card() {
    const int wide = std::max(0, width() - (is_beside_ ? 8 : 0));
    const int tall = std::min(height(), card_->layout()->totalHeightForWidth(wide));
    const int top = is_beside_ ? std::clamp(top_, 0, std::max(0, height() - tall)) : 0;
    card_->setGeometry(0, top, wide, tall);
}

QString FieldHelp::text() const {
    QStringList lines;
    for (const QLabel* label : {label_, names_, help_, limits_})
        if (!label->isHidden()) lines << label->text();
    return lines.join(u'\n');
}

void FieldHelp::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    lay_out_card();
}

} // namespace tunedesk::ui
