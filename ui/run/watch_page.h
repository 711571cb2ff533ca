#pragma once

#include "base/gpu/gpu_sampler.h"
#include "base/host_figures.h"
#include "ui/run/run_feed.h"
#include "ui/run/run_warnings.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

class QLabel;
class QMenu;
class QTabWidget;
class QTableView;
class QToolButton;

namespace tunedesk::ui {

class ActionBar;
class GpuModel;
class LogModel;
class LogView;
class MessageBar;
class PlotBoard;
class ProgressPanel;
class RankModel;

/// A run as it goes, or as it went: bars, plots, ranks, devices, log, warnings, and the buttons of what can
/// be done to it. It owns nothing of the run: the run continues whatever becomes of the page. Window's
/// thread.
class WatchPage : public QWidget {
    Q_OBJECT

public:
    explicit WatchPage(QWidget* parent = nullptr);
    ~WatchPage() override;

    void show_run(const fs::path& run);
    const fs::path& run() const { return run_; }

    RunFeed* feed() const { return feed_; }
    PlotBoard* board() const { return board_; }
    ProgressPanel* progress() const { return progress_; }
    ActionBar* actions() const { return actions_; }
    MessageBar* news() const { return news_; }
    LogView* log() const { return log_view_; }
    QTabWidget* tabs() const { return tabs_; }
    QString state_text() const;
    const std::vector<RunWarning>& warnings() const { return warnings_; }
    GpuModel* devices() const { return gpus_; }
    RankModel* ranks() const { return ranks_; }

Q_SIGNALS:
    /// The run lived while it was watched, and has ended; -1: its supervisor went without a word.
    void ended(const QString& run, int code);
    void report_requested(const QString& run);
    /// A copy of the run's preset is to be edited.
    void preset_requested(const QString& preset);
    void trashed(const QString& run);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    enum Tab { rank_tab, device_tab, log_tab, warning_tab };

    void build();
    QWidget* make_header();
    QWidget* make_tabs();
    void connect_feed();
    void read_limits();
    void opened();
    void grown();
    void show_grown();
    void show_state();
    void show_end(int code);
    void on_refresh();
    void show_devices();
    void read_host();
    void check_disk();
    void show_warnings();
    void fill_overlay_menu();
    void overlay(const fs::path& run, bool on);

    fs::path run_;
    RunFeed* feed_;
    QLabel *name_, *state_;
    QString run_name_; ///< its preset's, once that is read; before, its folder's
    ActionBar* actions_;
    MessageBar* news_;
    QString answer_;          ///< the message in news_ about a command, until the state changes
    std::string answered_in_; ///< the state then
    QString shown_end_;       ///< the message in news_ about the run's end
    ProgressPanel* progress_;
    PlotBoard* board_;
    QMenu* overlay_menu_;
    QTabWidget* tabs_;
    RankModel* ranks_;
    GpuModel* gpus_;
    LogModel* log_model_;
    LogView* log_view_;
    QLabel *warning_text_, *device_text_;
    std::vector<RunWarning> warnings_, disk_warnings_;
    std::vector<run::RankMemory> memory_;
    std::shared_ptr<GpuSampler> sampler_; ///< while the page is visible
    std::optional<HostFigures> host_;
    int host_load_ = 0;
    std::vector<Gpu> latest_gpus_;
    QTimer refresh_timer_; ///< ages, devices: once a second while visible
    static constexpr qint64 least_ms = 200;
    QTimer growth_timer_;    ///< what has grown is shown at once, then at most five times a second
    QElapsedTimer shown_at_; ///< when it was last shown
    int refreshes_ = 0;
    bool grown_ = false;
};

} // namespace tunedesk::ui
