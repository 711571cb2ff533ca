// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/optimizer/row_gradient.h"

#include "memory/torch_headers.h"

#include <algorithm>
#include <functional>
#include <span>

namespace tunedesk::train {

namespace {

std::span<const std::int64_t> numbers(const at::Tensor& rows) {
    return {rows.const_data_ptr<std::int64_t>(), static_cast<std::size_t>(rows.numel())};
}

/// Strictly ascending: no row is repeated.
bool ascends(const at::Tensor& rows) {
    const std::span<const std::int64_t> all = numbers(rows);
    return std::ranges::adjacent_find(all, std::ranges::greater_equal()) == all.end();
}

} // namespace

RowGradient::RowGradient(const at::Tensor& gradient) {
    if (!gradient.is_sparse()) {
        values_ = gradient.contiguous();
        return;
    }
    // Autograd clears the coalesced flag when it stores a gradient.
    rows_ = gradient._indices().flatten().contiguous();
    values_ = gradient._values().contiguous();
    if (!ascends(rows_)) {
        const at::Tensor whole = gradient.coalesce();
        rows_ = whole.indices().flatten().contiguous();
        values_ = whole.values().contiguous();
    }
    width_ = gradient.size(1);
}

void RowGradient::note_rows(std::vector<std::uint8_t>& used) const {
    if (!rows_.defined() || used.empty()) return;
    for (const std::int64_t row : numbers(rows_))
        used[static_cast<std::size_t>(row)] = 1;
}

std::int64_t RowGradient::first_at_least(std::int64_t row) const {
    const std::span<const std::int64_t> all = numbers(rows_);
    return std::ranges::lower_bound(all, row) - all.begin();
}

} // namespace tunedesk::train
