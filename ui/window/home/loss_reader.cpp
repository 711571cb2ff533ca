// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/home/loss_reader.h"

#include "event/folder/run_folder.h"
#include "report/metric_series.h"
#include "ui/widgets/background.h"
#include "ui/window/home/sparkline.h"

#include <utility>

namespace tunedesk::ui {

namespace {

constexpr std::size_t curve_points = 60;
constexpr std::uintmax_t largest_read = 8u << 20; ///< larger files are not read for a card's curve

} // namespace

LossReader::All LossReader::read(const std::vector<fs::path>& runs, const All& before) {
    All all;
    for (const fs::path& run : runs) {
        const fs::path file = event::RunFolder{run}.metrics();
        std::error_code failed;
        const auto changed = fs::last_write_time(file, failed);
        if (failed || fs::file_size(file, failed) > largest_read || failed) continue;
        Known known;
        known.stamp = changed.time_since_epoch().count();
        if (const auto old = before.find(run); old != before.end() && old->second.stamp == known.stamp) {
            all.emplace(run, old->second);
            continue;
        }
        try {
            const report::Metrics metrics = report::read_metrics_csv(file);
            if (const auto* loss = report::find_series(metrics.series, "train_loss"))
                known.loss = thinned(loss->values, curve_points);
        } catch (const Error&) {
            // the run's own pages report the damage
        }
        all.emplace(run, std::move(known));
    }
    return all;
}

void LossReader::follow(const std::vector<fs::path>& runs) {
    wanted_ = runs;
    if (busy_) return;
    busy_ = true;
    read_in_background(
        this, [runs, before = known_](const CancelToken&) { return read(runs, before); },
        [this, runs](All all) {
            busy_ = false;
            known_ = std::move(all);
            Q_EMIT changed();
            if (wanted_ != runs) follow(std::vector(wanted_));
        },
        [this](const Error&) { busy_ = false; });
}

const std::vector<double>& LossReader::loss_of(const fs::path& run) const {
    static const std::vector<double> none;
    const auto found = known_.find(run);
    return found == known_.end() ? none : found->second.loss;
}

} // namespace tunedesk::ui
