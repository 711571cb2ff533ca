// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/follow/progress.h"

#include <QFrame>
#include <vector>

class QGridLayout;
class QLabel;
class QProgressBar;

namespace tunedesk::ui {

/// A run's progress bars in the style of tqdm, with the same numbers as in the terminal: the run, the epoch,
/// other phases of rank 0, and each of several ranks. Window's thread.
class ProgressPanel : public QFrame {
    Q_OBJECT

public:
    explicit ProgressPanel(QWidget* parent = nullptr);

    /// `state` is shown while there is no bar.
    void show_progress(const run::RunProgress& progress, const QString& state);
    /// The bars' texts from the top, for tests.
    QStringList texts() const;

private:
    struct Row {
        QLabel* label;
        QProgressBar* bar;
        QLabel* text;
    };
    void set_row(std::size_t index, const QString& label, const run::ProgressBar& bar,
                 const std::string& figures);

    QGridLayout* grid_;
    QLabel* waiting_;
    std::vector<Row> rows_;
    std::size_t used_ = 0;
};

} // namespace tunedesk::ui
