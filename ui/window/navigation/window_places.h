// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class QAction;
class QActionGroup;

namespace tunedesk::ui {

class Actions;
class Library;
class PageNavigator;
class QueueWatch;
class Rail;
class RunsPage;
class Sidebar;
class Workspace;

/// The places of the rail: what each lists at the left or opens at the right, and which one is marked.
/// Window's thread.
class WindowPlaces : public QObject {
    Q_OBJECT

public:
    /// All must outlive this object.
    struct Parts {
        Actions* actions;
        Library* library;
        Sidebar* sidebar;
        PageNavigator* pages;
        Workspace* workspace;
        RunsPage* runs;
    };
    WindowPlaces(const Parts& parts, Rail* rail, QObject* parent);

    /// Shows the comparison of the selected runs, or of the latest finished ones.
    void show_comparison();

private:
    void connect_runs();
    void show_runs();
    void mark();

    Parts parts_;
};

} // namespace tunedesk::ui
