// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/first_rows.h"
#include "data/rows/guess.h"
#include "ui/widgets/background.h"
#include "ui/window/csv/csv_preset.h"
#include "ui/window/csv/model_finder.h"

#include <QWidget>
#include <memory>

class QLabel;
class QPushButton;

namespace tunedesk::run {
struct Check;
}

namespace tunedesk::ui {

class CsvDraft;
class CsvForm;
class MessageBar;
class QueueWatch;
class RunLauncher;

/// "Fine-tune my CSV" on one page: the first rows and the columns' roles, findings in all rows and their
/// remedies, the splits, a model with its requirements; finally Start, or Customize, which opens the preset
/// in Set-up. Choices are preselected by guesses. Never blocks for a file. Window's thread.
class CsvPage : public QWidget {
    Q_OBJECT

public:
    explicit CsvPage(QueueWatch* queue, QWidget* parent = nullptr);

    /// Shows a file; models are searched in `places`.
    void open(const fs::path& file, const ModelPlaces& places);
    const fs::path& file() const { return file_; }
    QPushButton* start_button() const { return start_; }

Q_SIGNALS:
    /// Emitted to choose another file.
    void file_requested();
    /// Emitted when the preset was written and should be shown.
    void preset_made(const QString& preset);
    /// Emitted when the preset was written and a run of it was started or queued.
    void preset_written(const QString& preset);
    void run_started(const QString& run);
    void run_queued(const QString& run);

private:
    struct Opened;
    QWidget* make_end();
    void connect_parts();
    void connect_draft();
    void take(const Opened& opened);
    void warn_of_header();
    void add_header();
    void choose();
    CsvChoice choice() const;
    void show_draft();
    QString what_is_missing() const;
    void show_state();
    void finish(bool starts);
    void take_preset(const QString& preset);

    fs::path file_, folder_; ///< the CSV, and the preset's future folder
    ModelPlaces places_;
    data::Guess guess_;
    CancelToken opening_;
    std::shared_ptr<const run::Check> estimated_; ///< the check shown on the models' cards
    bool is_open_ = false, is_writing_ = false, starts_ = false;

    QueueWatch* queue_;
    CsvDraft* draft_;
    CsvForm* form_;
    QLabel* state_;
    QPushButton *customize_, *start_;
    MessageBar* message_;
    RunLauncher* launcher_;
};

} // namespace tunedesk::ui
