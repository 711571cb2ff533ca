// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/group.h"

#include <ATen/core/Tensor.h>
#include <cstdint>

namespace tunedesk::parallel {

/// Sums the gradient of a table [rows, width] over the ranks by the rows that any rank has used: the ranks
/// first add up which, four bytes a row, then those rows alone. Of most batches these are few, of a
/// vocabulary of tens of thousands. Element by element the ranks' numbers are added as those of whole tables
/// would be, and rows that a rank has not used count as zeros: over shared memory, and over anything between
/// two ranks, to the same bits. Where nearly all rows are used the whole table is summed instead. Thread
/// rule: one thread.
class RowSum {
public:
    /// `table`: outlives this, as `group` does.
    RowSum(Group& group, const at::Tensor& table);

    /// `gradient`: a sparse tensor of the table's shape, each row's numbers once or several times; or a whole
    /// one; or undefined where this rank has none. Returns the sum: sparse and coalesced, or whole. A
    /// collective.
    at::Tensor sum(const at::Tensor& gradient);
    /// Bytes of this rank's tensors that sum() has summed, and those of as many whole tables.
    std::uint64_t bytes() const { return bytes_; }
    std::uint64_t whole_bytes() const { return whole_bytes_; }

private:
    at::Tensor used_rows(const at::Tensor& own);
    at::Tensor added(at::Tensor values);

    Group& group_;
    const at::Tensor table_;
    std::uint64_t bytes_ = 0, whole_bytes_ = 0;
};

} // namespace tunedesk::parallel
