// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/guess.h"
#include "run/predict/prediction_file.h"

#include <QDialog>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace tunedesk::ui {

class MessageBar;

/// Asks for a file's columns of texts and labels and for the output file. Preselects the run's own columns if
/// the file has them, else guesses from names and rows. Window's thread.
class PredictFileDialog : public QDialog {
    Q_OBJECT

public:
    PredictFileDialog(const fs::path& file, run::TextColumns of_run, QWidget* parent = nullptr);

    run::TextColumns columns() const;
    fs::path target() const;
    void choose_label(const QString& column);

private:
    void show_columns(const data::Guess& guess);
    void ask_target();
    void show_possible();

    fs::path file_;
    run::TextColumns of_run_;
    QComboBox *text_, *pair_, *label_;
    QLineEdit* target_;
    MessageBar* message_;
    QPushButton* predict_;
};

} // namespace tunedesk::ui
