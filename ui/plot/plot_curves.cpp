// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_curves.h"

#include "base/text.h"
#include "ui/plot/curve_plot.h"
#include "ui/plot/plot_overlays.h"
#include "ui/plot/pyramid_curve.h"
#include "ui/plot/run_colours.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr std::size_t smoothed_at_once = 500'000; ///< takes a few milliseconds

/// Index of the finite value nearest to a position; std::nullopt if there is none within a few rows.
std::optional<std::size_t> nearest(const Column<double>& places, const Series& series, double place) {
    const std::size_t size = std::min(places.size(), series.size());
    const std::size_t at = first_at_least(places, place);
    std::optional<std::size_t> best;
    const auto offer = [&](std::size_t i) {
        if (i >= size || series.is_missing(i)) return false;
        if (!best || std::abs(places[i] - place) < std::abs(places[*best] - place)) best = i;
        return true;
    };
    for (std::size_t i = at; i < at + 64 && !offer(i);)
        ++i;
    for (std::size_t i = at; i > 0 && i + 64 > at && !offer(i - 1);)
        --i;
    return best;
}

} // namespace

void PlotCurves::add(const Curve& curve) {
    Entry entry{curve, new PyramidCurve(chart_.xAxis, chart_.yAxis), nullptr};
    entry.shown->setName(curve.name);
    entry.shown->data = {curve.timeline, curve.series, nullptr};
    entry.shown->with_points = curve.points;
    entry.shown->by = by_;
    if (curve.smooth && smoothing_ > 0) entry.smoothed = std::make_unique<Smoothed>(smoothing_);
    entries_.push_back(std::move(entry));
    apply_look(entries_.back());
}

void PlotCurves::clear() {
    entries_.clear();
    chart_.clearPlottables();
}

void PlotCurves::set_by(Timeline::By by) {
    by_ = by;
    for (Entry& entry : entries_)
        entry.shown->by = by;
}

void PlotCurves::set_smoothing(double weight) {
    smoothing_ = weight;
    for (Entry& entry : entries_)
        entry.smoothed = entry.curve.smooth && weight > 0 ? std::make_unique<Smoothed>(weight) : nullptr;
    smooth_some();
}

bool PlotCurves::smooth_some() {
    bool complete = true;
    for (Entry& entry : entries_) {
        entry.shown->data.smoothed = nullptr;
        if (!entry.smoothed) continue;
        complete &= entry.smoothed->catch_up(*entry.curve.series, smoothed_at_once);
        entry.shown->data.smoothed = &entry.smoothed->series();
    }
    return complete;
}

QColor PlotCurves::colour_of(const Entry& entry) const {
    if (entry.curve.colour.isValid()) return entry.curve.colour;
    if (!entry.curve.run.empty()) return run_colour(entry.curve.run);
    const auto& choices = run_colour_choices();
    return choices[static_cast<std::size_t>(&entry - entries_.data()) % choices.size()];
}

/// Curves of one color, such as several splits of a run, have different pen styles.
void PlotCurves::apply_look(Entry& entry) const {
    const QColor colour = colour_of(entry);
    std::size_t nth = 0;
    for (const Entry* before = entries_.data(); before != &entry; ++before)
        nth += colour_of(*before) == colour;
    entry.shown->colour = colour;
    entry.shown->line = curve_line(colour, nth);
}

void PlotCurves::recolour() {
    for (Entry& entry : entries_)
        apply_look(entry);
}

void PlotCurves::apply(const FigureColours& colours) {
    for (Entry& entry : entries_)
        entry.shown->colours = colours;
}

PlotExtent PlotCurves::extent(bool log_places, bool log_values) const {
    const auto domain = [](bool log) { return log ? QCP::sdPositive : QCP::sdBoth; };
    PlotExtent all;
    const auto include = [](auto& to, const QCPRange& range) {
        if (!to) to = {range.lower, range.upper};
        QCPRange both(to->first, to->second);
        both.expand(range);
        to = {both.lower, both.upper};
    };
    for (const Entry& entry : entries_) {
        bool found = false;
        const QCPRange key = entry.shown->getKeyRange(found, domain(log_places));
        if (found) include(all.places, key);
        const QCPRange value = entry.shown->getValueRange(found, domain(log_values), {});
        if (found) include(all.values, value);
        all.has_points |= entry.curve.points;
    }
    return all;
}

QStringList PlotCurves::values_at(double place, PlotAxes::Unit unit) const {
    QStringList lines;
    for (const Entry& entry : entries_) {
        if (lines.size() == 12) break; // the most lines of a box
        const auto at = nearest(entry.curve.timeline->places(by_), *entry.curve.series, place);
        if (!at) continue;
        QString line = entry.curve.name + u' ' + value_text((*entry.curve.series)[*at], unit);
        if (entry.smoothed && *at < entry.smoothed->series().size() &&
            !entry.smoothed->series().is_missing(*at))
            line += CurvePlot::tr(" (smoothed %1)").arg(value_text(entry.smoothed->series()[*at], unit));
        lines << line;
    }
    return lines;
}

std::vector<QColor> PlotCurves::colours_at(double place) const {
    std::vector<QColor> colours;
    for (const Entry& entry : entries_)
        if (nearest(entry.curve.timeline->places(by_), *entry.curve.series, place))
            colours.push_back(entry.shown->colour);
    return colours;
}

QString PlotCurves::last_value(PlotAxes::Unit unit) const {
    const auto of_another = [&](const Entry& entry) { return entry.curve.run != entries_.front().curve.run; };
    if (entries_.empty() || std::ranges::any_of(entries_, of_another)) return {};
    const Series& series = *entries_.front().curve.series;
    for (std::size_t i = series.size(), tried = 0; i-- > 0 && tried < 64; ++tried)
        if (!series.is_missing(i)) return value_text(series[i], unit);
    return {};
}

std::set<std::string> PlotCurves::runs() const {
    std::set<std::string> runs;
    for (const Entry& entry : entries_)
        if (!entry.curve.run.empty() && !entry.curve.colour.isValid()) runs.insert(entry.curve.run);
    return runs;
}

std::vector<Curve> PlotCurves::snapshot() const {
    std::vector<Curve> curves;
    for (const Entry& entry : entries_) {
        curves.push_back(entry.curve);
        curves.back().timeline = std::make_shared<Timeline>(*entry.curve.timeline);
        curves.back().series = std::make_shared<Series>(*entry.curve.series);
    }
    return curves;
}

QByteArray curves_csv(const std::vector<Curve>& curves) {
    std::string table = "run,curve,step,epoch,seconds,value\n";
    for (const Curve& curve : curves) {
        const std::string names = csv_field(curve.run) + ',' + csv_field(curve.name.toStdString()) + ',';
        const std::size_t size = std::min(curve.timeline->size(), curve.series->size());
        for (std::size_t i = 0; i < size; ++i) {
            if (curve.series->is_missing(i)) continue;
            table += names;
            for (const auto by : {Timeline::By::step, Timeline::By::epoch, Timeline::By::seconds})
                table += shortest(curve.timeline->places(by)[i]) + ',';
            table += shortest((*curve.series)[i]) + '\n';
        }
    }
    return QByteArray::fromStdString(table);
}

} // namespace tunedesk::ui
