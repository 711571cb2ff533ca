// SPDX-License-Identifier: GPL-3.0-or-later
// The row kernels as operations of the models.

#include "row_operations.h"

#include "decoder_operations.h"
#include "function_parts.h"
#include "head_operations.h"

#include <ATen/ATen.h>

namespace tunedesk::cuda {

namespace {

using model::Batch;
using model::NormParameters;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct DropAddNorm : torch::autograd::Function<DropAddNorm> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& residual,
                              const at::Tensor& gamma, const at::Tensor& beta, double eps,
                              double probability) {
        const RowDropout dropout = draw(probability, x.device());
        const Normalised out = drop_add_norm(x, residual, gamma, beta, eps, dropout);
        context->save_for_backward({out.sum, out.mean, out.rstd, gamma});
        context->saved_data["type"] = static_cast<std::int64_t>(x.scalar_type());
        keep(context, dropout);
        return out.y;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const auto type = static_cast<at::ScalarType>(context->saved_data["type"].toInt());
        const NormGradients out = norm_backward(gradients[0], saved[0], saved[1], saved[2], saved[3],
                                                kept_of(context), RowDropout(), type);
        return {out.x, out.sum, out.gamma, out.beta, at::Tensor(), at::Tensor()};
    }
};

struct EmbedNorm : torch::autograd::Function<EmbedNorm> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& word, const at::Tensor& position,
                              const std::optional<at::Tensor>& type_table, const at::Tensor& gamma,
                              const at::Tensor& beta, const at::Tensor& ids, const at::Tensor& places,
                              const at::Tensor& kinds, double eps, double probability, std::int64_t pad_id) {
        const at::Tensor type = type_table.value_or(at::Tensor());
        const RowDropout dropout = draw(probability, word.device());
        const Normalised out =
            embed_norm(ids, places, kinds, word, position, type, gamma, beta, eps, dropout);
        context->save_for_backward({out.sum, out.mean, out.rstd, gamma, ids, places, kinds});
        context->saved_data["rows"] =
            std::vector<std::int64_t>{word.size(0), position.size(0), type.defined() ? type.size(0) : 0};
        context->saved_data["type"] = static_cast<std::int64_t>(word.scalar_type());
        context->saved_data["pad_id"] = pad_id;
        keep(context, dropout);
        return out.y;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const NormGradients out = norm_backward(gradients[0], saved[0], saved[1], saved[2], saved[3],
                                                RowDropout(), kept_of(context), std::nullopt);
        const std::vector<std::int64_t> rows = context->saved_data["rows"].toIntVector();
        const auto type = static_cast<at::ScalarType>(context->saved_data["type"].toInt());
        const at::Tensor gradient = out.sum.to(type); // as LibTorch's own, which looks up in the table's type
        const auto of_table = [&](std::size_t table, std::size_t input, std::int64_t padding) {
            return rows[table] > 0 && context->needs_input_grad(table)
                       ? at::embedding_dense_backward(gradient, saved[input], rows[table], padding, false)
                       : at::Tensor();
        };
        return {of_table(0, 4, context->saved_data["pad_id"].toInt()),
                of_table(1, 5, -1),
                of_table(2, 6, -1),
                out.gamma,
                out.beta,
                at::Tensor(),
                at::Tensor(),
                at::Tensor(),
                at::Tensor(),
                at::Tensor(),
                at::Tensor()};
    }
};

/// A dense layer in the compute type, whose result stays in it.
at::Tensor dense(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                 at::ScalarType compute) {
    return at::linear(x.to(compute), weight.to(compute), bias.to(compute));
}

at::Tensor add_and_norm(const at::Tensor& product, const at::Tensor& residual, const NormParameters& norm,
                        const kernel::Dropout& dropout) {
    return DropAddNorm::apply(product, residual, norm.gamma.to(at::kFloat), norm.beta.to(at::kFloat),
                              norm.eps, probability_of(dropout));
}

at::Tensor embed(const std::shared_ptr<const Batch>& batch, const at::Tensor& word,
                 const at::Tensor& position, const at::Tensor& type, const NormParameters& norm,
                 const kernel::Dropout& dropout, std::int64_t pad_id, bool sparse) {
    TORCH_CHECK(!sparse, "the optimizers on devices take whole gradients");
    const model::BatchTensors& tensors = *batch->tensors;
    const at::Tensor alike =
        word.scalar_type() == position.scalar_type() ? word : word.to(position.scalar_type());
    return EmbedNorm::apply(alike, position, if_defined(type), norm.gamma.to(at::kFloat),
                            norm.beta.to(at::kFloat), tensors.ids.to(at::kInt), tensors.position,
                            tensors.type_ids, norm.eps, probability_of(dropout), pad_id);
}

at::Tensor linear_residual_norm(const model::RowView&, const at::Tensor& x, const at::Tensor& weight,
                                const at::Tensor& bias, const at::Tensor& residual,
                                const NormParameters& norm, const kernel::Dropout& dropout,
                                at::ScalarType compute) {
    return add_and_norm(dense(x, weight, bias, compute), residual, norm, dropout);
}

at::Tensor activated(arch::Activation activation, const at::Tensor& x) {
    if (activation == arch::Activation::relu) return at::relu(x);
    return at::gelu(x, activation == arch::Activation::gelu_tanh ? "tanh" : "none");
}

at::Tensor feed_forward(const model::RowView&, const at::Tensor& x, const at::Tensor& up,
                        const at::Tensor& up_bias, const at::Tensor& down, const at::Tensor& down_bias,
                        const NormParameters& norm, arch::Activation activation,
                        const kernel::Dropout& dropout, at::ScalarType compute) {
    const at::Tensor wide = activated(activation, dense(x, up, up_bias, compute));
    return add_and_norm(dense(wide, down, down_bias, compute), x, norm, dropout);
}

} // namespace

model::Operations with_row_kernels(const model::Operations& plain) {
    model::Operations operations = with_decoder_kernels(plain);
    operations.name = "rows";
    operations.embed = embed;
    operations.linear_residual_norm = linear_residual_norm;
    operations.feed_forward = feed_forward;
    operations.classify = classify;
    operations.cross_entropy = cross_entropy;
    return operations;
}

} // namespace tunedesk::cuda
