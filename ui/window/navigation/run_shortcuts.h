// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace tunedesk::ui {

class RunActions;
class Workspace;

/// Keys on a run's page: Space pauses or continues it, Ctrl+. stops it. On other pages, and while a text
/// field or a button has the focus, they are what they always are there. Window's thread.
class RunShortcuts : public QObject {
    Q_OBJECT

public:
    /// All must live as long.
    RunShortcuts(RunActions* actions, Workspace* workspace, QWidget* window);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Workspace* workspace_;
};

} // namespace tunedesk::ui
