// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tunedesk::data {

/// A list of values per row, stored contiguously.
template <class Value>
class RowLists {
public:
    /// Adds the list of the next row.
    void add(std::span<const Value> values) {
        values_.insert(values_.end(), values.begin(), values.end());
        ends_.push_back(values_.size());
    }
    std::size_t size() const { return ends_.size(); }
    bool empty() const { return ends_.empty(); }
    std::span<const Value> of(std::size_t row) const {
        const std::size_t begin = row == 0 ? 0 : ends_[row - 1];
        return std::span(values_).subspan(begin, ends_[row] - begin);
    }
    /// The values of all rows, one row's after the other's.
    std::span<const Value> values() const { return values_; }

private:
    std::vector<Value> values_;
    std::vector<std::size_t> ends_; ///< of each row's values
};

} // namespace tunedesk::data
