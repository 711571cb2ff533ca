// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preset/estimate/shown_check.h"

#include <QListWidget>

namespace tunedesk::ui {

/// What is wrong with a preset and its files, without what the Data check lists; hidden where there is
/// nothing. Window's thread.
class ProblemList : public QListWidget {
    Q_OBJECT

public:
    explicit ProblemList(QWidget* parent = nullptr);

    void show_problems(const std::vector<ShownCheck::Problem>& problems);

Q_SIGNALS:
    /// A problem was clicked: its number among those that were shown.
    void chosen(int number);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
};

} // namespace tunedesk::ui
