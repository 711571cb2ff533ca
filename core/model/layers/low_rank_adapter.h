// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/lora.h"
#include "model/layers/linear_layer.h"

namespace tunedesk::model {

/// How an adapter's layer is divided among tensor ranks: by outputs (B is divided), or by inputs (A is
/// divided). The other matrix is replicated.
enum class AdapterDivision { none, outputs, inputs };

/// scale * B A dropout(x), of a block's own parameters A [rank, inputs] and B [outputs, rank]. Of a layer
/// that is divided by its inputs it is this rank's part of the sum over ranks.
class LowRankAdapter : public LinearAdapter {
public:
    /// `ranks`: null without division.
    LowRankAdapter(at::Tensor down, at::Tensor up, const arch::Lora& lora, std::size_t dropout_site,
                   AdapterDivision division = AdapterDivision::none, const TensorRanks* ranks = nullptr)
        : down_(std::move(down)), up_(std::move(up)), scale_(lora.scale()), dropout_(lora.dropout),
          site_(dropout_site), division_(division), ranks_(ranks) {}

    at::Tensor added(const Operations& operations, const at::Tensor& x, const RowView& view, const Pass& pass,
                     at::ScalarType compute) const override;

private:
    at::Tensor down_, up_;
    double scale_, dropout_;
    std::size_t site_;
    AdapterDivision division_;
    const TensorRanks* ranks_;
};

} // namespace tunedesk::model
