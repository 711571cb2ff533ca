#include "model/linear_layer.h"

#include "memory/torch_headers.h"

namespace tunedesk::model {

at::Tensor LinearLayer::product(const Operations& operations, const at::Tensor& x, const RowView& view,
                                const Pass& pass, at::ScalarType compute) const {
    at::Tensor product = operations.linear(x, weight, {}, compute, at::kFloat);
    if (adapter) product = product + adapter->added(x, view, pass).to(at::kFloat);
    return reduction ? reduction->reduce(product) : product;
}

at::Tensor LinearLayer::forward(const Operations& operations, const at::Tensor& x, const RowView& view,
                                const Pass& pass, at::ScalarType compute, at::ScalarType result) const {
    if (is_plain()) return operations.linear(x, weight, bias, compute, result);
    const at::Tensor all = product(operations, x, view, pass, compute);
    return (bias.defined() ? all + bias.to(at::kFloat) : all).to(result);
}

} // namespace tunedesk::model
