// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/tracking/tracked_run.h"

#include "base/clock.h"
#include "base/error.h"
#include "event/event.h"
#include "event/folder/run_folder.h"
#include "event/journal/journal.h"
#include "report/figures.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tunedesk::report {

namespace {

constexpr double latest_time = 253402300799; // 9999-12-31 23:59:59

} // namespace

double RunTimes::at(double step) const {
    if (!std::isfinite(step)) return end;
    const auto found = of_steps.lower_bound(static_cast<std::int64_t>(step));
    return found == of_steps.end() ? end : found->second;
}

RunTimes times_of(const event::RunFolder& folder) {
    RunTimes times;
    times.identity = folder.identity();
    std::error_code failed;
    if (!fs::exists(folder.journal(), failed)) {
        times.start = times.end = utc_seconds();
        return times;
    }
    const MappedFile journal(folder.journal(), ErrorId::journal_unreadable);
    const std::string_view first = journal.text().substr(0, journal.text().find('\n'));
    if (!first.empty()) times.identity = first.substr(0, 4096);
    event::replay_journal(folder, 0, [&](const event::Event& event) {
        const double t = event.t >= 0 ? std::min(event.t, latest_time) : 0; // a journal may be a stranger's
        if (times.start == 0) times.start = t;
        times.end = std::max(times.end, t);
        const double step = event::number(event.fields, "step", -1);
        if ((event.type == event::Type::Step || event.type == event::Type::Eval) && step >= 0 && step < 9e15)
            times.of_steps[static_cast<std::int64_t>(step)] = t;
    });
    return times;
}

bool has_ended(const event::RunStatus& status) {
    namespace state = event::state;
    constexpr std::array open{state::queued,  state::held,   state::starting, state::running,
                              state::pausing, state::paused, state::stopping, state::terminating,
                              state::failing, state::killing};
    return std::ranges::none_of(open, [&](std::string_view one) { return status.is(one); });
}

std::int64_t last_step(const TrackedRun& tracked) {
    const RunSummary& summary = tracked.run.summary;
    return summary.report ? summary.report->steps : summary.progress.step;
}

std::vector<std::pair<std::string, double>> figures_beside_series(const TrackedRun& tracked) {
    std::vector<std::pair<std::string, double>> all;
    for (const Figure& figure : figures()) {
        if (find_series(tracked.metrics.series, figure.key)) continue;
        if (const auto value = figure.read(tracked.run)) all.emplace_back(figure.key, *value);
    }
    return all;
}

} // namespace tunedesk::report
