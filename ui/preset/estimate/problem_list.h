// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preset/estimate/shown_check.h"

#include <QListWidget>

namespace tunedesk::ui {

/// The problems of a preset and its files, except those that the Data check lists; hidden if there are none.
/// Window's thread.
class ProblemList : public QListWidget {
    Q_OBJECT

public:
    explicit ProblemList(QWidget* parent = nullptr);

    void show_problems(const std::vector<ShownCheck::Problem>& problems);

Q_SIGNALS:
    /// A problem was clicked; its index among those shown.
    void chosen(int number);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
};

} // namespace tunedesk::ui
