// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/evaluation.h"
#include "event/journal/step_line.h"
#include "event/prediction_sample.h"
#include "report/memory_figures.h"
#include "run/follow/progress.h"
#include "ui/plot/curve_plot.h"
#include "ui/run/step_columns.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::ui {

/// A table of values over a timeline, with named columns. A row may lack a column's value.
class FigureTable {
public:
    FigureTable() : timeline_(std::make_shared<Timeline>()) {}

    /// The index of a column, created if it is new; std::nullopt if there are 64 columns already.
    std::optional<std::size_t> column(const std::string& name);
    void begin_row(double step, double epoch, double seconds);
    /// Sets a value of the current row; only the first call per column counts.
    void set(std::size_t column, double value) {
        Series& series = *columns_[column].second;
        if (series.size() < timeline_->size()) series.append(value);
    }
    void end_row();
    /// Removes the rows of later steps.
    void go_back_to(double step);

    const std::shared_ptr<Timeline>& timeline() const { return timeline_; }
    /// Null if there is no such column.
    std::shared_ptr<const Series> series(const std::string& name) const;
    std::vector<std::string> names() const;
    std::size_t rows() const { return timeline_->size(); }

private:
    std::shared_ptr<Timeline> timeline_;
    bool in_row_ = false;
    std::vector<std::pair<std::string, std::shared_ptr<Series>>> columns_;
};

/// The last known state of a rank.
struct RankView {
    std::string phase;
    std::int64_t step = 0;
    double heard = 0; ///< monotonic seconds of its last live event; 0: none
    std::string failure = {};
    std::string waits_for = {};            ///< "ranks" or "disk", from its last heartbeat; "" if it works
    report::MemoryFigures::Bytes memory{}; ///< of its tensors by part, at their peak; 0: not known
};

struct LogLine {
    double t = 0; ///< UTC
    int rank = -1;
    std::string level, text;
    std::string warning; ///< an id of event/warning_id.h; may be empty
    std::string next;    ///< for a failure: the next step to take
    double step = 0;     ///< last step before the line
};

/// Samples published with evaluations, by step.
struct EvaluationSamples {
    std::map<std::int64_t, std::vector<event::TextSample>>
        texts; ///< what the model made of the preset's prompts
    /// Validation rows with their predictions, of the last evaluations.
    std::map<std::int64_t, std::vector<event::PredictionSample>> predictions;
};

/// A run's events as the pages show them: curves, marks, progress, ranks, log. Events must be passed in the
/// journal's order, as fast lines or parsed; a Resumed event removes what came after its step. Memory grows
/// by about 70 bytes per step; the log is bounded. Thread rule: one thread at a time.
class RunHistory {
public:
    /// `sampled`: rows are samples, so that differences between neighbors have no meaning.
    explicit RunHistory(bool sampled = false) : sampled_(sampled) {}

    /// `now`: monotonic seconds of live events, 0 for the journal's.
    void take(const event::Event& event, double now);
    void take_step(const event::StepLineReader::Line& line, const event::StepLineReader& reader);

    /// One row per Step event; columns by field name, and "tokens_per_second".
    const FigureTable& steps() const { return steps_; }
    /// By split: "val", "test", the names of extra validation sets.
    const std::map<std::string, FigureTable>& evaluations() const { return evaluations_; }
    /// One row per Devices event; columns such as "rank 1 rss_bytes", "gpu 0 used_bytes", "gpu 0 load", "host
    /// load".
    const FigureTable& devices() const { return devices_; }
    /// The memory of each GPU of the run, by its index.
    const std::map<int, double>& gpu_totals() const { return gpu_totals_; }
    const std::vector<PlotMark>& marks() const { return marks_; }
    const EvaluationSamples& samples() const { return samples_; }
    /// The last lines, at most log_limit; log_dropped() earlier ones were removed.
    const std::deque<LogLine>& log() const { return log_; }
    std::uint64_t log_dropped() const { return log_dropped_; }
    const run::RunProgress& progress() const { return progress_; }
    const std::map<int, RankView>& ranks() const { return ranks_; }
    const std::string& state() const { return state_; } ///< the supervisor's last; empty: none yet
    bool is_finished() const { return finished_; }
    /// Steps whose loss was NaN or infinite.
    std::uint64_t nonfinite_steps() const { return nonfinite_; }
    std::optional<std::int64_t> last_checkpoint() const { return checkpoint_; }

    static constexpr std::size_t log_limit = 20'000;

private:
    void stepped(const event::Event& event);
    void evaluated(const event::Event& event);
    void resumed(const event::Event& event);
    void changed_state(const event::Event& event);
    void measured(const event::Event& event);
    /// Adds a row of the curves for a step, read by either way.
    StepFigures add_step(double step, double t, const StepColumns& columns,
                         const std::vector<double>& values);
    void mark(PlotMark::Kind kind, double step, double epoch, double t, const std::string& text);
    void say(const event::Event& event, const std::string& level, std::string text);

    bool sampled_;
    FigureTable steps_, devices_;
    std::map<int, double> gpu_totals_;
    std::map<std::string, FigureTable> evaluations_;
    std::vector<PlotMark> marks_;
    EvaluationSamples samples_;
    std::deque<LogLine> log_;
    std::uint64_t log_dropped_ = 0, nonfinite_ = 0;
    run::RunProgress progress_;
    std::map<int, RankView> ranks_;
    std::string state_;
    bool finished_ = false;
    std::optional<double> began_; ///< t of the first event
    std::optional<std::int64_t> checkpoint_;
    double last_step_ = 0, last_epoch_ = 0;

    std::optional<std::size_t> throughput_;
    // Layout and columns of the fast lines.
    std::uint64_t layout_ = 0;
    StepColumns columns_;
};

} // namespace tunedesk::ui
