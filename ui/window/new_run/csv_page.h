// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/guess.h"
#include "ui/widgets/background.h"
#include "ui/window/new_run/model_finder.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace tunedesk::ui {

class MessageBar;
struct CsvChoice;

/// "Fine-tune my CSV": a file of rows, what its columns are, a model at hand; its button writes the preset.
/// What can be guessed is. Nothing on it waits for a file. Lives on the window's thread.
class CsvPage : public QWidget {
    Q_OBJECT

public:
    explicit CsvPage(QWidget* parent = nullptr);

    /// Shows a file; models are looked for in `places`.
    void open(const fs::path& file, const ModelPlaces& places);
    const fs::path& file() const { return file_; }

Q_SIGNALS:
    /// Another file, or a model folder, is to be chosen.
    void file_requested();
    /// The preset was written.
    void preset_made(const QString& preset);

private:
    QWidget* build_form();
    QWidget* build_end();
    void take_guess(data::Guess guess);
    void warn_of_header();
    void take_models(std::vector<FoundModel> models);
    void choose_model_folder();
    void show_columns();
    void show_state();
    QString what_is_missing(QWidget** field) const;
    void make_preset();
    CsvChoice choice() const;
    const FoundModel* chosen_model() const;

    fs::path file_, folder_; ///< the CSV, and where the preset will lie
    data::Guess guess_;
    std::vector<FoundModel> models_;
    CancelToken guessing_, searching_;
    bool guessed_ = false, searched_ = false;

    QLabel *title_, *text_sample_, *classes_, *splits_, *model_note_, *place_, *reason_;
    QComboBox *text_column_, *label_column_, *model_;
    QPushButton *copy_command_, *go_on_;
    QLineEdit* name_;
    MessageBar* message_;
};

} // namespace tunedesk::ui
