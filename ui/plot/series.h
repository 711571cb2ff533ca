// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/column.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace tunedesk::ui {

/// The values of one curve in order, with a pyramid of minima and maxima, so that the extent of a range of
/// any length costs a few dozen look-ups. NaN and infinities are stored and counted as marks; a value can be
/// missing (not measured). Copies are snapshots. Thread rule: as Column.
class Series {
public:
    enum Mark : std::uint8_t { nan = 1, positive_infinity = 2, negative_infinity = 4 };

    /// Minimum, maximum and marks of a range of values.
    struct Extent {
        float min = std::numeric_limits<float>::infinity();
        float max = -std::numeric_limits<float>::infinity();
        std::uint8_t marks = 0; ///< the Marks that occur
        bool has_values() const { return min <= max; }
        void include(const Extent& other) {
            min = other.min < min ? other.min : min;
            max = other.max > max ? other.max : max;
            marks |= other.marks;
        }
        void include(float value);
    };

    /// Amortized O(1). A double beyond a float's range is stored as infinite.
    void append(double value);
    void append_missing();
    /// NaN if the value is NaN or missing.
    float operator[](std::size_t index) const { return values_[index]; }
    bool is_missing(std::size_t index) const;
    std::size_t size() const { return values_.size(); }
    /// Keeps the first `size` values; O(log n).
    void truncate(std::size_t size);
    /// Increases with every truncate() that removed values: data derived from the values is outdated.
    std::uint64_t generation() const { return generation_; }

    /// The extent of the values [first, last); O(log n).
    Extent extent(std::size_t first, std::size_t last) const;

private:
    static constexpr std::size_t branching = 16;
    void push(float value);

    Column<float> values_;
    std::vector<Column<Extent>> levels_; ///< a node of level k covers branching^(k+1) values
    std::uint64_t generation_ = 0;
};

/// The positions of all series of a run on the horizontal axis: by optimizer step, by epoch, by seconds since
/// the start. They never decrease: a smaller position is stored as the previous one (clocks may jump).
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

/// The first index whose position is not below `place`; `near` is the expected index. O(log distance).
std::size_t first_at_least(const Column<double>& places, double place, std::size_t near = 0);

/// The values between two adjacent edges.
struct Bin {
    std::size_t first = 0, last = 0; ///< indices [first, last)
    Series::Extent extent;
};

/// Sorts the part of a series between edges.front() and edges.back() into edges.size() - 1 bins [edge, next
/// edge), one per pixel. `edges` must not decrease. The cost depends on the bins, not on the values:
/// boundaries of bins with thousands of values may be off by up to a 16th of their width, so that bins are
/// whole nodes of the pyramid; every value is in exactly one bin.
void sort_into_bins(const Column<double>& places, const Series& values, std::span<const double> edges,
                    std::vector<Bin>& bins);

} // namespace tunedesk::ui
