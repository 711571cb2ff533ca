// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/watch/run_summary_text.h"

#include "base/text.h"
#include "event/evaluation.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

/// Translation context of this file's free functions.
class SummaryTexts {
    Q_DECLARE_TR_FUNCTIONS(RunSummary)
};

std::uint64_t last_step(const RunHistory& history) {
    const auto& steps = history.steps().timeline()->places(Timeline::By::step);
    return steps.empty() ? 0 : static_cast<std::uint64_t>(steps.back());
}

} // namespace

std::optional<double> latest_value(const std::shared_ptr<const Series>& series) {
    if (!series) return std::nullopt;
    for (std::size_t i = series->size(); i > 0; --i)
        if (const float value = (*series)[i - 1]; std::isfinite(value)) return value;
    return std::nullopt;
}

std::optional<BestEvaluation> best_of(const RunHistory& history, const std::string& monitor) {
    const auto& marks = history.marks();
    const auto last = std::find_if(marks.rbegin(), marks.rend(),
                                   [](const PlotMark& mark) { return mark.kind == PlotMark::Kind::best; });
    const auto table = history.evaluations().find("val");
    if (last == marks.rend() || table == history.evaluations().end()) return std::nullopt;
    const double step = last->places[0];
    const auto& steps = table->second.timeline()->places(Timeline::By::step);
    const std::size_t row = first_at_least(steps, step);
    if (row == steps.size() || steps[row] != step) return std::nullopt;
    std::optional<BestEvaluation> best;
    for (const std::string& name : table->second.names()) {
        const float value = (*table->second.series(name))[row];
        const bool is_monitor = "val_" + event::short_name(name) == monitor;
        if (!std::isfinite(value) || (name == "loss" && !is_monitor)) continue;
        if (!best || is_monitor) best = BestEvaluation{name, step, value};
        if (is_monitor) break;
    }
    return best;
}

double active_seconds(const RunHistory& history) {
    const auto& seconds = history.steps().timeline()->places(Timeline::By::seconds);
    const auto& steps = history.steps().timeline()->places(Timeline::By::step);
    if (seconds.empty()) return 0;
    double active = seconds.back();
    for (const PlotMark& mark : history.marks()) {
        if (mark.kind != PlotMark::Kind::resume) continue;
        const std::size_t after = first_at_least(steps, mark.places[0] + 0.5, steps.size());
        if (after > 0) active -= std::max(0.0, mark.places[2] - seconds[after - 1]);
    }
    return std::max(0.0, active);
}

QString figure_text(double value) {
    return std::abs(value) >= 1e-3 && std::abs(value) < 1e4 ? QString::number(value, 'f', 4)
                                                            : QString::number(value, 'g', 4);
}

QString summary_of(const RunHistory& history, const event::RunStatus& status, const std::string& monitor) {
    QString text =
        status.is(event::state::done)
            ? SummaryTexts::tr("Finished in %1").arg(to_qt(human_duration(active_seconds(history))))
            : SummaryTexts::tr("%1 after %2, at step %3")
                  .arg(state_text(status), to_qt(human_duration(active_seconds(history))),
                       to_qt(grouped(last_step(history))));
    if (const auto best = best_of(history, monitor))
        text += QStringLiteral(" · ") +
                SummaryTexts::tr("best %1 at step %2")
                    .arg(figure_text(best->value), to_qt(grouped(static_cast<std::uint64_t>(best->step))));
    return text;
}

} // namespace tunedesk::ui
