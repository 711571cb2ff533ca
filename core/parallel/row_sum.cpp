// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/row_sum.h"

#include "memory/torch_headers.h"

namespace tunedesk::parallel {

namespace {

/// Fraction of a table's rows above which exchanging row numbers and copies costs more than the other rows.
constexpr double nearly_all = 0.8;

} // namespace

RowSum::RowSum(Group& group, const at::Tensor& table) : group_(group), table_(table.detach()) {}

/// The rows that any rank has used, ascending.
at::Tensor RowSum::used_rows(const at::Tensor& own) {
    at::Tensor used = at::zeros({table_.size(0)}, table_.options().dtype(at::kInt));
    if (own.defined()) used.index_fill_(0, own._indices().flatten(), 1);
    bytes_ += used.nbytes();
    group_.sum(used, Purpose::row_sum);
    return used.nonzero().flatten();
}

/// The sum over the ranks; for 16-bit numbers computed in fp32 and rounded once.
at::Tensor RowSum::added(at::Tensor values) {
    at::Tensor sums = values.element_size() == 2 ? values.to(at::kFloat) : values;
    bytes_ += sums.nbytes();
    group_.sum(sums, Purpose::row_sum);
    return sums.to(values.scalar_type());
}

at::Tensor RowSum::sum(const at::Tensor& gradient) {
    const at::NoGradGuard no_gradients;
    const std::size_t width = table_.element_size() == 2 ? 4 : table_.element_size();
    whole_bytes_ += static_cast<std::uint64_t>(table_.numel()) * width;
    at::Tensor own = gradient;
    if (own.defined()) own = own.is_sparse() ? own.coalesce() : own.to_sparse(1);
    const at::Tensor rows = used_rows(own);
    if (static_cast<double>(rows.numel()) >= nearly_all * static_cast<double>(table_.size(0)))
        return added(own.defined() ? own.to_dense() : at::zeros_like(table_));
    at::Tensor values = at::zeros({rows.numel(), table_.size(1)}, table_.options());
    if (own.defined()) {
        const at::Tensor places = at::searchsorted(rows, own._indices().flatten());
        values.index_copy_(0, places, own._values());
    }
    return at::_sparse_coo_tensor_unsafe(rows.unsqueeze(0), added(values), table_.sizes(),
                                         table_.options().layout(at::kSparse), /*is_coalesced=*/true);
}

} // namespace tunedesk::parallel
