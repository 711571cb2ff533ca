// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/tensor_slice.h"
#include "model/layers/linear_layer.h"

namespace tunedesk::model {

/// What a sum over tensor ranks is of, for their record.
enum class TensorSum {
    products,  ///< of layers that are divided by their inputs, and of tables' rows
    gradients, ///< of the input of layers that are divided by their outputs
    losses     ///< of a vocabulary's logits
};

/// The ranks that each compute a slice of the same layers, on the same batches, and make the same passes in
/// the same order. Thread rule: one thread, and its backward pass.
class TensorRanks {
public:
    virtual ~TensorRanks() = default;
    virtual arch::TensorSlice slice() const = 0;
    /// Adds up over the ranks, in place and without a derivative; the same bits on all. `x` is contiguous.
    /// Throws Error 7602.
    virtual void sum(at::Tensor& x, TensorSum of) const = 0;
};

// Megatron-LM's two operators (Shoeybi et al., 2019). `ranks` may be null: then x as it is.

/// The sum of the ranks' x, fp32, whose gradient each gets as it is: behind a layer divided by its inputs.
at::Tensor sum_of_slices(const TensorRanks* ranks, const at::Tensor& x);
/// x, the same on all ranks, whose gradient is the sum of theirs: before layers divided by their outputs, and
/// of parameters that all hold and each uses for its own slice.
at::Tensor before_slices(const TensorRanks* ranks, const at::Tensor& x);

/// The sum behind a layer that is divided by its inputs; null for null.
std::shared_ptr<const LinearReduction> slice_reduction(const TensorRanks* ranks);

/// Dropout of `x`, the columns of `slice` of rows that are slice.size times as wide: as of the whole rows.
at::Tensor drop_columns(const Operations& operations, const RowView& view, const at::Tensor& x,
                        const arch::TensorSlice& slice, const kernel::Dropout& dropout);

} // namespace tunedesk::model
