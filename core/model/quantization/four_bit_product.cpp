// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/quantization/four_bit_product.h"

#include "memory/torch_headers.h"

#include <torch/csrc/autograd/custom_function.h>

namespace tunedesk::model {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct Weight : torch::CustomClassHolder {
    const Operations* operations = nullptr;
    std::shared_ptr<const FourBitMatrix> packed;
    bool transposed = false;
    at::ScalarType compute = at::kFloat;

    /// [outputs, inputs] in the type of products.
    at::Tensor widened() const {
        const at::Tensor values = packed->values(compute);
        return transposed ? values.t() : values;
    }
};

struct FourBitProduct : torch::autograd::Function<FourBitProduct> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x,
                              const c10::intrusive_ptr<Weight>& weight) {
        context->saved_data["weight"] = at::IValue::make_capsule(weight);
        context->saved_data["type"] = static_cast<std::int64_t>(x.scalar_type());
        return weight->operations->linear(x, weight->widened(), {}, weight->compute, at::kFloat);
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const at::NoGradGuard no_gradients;
        const auto& weight = *static_cast<const Weight*>(context->saved_data["weight"].toCapsule().get());
        const auto type = static_cast<at::ScalarType>(context->saved_data["type"].toInt());
        return {weight.operations->linear(gradients[0], weight.widened().t(), {}, weight.compute, type), {}};
    }
};

} // namespace

at::Tensor four_bit_product(const Operations& operations, const at::Tensor& x, const LinearLayer& layer,
                            at::ScalarType compute) {
    auto weight = c10::make_intrusive<Weight>();
    weight->operations = &operations;
    weight->packed = layer.packed;
    weight->transposed = layer.transposed;
    weight->compute = compute;
    return FourBitProduct::apply(x, weight);
}

} // namespace tunedesk::model
