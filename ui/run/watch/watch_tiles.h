// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/run_status.h"
#include "ui/run/run_history.h"

#include <QWidget>
#include <string>

class QLabel;
class QProgressBar;

namespace tunedesk::ui {

/// Four tiles about a run: progress and remaining time, loss, best validation value with its step, speed and
/// memory. Window's thread.
class WatchTiles : public QWidget {
    Q_OBJECT

public:
    explicit WatchTiles(QWidget* parent = nullptr);

    /// checkpoint.monitor of the run's preset.
    void set_monitor(const std::string& monitor) { monitor_ = monitor; }
    const std::string& monitor() const { return monitor_; }
    /// Hides the tiles while no step is known.
    void show_history(const RunHistory& history, bool is_live, const event::RunStatus& status);
    /// "Progress: 63 %; 0:48 left": the tiles' texts from the left, for tests.
    QStringList texts() const;

private:
    struct Tile {
        QLabel *title, *value, *detail;
    };
    Tile add_tile(QWidget* beside = nullptr);
    static void set(const Tile& tile, const QString& title, const QString& value, const QString& detail);
    void show_progress(const RunHistory& history, bool is_live, const event::RunStatus& status);
    void show_loss(const RunHistory& history);
    void show_best(const RunHistory& history);
    void show_speed(const RunHistory& history, bool is_live);

    std::string monitor_;
    QProgressBar* bar_;
    Tile progress_, loss_, best_, speed_;
};

} // namespace tunedesk::ui
