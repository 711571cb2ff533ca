// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_feed.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;

namespace tunedesk::ui {

class ActionBar;
class EventStrip;
class MessageBar;
class OverlayMenu;
class PlotBoard;
class ProgressPanel;
class WatchTabs;
class WatchTiles;

/// The page of a running or ended run: tiles, progress, plots, events, ranks, devices, log, warnings, and
/// buttons for its actions. Closing the page does not affect the run. Window's thread.
class WatchPage : public QWidget {
    Q_OBJECT

public:
    explicit WatchPage(QWidget* parent = nullptr);

    void show_run(const fs::path& run);
    const fs::path& run() const { return run_; }

    RunFeed* feed() const { return feed_; }
    PlotBoard* board() const { return board_; }
    ProgressPanel* progress() const { return progress_; }
    ActionBar* actions() const { return actions_; }
    MessageBar* news() const { return news_; }
    WatchTabs* tabs() const { return tabs_; }
    QString state_text() const;

Q_SIGNALS:
    /// The run, which was active while it was watched, has ended; `code` is -1 if its supervisor left no exit
    /// record.
    void ended(const QString& run, int code);
    void report_requested(const QString& run);
    /// Requests to edit a copy of the run's preset.
    void preset_requested(const QString& preset);
    void trashed(const QString& run);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build();
    QWidget* make_header();
    void connect_feed();
    void read_limits();
    void opened();
    void grown();
    void show_grown();
    void show_state();
    void show_end(int code);

    fs::path run_;
    RunFeed* feed_;
    QLabel *name_, *state_;
    QString run_name_; ///< the preset's name when it is read, before that the folder's
    ActionBar* actions_;
    MessageBar* news_;
    QString answer_;          ///< the message in news_ about a command, until the state changes
    std::string answered_in_; ///< the state when it was shown
    QString shown_end_;       ///< the message in news_ about the run's end
    WatchTiles* tiles_;
    ProgressPanel* progress_;
    PlotBoard* board_;
    EventStrip* events_;
    OverlayMenu* overlay_menu_;
    WatchTabs* tabs_;
    QTimer refresh_timer_; ///< refreshes ages and devices once a second while visible
    static constexpr qint64 least_ms = 200;
    QTimer growth_timer_;    ///< limits updates to five per second
    QElapsedTimer shown_at_; ///< since the last update
    bool grown_ = false;
};

} // namespace tunedesk::ui
