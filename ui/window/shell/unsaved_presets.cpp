// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/unsaved_presets.h"

#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/library/library.h"
#include "ui/window/new_run/draft_store.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/new_run/preset_views.h"
#include "ui/window/shell/page_navigator.h"
#include "ui/window/shell/workspace.h"

#include <QMainWindow>
#include <QMessageBox>
#include <QPushButton>

namespace tunedesk::ui {

UnsavedPresets::UnsavedPresets(Workspace* workspace, Library* library, PageNavigator* pages,
                               MessageBar* messages, QMainWindow* window)
    : QObject(window), workspace_(workspace), library_(library), pages_(pages), messages_(messages),
      window_(window), store_(new DraftStore(this)) {
    connect(workspace_->presets(), &PresetViews::edited, this, &UnsavedPresets::store);
    connect(workspace_->presets(), &PresetViews::saved, this, &UnsavedPresets::store);
    connect(store_, &DraftStore::found, this, &UnsavedPresets::show_restored);
    store_->look_for_others();
}

std::vector<Draft> UnsavedPresets::list() const {
    std::vector<Draft> drafts;
    for (const PresetView* view : workspace_->presets()->modified())
        drafts.push_back({view->preset(), view->source().toStdString()});
    return drafts;
}

void UnsavedPresets::store() {
    const std::vector<Draft> drafts = list();
    std::vector<fs::path> files;
    for (const Draft& draft : drafts)
        files.push_back(draft.file);
    library_->set_drafts(std::move(files));
    store_->save_later(drafts);
}

void UnsavedPresets::restore(const std::vector<Draft>& drafts) {
    for (const Draft& draft : drafts) {
        workspace_->presets()->restore(draft.file, to_qt(draft.text));
        if (std::error_code none; fs::exists(draft.file, none)) library_->add_recent_preset(draft.file);
    }
    store();
}

void UnsavedPresets::take_over(const std::vector<Draft>& drafts) {
    restore(drafts);
    store_->save_at_once(list());
}

void UnsavedPresets::give_up() {
    closing_ = Closing::discards;
    finish();
}

void UnsavedPresets::show_restored(const std::vector<Draft>& drafts) {
    restore(drafts);
    QStringList names;
    for (const Draft& draft : drafts)
        names << to_qt(draft.file.filename());
    messages_->say(MessageBar::Kind::info,
                   tr("Unsaved changes were restored: %1").arg(names.join(QStringLiteral(", "))), tr("Show"),
                   [this, file = drafts.front().file] {
                       messages_->clear();
                       pages_->show_preset(file);
                   });
}

bool UnsavedPresets::may_close() {
    const std::vector<PresetView*> changed = workspace_->presets()->modified();
    if (closing_ != Closing::asks || changed.empty()) return true;
    QStringList names;
    for (const PresetView* view : changed)
        names << QStringLiteral("•  ") + shown_path(view->preset(), 70);
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Unsaved presets"),
        tr("%n preset(s) have changes that are not saved:", nullptr, static_cast<int>(changed.size())) +
            QStringLiteral("\n\n") + names.join(u'\n'),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window_);
    box->setInformativeText(tr("Drafts are restored when the window is opened again."));
    QAbstractButton* keep = box->addButton(tr("Keep as &drafts"), QMessageBox::AcceptRole);
    box->setDefaultButton(qobject_cast<QPushButton*>(keep));
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::finished, this, [this, box, keep](int answer) {
        if (box->clickedButton() == keep) return close_now();
        if (answer == QMessageBox::Discard) return discard_and_close();
        if (answer != QMessageBox::Save) return;
        for (PresetView* view : workspace_->presets()->modified()) {
            connect(view, &PresetView::saved, this, [this] {
                if (workspace_->presets()->modified().empty()) discard_and_close();
            });
            view->save();
        }
    });
    box->open();
    return false;
}

void UnsavedPresets::discard_and_close() {
    closing_ = Closing::discards;
    window_->close();
}

void UnsavedPresets::close_now() {
    closing_ = Closing::keeps_drafts;
    window_->close();
}

void UnsavedPresets::finish() {
    store_->save_now(closing_ == Closing::keeps_drafts ? list() : std::vector<Draft>());
}

} // namespace tunedesk::ui
