// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/library/tracking_actions.h"

#include "ui/widgets/background.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/own_command.h"
#include "ui/widgets/text.h"

#include <QAction>
#include <QFileDialog>

namespace tunedesk::ui {

TrackingActions::TrackingActions(MessageBar* bar, QWidget* window)
    : QObject(window), bar_(bar), window_(window), mlflow_(new QAction(tr("Write for &MLflow…"), this)),
      wandb_(new QAction(tr("Write for &W&&B…"), this)) {
    mlflow_->setStatusTip(tr("Settings, metrics and report, as files that mlflow ui shows"));
    wandb_->setStatusTip(tr("Settings, metrics and report, as offline runs that wandb sync sends"));
    connect(mlflow_, &QAction::triggered, this, [this] { ask_folder(Tracker::mlflow); });
    connect(wandb_, &QAction::triggered, this, [this] { ask_folder(Tracker::wandb); });
    set_selected({});
}

void TrackingActions::set_selected(const LibraryEntries& entries) {
    runs_.clear();
    for (const LibraryEntryPtr& entry : entries)
        if (entry->is_run() && entry->section != Section::queued) runs_.push_back(entry->path);
    for (QAction* action : actions()) {
        action->setEnabled(!runs_.empty());
        action->setToolTip(runs_.empty() ? tr("Select a run first") : action->statusTip());
    }
}

void TrackingActions::ask_folder(Tracker tracker) {
    const bool is_mlflow = tracker == Tracker::mlflow;
    auto* dialog =
        new QFileDialog(window_, is_mlflow ? tr("MLflow's file store (mlruns)") : tr("Folder for wandb/"),
                        to_qt(runs_.front().parent_path()));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, tracker, runs = runs_](const QString& folder) { write(tracker, folder, runs); });
    dialog->open();
}

void TrackingActions::write(Tracker tracker, const QString& folder, const std::vector<fs::path>& runs) {
    in_background(
        this,
        [tracker, folder, runs](const CancelToken&) {
            QStringList arguments{"track", tracker == Tracker::mlflow ? "--mlflow" : "--wandb", folder};
            for (const fs::path& run : runs)
                arguments << to_qt(run);
            output_of_tunedesk(arguments, fs::current_path());
            return static_cast<int>(runs.size());
        },
        [this, tracker, folder](int count) {
            const QString command = tracker == Tracker::mlflow
                                        ? QStringLiteral("mlflow ui --backend-store-uri \"%1\"").arg(folder)
                                        : QStringLiteral("wandb sync \"%1\"/wandb/offline-run-*").arg(folder);
            bar_->say(MessageBar::Kind::success,
                      tr("%n run(s) written. To see them: %1", nullptr, count).arg(command));
        },
        [this](const Error& error) { bar_->say(error); });
}

} // namespace tunedesk::ui
