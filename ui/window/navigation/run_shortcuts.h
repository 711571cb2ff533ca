// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace tunedesk::ui {

class RunActions;
class Workspace;

/// Keys on a run's page: Space pauses or continues the run, Ctrl+. stops it. On other pages, and while a text
/// field or a button has the focus, the keys keep their usual meaning. Window's thread.
class RunShortcuts : public QObject {
    Q_OBJECT

public:
    /// All arguments must outlive this object.
    RunShortcuts(RunActions* actions, Workspace* workspace, QWidget* window);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Workspace* workspace_;
};

} // namespace tunedesk::ui
