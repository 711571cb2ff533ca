// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/path_opener.h"

#include "event/folder/run_folder.h"
#include "run/programs.h"
#include "ui/compare/compare_page.h"
#include "ui/preset/form/preset_actions.h"
#include "ui/report/bundle_dialogs.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/library/library.h"
#include "ui/window/library/places.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/new_run/opened_path.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/new_run/preset_views.h"
#include "ui/window/shell/page_navigator.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/workspace.h"

#include <QFileDialog>
#include <QProcess>

namespace tunedesk::ui {

PathOpener::PathOpener(PageNavigator* pages, Library* library, Sidebar* sidebar, Workspace* workspace,
                       MessageBar* messages, QWidget* window)
    : QObject(window), pages_(pages), library_(library), sidebar_(sidebar), workspace_(workspace),
      messages_(messages), window_(window) {
    connect(pages, &PageNavigator::navigated, this, &PathOpener::forget_unopened);
}

void PathOpener::open(const fs::path& path) {
    opening_.cancel();
    if (event::RunFolder{path}.holds_run()) return show_opened({OpenedPath::Kind::run, path, {}});
    opening_ = read_in_background(
        this, [path](const CancelToken&) { return look_at(path); },
        [this](const OpenedPath& opened) { show_opened(opened); },
        [this](const Error& error) {
            messages_->say(error);
            unopened_ = messages_->text();
        });
}

void PathOpener::ask_table() {
    ask_file(
        tr("Choose a table to fine-tune on"),
        tr("Tables (*.csv *.tsv *.jsonl *.ndjson *.json *.csv.gz *.tsv.gz *.jsonl.gz *.csv.zst *.tsv.zst "
           "*.jsonl.zst)"));
}

void PathOpener::ask_preset() {
    ask_file(tr("Open a preset"), tr("Presets and bundles (*.yaml *.yml *.tunedesk)"));
}

void PathOpener::ask_file(const QString& title, const QString& kinds) {
    auto* dialog = new QFileDialog(window_, title, QString(), kinds + tr(";;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) { open(to_path(file)); });
    dialog->open();
}

void PathOpener::ask_folder(std::function<void(const QString&)> chosen) {
    auto* dialog = new QFileDialog(window_, tr("Open a run: choose its folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, std::move(chosen));
    dialog->open();
}

void PathOpener::ask_run() {
    ask_folder([this](const QString& folder) {
        const fs::path run = to_path(folder);
        if (event::RunFolder{run}.holds_run()) return open(run);
        show_no_run(run);
    });
}

void PathOpener::ask_read_only() {
    ask_folder([this](const QString& folder) {
        const auto program = run::window_program();
        const QStringList arguments{QStringLiteral("--read-only"), folder};
        if (!program || !QProcess::startDetached(to_qt(*program), arguments))
            messages_->say(MessageBar::Kind::error, tr("The window for it could not be started."));
    });
}

void PathOpener::open_quickstart() {
    for (const fs::path& preset : shipped_presets())
        if (preset.filename() == "quickstart.yaml") {
            sidebar_->select(preset);
            return pages_->show_preset(preset);
        }
    messages_->say(MessageBar::Kind::warning, tr("The presets that come with TuneDesk are not installed."));
}

void PathOpener::show_corrected_preset(const fs::path& run, const fs::path& preset, const QString& text) {
    show_opened({OpenedPath::Kind::preset, preset, {}});
    workspace_->preset_view()->announce(text, [this, run] {
        pages_->show_run_page(run, QStringLiteral("report"));
        if (RunView* view = workspace_->run_view()) view->show_corrections();
    });
}

void PathOpener::show_no_run(const fs::path& folder) {
    messages_->say(MessageBar::Kind::warning,
                   tr("Not a run folder: %1 (preset.yaml is missing).").arg(shown_path(folder, 80)),
                   tr("Choose another…"), [this] { ask_run(); });
    unopened_ = messages_->text();
}

void PathOpener::forget_unopened() {
    if (messages_->text() == unopened_) messages_->clear();
    unopened_.clear();
}

void PathOpener::show_opened(const OpenedPath& opened) {
    const fs::path path = fs::absolute(opened.path).lexically_normal();
    forget_unopened();
    switch (opened.kind) {
    case OpenedPath::Kind::run:
        library_->add_opened_run(path);
        sidebar_->select(path);
        return pages_->show_run(path);
    case OpenedPath::Kind::bundle:
        return import_bundle(path);
    case OpenedPath::Kind::preset:
        library_->add_recent_preset(path);
        sidebar_->select(path);
        return pages_->show_preset(path);
    case OpenedPath::Kind::other_settings:
        return import_settings(opened);
    case OpenedPath::Kind::other_log:
        return show_log(path);
    case OpenedPath::Kind::no_run:
        return show_no_run(path);
    case OpenedPath::Kind::table:
        return pages_->show_csv(path);
    }
}

void PathOpener::import_bundle(const fs::path& bundle) {
    auto* dialog = new ImportBundleDialog(bundle, window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ImportBundleDialog::imported, this,
            [this](const QString& preset) { open(to_path(preset)); });
    dialog->open();
}

void PathOpener::import_settings(const OpenedPath& opened) {
    auto* dialog = new ImportDialog(*opened.imported, to_qt(opened.path.filename()), window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, opened] {
        const std::string stem = opened.path.stem().string() + ".preset";
        fs::path file = unused_name(opened.path.parent_path(), stem, ".yaml");
        for (int n = 2; workspace_->presets()->has_draft(file);
             ++n) // one that is not saved has its name already
            file = unused_name(opened.path.parent_path(), stem + "-" + std::to_string(n), ".yaml");
        pages_->show_preset_text(to_qt(opened.imported->yaml), file);
    });
    dialog->open();
}

/// Beside the runs that are shown, where there are any.
void PathOpener::show_log(const fs::path& log) {
    if (auto* page = qobject_cast<ComparePage*>(workspace_->currentWidget())) return page->add_foreign(log);
    std::vector<fs::path> runs;
    if (const RunView* view = workspace_->run_view()) runs.push_back(view->run());
    runs.push_back(log);
    sidebar_->select_none();
    pages_->show_runs(runs);
}

} // namespace tunedesk::ui
