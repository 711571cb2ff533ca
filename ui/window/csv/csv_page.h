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

/// "Fine-tune my CSV" on one page: the first rows and what the columns are, what all rows hold and what is to
/// be mended, the splits, a model with what it needs; at the end Start, or Customize, which opens the preset
/// in Set-up. What can be guessed is. Nothing on it waits for a file. Window's thread.
class CsvPage : public QWidget {
    Q_OBJECT

public:
    explicit CsvPage(QueueWatch* queue, QWidget* parent = nullptr);

    /// Shows a file; models are looked for in `places`.
    void open(const fs::path& file, const ModelPlaces& places);
    const fs::path& file() const { return file_; }
    QPushButton* start_button() const { return start_; }

Q_SIGNALS:
    /// Another file is to be chosen.
    void file_requested();
    /// The preset was written, and is to be shown.
    void preset_made(const QString& preset);
    /// The preset was written, and a run of it started, or waits in the queue.
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

    fs::path file_, folder_; ///< the CSV, and where the preset will lie
    ModelPlaces places_;
    data::Guess guess_;
    CancelToken opening_;
    std::shared_ptr<const run::Check> estimated_; ///< that the models' cards show
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
