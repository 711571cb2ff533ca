// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/layers/linear_layer.h"

#include "memory/torch_headers.h"
#include "model/quantization/four_bit_product.h"

namespace tunedesk::model {

at::Tensor LinearLayer::matrix() const {
    if (!transposed) return weight;
    if (sections == 1) return weight.t();
    const std::int64_t inputs = weight.size(0) / sections, outputs = weight.size(1);
    return weight.view({sections, inputs, outputs}).transpose(1, 2).reshape({sections * outputs, inputs});
}

at::Tensor LinearLayer::adapted(const Operations& operations, at::Tensor product, const at::Tensor& x,
                                const RowView& view, const Pass& pass, at::ScalarType compute) const {
    if (adapter)
        product = product + adapter->added(operations, x, view, pass, compute).to(product.scalar_type());
    return reduction ? reduction->reduce(product) : product;
}

at::Tensor LinearLayer::product(const Operations& operations, const at::Tensor& x, const RowView& view,
                                const Pass& pass, at::ScalarType compute) const {
    at::Tensor own = packed ? four_bit_product(operations, x, *this, compute)
                            : operations.linear(x, matrix(), {}, compute, at::kFloat);
    return adapted(operations, std::move(own), x, view, pass, compute);
}

at::Tensor LinearLayer::forward(const Operations& operations, const at::Tensor& x, const RowView& view,
                                const Pass& pass, at::ScalarType compute, at::ScalarType result) const {
    if (is_plain()) return operations.linear(x, matrix(), bias, compute, result);
    const at::Tensor all = product(operations, x, view, pass, compute);
    return (bias.defined() ? all + bias.to(at::kFloat) : all).to(result);
}

} // namespace tunedesk::model
