// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/library/note_actions.h"

#include "base/text.h"
#include "ui/plot/run_colours.h"
#include "ui/widgets/text.h"

#include <QAction>
#include <QInputDialog>
#include <QWidget>
#include <algorithm>

namespace tunedesk::ui {

namespace {

bool all_of(const LibraryEntries& runs, bool run::RunNote::*flag) {
    return !runs.empty() &&
           std::all_of(runs.begin(), runs.end(), [&](const LibraryEntryPtr& run) { return run->note.*flag; });
}

/// A dialog that never blocks; `done` gets the text.
void ask_text(QWidget* parent, const QString& title, const QString& label, const QString& text,
              bool long_text, std::function<void(const QString&)> done) {
    auto* dialog = new QInputDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(label);
    dialog->setOption(QInputDialog::UsePlainTextEditForTextInput, long_text);
    dialog->setTextValue(text);
    QObject::connect(dialog, &QInputDialog::textValueSelected, parent, std::move(done));
    dialog->open();
}

} // namespace

NoteActions::NoteActions(Library* library, QWidget* parent)
    : QObject(parent), library_(library), window_(parent) {
    rename_ = add(tr("&Rename…"), tr("A title for this list; the run's folder keeps its name"),
                  &NoteActions::rename);
    rename_->setShortcut(QKeySequence(Qt::Key_F2));
    tags_ = add(tr("&Tags…"), tr("Words to find runs by"), &NoteActions::edit_tags);
    note_ = add(tr("&Note…"), tr("Your own text about this run"), &NoteActions::edit_note);
    pin_ = add(tr("&Pin"), tr("Keeps a run above the others"), &NoteActions::toggle_pin);
    archive_ = add(tr("&Archive"), tr("Hides a run from the list; the filter \"archived\" shows it again"),
                   &NoteActions::toggle_archive);
    forget_ = add(tr("F&orget"),
                  tr("Takes a run that was opened by its folder out of this list; the folder stays as it is"),
                  &NoteActions::forget);
    forget_->setObjectName(QStringLiteral("forget"));
    baseline_ =
        add(tr("&Baseline"), tr("Others show their difference from this run"), &NoteActions::toggle_baseline);
    colour_ = add(tr("Co&lour…"), tr("The colour of its curves and bars, on every page"),
                  &NoteActions::choose_colour);
    for (QAction* action : {pin_, archive_, baseline_})
        action->setCheckable(true);
    set_selected({});
}

QAction* NoteActions::add(const QString& text, const QString& tip, void (NoteActions::*act)()) {
    auto* action = new QAction(text, this);
    action->setStatusTip(tip);
    action->setData(tip);
    connect(action, &QAction::triggered, this, act);
    return action;
}

QList<QAction*> NoteActions::actions() const {
    return {rename_, tags_, note_, colour_, pin_, archive_, baseline_, forget_};
}

void NoteActions::set_selected(const LibraryEntries& entries) {
    runs_.clear();
    for (const LibraryEntryPtr& entry : entries)
        if (entry->is_run()) runs_.push_back(entry);
    for (QAction* action : actions()) {
        const bool one = action == rename_ || action == note_ || action == baseline_ || action == colour_;
        const bool possible = one ? runs_.size() == 1 : !runs_.empty();
        action->setEnabled(possible);
        action->setToolTip(possible ? action->data().toString()
                           : one    ? tr("Select one run first")
                                    : tr("Select a run first"));
    }
    const bool forgets =
        std::ranges::all_of(runs_, [](const LibraryEntryPtr& run) { return run->is_opened; });
    if (!runs_.empty() && !forgets) {
        forget_->setEnabled(false);
        forget_->setToolTip(tr("TuneDesk started this run itself: archive it, or delete it to the trash"));
    }
    pin_->setChecked(all_of(runs_, &run::RunNote::pinned));
    archive_->setChecked(all_of(runs_, &run::RunNote::archived));
    baseline_->setChecked(runs_.size() == 1 && runs_.front()->is_baseline);
}

void NoteActions::change_each(const std::function<void(run::RunNote&)>& change) {
    for (const LibraryEntryPtr& run : runs_) {
        run::RunNote note = run->note;
        change(note);
        library_->set_note(run->path, note);
    }
}

void NoteActions::rename() {
    const LibraryEntryPtr run = runs_.front();
    ask_text(window_, tr("Rename the run"), tr("Title (empty: the preset's name):"), to_qt(run->title()),
             false, [this, run](const QString& text) {
                 run::RunNote note = run->note;
                 const std::string title = text.trimmed().toStdString();
                 note.title = title == run->name ? std::string() : title;
                 library_->set_note(run->path, note);
             });
}

void NoteActions::edit_tags() {
    QStringList tags;
    for (const std::string& tag : runs_.front()->note.tags)
        tags << to_qt(tag);
    ask_text(window_, tr("Tags"), tr("Tags, with spaces between them:"), tags.join(u' '), false,
             [this](const QString& text) {
                 std::vector<std::string> words;
                 for (const QString& word : text.split(u' ', Qt::SkipEmptyParts))
                     words.push_back(word.startsWith(u'#') ? word.mid(1).toStdString() : word.toStdString());
                 change_each([&](run::RunNote& note) { note.tags = words; });
             });
}

void NoteActions::edit_note() {
    const LibraryEntryPtr run = runs_.front();
    ask_text(window_, tr("Note"), tr("About this run:"), to_qt(run->note.text), true,
             [this, run](const QString& text) {
                 run::RunNote note = run->note;
                 note.text = text.toStdString();
                 library_->set_note(run->path, note);
             });
}

void NoteActions::toggle_pin() {
    change_each([on = pin_->isChecked()](run::RunNote& note) { note.pinned = on; });
}

void NoteActions::toggle_archive() {
    change_each([on = archive_->isChecked()](run::RunNote& note) { note.archived = on; });
}

void NoteActions::forget() {
    for (const LibraryEntryPtr& run : LibraryEntries(runs_)) // forgetting changes what is selected
        library_->forget_run(run->path);
}

void NoteActions::choose_colour() {
    ask_run_colour(runs_.front()->path, window_);
}

void NoteActions::toggle_baseline() {
    library_->set_baseline(baseline_->isChecked() ? std::optional(runs_.front()->path) : std::nullopt);
}

} // namespace tunedesk::ui
