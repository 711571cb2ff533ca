#include "model/function_parts.h"

namespace tunedesk::model {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct FeedForward : torch::autograd::Function<FeedForward> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& up,
                              const at::Tensor& up_bias, const at::Tensor& down, const at::Tensor& down_bias,
                              const at::Tensor& gamma, const at::Tensor& beta,
                              const c10::intrusive_ptr<Kept>& state) {
        const at::Tensor u = at::mm(x, up.t());
        at::Tensor z;
        {
            const at::Tensor activated = at::empty_like(u);
            for_range(u.size(0), [&](std::int64_t begin, std::int64_t end) {
                kernel::kernels().activation_forward(state->activation, data(u), data(up_bias),
                                                     data(activated), u.size(1), begin, end);
            });
            z = at::mm(activated, down.t());
        }
        auto [y, rstd] = norm_forward(*state, z, down_bias, x, gamma, beta);
        context->save_for_backward({x, up, down, gamma, u, z, rstd});
        keep(context, state);
        return y;
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const at::Tensor &x = saved[0], &up = saved[1], &down = saved[2], &u = saved[4];
        const NormGradients g =
            norm_backward(kept(context), gradients[0], saved[5], saved[6], saved[3], true);
        const at::Tensor du = at::mm(g.dx, down); // d activation first, then d u in place
        const std::int64_t chunks = kernel::chunk_count(u.size(0));
        const at::Tensor sums = at::empty({chunks, u.size(1)}, u.options());
        for_range(chunks, [&](std::int64_t begin, std::int64_t end) {
            kernel::kernels().activation_backward(kept(context).activation, data(u), data(du), data(sums),
                                                  u.size(1), u.size(0), begin, end);
        });
        at::Tensor d_up, d_down;
        if (context->needs_input_grad(3)) d_down = weight_gradient(g.dx, u); // u holds the activations again
        if (context->needs_input_grad(1)) d_up = weight_gradient(du, x);
        at::Tensor dx = g.d_residual;
        dx.addmm_(du, up);
        return {dx, d_up, sums.sum(0), d_down, g.d_bias, g.d_gamma, g.d_beta, {}};
    }
};

} // namespace

at::Tensor feed_forward(const RowView& view, const at::Tensor& x, const at::Tensor& up,
                        const at::Tensor& up_bias, const at::Tensor& down, const at::Tensor& down_bias,
                        const NormParameters& norm, kernel::Activation activation,
                        const kernel::Dropout& dropout) {
    auto state = c10::make_intrusive<Kept>();
    state->view = view;
    state->dropout = dropout;
    state->eps = norm.eps;
    state->activation = activation;
    return FeedForward::apply(x, up, up_bias, down, down_bias, norm.gamma, norm.beta, state);
}

} // namespace tunedesk::model
