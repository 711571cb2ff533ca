// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/aten/rounded_linear.h"

#include "memory/torch_headers.h"

#include <torch/csrc/autograd/custom_function.h>

namespace tunedesk::model {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

std::optional<at::Tensor> in_type(const std::optional<at::Tensor>& bias, at::ScalarType type) {
    return bias ? std::optional(bias->to(type)) : std::nullopt;
}

struct RoundedLinear : torch::autograd::Function<RoundedLinear> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                              const std::optional<at::Tensor>& bias) {
        context->save_for_backward({x, weight});
        if (bias) context->saved_data["bias_type"] = static_cast<std::int64_t>(bias->scalar_type());
        return at::linear(x, weight.to(x.scalar_type()), in_type(bias, x.scalar_type()));
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const at::Tensor &dy = gradients[0], &x = saved[0], &weight = saved[1];
        variable_list result(3);
        if (context->needs_input_grad(0)) result[0] = dy.mm(weight.to(dy.scalar_type()));
        if (context->needs_input_grad(1)) result[1] = dy.t().mm(x).to(weight.scalar_type());
        const auto bias_type = context->saved_data.find("bias_type"); // set only with a bias
        if (bias_type != context->saved_data.end() && context->needs_input_grad(2))
            result[2] = dy.sum(0).to(static_cast<at::ScalarType>(bias_type->second.toInt()));
        return result;
    }
};

} // namespace

at::Tensor rounded_linear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                          at::ScalarType compute) {
    const at::Tensor operand = x.to(compute);
    const std::optional<at::Tensor> given = bias.defined() ? std::optional(bias) : std::nullopt;
    return weight.scalar_type() == compute ? at::linear(operand, weight, in_type(given, compute))
                                           : RoundedLinear::apply(operand, weight, given);
}

} // namespace tunedesk::model
