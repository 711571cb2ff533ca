// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <vector>

class QMainWindow;

namespace tunedesk::ui {

class DraftStore;
class Library;
class MessageBar;
class PageNavigator;
class Workspace;
struct Draft;

/// The presets with changes that are not saved: stored as drafts while they are edited, restored by the next
/// window, and asked about before the window closes. Window's thread.
class UnsavedPresets : public QObject {
    Q_OBJECT

public:
    /// All must outlive this object. Immediately looks for the drafts of earlier windows.
    UnsavedPresets(Workspace* workspace, Library* library, PageNavigator* pages, MessageBar* messages,
                   QMainWindow* window);

    /// Whether the window may close now; otherwise a dialog asks and may close it later.
    bool may_close();
    /// Closes the window without asking and keeps the changes as drafts.
    void close_now();
    /// The window is closing: stores the drafts that are kept and removes all others.
    void finish();
    /// The current unsaved changes.
    std::vector<Draft> list() const;
    /// Shows another window's unsaved changes, and stores them before it returns.
    void take_over(const std::vector<Draft>& drafts);
    /// Another window has taken over the changes; this one no longer keeps them.
    void give_up();

private:
    void restore(const std::vector<Draft>& drafts);
    void store();
    void show_restored(const std::vector<Draft>& drafts);
    void discard_and_close();

    Workspace* workspace_;
    Library* library_;
    PageNavigator* pages_;
    MessageBar* messages_;
    QMainWindow* window_;
    DraftStore* store_;
    enum class Closing { asks, keeps_drafts, discards } closing_ = Closing::asks;
};

} // namespace tunedesk::ui
