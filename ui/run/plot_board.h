// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "ui/plot/curve_plot.h"
#include "ui/run/run_history.h"

#include <QWidget>
#include <map>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QShortcut;
class QSlider;
class QToolButton;

namespace tunedesk::ui {

/// The plots of a run: loss, accuracy, learning rate, gradient norm, throughput, memory, and any other
/// figures of its steps; other runs can be overlaid. One bar of controls and one redraw clock for all. A
/// double click on a plot shows it alone, Esc or another one all of them. Window's thread.
class PlotBoard : public QWidget {
    Q_OBJECT

public:
    /// `compact`: without controls, for files.
    explicit PlotBoard(QWidget* parent = nullptr, bool compact = false);

    /// Shows a run; null: none.
    void show_history(const fs::path& run, std::shared_ptr<const RunHistory> history);
    /// Call when the history has grown.
    void data_changed();
    /// Overlays another run; null removes it.
    void set_overlay(const fs::path& run, std::shared_ptr<const RunHistory> history);
    bool has_overlay(const fs::path& run) const { return overlays_.count(run) > 0; }

    /// A plot by name; null if it has nothing to show yet: "loss", "accuracy", "correlation", "error",
    /// "learning_rate", "grad_norm", "throughput", "memory", "gpu_memory", "gpu_load".
    CurvePlot* plot(const std::string& name) const;
    /// Names of the plots that have something to show.
    std::vector<std::string> filled() const;
    void set_smoothing(double weight);
    /// Moves the cross-hair of all plots to a step.
    void show_step(double step);
    /// Shows only one plot; "": all.
    void show_alone(const std::string& name);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Panel {
        std::string name;
        QString title;
        std::vector<std::string> columns; ///< of Step events
        std::vector<std::string> metrics; ///< of Eval events; "*": all that no other plot shows
        std::vector<std::string> devices; ///< of Devices events, without "rank 1 " or "gpu 0 "
        PlotAxes::Unit unit = PlotAxes::Unit::plain;
        CurvePlot* plot = nullptr; ///< created when there is something to show
    };

    QWidget* make_controls();
    std::vector<CurvePlot*> plots() const; ///< plots created so far
    void make_plot(Panel& panel);
    void add_unknown_columns();
    void fill();
    void fill_panel(Panel& panel);
    bool shows(const Panel& panel, const std::string& metric) const;
    bool lacks_accuracy() const;
    std::vector<Curve> curves_of(const Panel& panel, const fs::path& run, const RunHistory& history,
                                 bool is_overlay) const;
    void add_devices(const Panel& panel, std::vector<Curve>& curves) const;
    void lay_out();
    std::string signature() const;

    RedrawClock* clock_;
    QGridLayout* grid_;
    QComboBox* by_ = nullptr;
    QSlider* smoothing_ = nullptr;
    QCheckBox* log_ = nullptr;
    QToolButton* back_ = nullptr; ///< from one plot to all
    QShortcut* escape_ = nullptr;
    std::string alone_; ///< the plot that is shown alone
    std::vector<Panel> panels_;
    fs::path run_;
    std::shared_ptr<const RunHistory> history_;
    std::map<fs::path, std::shared_ptr<const RunHistory>> overlays_;
    std::string filled_signature_;
    std::size_t known_marks_ = 0;
    int columns_ = 0;
    double weight_ = 0.6; ///< TensorBoard's default
};

/// Whether a series has a value other than zero.
bool has_figures(const std::shared_ptr<const Series>& series);

} // namespace tunedesk::ui
