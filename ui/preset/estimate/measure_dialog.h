// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "preset/preset.h"

#include <QDialog>
#include <QProcess>
#include <QTemporaryDir>
#include <utility>
#include <vector>

class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace tunedesk::ui {

class LearningRatePlot;

/// Runs a measuring command of the command line on a preset in a separate process and shows its output,
/// learning rates as a plot. Resulting values are offered, and applied only by a click. Closing the dialog
/// ends the command; runs that it started save a checkpoint and stop. Window's thread.
class MeasureDialog : public QDialog {
    Q_OBJECT

public:
    enum class What { step, batch_size, layout, learning_rate, best };

    /// `preset`: the editor's text, saved or not. Runs are created in runs/ of `working_folder`.
    MeasureDialog(What what, const Preset& preset, const fs::path& working_folder, QWidget* parent = nullptr);
    ~MeasureDialog() override;

    static std::vector<What> all();
    /// What a menu calls it, and says of it.
    static QString title(What what);
    static QString tip(What what);

    QString output() const;
    qint64 process_id() const { return process_->processId(); }
    bool is_running() const { return process_->state() != QProcess::NotRunning; }
    /// For the best model: the time limit and the start button. Null for other commands, which start at once.
    QSpinBox* minutes() const { return minutes_; }
    QPushButton* begin_button() const { return begin_; }
    /// Visible if a value is offered.
    QPushButton* use_button() const { return use_; }
    /// Visible once a range of learning rates has been tried.
    LearningRatePlot* plot() const { return plot_; }

Q_SIGNALS:
    void finished_measuring();
    void use_requested(const QString& key, const QString& value);

private:
    void build();
    QWidget* make_minutes();
    void start();
    void read_output();
    void read_progress();
    void show_end(int code, QProcess::ExitStatus status);
    void offer_said_values();
    /// By key.
    void offer(std::vector<std::pair<QString, QString>> values);
    /// What the command has found of learning rates.
    void show_rates();

    const What what_;
    const Preset preset_;
    QTemporaryDir folder_;
    QProcess* process_;
    QLabel* explanation_;
    LearningRatePlot* plot_;
    QPlainTextEdit* output_;
    QLabel* progress_text_;
    QProgressBar* busy_;
    QPushButton *use_, *close_;
    QSpinBox* minutes_ = nullptr;
    QPushButton* begin_ = nullptr;
    std::vector<std::pair<QString, QString>> offered_; ///< keys and their values
    QByteArray said_, complaints_;                     ///< on standard output and error
};

} // namespace tunedesk::ui
