// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/host/small_operations.h"

#include "model/head/head.h"
#include "model/host/function_parts.h"

namespace tunedesk::model {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct HostLinear : torch::autograd::Function<HostLinear> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                              const std::optional<at::Tensor>& bias_or_none, at::ScalarType result,
                              const c10::intrusive_ptr<Kept>& state) {
        const at::Tensor bias = bias_or_none.value_or(at::Tensor()), operand = state->operand(x);
        save(context, {operand, weight});
        keep(context, state);
        context->saved_data["has_bias"] = bias.defined();
        context->saved_data["input_type"] = static_cast<std::int64_t>(x.scalar_type());
        if (state->compute == at::kFloat && weight.scalar_type() == at::kFloat)
            return dense_layer(operand, weight, widened(bias)).to(result);
        return matrix_product(operand, weight.t(), result, widened(bias));
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const at::Tensor dy = kept(context).operand(gradients[0]).contiguous();
        const auto input_type = static_cast<at::ScalarType>(context->saved_data["input_type"].toInt());
        variable_list result(5);
        if (context->needs_input_grad(0)) result[0] = matrix_product(dy, saved[1], input_type);
        if (context->needs_input_grad(1)) result[1] = weight_gradient(dy, saved[0], saved[1]);
        if (context->saved_data["has_bias"].toBool() && context->needs_input_grad(2))
            result[2] = gradients[0].to(at::kFloat).sum(0);
        return result;
    }
};

struct HostNorm : torch::autograd::Function<HostNorm> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& gamma,
                              const std::optional<at::Tensor>& beta_or_none,
                              const c10::intrusive_ptr<Kept>& state) {
        const at::Tensor beta = beta_or_none.value_or(at::Tensor());
        at::Tensor normalised = x.clone(at::MemoryFormat::Contiguous); // the kernel works in place
        auto [y, rstd] = norm_forward(*state, normalised, {}, {}, gamma, beta);
        save(context, {gamma, normalised, rstd});
        keep(context, state);
        return y;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const NormGradients g =
            norm_backward(kept(context), gradients[0], saved[1], saved[2], saved[0], false);
        return {g.dx, g.d_gamma, kept(context).centred ? g.d_beta : at::Tensor(), {}};
    }
};

struct HostActivation : torch::autograd::Function<HostActivation> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x,
                              const c10::intrusive_ptr<Kept>& state) {
        const at::Tensor u = x.contiguous();
        save(context, {u});
        keep(context, state);
        return activate(state->activation, u.clone(), at::zeros({u.size(1)}, at::kFloat));
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const at::Tensor u = context->get_saved_variables()[0].clone(),
                         du = gradients[0].clone(at::MemoryFormat::Contiguous); // both are modified in place
        deactivate(kept(context).activation, u, du);
        return {du, {}};
    }
};

} // namespace

at::Tensor host_linear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                       at::ScalarType compute, at::ScalarType result) {
    auto state = c10::make_intrusive<Kept>();
    state->compute = compute;
    return HostLinear::apply(x, weight, bias.defined() ? std::optional(bias) : std::nullopt, result, state);
}

at::Tensor host_select(const RowView& view, const at::Tensor& hidden) {
    return view.first_only ? hidden.index_select(0, first_row_index(*view.batch)) : hidden;
}

at::Tensor host_bias_dropout_residual(const RowView& view, const at::Tensor& x, const at::Tensor& bias,
                                      const at::Tensor& residual, const kernel::Dropout& dropout) {
    return drop_rows(view, bias.defined() ? x + bias.to(at::kFloat) : x, dropout) + residual;
}

at::Tensor host_norm(const RowView& view, const at::Tensor& x, const NormParameters& norm) {
    auto state = c10::make_intrusive<Kept>();
    state->view = view;
    state->eps = norm.eps;
    state->centred = norm.beta.defined();
    return HostNorm::apply(x, norm.gamma, norm.beta.defined() ? std::optional(norm.beta) : std::nullopt,
                           state);
}

at::Tensor host_activation(const at::Tensor& x, arch::Activation activation) {
    if (activation == arch::Activation::tanh) return activated(activation, x);
    auto state = c10::make_intrusive<Kept>();
    state->activation = kernel_of(activation);
    return HostActivation::apply(x, state);
}

} // namespace tunedesk::model
