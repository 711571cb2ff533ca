#include "model/head.h"

#include "model/torch_headers.h"

namespace tunedesk::model {

at::Tensor classify_with(const at::Tensor& rows, const HeadParameters& head,
                         const std::function<at::Tensor(const at::Tensor&)>& drop) {
    const auto linear = [](const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
        return at::linear(x, weight.to(at::kFloat), bias.to(at::kFloat));
    };
    const at::Tensor dense = linear(rows, head.dense_weight, head.dense_bias);
    const at::Tensor pooled = head.has_tanh ? dense.tanh() : dense.relu();
    return linear(drop(pooled), head.classifier_weight, head.classifier_bias);
}

} // namespace tunedesk::model
