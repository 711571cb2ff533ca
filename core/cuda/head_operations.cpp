// SPDX-License-Identifier: GPL-3.0-or-later
// The head's kernels as operations of the models.

#include "head_operations.h"

#include "function_parts.h"
#include "head_kernels.h"

#include <ATen/ATen.h>

namespace tunedesk::cuda {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// What follows the dense layer's product, up to the logits.
struct Classify : torch::autograd::Function<Classify> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                              const at::Tensor& bias, bool has_tanh, double probability) {
        const RowDropout dropout = draw(probability, x.device());
        const Classified out = head_classify(x, {weight, bias, has_tanh, dropout});
        context->save_for_backward({out.pooled, weight, bias});
        context->saved_data["has_tanh"] = has_tanh;
        keep(context, dropout);
        return out.logits;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const at::Tensor& dlogits = gradients[0];
        const HeadLayers head{saved[1], saved[2], context->saved_data["has_tanh"].toBool(), kept_of(context)};
        at::Tensor dx, dweight, dbias;
        if (context->needs_input_grad(0)) dx = head_classify_backward(dlogits, saved[0], head);
        if (context->needs_input_grad(1)) dweight = dlogits.t().mm(saved[0]);
        if (context->needs_input_grad(2)) dbias = dlogits.sum(0);
        return {dx, dweight, dbias, at::Tensor(), at::Tensor()};
    }
};

/// The forward pass makes the gradient: the backward pass is a product with what comes in.
struct CrossEntropy : torch::autograd::Function<CrossEntropy> {
    static variable_list forward(AutogradContext* context, const at::Tensor& logits, const at::Tensor& labels,
                                 const std::optional<at::Tensor>& class_weights, double smoothing,
                                 const std::optional<at::Tensor>& loss_weights, double loss_weight) {
        const Judged out =
            head_judge(logits, labels, class_weights.value_or(at::Tensor()), smoothing,
                       loss_weights.value_or(at::Tensor()), loss_weight, logits.requires_grad());
        if (out.dlogits.defined()) context->save_for_backward({out.dlogits});
        const at::Tensor correct = out.right.sum(at::kLong);
        context->mark_non_differentiable({out.loss, correct});
        return {out.total.sum(), out.loss, correct};
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const at::Tensor dlogits = context->get_saved_variables()[0] * gradients[0];
        return {dlogits, at::Tensor(), at::Tensor(), at::Tensor(), at::Tensor(), at::Tensor()};
    }
};

} // namespace

at::Tensor classify(const model::RowView&, const at::Tensor& rows, const model::HeadParameters& head,
                    const kernel::Dropout& dropout) {
    const at::Tensor dense =
        at::linear(rows, head.dense_weight.to(at::kFloat), head.dense_bias.to(at::kFloat));
    const at::Tensor weight = head.classifier_weight.to(at::kFloat),
                     bias = head.classifier_bias.to(at::kFloat);
    const bool has_tanh = head.activation == arch::Activation::tanh;
    if (has_tanh || head.activation == arch::Activation::relu)
        return Classify::apply(dense, weight, bias, has_tanh, probability_of(dropout));
    const at::Tensor pooled =
        at::gelu(dense, head.activation == arch::Activation::gelu_tanh ? "tanh" : "none");
    return at::linear(at::dropout(pooled, probability_of(dropout), /*train=*/true), weight, bias);
}

model::LossParts cross_entropy(const at::Tensor& logits, const model::Batch& batch,
                               const at::Tensor& class_weights, double label_smoothing, double normaliser) {
    const variable_list parts =
        CrossEntropy::apply(logits, batch.labels, if_defined(class_weights), label_smoothing,
                            if_defined(batch.loss_weights), 1 / normaliser);
    return {parts[0], parts[1], {{model::correct_predictions, parts[2]}}};
}

} // namespace tunedesk::cuda
