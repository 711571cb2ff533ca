// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compared_runs.h"
#include "ui/widgets/background.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTableView;
class QTabWidget;

namespace tunedesk::ui {

class BarPlot;
class ComparedCurves;
class CurvePlot;
class DifferencesModel;
class FiguresModel;
class MessageBar;
class SettingsView;

/// Compares several runs: figures with the difference to the baseline and the mean over seeds, differences in
/// presets and environments, bar charts of accuracy, time and memory beside the published figures, overlaid
/// curves, and the relation between settings and metrics. Logs of Lightning and of the Hugging Face Trainer
/// can be added. Window's thread.
class ComparePage : public QWidget {
    Q_OBJECT

public:
    explicit ComparePage(QWidget* parent = nullptr);

    /// Shows run folders, or files that report::read_foreign_run() reads; they are read in the background.
    void show_runs(const std::vector<fs::path>& runs);
    void set_baseline(const fs::path& run);
    /// Reads the shown runs again after one of them has ended.
    void reload();
    /// Adds another tool's log to what is shown.
    void add_foreign(const fs::path& file);

    /// The paths passed to show_runs() and add_foreign().
    const std::vector<fs::path>& paths() const { return paths_; }
    const ComparedRuns* current() const { return runs_.get(); }
    FiguresModel& figures() { return *figures_; }
    DifferencesModel& differences() { return *differences_; }
    const std::vector<BarPlot*>& bars() const { return bars_; }
    ComparedCurves* curves() const { return curves_; }
    /// Shows the settings' tab.
    void show_settings();
    void copy_markdown();
    /// Saves every bar chart as PDF and PNG in the background.
    void save_charts(const fs::path& folder);

Q_SIGNALS:
    void shown(); ///< emitted when the runs are displayed
    void set_baseline_requested(const QString& run);
    void run_requested(const QString& run); ///< emitted to open one of the user's runs

private:
    QWidget* make_tables();
    QWidget* make_bars();
    void read();
    void show_read(std::shared_ptr<const ComparedRuns> runs);
    void fit_names();
    void show_bars();
    void ask_for_foreign();
    void ask_for_charts();

    std::vector<fs::path> paths_;
    fs::path baseline_;
    CancelToken reading_;
    std::shared_ptr<const ComparedRuns> runs_;
    QLabel *title_, *empty_;
    QPushButton *open_, *copy_, *charts_;
    MessageBar* message_;
    QStackedWidget* stack_;
    QTabWidget* tabs_;
    FiguresModel* figures_;
    DifferencesModel* differences_;
    QTableView *figures_table_, *differences_table_;
    std::vector<BarPlot*> bars_;
    ComparedCurves* curves_;
    SettingsView* settings_;
};

} // namespace tunedesk::ui
