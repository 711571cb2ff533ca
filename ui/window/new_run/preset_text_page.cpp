// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/new_run/preset_text_page.h"

#include "event/folder/run_folder.h"
#include "ui/run/run_action.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/library/places.h"

#include <QFileDialog>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace tunedesk::ui {

namespace {

constexpr std::uint64_t largest_preset = 4u << 20;

} // namespace

PresetTextPage::PresetTextPage(QWidget* parent)
    : QWidget(parent), place_(new QLabel), copy_(new QPushButton(tr("Edit a copy…"))),
      text_(new QPlainTextEdit), message_(new MessageBar) {
    place_->setTextFormat(Qt::PlainText);
    place_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    place_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    copy_->setToolTip(tr("Saves this preset under a new name and opens it in Set-up"));
    copy_->setEnabled(false);
    text_->setReadOnly(true);
    text_->setLineWrapMode(QPlainTextEdit::NoWrap);
    text_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text_->setAccessibleName(tr("The run's preset"));
    text_->setTabChangesFocus(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* row = new QHBoxLayout;
    row->addWidget(place_, 1);
    row->addWidget(copy_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(8);
    message_->float_over(this);
    column->addLayout(row);
    column->addWidget(text_, 1);
    connect(copy_, &QPushButton::clicked, this, &PresetTextPage::ask_copy);
}

void PresetTextPage::show_run(const fs::path& run) {
    run_ = run;
    const fs::path preset = event::RunFolder{run}.preset();
    place_->setText(tr("The run's preset as it was started: %1").arg(shown_path(preset, 80)));
    place_->setToolTip(to_qt(preset));
    text_->clear();
    message_->clear();
    copy_->setEnabled(false);
    reading_.cancel();
    reading_ = read_in_background(
        this,
        [preset](const CancelToken&) {
            return read_file(preset, ErrorId::preset_unreadable, largest_preset);
        },
        [this](const std::string& text) {
            text_->setPlainText(to_qt(text));
            copy_->setEnabled(true);
        },
        [this](const Error& error) { message_->say(error); });
}

void PresetTextPage::ask_copy() {
    const fs::path folder = preset_folder_of(run_);
    auto* dialog =
        new QFileDialog(this, tr("Save a copy of the preset"), to_qt(folder), tr("Presets (*.yaml *.yml)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // duplicate_run() refuses, with the remedy
    dialog->setDefaultSuffix(QStringLiteral("yaml"));
    dialog->selectFile(to_qt(unused_name(folder, run_.filename().string(), ".yaml").filename()));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& file) { copy_to(to_path(file)); });
    dialog->open();
}

void PresetTextPage::copy_to(const fs::path& target) {
    in_background(
        this,
        [run = run_, target](const CancelToken&) {
            duplicate_run(run, target);
            return to_qt(target);
        },
        [this](const QString& file) { Q_EMIT copy_made(file); },
        [this](const Error& error) { message_->say(error); });
}

} // namespace tunedesk::ui
