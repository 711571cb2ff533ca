// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/page_parts.h"

#include "ui/style/fonts.h"
#include "ui/widgets/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabWidget>

namespace tunedesk::ui {

void make_title(QLabel* title) {
    style::set_text_size(title, style::TextSize::title);
    title->setTextFormat(Qt::PlainText);
}

QHBoxLayout* page_head(QLabel* title, QLabel* state) {
    make_title(title);
    state->setTextFormat(Qt::PlainText);
    auto* names = new QVBoxLayout;
    names->setSpacing(2);
    names->addWidget(title);
    names->addWidget(state);
    auto* head = new QHBoxLayout;
    head->addLayout(names, 1);
    return head;
}

void lay_out_page(QWidget* page, QHBoxLayout* head, MessageBar* message, QWidget* body) {
    auto* all = new QVBoxLayout(page);
    all->setContentsMargins(16, 12, 16, 12);
    all->addLayout(head);
    all->addWidget(body, 1);
    message->float_over(page);
}

QScrollArea* make_scrollable(QWidget* content) {
    auto* area = new QScrollArea;
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    return area;
}

void stack_tabs(QStackedWidget* stack, QLabel* empty, QTabWidget* tabs) {
    tabs->setDocumentMode(true);
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    stack->addWidget(empty);
    stack->addWidget(tabs);
}

} // namespace tunedesk::ui
