// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/queue/queued_view.h"

#include "ui/widgets/page_parts.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"
#include "ui/window/new_run/preset_text_page.h"
#include "ui/window/queue/queue_actions.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

QueuedView::QueuedView(QueueWatch* queue, QueueActions* actions, QWidget* parent)
    : QWidget(parent), queue_(queue), title_(new QLabel), place_(new QLabel), reason_(new QLabel),
      preset_(new PresetTextPage) {
    make_title(title_);
    for (QLabel* label : {title_, place_, reason_}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setWordWrap(true);
    }
    place_->setForegroundRole(QPalette::PlaceholderText);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    for (QAction* action : actions->actions()) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setAccessibleName(action->text().remove(u'&')); // says more than the button
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(8, 8, 8, 0);
    head->setSpacing(8);
    head->addWidget(title_);
    head->addWidget(place_);
    head->addWidget(reason_);
    head->addLayout(buttons);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(preset_, 1);
    connect(queue_, &QueueWatch::changed, this, &QueuedView::show_entry);
    connect(preset_, &PresetTextPage::copy_made, this, &QueuedView::preset_ready);
}

void QueuedView::show_run(const fs::path& run) {
    if (run != run_) {
        preset_->show_run(run);
        is_listed_ = false;
    }
    run_ = run;
    show_entry();
}

QString QueuedView::reason() const {
    return reason_->text();
}

void QueuedView::show_entry() {
    const QueueSnapshot& queue = queue_->snapshot();
    const run::QueueEntry* entry = queue.find(run_);
    if (!entry) {
        if (std::exchange(is_listed_, false)) Q_EMIT gone();
        return;
    }
    is_listed_ = true;
    title_->setText(to_qt(entry->setting.empty() ? entry->name : entry->setting));
    const QString place = tr("Place %1 of %2 in the queue, queued %3")
                              .arg(queue.place(run_))
                              .arg(queue.entries.size())
                              .arg(when_text(entry->added));
    place_->setText(entry->group.empty() ? place : tr("%1, with %2").arg(place, to_qt(entry->group)));
    QString reason = waiting_text(*entry, run::why_waiting(*entry, queue.entries, queue.devices));
    if (!entry->pinned.empty()) {
        QStringList names;
        for (const Gpu& gpu : queue.gpus)
            if (std::ranges::count(entry->pinned, gpu.uuid)) names << tr("GPU %1").arg(gpu.index);
        reason += u' ' + tr("Pinned to %1.").arg(names.join(QStringLiteral(", ")));
    }
    reason_->setText(reason);
}

} // namespace tunedesk::ui
