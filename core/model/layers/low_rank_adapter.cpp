// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/layers/low_rank_adapter.h"

#include "memory/torch_headers.h"
#include "model/layers/block_parts.h"
#include "model/tensor/tensor_ranks.h"

namespace tunedesk::model {

at::Tensor LowRankAdapter::added(const Operations& operations, const at::Tensor& x, const RowView& view,
                                 const Pass& pass, at::ScalarType compute) const {
    const kernel::Dropout dropout = dropout_at(pass, site_, dropout_);
    const bool by_inputs = division_ == AdapterDivision::inputs,
               by_outputs = division_ == AdapterDivision::outputs;
    const arch::TensorSlice columns = by_inputs ? ranks_->slice() : arch::TensorSlice{};
    const at::Tensor rows =
        dropout.threshold() > 0 ? drop_columns(operations, view, x.to(at::kFloat), columns, dropout) : x;
    // The undivided matrix has a gradient from each rank's slice of the other.
    const at::Tensor down = by_outputs ? before_slices(ranks_, down_) : down_,
                     up = by_inputs ? before_slices(ranks_, up_) : up_;
    // The narrow matrix is scaled.
    const at::Tensor narrow = operations.linear(rows, down, {}, compute, at::kFloat) * scale_;
    return operations.linear(narrow, up, {}, compute, at::kFloat);
}

} // namespace tunedesk::model
