// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/series.h"

#include <bit>
#include <cmath>

namespace tunedesk::ui {

namespace {

/// A NaN with a distinct payload; compared by its bits.
constexpr std::uint32_t missing_bits = 0x7fc0'dead;

} // namespace

void Series::Extent::include(float value) {
    if (std::isfinite(value)) {
        min = value < min ? value : min;
        max = value > max ? value : max;
    } else if (std::isinf(value)) {
        marks |= value > 0 ? positive_infinity : negative_infinity;
    } else if (std::bit_cast<std::uint32_t>(value) != missing_bits) {
        marks |= nan;
    }
}

void Series::append(double value) {
    // All NaN values are stored as the default one, so that none is read as missing.
    push(std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(value));
}

void Series::append_missing() {
    push(std::bit_cast<float>(missing_bits));
}

bool Series::is_missing(std::size_t index) const {
    return std::bit_cast<std::uint32_t>(values_[index]) == missing_bits;
}

void Series::push(float value) {
    values_.append(value);
    // A node is created with the last value below it: on average 1/15 of a node per value.
    std::size_t below = values_.size();
    for (std::size_t level = 0; below % branching == 0; ++level) {
        if (level == levels_.size()) levels_.emplace_back();
        Extent node;
        for (std::size_t i = below - branching; i < below; ++i)
            level == 0 ? node.include(values_[i]) : node.include(levels_[level - 1][i]);
        levels_[level].append(node);
        below = levels_[level].size();
    }
}

void Series::truncate(std::size_t size) {
    if (size >= values_.size()) return;
    ++generation_;
    values_.truncate(size);
    for (auto& level : levels_) {
        size /= branching;
        level.truncate(size);
    }
}

Series::Extent Series::extent(std::size_t first, std::size_t last) const {
    Extent extent;
    last = std::min(last, values_.size());
    const auto include = [&](std::size_t level, std::size_t node) {
        level == 0 ? extent.include(values_[node]) : extent.include(levels_[level - 1][node]);
    };
    for (std::size_t level = 0; first < last; ++level) {
        const bool is_top = level == levels_.size();
        while (first < last && (is_top || first % branching != 0))
            include(level, first++);
        while (first < last && last % branching != 0)
            include(level, --last);
        first /= branching;
        last /= branching;
    }
    return extent;
}

void Timeline::append(double step, double epoch, double seconds) {
    const double places[] = {step, epoch, seconds};
    for (std::size_t i = 0; i < 3; ++i) {
        const double least = columns_[i].empty() ? 0 : columns_[i].back();
        columns_[i].append(places[i] > least ? places[i] : least);
    }
}

void Timeline::truncate(std::size_t size) {
    for (auto& column : columns_)
        column.truncate(size);
}

std::size_t first_at_least(const Column<double>& places, double place, std::size_t near) {
    const std::size_t size = places.size();
    near = std::min(near, size);
    // Gallop away from `near` until the wanted index is in (low, high].
    std::size_t low = 0, high = size, stride = 1;
    if (near < size && places[near] < place) {
        low = near + 1;
        while (low + stride < size && places[low + stride - 1] < place) {
            low += stride;
            stride *= 2;
        }
        high = std::min(size, low + stride);
    } else {
        high = near;
        while (high > stride && places[high - stride] >= place) {
            high -= stride;
            stride *= 2;
        }
        low = high > stride ? high - stride : 0;
    }
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (places[middle] < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

namespace {

/// Values that a bin must hold for its bounds to be rounded, and to what: a 16th of the bin at most.
constexpr std::size_t many_a_bin = 4096, grain = 256;

/// The first index whose place is not below `edge`, or, where bins hold many values, one after it that is
/// within `tolerance` of the edge and is a multiple of the grain: a bin then is whole nodes of the pyramid.
std::size_t bound_of_bin(const Column<double>& places, double edge, double tolerance, std::size_t near) {
    const std::size_t rounded = (near + grain / 2) / grain * grain;
    const auto is_near = [&](std::size_t index) {
        return index < places.size() && std::abs(places[index] - edge) <= tolerance;
    };
    if (is_near(rounded)) return rounded;
    const std::size_t exact = first_at_least(places, edge, near);
    const std::size_t after = (exact + grain - 1) / grain * grain;
    return is_near(after) ? after : exact;
}

} // namespace

void sort_into_bins(const Column<double>& places, const Series& values, std::span<const double> edges,
                    std::vector<Bin>& bins) {
    bins.clear();
    if (edges.size() < 2) return;
    bins.resize(edges.size() - 1);
    const std::size_t end = first_at_least(places, edges.back(), places.size());
    std::size_t first = first_at_least(places, edges.front());
    // Evenly spaced positions are found at the first look-up.
    const std::size_t stride = (end - std::min(first, end)) / bins.size();
    for (std::size_t i = 0; i < bins.size(); ++i) {
        std::size_t last = end;
        if (i + 1 < bins.size() && stride >= many_a_bin)
            last = std::min(
                end, bound_of_bin(places, edges[i + 1], (edges[i + 1] - edges[i]) / 16, first + stride));
        else if (i + 1 < bins.size())
            last = first_at_least(places, edges[i + 1], first + stride);
        bins[i].first = first;
        bins[i].last = std::min(last, values.size());
        if (bins[i].first < bins[i].last) bins[i].extent = values.extent(first, bins[i].last);
        first = std::max(first, last);
    }
}

} // namespace tunedesk::ui
