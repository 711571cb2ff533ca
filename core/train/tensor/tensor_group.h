// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tensor/tensor_ranks.h"
#include "parallel/group.h"

namespace tunedesk::train {

/// The tensor ranks of a model over the collectives of their group. Thread rule: that of TensorRanks.
class TensorGroup : public model::TensorRanks {
public:
    /// `ranks` must outlive this.
    explicit TensorGroup(parallel::Group& ranks) : ranks_(ranks) {}

    arch::TensorSlice slice() const override { return {ranks_.world().rank, ranks_.world().size}; }
    void sum(at::Tensor& x, model::TensorSum of) const override;

private:
    parallel::Group& ranks_;
};

} // namespace tunedesk::train
