// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/host/decoder_operations.h"

#include "model/host/function_parts.h"

#include <algorithm>

namespace tunedesk::model {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// x weight^T + bias; `x` is already an operand.
at::Tensor layer_of(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                    at::ScalarType compute) {
    if (compute == at::kFloat && weight.scalar_type() == at::kFloat)
        return dense_layer(x, weight, widened(bias));
    return matrix_product(x, weight.t(), compute, widened(bias));
}

/// The gradients of an input are computed layer by layer and summed in fp32.
struct HostLinears : torch::autograd::Function<HostLinears> {
    static variable_list forward(AutogradContext* context, const at::Tensor& x, at::TensorList weights,
                                 at::TensorList biases, std::int64_t with_bias,
                                 const c10::intrusive_ptr<Kept>& state) {
        const at::Tensor operand = state->operand(x);
        variable_list kept{operand}, results;
        std::size_t bias = 0;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            kept.push_back(weights[i]);
            results.push_back(layer_of(operand, weights[i],
                                       with_bias >> i & 1 ? biases[bias++] : at::Tensor(), state->compute));
        }
        save(context, std::move(kept));
        keep(context, state);
        context->saved_data["with_bias"] = with_bias;
        return results;
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const std::int64_t with_bias = context->saved_data["with_bias"].toInt();
        const std::size_t layers = gradients.size();
        variable_list result(1 + layers);
        at::Tensor dx;
        std::size_t bias = 1 + layers;
        for (std::size_t i = 0; i < layers; ++i) {
            const std::size_t bias_at = with_bias >> i & 1 ? bias++ : 0;
            if (bias_at) result.emplace_back();
            if (!gradients[i].defined()) continue;
            const at::Tensor dy = kept(context).operand(gradients[i]).contiguous();
            if (context->needs_input_grad(0)) {
                if (dx.defined())
                    add_product(dx, dy, saved[1 + i]);
                else
                    dx = product(dy, saved[1 + i]);
            }
            if (context->needs_input_grad(1 + i)) result[1 + i] = weight_gradient(dy, saved[0], saved[1 + i]);
            if (bias_at && context->needs_input_grad(bias_at))
                result[bias_at] = gradients[i].to(at::kFloat).sum(0);
        }
        result[0] = dx;
        result.resize(result.size() + 2); // for with_bias and the state
        return result;
    }
};

kernel::Gated gated_arguments(const Kept& kept, const at::Tensor& gate, const at::Tensor& up) {
    kernel::Gated g;
    g.activation = kept.activation;
    g.number = number_of(gate.scalar_type());
    g.gate = gate.const_data_ptr();
    g.up = up.const_data_ptr();
    return g;
}

constexpr std::int64_t elements_an_item = 1 << 14; ///< for pointwise work on threads

void for_elements(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& body) {
    for_range((count + elements_an_item - 1) / elements_an_item, [&](std::int64_t begin, std::int64_t end) {
        body(begin * elements_an_item, std::min(count, end * elements_an_item));
    });
}

at::Tensor gate(const Kept& kept, const at::Tensor& gate, const at::Tensor& up) {
    const at::Tensor out = at::empty_like(gate);
    kernel::Gated g = gated_arguments(kept, gate, up);
    g.out = out.mutable_data_ptr();
    for_elements(out.numel(), [&](std::int64_t begin, std::int64_t end) {
        kernel::kernels().gated_forward(g, begin, end);
    });
    return out;
}

/// Computes the gradients of gate and up, and again the product in `out`, if that is defined; outputs may
/// share memory with inputs.
void gate_gradients(const Kept& kept, const at::Tensor& gate, const at::Tensor& up, const at::Tensor& d_out,
                    const at::Tensor& d_gate, const at::Tensor& d_up, const at::Tensor& out) {
    kernel::Gated g = gated_arguments(kept, gate, up);
    g.d_out = d_out.const_data_ptr();
    g.d_gate = d_gate.mutable_data_ptr();
    g.d_up = d_up.mutable_data_ptr();
    if (out.defined()) g.out = out.mutable_data_ptr();
    for_elements(gate.numel(), [&](std::int64_t begin, std::int64_t end) {
        kernel::kernels().gated_backward(g, begin, end);
    });
}

struct HostGated : torch::autograd::Function<HostGated> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& given, const at::Tensor& up,
                              const c10::intrusive_ptr<Kept>& state) {
        save(context, {given, up});
        keep(context, state);
        return gate(*state, given, up);
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const at::Tensor d_out = gradients[0].contiguous();
        const at::Tensor d_gate = at::empty_like(d_out), d_up = at::empty_like(d_out);
        gate_gradients(kept(context), saved[0], saved[1], d_out, d_gate, d_up, {});
        return {d_gate, d_up, {}};
    }
};

struct GatedProduct : torch::autograd::Function<GatedProduct> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& given, const at::Tensor& up,
                              const at::Tensor& weight, const c10::intrusive_ptr<Kept>& state) {
        save(context, {given, up, weight});
        keep(context, state);
        return layer_of(gate(*state, given, up), weight, {}, state->compute).to(at::kFloat);
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const Kept& state = kept(context);
        const at::Tensor &given = saved[0], &up = saved[1], &weight = saved[2];
        const at::Tensor dy = state.operand(gradients[0]).contiguous();
        const at::Tensor d_out = matrix_product(dy, weight, state.compute);
        const bool trains = context->needs_input_grad(2);
        const at::Tensor out = trains ? at::empty_like(given) : at::Tensor();
        gate_gradients(state, given, up, d_out, given, up, out);
        return {given, up, trains ? weight_gradient(dy, out, weight) : at::Tensor(), {}};
    }
};

struct ActivatedProduct : torch::autograd::Function<ActivatedProduct> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& u, const at::Tensor& weight,
                              const c10::intrusive_ptr<Kept>& state) {
        save(context, {u, weight});
        keep(context, state);
        const at::Tensor active = activate(state->activation, u, at::zeros({u.size(1)}, at::kFloat));
        return layer_of(active, weight, {}, state->compute).to(at::kFloat);
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const Kept& state = kept(context);
        const at::Tensor &u = saved[0], &weight = saved[1];
        const at::Tensor dy = state.operand(gradients[0]).contiguous();
        const at::Tensor du = matrix_product(dy, weight, state.compute);
        deactivate(state.activation, u, du); // u holds the activations afterwards
        return {du, context->needs_input_grad(1) ? weight_gradient(dy, u, weight) : at::Tensor(), {}};
    }
};

/// Rotates rows by the angles of their positions.
struct HostRotate : torch::autograd::Function<HostRotate> {
    static at::Tensor run(const at::Tensor& x, const Kept& state, const at::Tensor& cosines,
                          const at::Tensor& sines, bool back) {
        const at::Tensor rows = x.stride(1) == 1 ? x : x.contiguous();
        const at::Tensor out = at::empty(x.sizes(), x.options());
        kernel::Rotation r;
        r.number = number_of(x.scalar_type());
        r.x = rows.const_data_ptr();
        r.x_stride = rows.stride(0);
        r.out = out.mutable_data_ptr();
        r.position = state.view.batch->position.data();
        r.cosines = data(cosines);
        r.sines = data(sines);
        r.heads = state.heads;
        r.head_width = x.size(1) / state.heads;
        r.back = back;
        for_range(x.size(0),
                  [&](std::int64_t begin, std::int64_t end) { kernel::kernels().rotate(r, begin, end); });
        return out;
    }
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& cosines,
                              const at::Tensor& sines, const c10::intrusive_ptr<Kept>& state) {
        context->save_for_backward({cosines, sines}); // owned by the table, not by the pass
        keep(context, state);
        return run(x, *state, cosines, sines, false);
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        return {run(gradients[0], kept(context), saved[0], saved[1], true), {}, {}, {}};
    }
};

} // namespace

std::vector<at::Tensor> host_linears(const at::Tensor& x, std::span<const LinearParameters> layers,
                                     at::ScalarType compute) {
    auto state = c10::make_intrusive<Kept>();
    state->compute = compute;
    std::vector<at::Tensor> weights, biases;
    std::int64_t with_bias = 0; // one bit per layer
    for (const LinearParameters& layer : layers) {
        if (layer.bias.defined()) {
            with_bias |= std::int64_t{1} << weights.size();
            biases.push_back(layer.bias);
        }
        weights.push_back(layer.weight);
    }
    return HostLinears::apply(x, at::TensorList(weights), at::TensorList(biases), with_bias, state);
}

at::Tensor host_gated(const at::Tensor& gate, const at::Tensor& up, arch::Activation activation) {
    auto state = c10::make_intrusive<Kept>();
    state->activation = kernel_of(activation);
    return HostGated::apply(gate, up, state);
}

at::Tensor host_activated_product(const at::Tensor& u, const at::Tensor& gate, const at::Tensor& weight,
                                  arch::Activation activation, at::ScalarType compute) {
    auto state = c10::make_intrusive<Kept>();
    state->activation = kernel_of(activation);
    state->compute = compute;
    return gate.defined() ? GatedProduct::apply(gate, u, weight, state)
                          : ActivatedProduct::apply(u, weight, state);
}

at::Tensor host_rotate(const std::shared_ptr<const Batch>& batch, const at::Tensor& x, int heads,
                       const RotaryTable::Angles& angles) {
    auto state = c10::make_intrusive<Kept>();
    state->view = RowView(batch, false);
    state->heads = heads;
    return HostRotate::apply(x, angles.cosines, angles.sines, state);
}

} // namespace tunedesk::model
