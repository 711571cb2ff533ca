// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/layers/block_parts.h"

#include "memory/torch_headers.h"
#include "model/tensor/tensor_ranks.h"

#include <algorithm>

namespace tunedesk::model {

namespace {

using arch::Role;

/// Self-attention and an MLP, each with a norm after its residual sum; whole, or a slice of its heads and of
/// the MLP's columns with the others on other ranks. Uses the fused operations, or the small ones if there is
/// an operation between a linear layer's product and its result, if the MLP drops activations, or if
/// attention is of another kind (causal, grouped heads, without biases).
class TransformerLayer : public Block {
public:
    TransformerLayer(const arch::ModelSpec& spec, std::size_t index, const BlockParameters& own,
                     const Placement& placement)
        : operations_(*placement.operations), compute_(placement.compute),
          small_operations_(placement.small_operations), first_site_(1 + 3 * index),
          inner_site_(1 + 3 * spec.layers.size() + 2 + index), index_(static_cast<std::uint32_t>(index)),
          kind_(spec.layer), ranks_(placement.tensor),
          first_only_(index + 1 == spec.layers.size() && spec.readout == task::Readout::first),
          projections_(own.projections()), attention_norm_(own.norm(Role::attention_norm, spec.norm_eps)),
          output_norm_(own.norm(Role::output_norm, spec.norm_eps)) {
        for (std::size_t i = 0; i < std::size(roles); ++i)
            linears_[i] = own.linear(roles[i]);
        for (const Place place : {context, down})
            linears_[place].reduction = slice_reduction(ranks_);
    }

    at::Tensor forward(const at::Tensor& hidden, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override {
        const bool fused = !small_operations_ && !kind_.causal && kind_.inner_dropout == 0 &&
                           kind_.key_value_heads == kind_.heads && projections_.bias.defined() &&
                           std::ranges::all_of(linears_, &LinearLayer::is_plain);
        return fused ? run_fused(hidden, batch, pass) : run_small(hidden, batch, pass);
    }

    LinearLayer* linear(Role role) override {
        const auto found = std::ranges::find(roles, role);
        return found == std::end(roles) ? nullptr : &linears_[static_cast<std::size_t>(found - roles)];
    }

private:
    static constexpr Role roles[] = {Role::query, Role::key, Role::value, Role::attention_output,
                                     Role::up,    Role::down};
    enum Place { query, key, value, context, up, down };

    AttentionKind attention_kind(const Pass& pass) const {
        AttentionKind kind{.heads = static_cast<int>(kind_.heads),
                           .key_value_heads = static_cast<int>(kind_.key_value_heads)};
        if (kind_.causal) kind.mask = AttentionMask::causal;
        if (kind_.blocks.block_size == 0) return kind;
        kind.mask = AttentionMask::blocks;
        kind.blocks = kind_.blocks;
        kind.layer = index_;
        kind.training = pass.training;
        return kind;
    }

    at::Tensor run_fused(const at::Tensor& hidden, const std::shared_ptr<const Batch>& batch,
                         const Pass& pass) const {
        const RowView view(batch, first_only_);
        const auto [attended, residual] = operations_.self_attention(
            batch, hidden, projections_, attention_kind(pass),
            dropout_at(pass, first_site_, kind_.attention_dropout), first_only_, compute_);
        const at::Tensor middle = operations_.linear_residual_norm(
            view, attended, linears_[context].weight, linears_[context].bias, residual, attention_norm_,
            dropout_at(pass, first_site_ + 1, kind_.context_dropout), compute_);
        return operations_.feed_forward(view, middle, linears_[up].weight, linears_[up].bias,
                                        linears_[down].weight, linears_[down].bias, output_norm_,
                                        kind_.activation,
                                        dropout_at(pass, first_site_ + 2, kind_.output_dropout), compute_);
    }

    at::Tensor run_small(const at::Tensor& hidden, const std::shared_ptr<const Batch>& batch,
                         const Pass& pass) const {
        const RowView all(batch, false), view(batch, first_only_);
        const at::Tensor residual = operations_.select(view, hidden);
        const auto linear = [&](Place place, const at::Tensor& x, const RowView& rows) {
            return linears_[place].forward(operations_, x, rows, pass, compute_, compute_);
        };
        /// norm(dropout(linear(x)) + residual)
        const auto close = [&](Place place, const at::Tensor& x, const at::Tensor& before,
                               const NormParameters& norm, std::size_t site, double probability) {
            const LinearLayer& layer = linears_[place];
            const at::Tensor product = layer.product(operations_, x, view, pass, compute_);
            const at::Tensor sum = operations_.bias_dropout_residual(
                view, product, layer.bias, before, dropout_at(pass, first_site_ + site, probability));
            return operations_.norm(view, sum, norm);
        };
        const at::Tensor x = before_slices(ranks_, hidden);
        const at::Tensor q = linear(query, ranks_ ? operations_.select(view, x) : residual, view),
                         k = linear(key, x, all), v = linear(value, x, all);
        const at::Tensor attended =
            operations_.attention(view, q, k, v, attention_kind(pass),
                                  dropout_of_heads(pass, first_site_, kind_.attention_dropout, kind_));
        const at::Tensor middle =
            close(context, attended, residual, attention_norm_, 1, kind_.context_dropout);
        at::Tensor wide =
            operations_.activation(linear(up, before_slices(ranks_, middle), view), kind_.activation);
        if (kind_.inner_dropout > 0)
            wide = drop_columns(operations_, view, wide.to(at::kFloat), kind_.slice,
                                dropout_at(pass, inner_site_, kind_.inner_dropout));
        return close(down, wide, middle, output_norm_, 2, kind_.output_dropout);
    }

    const Operations& operations_;
    at::ScalarType compute_;
    bool small_operations_;
    std::size_t first_site_, inner_site_; ///< of dropout layers
    std::uint32_t index_;
    arch::LayerKind kind_;
    const TensorRanks* ranks_;
    bool first_only_;
    ProjectionParameters projections_; ///< arguments of run_fused() for the first three layers
    LinearLayer linears_[std::size(roles)];
    NormParameters attention_norm_, output_norm_;
};

} // namespace

std::unique_ptr<Block> make_layer(const arch::ModelSpec& spec, std::size_t index, Parameters& parameters,
                                  const Placement& placement) {
    return std::make_unique<TransformerLayer>(
        spec, index, BlockParameters(spec, index + 1, parameters, placement.tensor), placement);
}

} // namespace tunedesk::model
