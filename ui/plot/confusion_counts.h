// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>
#include <cstdint>
#include <vector>

namespace tunedesk::ui {

/// Number of predictions of each class for rows of each true class. A value.
class ConfusionCounts {
public:
    ConfusionCounts() = default;
    /// `counts`: row-major, one row per true class, names.size() squared; throws Error 5021 otherwise.
    ConfusionCounts(const QStringList& names, std::vector<std::uint64_t> counts);

    const QStringList& names() const { return names_; }
    /// Index of a cell in row-major order.
    std::size_t index(int row, int column) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(names_.size()) +
               static_cast<std::size_t>(column);
    }
    std::uint64_t count(int row, int column) const { return counts_.at(index(row, column)); }
    /// The cell's fraction of its row; 0 in an empty row.
    double rate(int row, int column) const;
    std::uint64_t row_total(int row) const { return row_totals_.at(static_cast<std::size_t>(row)); }
    std::uint64_t most() const { return most_; }
    /// CSV of counts or rates.
    QByteArray csv(bool rates) const;

private:
    QStringList names_;
    std::vector<std::uint64_t> counts_, row_totals_;
    std::uint64_t most_ = 0;
};

} // namespace tunedesk::ui
