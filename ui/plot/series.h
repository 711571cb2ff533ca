// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/column.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace tunedesk::ui {

/// The values of one curve in order, with a pyramid of minima and maxima above them, so that what a range of
/// any length looks like costs a few dozen look-ups. NaN and infinities are kept and counted as marks; a
/// value can be missing (it was not measured). Copies are snapshots. Thread rule: Column's.
class Series {
public:
    enum Mark : std::uint8_t { nan = 1, positive_infinity = 2, negative_infinity = 4 };

    /// What a range of values spans.
    struct Extent {
        float min = std::numeric_limits<float>::infinity();
        float max = -std::numeric_limits<float>::infinity();
        std::uint8_t marks = 0; ///< which Marks occur
        bool has_values() const { return min <= max; }
        void include(const Extent& other) {
            min = other.min < min ? other.min : min;
            max = other.max > max ? other.max : max;
            marks |= other.marks;
        }
        void include(float value);
    };

    /// Amortised O(1). A double beyond a float's range counts as infinite.
    void append(double value);
    void append_missing();
    /// NaN if the value is NaN or missing.
    float operator[](std::size_t index) const { return values_[index]; }
    bool is_missing(std::size_t index) const;
    std::size_t size() const { return values_.size(); }
    /// Keeps the first `size` values; O(log n).
    void truncate(std::size_t size);
    /// Grows by one with every truncate() that dropped something: what was made of the values is stale.
    std::uint64_t generation() const { return generation_; }

    /// Of the values [first, last); O(log n).
    Extent extent(std::size_t first, std::size_t last) const;

private:
    static constexpr std::size_t branching = 16;
    void push(float value);

    Column<float> values_;
    std::vector<Column<Extent>> levels_; ///< a node of level k spans branching^(k+1) values
    std::uint64_t generation_ = 0;
};

/// The places on the horizontal axis of all series of a run: by optimizer step, by epoch, by seconds since
/// the start. None ever goes back: a smaller place counts as the last one (clocks may jump).
class Timeline {
public:
    enum class By { step, epoch, seconds };

    void append(double step, double epoch, double seconds);
    const Column<double>& places(By by) const { return columns_[static_cast<std::size_t>(by)]; }
    std::size_t size() const { return columns_[0].size(); }
    void truncate(std::size_t size);

private:
    Column<double> columns_[3];
};

/// The first index whose place is not below `place`; `near` is where it is likely. O(log distance).
std::size_t first_at_least(const Column<double>& places, double place, std::size_t near = 0);

/// What falls between two neighbouring edges.
struct Bin {
    std::size_t first = 0, last = 0; ///< indices [first, last)
    Series::Extent extent;
};

/// Sorts the part of a series between edges.front() and edges.back() into edges.size() - 1 bins [edge, next
/// edge), one a pixel. `edges` do not decrease. Costs bins, not values: bins that hold thousands of values
/// may end up to a 16th of their width off their edge, so that they are whole nodes of the pyramid; every
/// value still falls into exactly one.
void sort_into_bins(const Column<double>& places, const Series& values, std::span<const double> edges,
                    std::vector<Bin>& bins);

} // namespace tunedesk::ui
