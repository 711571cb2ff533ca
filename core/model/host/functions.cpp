// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/activity.h"
#include "model/head/head.h"
#include "model/host/function_parts.h"

namespace tunedesk::model {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

RowView::RowView(std::shared_ptr<const Batch> all, bool first) : batch(std::move(all)), first_only(first) {
    if (!first_only) return;
    sample = batch->samples;
    position.assign(batch->samples.size(), 0);
}

kernel::Rows RowView::rows(std::int64_t width) const {
    if (first_only) return {sample.data(), position.data(), batch->size(), width};
    return {batch->sample.data(), batch->position.data(), batch->rows(), width};
}

void for_range(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& body) {
    at::parallel_for(0, count, 1, [&](std::int64_t begin, std::int64_t end) {
        body(begin, end);
        activity::touch();
    });
}

kernel::Number number_of(at::ScalarType type) {
    return type == at::kBFloat16 ? kernel::Number::bf16
           : type == at::kHalf   ? kernel::Number::fp16
                                 : kernel::Number::fp32;
}

kernel::Activation kernel_of(arch::Activation activation) {
    if (activation == arch::Activation::relu) return kernel::Activation::relu;
    if (activation == arch::Activation::silu) return kernel::Activation::silu;
    return activation == arch::Activation::gelu_tanh ? kernel::Activation::gelu_tanh
                                                     : kernel::Activation::gelu;
}

at::Tensor first_row_index(const Batch& batch) {
    return at::tensor(at::ArrayRef<std::int64_t>(batch.first_rows), at::kLong);
}

void keep(AutogradContext* context, c10::intrusive_ptr<Kept> kept) {
    context->saved_data["kept"] = at::IValue::make_capsule(std::move(kept));
}

const Kept& kept(AutogradContext* context) {
    return *static_cast<const Kept*>(context->saved_data["kept"].toCapsule().get());
}

namespace {

kernel::ResidualNorm norm_arguments(const Kept& kept, const at::Tensor& x) {
    kernel::ResidualNorm n;
    n.rows = {nullptr, nullptr, x.size(0), x.size(1)};
    if (kept.dropout.threshold() > 0) n.rows = kept.view.rows(x.size(1));
    n.eps = static_cast<float>(kept.eps);
    n.centred = kept.centred;
    n.dropout = kept.dropout;
    return n;
}

} // namespace

std::pair<at::Tensor, at::Tensor> norm_forward(const Kept& kept, at::Tensor& x, const at::Tensor& bias,
                                               const at::Tensor& residual, const at::Tensor& gamma,
                                               const at::Tensor& beta) {
    at::Tensor y = at::empty_like(x), rstd = at::empty({x.size(0)}, x.options());
    const at::Tensor wide_bias = widened(bias), wide_gamma = widened(gamma),
                     wide_beta = beta.defined() ? widened(beta) : at::zeros_like(wide_gamma);
    kernel::ResidualNorm n = norm_arguments(kept, x);
    n.x = data(x);
    n.bias = data(wide_bias);
    n.residual = data(residual);
    n.gamma = data(wide_gamma);
    n.beta = data(wide_beta);
    n.y = data(y);
    n.rstd = data(rstd);
    for_range(x.size(0), [&](std::int64_t begin, std::int64_t end) {
        kernel::kernels().residual_norm_forward(n, begin, end);
    });
    return {y, rstd};
}

NormGradients norm_backward(const Kept& kept, const at::Tensor& dy, const at::Tensor& normalised,
                            const at::Tensor& rstd, const at::Tensor& gamma, bool with_residual) {
    const std::int64_t width = normalised.size(1), chunks = kernel::chunk_count(normalised.size(0));
    const at::Tensor dense = dy.contiguous(), wide_gamma = widened(gamma);
    NormGradients g;
    g.dx = at::empty_like(dense);
    if (with_residual) g.d_residual = at::empty_like(dense);
    const at::Tensor sums = at::empty({chunks, 3, width}, dense.options());
    kernel::ResidualNorm n = norm_arguments(kept, normalised);
    n.x = data(normalised);
    n.residual = with_residual ? n.x : nullptr; // only tested for null here
    n.gamma = data(wide_gamma);
    n.rstd = data(rstd);
    n.dy = data(dense);
    n.dx = data(g.dx);
    n.d_residual = data(g.d_residual);
    n.sums = data(sums);
    for_range(chunks, [&](std::int64_t begin, std::int64_t end) {
        kernel::kernels().residual_norm_backward(n, begin, end);
    });
    const at::Tensor total = sums.sum(0);
    g.d_bias = total[0];
    g.d_gamma = total[1];
    g.d_beta = total[2];
    return g;
}

namespace {

struct LinearResidualNorm : torch::autograd::Function<LinearResidualNorm> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                              const at::Tensor& bias, const at::Tensor& residual, const at::Tensor& gamma,
                              const at::Tensor& beta, const c10::intrusive_ptr<Kept>& state) {
        const at::Tensor operand = state->operand(x);
        at::Tensor z = product(operand, weight.t());
        auto [y, rstd] = norm_forward(*state, z, bias, residual.contiguous(), gamma, beta);
        save(context, {operand, weight, gamma, z, rstd});
        keep(context, state);
        return y;
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const NormGradients g =
            norm_backward(kept(context), gradients[0], saved[3], saved[4], saved[2], true);
        const at::Tensor dx = kept(context).operand(g.dx);
        at::Tensor d_weight;
        if (context->needs_input_grad(1)) d_weight = weight_gradient(dx, saved[0], saved[1]);
        return {// in the type of x, as returned by attention
                matrix_product(dx, saved[1], kept(context).compute),
                d_weight,
                g.d_bias,
                g.d_residual,
                g.d_gamma,
                g.d_beta,
                {}};
    }
};

struct DropoutRows : torch::autograd::Function<DropoutRows> {
    static at::Tensor run(const Kept& state, const at::Tensor& x) {
        const at::Tensor dense = x.contiguous();
        at::Tensor out = at::empty_like(dense);
        const kernel::Rows rows = state.view.rows(x.size(1));
        for_range(x.size(0), [&](std::int64_t begin, std::int64_t end) {
            kernel::kernels().dropout_rows(state.dropout, rows, data(dense), data(out), begin, end);
        });
        return out;
    }
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x,
                              const c10::intrusive_ptr<Kept>& state) {
        keep(context, state);
        return run(*state, x);
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        return {run(kept(context), gradients[0]), {}};
    }
};

} // namespace

at::Tensor linear_residual_norm(const RowView& view, const at::Tensor& x, const at::Tensor& weight,
                                const at::Tensor& bias, const at::Tensor& residual,
                                const NormParameters& norm, const kernel::Dropout& dropout,
                                at::ScalarType compute) {
    auto state = c10::make_intrusive<Kept>();
    state->view = view;
    state->dropout = dropout;
    state->eps = norm.eps;
    state->compute = compute;
    return LinearResidualNorm::apply(x, weight, bias, residual, norm.gamma, norm.beta, state);
}

at::Tensor drop_rows(const RowView& view, const at::Tensor& rows, const kernel::Dropout& dropout) {
    if (dropout.threshold() == 0) return rows;
    auto state = c10::make_intrusive<Kept>();
    state->view = view;
    state->dropout = dropout;
    return DropoutRows::apply(rows, state);
}

at::Tensor classify(const RowView& view, const at::Tensor& rows, const HeadParameters& head,
                    const kernel::Dropout& dropout) {
    return classify_with(rows, head, [&](const at::Tensor& x) { return drop_rows(view, x, dropout); });
}

} // namespace tunedesk::model
