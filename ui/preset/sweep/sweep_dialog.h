// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/queue/sweep.h"
#include "ui/widgets/background.h"

#include <QDialog>
#include <QTimer>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTableView;
class QVBoxLayout;

namespace tunedesk::ui {

class MessageBar;
class SweepEstimator;
class SweepModel;

/// Asks for a sweep: keys with several values, how many seeds. Shows every run, their number and their time
/// before anything is queued. Window's thread.
class SweepDialog : public QDialog {
    Q_OBJECT

public:
    /// `text` is the preset's as it stands in the editor, `file` its place.
    SweepDialog(const std::string& text, const fs::path& file, QWidget* parent = nullptr);
    ~SweepDialog() override;

    SweepEstimator* estimator() const { return estimator_; }
    /// Gives a key these values, in a new line of the form where it has none.
    void set_values(const QString& key, const QString& values);
    void set_seeds(int seeds);
    /// How many run at the same time, for the total.
    void set_at_once(int slots_for_runs);

    /// The form's sweep; the last valid runs.
    run::Sweep sweep() const;
    const std::vector<run::SweepRun>& runs() const { return runs_; }
    /// Empty: a name of the program's choice.
    QString group() const;
    bool is_held() const;
    QString summary() const;
    SweepModel* model() const { return model_; }
    QPushButton* queue_button() const { return queue_; }
    QPushButton* add_button() const { return add_; }

private:
    struct Line {
        QWidget* widget;
        QComboBox* key;
        QLineEdit* values;
    };
    void build();
    QWidget* make_options();
    void add_line(const QString& key, const QString& values);
    void remove_line(QWidget* widget);
    void name_fields();
    void read();
    void take(std::vector<run::SweepRun> runs);
    void show_problem(const Error& error);
    void show_summary();

    std::string text_;
    fs::path file_;
    QVBoxLayout* lines_layout_;
    std::vector<Line> lines_;
    QPushButton* add_;
    QSpinBox* seeds_;
    QLineEdit* group_;
    QCheckBox* hold_;
    MessageBar* problem_;
    SweepModel* model_;
    QTableView* table_;
    QLabel* summary_;
    QPushButton* queue_;
    SweepEstimator* estimator_;
    std::vector<run::SweepRun> runs_;
    int at_once_ = 1;
    QTimer delay_; ///< not for every letter
    CancelToken reading_;
};

} // namespace tunedesk::ui
