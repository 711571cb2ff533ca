// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/group.h"

#include <ATen/core/Tensor.h>
#include <cstdint>

namespace tunedesk::parallel {

/// Sums the gradient of a table [rows, width] over the ranks, only for rows that some rank has used: the
/// ranks first sum a usage count (four bytes per row), then the used rows, usually few of a large vocabulary.
/// The sums equal those of whole tables, with zeros for unused rows; over shared memory, and between two
/// ranks over any backend, bit for bit. If nearly all rows are used, sums the whole table. Thread rule: one
/// thread.
class RowSum {
public:
    /// `group` and `table` must outlive this.
    RowSum(Group& group, const at::Tensor& table);

    /// `gradient`: a sparse tensor of the table's shape, possibly with repeated rows; or dense; or undefined
    /// if this rank has none. Returns the sum: sparse and coalesced, or whole. A collective.
    at::Tensor sum(const at::Tensor& gradient);
    /// Bytes that sum() has summed on this rank so far; whole_bytes(): bytes that whole tables would have
    /// taken.
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
