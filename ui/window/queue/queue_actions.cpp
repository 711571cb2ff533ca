// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/queue/queue_actions.h"

#include "ui/widgets/background.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/queue/pin_dialog.h"

#include <QAction>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <algorithm>

namespace tunedesk::ui {

QueueActions::QueueActions(QueueWatch* queue, MessageBar* bar, QWidget* window)
    : QObject(window), queue_(queue), bar_(bar), window_(window) {
    up_ = add(tr("Move &up in the queue"), tr("One place earlier"), &QueueActions::up);
    up_->setIconText(tr("Move up"));
    up_->setShortcut(QKeySequence(tr("Alt+Up")));
    down_ = add(tr("Move dow&n in the queue"), tr("One place later"), &QueueActions::down);
    down_->setIconText(tr("Move down"));
    down_->setShortcut(QKeySequence(tr("Alt+Down")));
    first_ = add(tr("Move to the &front of the queue"), tr("The next to start"), &QueueActions::first);
    first_->setIconText(tr("To the front"));
    hold_ = add(tr("&Hold"), tr("Keeps its place and does not start; later runs start first"),
                &QueueActions::hold);
    release_ = add(tr("R&elease"), tr("Starts in its turn"), &QueueActions::release);
    pin_ = add(tr("Pin to &GPUs…"), tr("Starts only on chosen GPUs"), &QueueActions::pin);
    remove_ = add(tr("Remove from the &queue"), tr("Removes it and its folder, which holds only the preset"),
                  &QueueActions::remove);
    remove_->setIconText(tr("Remove"));
    // Buttons show no letters for the keyboard.
    for (QAction* action : {hold_, release_, pin_})
        action->setIconText(action->text().remove(QRegularExpression(QStringLiteral("\\(&\\w\\)|&"))));
    connect(queue_, &QueueWatch::changed, this, &QueueActions::show_possible);
    show_possible();
}

QAction* QueueActions::add(const QString& text, const QString& tip, void (QueueActions::*act)()) {
    auto* action = new QAction(text, this);
    action->setStatusTip(tip);
    connect(action, &QAction::triggered, this, act);
    return action;
}

QList<QAction*> QueueActions::actions() const {
    return {up_, down_, first_, hold_, release_, pin_, remove_};
}

void QueueActions::set_selected(const std::vector<fs::path>& runs) {
    selected_ = runs;
    show_possible();
}

void QueueActions::show_possible() {
    waiting_.clear();
    bool any_held = false, any_free = false, any_gpu = false;
    for (const run::QueueEntry& entry : queue_->snapshot().entries) {
        if (std::ranges::find(selected_, entry.run) == selected_.end()) continue;
        waiting_.push_back(entry.run);
        (entry.held ? any_held : any_free) = true;
        any_gpu = any_gpu || entry.gpu;
    }
    const int count = static_cast<int>(queue_->snapshot().entries.size());
    const int own = static_cast<int>(waiting_.size());
    const bool at_front = own > 0 && queue_->snapshot().place(waiting_.back()) == own;
    const bool at_end = own > 0 && queue_->snapshot().place(waiting_.front()) == count - own + 1;
    const QString none = tr("Select a queued run first");
    const auto set = [&](QAction* action, bool possible, const QString& why) {
        const bool enabled = own > 0 && possible;
        action->setEnabled(enabled);
        action->setToolTip(enabled ? action->statusTip() : own == 0 ? none : why);
    };
    set(up_, !at_front, tr("It is the first one"));
    set(first_, !at_front, tr("It is the first one"));
    set(down_, !at_end, tr("It is the last one"));
    set(hold_, any_free, tr("It is held"));
    set(release_, any_held, tr("It is not held"));
    set(pin_, own == 1 && any_gpu,
        own > 1 ? tr("Select one run") : tr("The run trains on the CPU, as parallel.devices requests"));
    set(remove_, true, {});
}

void QueueActions::carry_out(std::function<void()> work) {
    in_background(
        this,
        [work = std::move(work)](const CancelToken&) {
            work();
            return true;
        },
        [this](bool) { queue_->refresh(); },
        [this](const Error& error) {
            bar_->say(error);
            queue_->refresh();
        });
}

void QueueActions::move(const Places& places) {
    carry_out([places] {
        for (const auto& [run, place] : places)
            run::move_in_queue(run, place);
    });
}

void QueueActions::up() {
    Places places;
    int lowest = 1; // those that are in front already stay
    for (const fs::path& run : waiting_) {
        const int place = std::max(lowest, queue_->snapshot().place(run) - 1);
        places.emplace_back(run, place);
        lowest = place + 1;
    }
    move(places);
}

void QueueActions::down() {
    Places places;
    int highest = static_cast<int>(queue_->snapshot().entries.size());
    for (auto run = waiting_.rbegin(); run != waiting_.rend(); ++run) {
        const int place = std::min(highest, queue_->snapshot().place(*run) + 1);
        places.emplace_back(*run, place);
        highest = place - 1;
    }
    move(places);
}

void QueueActions::first() {
    Places places;
    for (const fs::path& run : waiting_)
        places.emplace_back(run, static_cast<int>(places.size()) + 1);
    move(places);
}

void QueueActions::move_beside(const std::vector<fs::path>& runs, const fs::path& anchor, bool after) {
    // Runs from before the gap are moved to its edge first, in reverse order, then the others, so that no
    // move displaces a run that is already in place.
    Places places;
    const auto& entries = queue_->snapshot().entries;
    const int target = queue_->snapshot().place(anchor) + (after ? 1 : 0); // the gap is before this place
    int gap = target;
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry)
        if (std::ranges::count(runs, entry->run) && queue_->snapshot().place(entry->run) < target)
            places.emplace_back(entry->run, --gap);
    gap = target;
    for (const run::QueueEntry& entry : entries)
        if (std::ranges::count(runs, entry.run) && queue_->snapshot().place(entry.run) >= target)
            places.emplace_back(entry.run, gap++);
    if (queue_->snapshot().find(anchor)) move(places);
}

void QueueActions::hold() {
    carry_out([runs = waiting_] {
        for (const fs::path& run : runs)
            run::hold_in_queue(run, true);
    });
}

void QueueActions::release() {
    carry_out([runs = waiting_] {
        for (const fs::path& run : runs)
            run::hold_in_queue(run, false);
    });
}

void QueueActions::remove() {
    const auto remove_all = [this, runs = waiting_] {
        carry_out([runs] {
            for (const fs::path& run : runs)
                run::remove_from_queue(run);
        });
    };
    if (waiting_.size() == 1) return remove_all();
    auto* box =
        new QMessageBox(QMessageBox::Question, tr("Remove from the queue"),
                        tr("Take %n run(s) out of the queue? Their folders, which hold only the presets, are "
                           "removed.",
                           nullptr, static_cast<int>(waiting_.size())),
                        QMessageBox::Cancel, window_);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QAbstractButton* yes = box->addButton(tr("Remove"), QMessageBox::AcceptRole);
    connect(box, &QMessageBox::finished, this, [box, yes, remove_all] {
        if (box->clickedButton() == yes) remove_all();
    });
    box->open();
}

void QueueActions::pin() {
    const run::QueueEntry* entry = queue_->snapshot().find(waiting_.front());
    if (!entry) return;
    auto* dialog = new PinDialog(*entry, queue_->snapshot().gpus, window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, run = entry->run] {
        carry_out([run, devices = dialog->chosen()] { run::pin_in_queue(run, devices); });
    });
    dialog->open();
}

} // namespace tunedesk::ui
