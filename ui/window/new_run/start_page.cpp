#include "ui/window/new_run/start_page.h"

#include "ui/widgets/page_parts.h"

#include <QAction>
#include <QCommandLinkButton>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace tunedesk::ui {

StartPage::StartPage(QWidget* parent) : QWidget(parent), ways_(new QVBoxLayout) {
    auto* inner = new QWidget;
    auto* title = new QLabel(tr("What would you like to do?"));
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    title->setFont(large);
    auto* hint = new QLabel(tr("You can also drop a CSV, a preset or a run's folder on this window."));
    hint->setWordWrap(true);
    auto* column = new QVBoxLayout(inner);
    column->setContentsMargins(48, 48, 48, 48);
    column->setSpacing(16);
    column->addWidget(title);
    column->addLayout(ways_);
    column->addWidget(hint);
    column->addStretch(1);
    inner->setMaximumWidth(720);
    QScrollArea* area = make_scrollable(inner);
    area->setFocusPolicy(Qt::NoFocus);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(area);
}

void StartPage::add(QAction* action, const QString& title, const QString& explanation) {
    auto* button = new QCommandLinkButton(title, explanation);
    button->setAccessibleName(title);
    button->setAccessibleDescription(explanation);
    connect(button, &QAbstractButton::clicked, action, &QAction::trigger);
    ways_->addWidget(button);
}

} // namespace tunedesk::ui
