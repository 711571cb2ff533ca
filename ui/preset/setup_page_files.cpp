#include "ui/preset/setup_page.h"

#include "preset/interop/shell.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/form/preset_actions.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/form/preset_form.h"
#include "ui/widgets/background.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QClipboard>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMimeData>

// What the Set-up page does with other files than its own text: opens, compares, imports and copies.

namespace tunedesk::ui {

void SetupPage::ask_save_as() {
    if (!document_->is_open()) return;
    const QString chosen = QFileDialog::getSaveFileName(this, tr("Save the preset as"), to_qt(file()),
                                                        tr("Presets (*.yaml *.yml)"));
    if (chosen.isEmpty()) return;
    const bool moves = to_path(chosen).parent_path() != file().parent_path();
    save_as(to_path(chosen));
    if (moves)
        messages_->say(MessageBar::Kind::info,
                       tr("Relative paths count from the preset's folder: check data, model and extends."));
}

void SetupPage::ask_import() {
    const QString chosen =
        QFileDialog::getOpenFileName(this, tr("Import settings"), {},
                                     tr("TrainingArguments, accelerate, DeepSpeed (*.json *.yaml *.yml)"));
    if (!chosen.isEmpty()) open_any(to_path(chosen));
}

void SetupPage::ask_compare() {
    const QString chosen =
        QFileDialog::getOpenFileName(this, tr("Compare with a preset or a run's preset.yaml"),
                                     to_qt(file().parent_path()), tr("Presets (*.yaml *.yml)"));
    if (!chosen.isEmpty()) compare_with(to_path(chosen));
}

void SetupPage::open_any(const fs::path& chosen) {
    read_in_background(
        this, [chosen](const Wanted&) { return look_into(chosen); },
        [this](const OpenedFile& opened) { take_opened(opened); },
        [this](const Error& error) { messages_->say(error); });
}

void SetupPage::take_opened(const OpenedFile& opened) {
    if (is_modified())
        messages_->say(MessageBar::Kind::warning,
                       tr("%1 has changes that are not saved.").arg(shown_path(file())), tr("Discard them"),
                       [this, opened] {
                           messages_->clear();
                           show_opened(opened);
                       });
    else
        show_opened(opened);
}

void SetupPage::show_opened(const OpenedFile& opened) {
    if (!opened.imported) {
        open(opened.file);
        return;
    }
    auto* dialog = new ImportDialog(*opened.imported, to_qt(opened.file.filename()), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, opened] {
        fs::path target = opened.file;
        open_text(to_qt(opened.imported->yaml), target.replace_extension(".preset.yaml"));
    });
    dialog->open();
}

void SetupPage::compare_with(const fs::path& other) {
    read_in_background(
        this,
        [other, here = draft().loaded.preset](const Wanted&) {
            const preset::Draft there = preset::load_draft(other);
            if (const auto wrong = preset::mistakes(there); !wrong.empty()) throw preset::PresetError(wrong);
            return preset::differences(there.loaded.preset, here);
        },
        [this, other](const std::vector<std::string>& differences) {
            auto* dialog =
                new DifferencesDialog(differences, shown_path(file(), 40), shown_path(other, 40), this);
            connect(dialog, &DifferencesDialog::key_chosen, this, &SetupPage::go_to);
            dialog->open();
        },
        [this](const Error& error) { messages_->say(error); });
}

void SetupPage::copy_command() {
    if (!is_usable()) return;
    in_background(
        this,
        [file = file(), here = draft().loaded.preset](const Wanted&) {
            if (!fs::exists(file)) throw Error(ErrorId::preset_not_saved, {}, file.string());
            return to_qt(preset::shell_line(file, preset::load_draft(file).loaded.preset, here));
        },
        [this](const QString& line) {
            QGuiApplication::clipboard()->setText(line);
            messages_->say(MessageBar::Kind::info, tr("Copied: %1").arg(line));
            Q_EMIT copied(line);
        },
        [this](const Error& error) { messages_->say(error); });
}

void SetupPage::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.first().isLocalFile()) event->acceptProposedAction();
}

void SetupPage::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    open_any(to_path(event->mimeData()->urls().first().toLocalFile()));
}

} // namespace tunedesk::ui
