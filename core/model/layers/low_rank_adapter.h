#pragma once

#include "arch/lora.h"
#include "model/layers/linear_layer.h"

namespace tunedesk::model {

/// scale * B A dropout(x), of a block's own parameters A [rank, inputs] and B [outputs, rank].
class LowRankAdapter : public LinearAdapter {
public:
    LowRankAdapter(at::Tensor down, at::Tensor up, const arch::Lora& lora, std::size_t dropout_site)
        : down_(std::move(down)), up_(std::move(up)), scale_(lora.scale()), dropout_(lora.dropout),
          site_(dropout_site) {}

    at::Tensor added(const Operations& operations, const at::Tensor& x, const RowView& view, const Pass& pass,
                     at::ScalarType compute) const override;

private:
    at::Tensor down_, up_;
    double scale_, dropout_;
    std::size_t site_;
};

} // namespace tunedesk::model
