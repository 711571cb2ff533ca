#include "model/layers/low_rank_adapter.h"

#include "memory/torch_headers.h"
#include "model/layers/block_parts.h"

namespace tunedesk::model {

at::Tensor LowRankAdapter::added(const Operations& operations, const at::Tensor& x, const RowView& view,
                                 const Pass& pass, at::ScalarType compute) const {
    const kernel::Dropout dropout = dropout_at(pass, site_, dropout_);
    const at::Tensor rows = dropout.threshold() > 0 ? operations.drop(view, x.to(at::kFloat), dropout) : x;
    // Scaled where it is narrow.
    const at::Tensor narrow = operations.linear(rows, down_, {}, compute, at::kFloat) * scale_;
    return operations.linear(narrow, up_, {}, compute, at::kFloat);
}

} // namespace tunedesk::model
