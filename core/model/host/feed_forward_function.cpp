// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/host/function_parts.h"

namespace tunedesk::model {

at::Tensor activate(kernel::Activation activation, const at::Tensor& u, const at::Tensor& bias) {
    const at::Tensor activated = at::empty_like(u), wide_bias = widened(bias);
    for_range(u.size(0), [&](std::int64_t begin, std::int64_t end) {
        kernel::kernels().activation_forward(activation, number_of(u.scalar_type()), u.mutable_data_ptr(),
                                             data(wide_bias), activated.mutable_data_ptr(), u.size(1), begin,
                                             end);
    });
    return activated;
}

at::Tensor deactivate(kernel::Activation activation, const at::Tensor& u, const at::Tensor& gradient) {
    const std::int64_t chunks = kernel::chunk_count(u.size(0));
    const at::Tensor sums = at::empty({chunks, u.size(1)}, u.options().dtype(at::kFloat));
    for_range(chunks, [&](std::int64_t begin, std::int64_t end) {
        kernel::kernels().activation_backward(activation, number_of(u.scalar_type()), u.mutable_data_ptr(),
                                              gradient.mutable_data_ptr(), data(sums), u.size(1), u.size(0),
                                              begin, end);
    });
    return sums.sum(0);
}

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct FeedForward : torch::autograd::Function<FeedForward> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& up,
                              const at::Tensor& up_bias, const at::Tensor& down, const at::Tensor& down_bias,
                              const at::Tensor& gamma, const at::Tensor& beta,
                              const c10::intrusive_ptr<Kept>& state) {
        const at::Tensor operand = state->operand(x);
        const at::Tensor u = matrix_product(operand, up.t(), state->compute);
        at::Tensor z = product(activate(state->activation, u, up_bias), down.t());
        auto [y, rstd] = norm_forward(*state, z, down_bias, x, gamma, beta);
        save(context, {operand, up, down, gamma, u, z, rstd});
        keep(context, state);
        return y;
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const Kept& state = kept(context);
        const at::Tensor &x = saved[0], &up = saved[1], &down = saved[2], &u = saved[4];
        const NormGradients g = norm_backward(state, gradients[0], saved[5], saved[6], saved[3], true);
        const at::Tensor dz = state.operand(g.dx);
        // d activation first, then d u in place
        const at::Tensor du = matrix_product(dz, down, state.compute);
        const at::Tensor d_up_bias = deactivate(state.activation, u, du);
        at::Tensor d_up, d_down;
        if (context->needs_input_grad(3))
            d_down = weight_gradient(dz, u, down); // u holds the activations again
        if (context->needs_input_grad(1)) d_up = weight_gradient(du, x, up);
        at::Tensor dx = g.d_residual;
        add_product(dx, du, up);
        return {dx, d_up, d_up_bias, d_down, g.d_bias, g.d_gamma, g.d_beta, {}};
    }
};

} // namespace

at::Tensor feed_forward(const RowView& view, const at::Tensor& x, const at::Tensor& up,
                        const at::Tensor& up_bias, const at::Tensor& down, const at::Tensor& down_bias,
                        const NormParameters& norm, arch::Activation activation,
                        const kernel::Dropout& dropout, at::ScalarType compute) {
    auto state = c10::make_intrusive<Kept>();
    state->view = view;
    state->dropout = dropout;
    state->eps = norm.eps;
    state->activation = kernel_of(activation);
    state->compute = compute;
    return FeedForward::apply(x, up, up_bias, down, down_bias, norm.gamma, norm.beta, state);
}

} // namespace tunedesk::model
