// SPDX-License-Identifier: GPL-3.0-or-later
// The decoders' kernels as operations of the models.

#include "decoder_operations.h"

#include "decoder_kernels.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

namespace tunedesk::cuda {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct RmsNorm : torch::autograd::Function<RmsNorm> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& gamma,
                              double eps) {
        const at::Tensor in = x.to(at::kFloat).contiguous();
        const RmsNormed out = rms_norm(in, gamma, eps);
        context->save_for_backward({in, out.rstd, gamma});
        return out.y;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const RmsGradients out =
            rms_norm_backward(gradients[0], saved[0], saved[1], saved[2], context->needs_input_grad(1));
        return {out.x, out.gamma.defined() ? out.gamma.to(saved[2].scalar_type()) : out.gamma, at::Tensor()};
    }
};

struct Rotate : torch::autograd::Function<Rotate> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& position,
                              const at::Tensor& cosines, const at::Tensor& sines, std::int64_t heads) {
        context->save_for_backward({position, cosines, sines});
        context->saved_data["heads"] = heads;
        return rotate(x, position, {cosines, sines, static_cast<int>(heads), false});
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const auto heads = static_cast<int>(context->saved_data["heads"].toInt());
        return {rotate(gradients[0], saved[0], {saved[1], saved[2], heads, true}), {}, {}, {}, {}};
    }
};

/// What a LayerNorm is done by: of the operations that were given last, of which a process has one set.
at::Tensor (*layer_norm)(const model::RowView&, const at::Tensor&, const model::NormParameters&) = nullptr;

at::Tensor norm(const model::RowView& view, const at::Tensor& x, const model::NormParameters& norm) {
    return norm.beta.defined() ? layer_norm(view, x, norm) : RmsNorm::apply(x, norm.gamma, norm.eps);
}

at::Tensor rotate_by_position(const std::shared_ptr<const model::Batch>& batch, const at::Tensor& x,
                              int heads, const model::RotaryTable::Angles& angles) {
    return Rotate::apply(x, batch->tensors->position, angles.cosines, angles.sines, heads);
}

} // namespace

model::Operations with_decoder_kernels(const model::Operations& plain) {
    layer_norm = plain.norm;
    model::Operations operations = plain;
    operations.norm = norm;
    operations.rotate = rotate_by_position;
    return operations;
}

} // namespace tunedesk::cuda
