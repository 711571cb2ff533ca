// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/follow/progress.h"

#include <QFrame>
#include <vector>

class QGridLayout;
class QLabel;
class QProgressBar;

namespace tunedesk::ui {

/// A run's bars as tqdm shows them, with the terminal's own numbers: the run, the epoch, what rank 0 does
/// besides training, and each rank where there are several. Window's thread.
class ProgressPanel : public QFrame {
    Q_OBJECT

public:
    explicit ProgressPanel(QWidget* parent = nullptr);

    /// `state` is shown where there is no bar yet.
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
