// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_check.h"

#include "ui/data/finding_text.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/plain_text.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <algorithm>
#include <utility>

namespace tunedesk::ui {

namespace {

using data::Finding;

constexpr int shown_rows = 4;            ///< lines visible without scrolling
constexpr std::size_t most_lines = 50;   ///< created; resolving one shows the next
constexpr std::size_t most_choices = 20; ///< labels to merge into

MessageBar::Kind kind_of(const DataCheck::Line& line) {
    if (line.finding.blocks) return MessageBar::Kind::error;
    return line.finding.mend() == Finding::Mend::none ? MessageBar::Kind::info : MessageBar::Kind::warning;
}

/// Problems that keep the run from starting are first, those without a remedy last.
int rank(const DataCheck::Line& line) {
    if (line.finding.blocks) return 0;
    return line.finding.mend() == Finding::Mend::none ? 2 : 1;
}

} // namespace

DataCheck::DataCheck(QWidget* parent)
    : QFrame(parent), status_(new QLabel), area_(new QScrollArea), content_(new QWidget),
      grid_(new QGridLayout(content_)) {
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Data check"));
    auto* heading = new QLabel(tr("Data check"));
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    status_->setForegroundRole(QPalette::PlaceholderText);
    status_->setTextFormat(Qt::PlainText);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(heading);
    head->addWidget(status_, 1);
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(3);
    grid_->setColumnStretch(0, 1);
    area_->setWidget(content_);
    area_->setWidgetResizable(true);
    area_->setFrameShape(QFrame::NoFrame);
    area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area_->setFocusPolicy(Qt::NoFocus); // its lines receive the focus
    area_->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 6, 16, 2); // the same as for the estimate below
    column->setSpacing(4);
    column->addLayout(head);
    column->addWidget(area_);
}

void DataCheck::show_lines(std::vector<Line> lines) {
    std::ranges::stable_sort(lines, {}, rank);
    if (lines == lines_) return;
    const bool had_focus = window()->focusWidget() && content_->isAncestorOf(window()->focusWidget());
    for (const Row& row : rows_) {
        delete row.text;
        delete row.button;
    }
    rows_.clear();
    lines_ = std::move(lines);
    for (std::size_t i = 0; i < std::min(most_lines, lines_.size()); ++i)
        add(lines_[i]);
    area_->setVisible(!rows_.empty());
    fit();
    if (had_focus) take_focus();
}

void DataCheck::show_status(const QString& status) {
    status_->setText(status);
}

void DataCheck::set_answerable(bool answerable) {
    QWidget* focus = window()->focusWidget();
    const bool takes_focus_away = !answerable && focus && content_->isAncestorOf(focus);
    for (const Row& row : rows_)
        if (row.button) row.button->setEnabled(answerable);
    focus = window()->focusWidget();
    if (takes_focus_away) {
        owes_focus_ = true;
        focus_meanwhile_ = focus;
    } else if (answerable && std::exchange(owes_focus_, false) && (!focus || focus == focus_meanwhile_)) {
        take_focus(); // the user has not moved on: the next button is focused
    }
}

void DataCheck::take_focus() {
    const auto with_button =
        std::ranges::find_if(rows_, [](const Row& row) { return row.button && row.button->isEnabled(); });
    QWidget* target = with_button != rows_.end() ? static_cast<QWidget*>(with_button->button)
                      : rows_.empty()            ? nullptr
                                                 : static_cast<QWidget*>(rows_.front().text);
    if (!target) return;
    target->show(); // its layout would show it later, and until then it cannot receive the focus
    area_->ensureWidgetVisible(target);
    target->setFocus(Qt::OtherFocusReason);
}

QString DataCheck::status() const {
    return status_->text();
}

QStringList DataCheck::lines() const {
    QStringList texts;
    for (const Row& row : rows_)
        texts << row.text->text();
    return texts;
}

QAbstractButton* DataCheck::button(int line) const {
    return rows_.at(static_cast<std::size_t>(line)).button;
}

void DataCheck::add(const Line& line) {
    auto* text = new QLabel(finding_text(line.finding));
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setToolTip(finding_rows(line.finding));
    text->setObjectName(QStringLiteral("finding")); // so that the tool tip has no such border
    text->setStyleSheet(
        QStringLiteral("#finding { border: none; border-left: 3px solid %1; padding-left: 6px; }")
            .arg(MessageBar::colour(kind_of(line)).name()));
    const int row = static_cast<int>(rows_.size());
    grid_->addWidget(text, row, 0);
    QToolButton* button = make_button(line);
    if (button) {
        button->setAccessibleName(button->text() + QStringLiteral(": ") + text->text());
        grid_->addWidget(button, row, 1);
    } else {
        text->setFocusPolicy(Qt::StrongFocus); // otherwise it cannot be reached by keyboard
    }
    rows_.push_back({text, button});
}

/// A click merges labels into the most frequent one; the arrow offers the others.
QToolButton* DataCheck::make_button(const Line& line) {
    if (!line.is_mendable) return nullptr;
    const std::string into = line.merge_into.empty() ? std::string() : line.merge_into.front();
    auto* button = new QToolButton;
    button->setText(menu_text(mend_text(line.finding, into)));
    button->setToolTip(mend_tip(line.finding));
    button->setFocusPolicy(Qt::StrongFocus);
    button->setSizePolicy(QSizePolicy::MinimumExpanding, QSizePolicy::Fixed); // all of the same width
    connect(button, &QToolButton::clicked, this,
            [this, finding = line.finding, into] { Q_EMIT mend_requested(finding, into); });
    if (line.merge_into.size() < 2) return button;
    auto* menu = new QMenu(button);
    for (std::size_t i = 0; i < std::min(most_choices, line.merge_into.size()); ++i)
        menu->addAction(menu_text(mend_text(line.finding, line.merge_into[i])), this,
                        [this, finding = line.finding, label = line.merge_into[i]] {
                            Q_EMIT mend_requested(finding, label);
                        });
    button->setPopupMode(QToolButton::MenuButtonPopup);
    button->setMenu(menu);
    return button;
}

void DataCheck::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fit();
}

/// The height of the lines at this width, limited to a few whole ones, so that the form above keeps its
/// space.
void DataCheck::fit() {
    int buttons = 0, height = 0;
    for (const Row& row : rows_)
        if (row.button) buttons = std::max(buttons, row.button->sizeHint().width());
    const int scroll_bar = area_->verticalScrollBar()->sizeHint().width();
    const int width = area_->width() - scroll_bar - (buttons > 0 ? buttons + grid_->horizontalSpacing() : 0);
    const int most = shown_rows * (fontMetrics().height() + 10 + grid_->verticalSpacing());
    for (const Row& row : rows_) {
        const int text = row.text->heightForWidth(width);
        const int button = row.button ? row.button->sizeHint().height() : 0;
        const int more = std::max(text, button) + (height > 0 ? grid_->verticalSpacing() : 0);
        if (height > 0 && height + more > most) break;
        height += more;
    }
    area_->setFixedHeight(height);
}

} // namespace tunedesk::ui
