// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how long a plot of 1600x900 pixels takes to be drawn anew and shown: 8 curves of 10 million values,
// and of a thousand and of a hundred thousand, raw and smoothed. Run it by hand on a quiet machine, under a
// display (xvfb-run).

#include "bench/measure.h"
#include "ui/plot/curve_plot.h"

#include <QApplication>
#include <QTemporaryDir>
#include <algorithm>

using namespace tunedesk;
using namespace tunedesk::bench;
using namespace tunedesk::ui;

namespace {

/// Redraws sixty times, each time with one more value, so that every column is another one.
void redraw(int values, bool smoothed) {
    constexpr int runs = 8, times_measured = 60;
    CurvePlot plot("Loss");
    plot.set_smoothing(smoothed ? 0.6 : 0);
    const double before = resident_mib();
    std::vector<std::pair<std::shared_ptr<Timeline>, std::shared_ptr<Series>>> curves;
    std::mt19937 random(1);
    const auto append = [&](std::size_t run, int i) {
        curves[run].first->append(i, i / 1e6, i * 0.1);
        curves[run].second->append(loss_at(static_cast<double>(i) / values, random) +
                                   0.1 * static_cast<double>(run));
    };
    for (std::size_t run = 0; run < runs; ++run) {
        curves.emplace_back(std::make_shared<Timeline>(), std::make_shared<Series>());
        for (int i = 0; i < values; ++i)
            append(run, i);
        plot.add_curve(
            {QString("run %1").arg(run), {}, {}, smoothed, false, curves[run].first, curves[run].second});
    }
    plot.resize(1600, 900);
    plot.show();
    process_for(1);
    std::vector<double> times;
    const double used = process_seconds();
    for (int i = 0; i < times_measured; ++i) {
        for (std::size_t run = 0; run < runs; ++run)
            append(run, values + i * std::max(1, values / 10'000));
        const double begin = monotonic_seconds();
        plot.redraw();
        QCoreApplication::processEvents(); // the widget takes the picture
        times.push_back((monotonic_seconds() - begin) * 1e3);
    }
    const double processor = (process_seconds() - used) / times_measured * 1e3;
    std::sort(times.begin(), times.end());
    std::printf("redraw of 8 x %d values at 1600x900%s: least %.1f ms, median %.1f ms, most %.1f ms; "
                "%.1f ms of processor time; %.0f MiB\n",
                values, smoothed ? ", raw and smoothed" : "", times.front(), times[times.size() / 2],
                times.back(), processor, resident_mib() - before);
}

} // namespace

int main(int argc, char** argv) {
    const QTemporaryDir state;
    qputenv("XDG_STATE_HOME", state.path().toUtf8());
    const QApplication application(argc, argv);
    redraw(10'000'000, false);
    redraw(1'000, true);
    redraw(100'000, true);
    return 0;
}
