// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/head/head.h"

#include "memory/torch_headers.h"

namespace tunedesk::model {

at::Tensor activated(arch::Activation activation, const at::Tensor& x) {
    switch (activation) {
    case arch::Activation::tanh:
        return at::tanh(x);
    case arch::Activation::relu:
        return at::relu(x);
    case arch::Activation::silu:
        return at::silu(x);
    case arch::Activation::gelu_tanh:
        return at::gelu(x, "tanh");
    case arch::Activation::gelu:
        break;
    }
    return at::gelu(x);
}

at::Tensor classify_with(const at::Tensor& rows, const HeadParameters& head,
                         const std::function<at::Tensor(const at::Tensor&)>& drop) {
    const auto linear = [](const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
        return at::linear(x, weight.to(at::kFloat), bias.to(at::kFloat));
    };
    const at::Tensor dense = linear(rows, head.dense_weight, head.dense_bias);
    return linear(drop(activated(head.activation, dense)), head.classifier_weight, head.classifier_bias);
}

} // namespace tunedesk::model
