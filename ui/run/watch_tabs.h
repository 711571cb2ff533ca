// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/gpu/gpu_sampler.h"
#include "base/host_figures.h"
#include "ui/run/run_feed.h"
#include "ui/run/run_warnings.h"

#include <QTabWidget>
#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QPlainTextEdit;

namespace tunedesk::ui {

class ActionBar;
class GpuModel;
class LogModel;
class LogView;
class PipelinePlot;
class PredictionView;
class RankModel;
class WarningList;

/// Below a run's plots: its ranks where there are several, this machine's devices, its log, and its warnings
/// with what to do about them. Window's thread.
class WatchTabs : public QTabWidget {
    Q_OBJECT

public:
    /// `feed` and `actions` must outlive this; the buttons of warnings use `actions`.
    WatchTabs(RunFeed* feed, ActionBar* actions, QWidget* parent = nullptr);

    /// Switches to another run, whose preset's limits are read later.
    void set_run(const fs::path& run);
    RankModel* ranks() const { return ranks_; }
    GpuModel* devices() const { return gpus_; }
    LogView* log() const { return log_view_; }
    PredictionView* predictions() const { return predictions_; }
    const WarningList& warning_list() const { return *warning_list_; }
    const std::vector<RunWarning>& warnings() const { return warnings_; }

    /// Starts measuring devices, when the page becomes visible, until stop().
    void start();
    void stop();
    /// Call once a second between start() and stop().
    void refresh();
    /// Shows new lines of the feed's history.
    void show_log();
    void show_warnings();

private:
    enum Tab { rank_tab, device_tab, log_tab, warning_tab, sample_tab, prediction_tab, pipeline_tab };

    QWidget* make_ranks();
    QWidget* make_devices();
    QWidget* make_log();
    QWidget* make_warnings();
    void show_devices();
    void show_samples();
    void show_pipeline();
    void read_host();
    void check_disk();

    RunFeed* feed_;
    fs::path run_;
    RankModel* ranks_;
    GpuModel* gpus_;
    LogModel* log_model_;
    LogView* log_view_;
    QPlainTextEdit* samples_; ///< the latest evaluation's first
    PredictionView* predictions_;
    PipelinePlot* pipeline_;
    WarningList* warning_list_;
    QLabel* device_text_;
    std::vector<RunWarning> warnings_, disk_warnings_;
    std::vector<run::RankMemory> memory_;
    std::shared_ptr<GpuSampler> sampler_; ///< only while the page is visible
    std::optional<HostFigures> host_;
    int host_load_ = 0;
    std::vector<Gpu> latest_gpus_;
    int refreshes_ = 0;
};

} // namespace tunedesk::ui
