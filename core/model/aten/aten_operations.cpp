// SPDX-License-Identifier: GPL-3.0-or-later
// The operations implemented by LibTorch's functions and their derivatives. They run on any device; on the
// host they are the reference for the fused ones.

#include "base/error.h"
#include "memory/torch_headers.h"
#include "model/aten/aten_attention.h"
#include "model/aten/rounded_linear.h"
#include "model/head/head.h"
#include "model/operations.h"

#include <algorithm>

namespace tunedesk::model {

namespace {

/// Random numbers reserved for one part of a pass: more than a pass can draw (48 layers of attention over
/// 2^30 scores), and a power of two that leaves 2^27 micro-batches.
constexpr std::uint64_t numbers_a_part = std::uint64_t{1} << 36;

void begin(const Pass& pass, at::Device device, int part) {
    if (!pass.training) return;
    const std::uint64_t place =
        2 * (std::uint64_t{pass.step} * pass.micro_batches + pass.micro_batch) + static_cast<unsigned>(part);
    at::Generator generator = at::globalContext().defaultGenerator(device);
    const std::lock_guard lock(generator.mutex());
    if (device.is_cpu()) { // the host's generator has no offset: every position gets its own seed
        generator.set_current_seed((pass.seed + pass.rank) * 0x9E3779B97F4A7C15u + place);
        return;
    }
    generator.set_current_seed(pass.seed + pass.rank);
    generator.set_offset(place * numbers_a_part);
}

/// A linear layer in the compute type with an fp32 result.
at::Tensor dense(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                 at::ScalarType compute) {
    return rounded_linear(x, weight, bias, compute).to(at::kFloat);
}

at::Tensor layer_norm(const at::Tensor& x, const NormParameters& norm) {
    if (!norm.beta.defined()) { // RMSNorm
        const at::Tensor scale = at::rsqrt(at::mean(x * x, {1}, /*keepdim=*/true) + norm.eps);
        return x * scale * norm.gamma.to(at::kFloat);
    }
    return at::layer_norm(x, {x.size(1)}, norm.gamma.to(at::kFloat), norm.beta.to(at::kFloat), norm.eps);
}

at::Tensor drop(const at::Tensor& x, const kernel::Dropout& dropout) {
    return dropout.threshold() == 0 ? x : at::dropout(x, dropout.probability, /*train=*/true);
}

at::Tensor embedding_sum(const std::shared_ptr<const Batch>& batch, const at::Tensor& word,
                         const at::Tensor& position, const at::Tensor& type, std::int64_t pad_id,
                         bool sparse) {
    const BatchTensors& tensors = *batch->tensors;
    const auto rows_of = [](const at::Tensor& table, const at::Tensor& index, std::int64_t pad = -1,
                            bool rows = false) {
        return at::embedding(table, index, pad, /*scale_grad_by_freq=*/false, rows).to(at::kFloat);
    };
    at::Tensor x = rows_of(word, tensors.ids, pad_id, sparse);
    if (position.defined()) x = x + rows_of(position, tensors.position);
    return type.defined() ? x + rows_of(type, tensors.type_ids) : x;
}

at::Tensor embed_rows(const std::shared_ptr<const Batch>& batch, const at::Tensor& word,
                      const at::Tensor& position, const at::Tensor& type, const NormParameters& norm,
                      const kernel::Dropout& dropout, std::int64_t pad_id, bool sparse) {
    return drop(layer_norm(embedding_sum(batch, word, position, type, pad_id, sparse), norm), dropout);
}

/// attention() of a batch's segments. The lists of blocks are made on the host from its lengths, which a
/// recorded pass would reuse for other batches of the same shape.
at::Tensor attention_of(const Batch& batch, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                        const AttentionKind& kind, const kernel::Dropout& dropout, bool first_only) {
    const BatchTensors& tensors = *batch.tensors;
    const Segments& queries = first_only ? tensors.first_tokens : tensors.segments;
    const double probability = dropout.threshold() == 0 ? 0 : dropout.probability;
    if (kind.mask != AttentionMask::blocks)
        return attention(q, k, v, queries, tensors.segments, probability, kind.mask == AttentionMask::causal);
    if (batch.loss_weights.defined()) // batches of a fixed shape
        throw Error(ErrorId::architecture_unsupported,
                    {"attention_type", "block-sparse attention has no static graph"});
    return attention(q, k, v, queries, tensors.segments, probability,
                     BlockLists(kind, tensors.segments.lengths));
}

std::pair<at::Tensor, at::Tensor> attend(const std::shared_ptr<const Batch>& batch, const at::Tensor& hidden,
                                         const ProjectionParameters& p, const AttentionKind& kind,
                                         const kernel::Dropout& dropout, bool first_only,
                                         at::ScalarType compute) {
    const BatchTensors& tensors = *batch->tensors;
    const std::int64_t width = hidden.size(1);
    const auto split = [&](const at::Tensor& x) {
        return x.view({x.size(0), kind.heads, width / kind.heads});
    };
    // A look-up instead of a selection: the derivative of a selection synchronizes with the GPU for the
    // largest index.
    const at::Tensor rows = first_only ? at::embedding(hidden, tensors.segment_rows) : hidden;
    const auto layer = [&](const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
        return split(rounded_linear(x, weight, bias, compute).to(attention_type(hidden.device(), compute)));
    };
    const at::Tensor q = layer(rows, p.query_weight, p.query_bias);
    const at::Tensor k = layer(hidden, p.key_weight, p.key_bias);
    const at::Tensor v = layer(hidden, p.value_weight, p.value_bias);
    const at::Tensor context =
        attention_of(*batch, q, k, v, kind, dropout, first_only).reshape({rows.size(0), width});
    if (!first_only || !tensors.of_sequences.defined()) return {context, rows};
    return {context.index_select(0, tensors.of_sequences), rows.index_select(0, tensors.of_sequences)};
}

/// Selects the rows of the first tokens by sequence, because LibTorch's attention returns them by segment.
at::Tensor select_rows(const RowView& view, const at::Tensor& hidden) {
    if (!view.first_only) return hidden;
    const BatchTensors& tensors = *view.batch->tensors;
    const at::Tensor rows = at::embedding(hidden, tensors.segment_rows);
    return tensors.of_sequences.defined() ? rows.index_select(0, tensors.of_sequences) : rows;
}

at::Tensor attend_to(const RowView& queries, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                     const AttentionKind& kind, const kernel::Dropout& dropout) {
    const BatchTensors& tensors = *queries.batch->tensors;
    const bool by_sequence = queries.first_only && tensors.of_sequences.defined();
    const at::ScalarType type = attention_type(q.device(), q.scalar_type());
    const auto split = [&](const at::Tensor& x, int heads) {
        const at::Tensor parts = x.to(type).view({x.size(0), heads, x.size(1) / heads});
        return heads == kind.heads ? parts : parts.repeat_interleave(kind.heads / heads, 1);
    };
    at::Tensor rows = q;
    if (by_sequence) { // padding segments have a query too
        const auto segments = static_cast<std::int64_t>(tensors.segments.lengths.size());
        rows = at::zeros({segments, q.size(1)}, q.options())
                   .index_copy(0, tensors.of_sequences.to(at::kLong), q);
    }
    const at::Tensor context =
        attention_of(*queries.batch, split(rows, kind.heads), split(k, kind.key_value_heads),
                     split(v, kind.key_value_heads), kind, dropout, queries.first_only)
            .reshape(rows.sizes())
            .to(q.scalar_type());
    return by_sequence ? context.index_select(0, tensors.of_sequences) : context;
}

at::Tensor project_and_norm(const RowView&, const at::Tensor& x, const at::Tensor& weight,
                            const at::Tensor& bias, const at::Tensor& residual, const NormParameters& norm,
                            const kernel::Dropout& dropout, at::ScalarType compute) {
    return layer_norm(drop(dense(x, weight, bias, compute), dropout) + residual, norm);
}

at::Tensor widen_and_norm(const RowView& view, const at::Tensor& x, const at::Tensor& up,
                          const at::Tensor& up_bias, const at::Tensor& down, const at::Tensor& down_bias,
                          const NormParameters& norm, arch::Activation activation,
                          const kernel::Dropout& dropout, at::ScalarType compute) {
    const at::Tensor wide = activated(activation, dense(x, up, up_bias, compute));
    return project_and_norm(view, wide, down, down_bias, x, norm, dropout, compute);
}

std::vector<at::Tensor> linears(const at::Tensor& x, std::span<const LinearParameters> layers,
                                at::ScalarType compute) {
    std::vector<at::Tensor> results;
    for (const LinearParameters& layer : layers)
        results.push_back(rounded_linear(x, layer.weight, layer.bias, compute));
    return results;
}

at::Tensor gate_by(const at::Tensor& gate, const at::Tensor& up, arch::Activation activation) {
    return activated(activation, gate) * up;
}

at::Tensor activate_and_project(const at::Tensor& u, const at::Tensor& gate, const at::Tensor& weight,
                                arch::Activation activation, at::ScalarType compute) {
    const at::Tensor active = gate.defined() ? gate_by(gate, u, activation) : activated(activation, u);
    return dense(active, weight, {}, compute);
}

/// Computes in fp32, as the kernels do.
at::Tensor rotated(const std::shared_ptr<const Batch>& batch, const at::Tensor& x, int heads,
                   const RotaryTable::Angles& angles) {
    const at::Tensor &place = batch->tensors->position,
                     cosine = angles.cosines.index_select(0, place).unsqueeze(1),
                     sine = angles.sines.index_select(0, place).unsqueeze(1);
    const std::vector<at::Tensor> halves =
        x.to(at::kFloat).view({x.size(0), heads, x.size(1) / heads}).chunk(2, 2);
    return at::cat({halves[0] * cosine - halves[1] * sine, halves[1] * cosine + halves[0] * sine}, 2)
        .reshape(x.sizes())
        .to(x.scalar_type());
}

} // namespace

const Operations& aten_operations() {
    static const Operations operations{
        .name = "aten",
        .device = OperandDevice::any,
        .dropout_source = DropoutSource::generator,
        .batch_form = BatchForm::tensors,
        .begin = begin,
        .embed = embed_rows,
        .self_attention = attend,
        .linear_residual_norm = project_and_norm,
        .feed_forward = widen_and_norm,
        .linear = [](const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                     at::ScalarType compute,
                     at::ScalarType result) { return rounded_linear(x, weight, bias, compute).to(result); },
        .linears = linears,
        .activated_product = activate_and_project,
        .select = select_rows,
        .attention = attend_to,
        .bias_dropout_residual =
            [](const RowView&, const at::Tensor& x, const at::Tensor& bias, const at::Tensor& residual,
               const kernel::Dropout& dropout) {
                return drop(bias.defined() ? x + bias.to(at::kFloat) : x, dropout) + residual;
            },
        .norm = [](const RowView&, const at::Tensor& x,
                   const NormParameters& norm) { return layer_norm(x, norm); },
        .activation = [](const at::Tensor& x,
                         arch::Activation activation) { return activated(activation, x); },
        .gated = gate_by,
        .rotate = rotated,
        .embedding = embedding_sum,
        .drop = [](const RowView&, const at::Tensor& rows,
                   const kernel::Dropout& dropout) { return drop(rows, dropout); },
        .classify =
            [](const RowView&, const at::Tensor& rows, const HeadParameters& head,
               const kernel::Dropout& dropout) {
                return classify_with(rows, head, [&](const at::Tensor& x) { return drop(x, dropout); });
            },
        .cross_entropy = cross_entropy,
        .linear_cross_entropy = aten_linear_cross_entropy};
    return operations;
}

} // namespace tunedesk::model
