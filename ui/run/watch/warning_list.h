// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_warnings.h"

#include <QWidget>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace tunedesk::ui {

class ActionBar;

/// A run's warnings one below the other, each with a badge, what to do about it, and a button that does it
/// where one is known. Window's thread.
class WarningList : public QWidget {
    Q_OBJECT

public:
    /// `actions` must live as long: its actions are what the buttons do.
    explicit WarningList(ActionBar* actions, QWidget* parent = nullptr);

    void show_warnings(const std::vector<RunWarning>& warnings);
    /// All that is shown, a line a text; for tests.
    QString text() const;

private:
    QWidget* make_row(const RunWarning& warning);

    ActionBar* actions_;
    QVBoxLayout* column_;
    QLabel* none_;
    std::vector<QWidget*> rows_;
};

} // namespace tunedesk::ui
