// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/bundle_dialogs.h"

#include "base/text.h"
#include "event/environment_file.h"
#include "preset/yaml/load.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace tunedesk::ui {

namespace {

QString cut(const std::string& text, std::size_t longest) {
    return to_qt(shortened(text, longest));
}

/// The output of preset::describe() in the window's language. The bundle is untrusted: none of its texts may
/// fill the dialog.
QStringList described(const preset::Bundle& bundle) {
    const QString name = cut(bundle.name, 200), when = when_text(bundle.created);
    QStringList lines{when.isEmpty() ? name : ImportBundleDialog::tr("%1, created %2").arg(name, when)};
    if (!bundle.note.empty()) lines << ImportBundleDialog::tr("Note: %1").arg(cut(bundle.note, 2000));
    for (const auto& [program, version] : bundle.versions.items())
        if (version.is_string())
            lines << QStringLiteral("%1 %2").arg(cut(program, 40), cut(version.get<std::string>(), 80));
    for (const auto& parent : bundle.parents)
        lines << ImportBundleDialog::tr("Parent: %1").arg(to_qt(parent.first));
    for (const preset::BundleNeed& need : bundle.needs) {
        QStringList facts{cut(need.place, 300)};
        if (need.bytes > 0) facts << to_qt(human_bytes(need.bytes));
        if (!need.hash.empty()) facts << cut(need.hash, 64);
        if (!need.source.empty()) facts << ImportBundleDialog::tr("from %1").arg(cut(need.source, 300));
        lines
            << ImportBundleDialog::tr("Needs %1: %2").arg(to_qt(need.key), facts.join(QStringLiteral(", ")));
    }
    return lines << QString();
}

} // namespace

ImportBundleDialog::ImportBundleDialog(const fs::path& file, QWidget* parent)
    : QDialog(parent), file_(file), text_(new QPlainTextEdit), message_(new MessageBar),
      import_(new QPushButton(tr("&Import into a folder…"))) {
    setWindowTitle(tr("Import %1").arg(title_text(to_qt(file.filename()))));
    resize(720, 480);
    text_->setReadOnly(true);
    text_->setTabChangesFocus(true);
    text_->setAccessibleName(tr("What the bundle holds"));
    text_->setPlainText(tr("Reading %1…").arg(to_qt(file)));
    import_->setEnabled(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(import_, QDialogButtonBox::AcceptRole);
    auto* all = new QVBoxLayout(this);
    all->addWidget(message_);
    all->addWidget(text_, 1);
    all->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(import_, &QPushButton::clicked, this, &ImportBundleDialog::ask_for_folder);
    in_background(
        this, [file](const CancelToken&) { return run::list_bundle_apart(file); },
        [this](const run::BundleListing& listing) {
            hash_ = listing.hash;
            text_->setPlainText(text_of(listing));
            import_->setEnabled(true);
            Q_EMIT shown();
        },
        [this](const Error& error) {
            text_->setPlainText(tr("The bundle was not read further, and nothing was written."));
            message_->say(error);
            Q_EMIT shown();
        });
}

QString ImportBundleDialog::text_of(const run::BundleListing& listing) {
    QStringList lines = described(listing.bundle);
    for (const preset::Problem& problem : listing.preset_problems)
        lines << tr("Not available here: %1: %2").arg(to_qt(problem.key), phrase_text(problem.what));
    for (const Error& problem : listing.problems)
        lines << tr("Not available here: %1 (%2)").arg(error_sentence(problem), to_qt(problem.where()));
    if (listing.is_right()) lines << tr("It can run on this machine.");
    return lines.join(u'\n');
}

QString ImportBundleDialog::description() const {
    return can_import() ? text_->toPlainText() : QString();
}

bool ImportBundleDialog::can_import() const {
    return import_->isEnabled();
}

void ImportBundleDialog::ask_for_folder() {
    const QString parent = QFileDialog::getExistingDirectory(this, tr("Folder to unpack into"));
    if (!parent.isEmpty()) import_to(to_path(parent) / file_.stem());
}

void ImportBundleDialog::import_to(const fs::path& folder) {
    in_background(
        this,
        [file = file_, hash = hash_, folder](const CancelToken&) {
            return run::unpack_bundle_apart(file, hash, folder);
        },
        [this](const fs::path& preset) {
            Q_EMIT imported(to_qt(preset));
            accept();
        },
        [this](const Error& error) { message_->say(error); });
}

namespace {

/// A run's preset is named after the run.
QString bundle_name(const fs::path& preset) {
    return to_qt(preset.filename() == "preset.yaml" ? preset.parent_path().filename() : preset.stem());
}

} // namespace

ExportBundleDialog::ExportBundleDialog(const fs::path& preset, QWidget* parent)
    : QDialog(parent), preset_(preset), note_(new QPlainTextEdit), data_source_(new QLineEdit),
      model_source_(new QLineEdit), message_(new MessageBar), export_(new QPushButton(tr("&Export…"))) {
    setWindowTitle(tr("Share %1").arg(title_text(bundle_name(preset))));
    resize(560, 360);
    auto* what =
        new QLabel(tr("The bundle holds the preset, its parents, this note, and hashes of data and model. It "
                      "holds no data, no code and no path of this machine."));
    what->setWordWrap(true);
    note_->setTabChangesFocus(true);
    note_->setAccessibleName(tr("Note"));
    data_source_->setPlaceholderText(tr("where to get the data"));
    model_source_->setPlaceholderText(tr("where to get the model; empty: as in its config.json"));
    auto* form = new QFormLayout;
    form->addRow(tr("&Note:"), note_);
    form->addRow(tr("&Data:"), data_source_);
    form->addRow(tr("&Model:"), model_source_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(export_, QDialogButtonBox::AcceptRole);
    auto* all = new QVBoxLayout(this);
    all->addWidget(message_);
    all->addWidget(what);
    all->addLayout(form, 1);
    all->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(export_, &QPushButton::clicked, this, &ExportBundleDialog::ask_for_file);
}

void ExportBundleDialog::set_note(const QString& note) {
    note_->setPlainText(note);
}

void ExportBundleDialog::ask_for_file() {
    QString file = QFileDialog::getSaveFileName(this, tr("Save the bundle"),
                                                bundle_name(preset_) + QStringLiteral(".tunedesk"),
                                                tr("Bundles (*.tunedesk)"));
    if (file.isEmpty()) return;
    if (!file.endsWith(QStringLiteral(".tunedesk"))) file += QStringLiteral(".tunedesk");
    export_to(to_path(file));
}

void ExportBundleDialog::export_to(const fs::path& file) {
    preset::BundleOptions options;
    options.note = note_->toPlainText().toStdString();
    options.versions = {{"tunedesk", event::project_version()}, {"commit", event::project_commit()}};
    if (const std::string source = data_source_->text().toStdString(); !source.empty())
        for (const char* key :
             {"data.train", "data.validation", "data.extra_validation", "data.test", "data.split_file"})
            options.sources[key] = source;
    if (const std::string source = model_source_->text().toStdString(); !source.empty())
        options.sources["model.path"] = source;
    export_->setEnabled(false);
    message_->say(MessageBar::Kind::info, tr("Hashing data and model…"));
    in_background(
        this,
        [preset = preset_, options, file](const CancelToken&) {
            write_file_atomically(file, preset::bundle_bytes(preset::make_bundle(preset, {}, options)));
            return file;
        },
        [this](const fs::path& written) {
            Q_EMIT exported(to_qt(written));
            accept();
        },
        [this](const Error& error) {
            export_->setEnabled(true);
            message_->say(error);
        });
}

} // namespace tunedesk::ui
