// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/preset_tools.h"

#include "preset/interop/shell.h"
#include "ui/preset/estimate/strategy_dialog.h"
#include "ui/preset/form/preset_actions.h"
#include "ui/preset/form/preset_document.h"
#include "ui/widgets/background.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>

namespace tunedesk::ui {

namespace {

/// PresetError in the window's language.
Error mistakes_error(const std::vector<preset::Problem>& mistakes) {
    const preset::PresetError english(mistakes);
    const auto words = [](const Phrase& what) { return phrase_text(what).toStdString(); };
    return Error::in_words(english.id(), preset::problem_lines(mistakes, words), {},
                           error_advice(english).toStdString());
}

struct Comparison {
    std::vector<preset::Problem> mistakes;
    std::vector<std::string> differences;
};

} // namespace

PresetTools::PresetTools(PresetDocument* document, MessageBar* messages, QWidget* page)
    : QObject(page), document_(document), messages_(messages), page_(page) {}

bool PresetTools::is_usable() {
    if (!document_->is_open() || !document_->is_current()) return false;
    const auto wrong = preset::mistakes(document_->parsed().draft);
    if (!wrong.empty()) messages_->say(mistakes_error(wrong));
    return wrong.empty();
}

void PresetTools::ask_measure(MeasureDialog::What what) {
    if (!is_usable()) return;
    auto* dialog = new MeasureDialog(what, document_->parsed().draft.loaded.preset,
                                     working_folder_(document_->file()), page_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &MeasureDialog::use_requested, this, &PresetTools::value_accepted);
    dialog->open();
}

void PresetTools::ask_strategy(const ShownCheck* check) {
    if (!check || !check->estimate ||
        (check->estimate->strategies.empty() && check->estimate->stages.empty()))
        return messages_->say(
            MessageBar::Kind::info,
            tr("Strategies need several ranks: set parallel.processes above 1, and wait for the estimate."));
    auto* dialog = new StrategyDialog(*check, page_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &StrategyDialog::use_requested, this, &PresetTools::value_accepted);
    dialog->open();
}

void PresetTools::ask_save_as() {
    if (!document_->is_open()) return;
    const QString chosen = QFileDialog::getSaveFileName(
        page_, tr("Save the preset as"), to_qt(document_->file()), tr("Presets (*.yaml *.yml)"));
    if (chosen.isEmpty()) return;
    const bool moves = to_path(chosen).parent_path() != document_->file().parent_path();
    document_->save_as(to_path(chosen));
    if (moves)
        messages_->say(MessageBar::Kind::info,
                       tr("Relative paths start at the preset's folder: check data, model and extends."));
}

void PresetTools::ask_import() {
    const QString chosen =
        QFileDialog::getOpenFileName(page_, tr("Import settings"), {},
                                     tr("TrainingArguments, accelerate, DeepSpeed (*.json *.yaml *.yml)"));
    if (!chosen.isEmpty()) open_any(to_path(chosen));
}

void PresetTools::ask_compare() {
    const QString chosen =
        QFileDialog::getOpenFileName(page_, tr("Compare with a preset or a run's preset.yaml"),
                                     to_qt(document_->file().parent_path()), tr("Presets (*.yaml *.yml)"));
    if (!chosen.isEmpty()) compare_with(to_path(chosen));
}

void PresetTools::open_any(const fs::path& chosen) {
    read_in_background(
        this, [chosen](const CancelToken&) { return look_into(chosen); },
        [this](const OpenedFile& opened) { take_opened(opened); },
        [this](const Error& error) { messages_->say(error); });
}

void PresetTools::take_opened(const OpenedFile& opened) {
    if (document_->is_modified())
        messages_->say(MessageBar::Kind::warning,
                       tr("%1 has changes that are not saved.").arg(shown_path(document_->file())),
                       tr("Discard them"), [this, opened] {
                           messages_->clear();
                           show_opened(opened);
                       });
    else
        show_opened(opened);
}

void PresetTools::show_opened(const OpenedFile& opened) {
    if (!opened.imported) {
        document_->open(opened.file);
        return;
    }
    auto* dialog = new ImportDialog(*opened.imported, to_qt(opened.file.filename()), page_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, opened] {
        fs::path target = opened.file;
        document_->set_text(to_qt(opened.imported->yaml), target.replace_extension(".preset.yaml"));
    });
    dialog->open();
}

void PresetTools::compare_with(const fs::path& other) {
    read_in_background(
        this,
        [other, here = document_->parsed().draft.loaded.preset](const CancelToken&) {
            const preset::Draft there = preset::load_draft(other);
            return Comparison{preset::mistakes(there), preset::differences(there.loaded.preset, here)};
        },
        [this, other](const Comparison& comparison) {
            if (!comparison.mistakes.empty()) return messages_->say(mistakes_error(comparison.mistakes));
            auto* dialog = new DifferencesDialog(comparison.differences, shown_path(document_->file(), 40),
                                                 shown_path(other, 40), page_);
            connect(dialog, &DifferencesDialog::key_chosen, this, &PresetTools::key_chosen);
            dialog->open();
        },
        [this](const Error& error) { messages_->say(error); });
}

void PresetTools::copy_command() {
    if (!is_usable()) return;
    read_in_background(
        this,
        [file = document_->file(), here = document_->parsed().draft.loaded.preset](const CancelToken&) {
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

} // namespace tunedesk::ui
