// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/layers/block_parts.h"

#include "memory/torch_headers.h"
#include "model/generation/key_value_cache.h"
#include "model/tensor/tensor_ranks.h"

#include <algorithm>
#include <tuple>

namespace tunedesk::model {

namespace {

using arch::Role;

/// Self-attention and an MLP, gated or not, each after a norm and added to its input: the layer of GPT-2 and
/// Llama; whole, or a slice of its heads and of the MLP's columns with the others on other ranks.
class PreNormLayer : public Block {
public:
    PreNormLayer(const arch::ModelSpec& spec, std::size_t index, const BlockParameters& own,
                 const Placement& placement, std::shared_ptr<RotaryTable> rotary)
        : operations_(*placement.operations), compute_(placement.compute), index_(index),
          first_site_(1 + 3 * index), inner_site_(1 + 3 * spec.layers.size() + 2 + index), kind_(spec.layer),
          ranks_(placement.tensor),
          first_only_(spec.readout == task::Readout::first && index + 1 == spec.layers.size()),
          rotary_(std::move(rotary)), attention_norm_(own.norm(Role::attention_norm, spec.norm_eps)),
          mlp_norm_(own.norm(Role::output_norm, spec.norm_eps)),
          query_norm_(own.norm(Role::query_norm, spec.norm_eps)),
          key_norm_(own.norm(Role::key_norm, spec.norm_eps)) {
        for (std::size_t i = 0; i < std::size(roles); ++i)
            linears_[i] = own.linear(roles[i]);
        for (const Place place : {attention_output, down})
            linears_[place].reduction = slice_reduction(ranks_);
    }

    at::Tensor forward(const at::Tensor& hidden, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override {
        const RowView all(batch, false), view = first_only_ ? RowView(batch, true) : all;
        const at::Tensor x = before_slices(ranks_, operations_.norm(all, hidden, attention_norm_));
        const at::Tensor attended = attend(x, all, view, pass);
        const at::Tensor middle = add(
            attention_output, linears_[attention_output].product(operations_, attended, view, pass, compute_),
            first_only_ ? operations_.select(view, hidden) : hidden, view,
            dropout_at(pass, first_site_ + 1, kind_.context_dropout));
        const at::Tensor normalised = before_slices(ranks_, operations_.norm(view, middle, mlp_norm_));
        return add(down, transform(normalised, view, pass), middle, view,
                   dropout_at(pass, first_site_ + 2, kind_.output_dropout));
    }

    LinearLayer* linear(Role role) override {
        const auto found = std::ranges::find(roles, role);
        if (found == std::end(roles)) return nullptr;
        LinearLayer& layer = linears_[static_cast<std::size_t>(found - roles)];
        return layer.weight.defined() ? &layer : nullptr;
    }

private:
    static constexpr Role roles[] = {Role::query,
                                     Role::key,
                                     Role::value,
                                     Role::query_key_value,
                                     Role::gate,
                                     Role::up,
                                     Role::attention_output,
                                     Role::down};
    enum Place { query, key, value, query_key_value, gate, up, attention_output, down };

    /// The linear layers of one input, in the type of products.
    std::vector<at::Tensor> linears(std::initializer_list<Place> places, const at::Tensor& x,
                                    const RowView& view, const Pass& pass) const {
        std::vector<at::Tensor> results;
        if (std::ranges::any_of(places, [&](Place place) { return linears_[place].packed != nullptr; })) {
            for (const Place place : places)
                results.push_back(linears_[place].forward(operations_, x, view, pass, compute_, compute_));
            return results;
        }
        std::vector<LinearParameters> layers;
        for (const Place place : places)
            layers.push_back({linears_[place].matrix(), linears_[place].bias});
        results = operations_.linears(x, layers, compute_);
        auto result = results.begin();
        for (const Place place : places) {
            if (!linears_[place].is_plain())
                *result = linears_[place].adapted(operations_, *result, x, view, pass, compute_);
            ++result;
        }
        return results;
    }

    /// Queries of the rows of `view`, keys and values of all rows.
    std::vector<at::Tensor> project(const at::Tensor& x, const RowView& all, const RowView& view,
                                    const Pass& pass) const {
        if (first_only_) {
            std::vector<at::Tensor> parts = linears({query}, operations_.select(view, x), view, pass);
            std::ranges::move(linears({key, value}, x, all, pass), std::back_inserter(parts));
            return parts;
        }
        if (!linears_[query_key_value].weight.defined()) return linears({query, key, value}, x, view, pass);
        const std::int64_t queries = kind_.heads * kind_.head_width,
                           keys = kind_.key_value_heads * kind_.head_width;
        return linears({query_key_value}, x, view, pass)[0].split_with_sizes({queries, keys, keys}, 1);
    }

    /// Queries or keys, normalized and rotated for attention.
    at::Tensor placed(const at::Tensor& x, const NormParameters& norm, const RowView& view,
                      std::int64_t heads) const {
        at::Tensor rows = x;
        if (norm.gamma.defined()) // one norm for all heads, of which each slice has some
            rows = operations_
                       .norm(view, x.to(at::kFloat).reshape({-1, kind_.head_width}),
                             {before_slices(ranks_, norm.gamma), norm.beta, norm.eps})
                       .view(x.sizes())
                       .to(x.scalar_type());
        return rotary_
                   ? operations_.rotate(view.batch, rows, static_cast<int>(heads), rotary_->of(*view.batch))
                   : rows;
    }

    at::Tensor attend(const at::Tensor& x, const RowView& all, const RowView& view, const Pass& pass) const {
        const std::vector<at::Tensor> parts = project(x, all, view, pass);
        at::Tensor keys = placed(parts[1], key_norm_, all, kind_.key_value_heads), values = parts[2];
        // A single token after others attends to all of them.
        const bool follows = pass.cache && pass.cache->length() > 0;
        if (pass.cache) std::tie(keys, values) = pass.cache->append(index_, keys, values);
        return operations_.attention(view, placed(parts[0], query_norm_, view, kind_.heads), keys, values,
                                     {kind_.causal && !follows ? AttentionMask::causal : AttentionMask::full,
                                      static_cast<int>(kind_.heads), static_cast<int>(kind_.key_value_heads)},
                                     dropout_of_heads(pass, first_site_, kind_.attention_dropout, kind_));
    }

    /// The MLP without its last bias.
    at::Tensor transform(const at::Tensor& x, const RowView& view, const Pass& pass) const {
        const std::vector<at::Tensor> wide =
            kind_.gated ? linears({up, gate}, x, view, pass) : linears({up}, x, view, pass);
        const at::Tensor& gating = kind_.gated ? wide[1] : at::Tensor();
        const LinearLayer& last = linears_[down];
        if (last.is_plain() && kind_.inner_dropout == 0)
            return operations_.activated_product(wide[0], gating, last.matrix(), kind_.activation, compute_);
        at::Tensor active = kind_.gated ? operations_.gated(gating, wide[0], kind_.activation)
                                        : operations_.activation(wide[0], kind_.activation);
        if (kind_.inner_dropout > 0)
            active = drop_columns(operations_, view, active.to(at::kFloat), kind_.slice,
                                  dropout_at(pass, inner_site_, kind_.inner_dropout));
        return last.product(operations_, active, view, pass, compute_);
    }

    /// dropout(product + bias) + before
    at::Tensor add(Place place, const at::Tensor& product, const at::Tensor& before, const RowView& view,
                   const kernel::Dropout& dropout) const {
        return operations_.bias_dropout_residual(view, product, linears_[place].bias, before, dropout);
    }

    const Operations& operations_;
    at::ScalarType compute_;
    std::size_t index_;
    std::size_t first_site_, inner_site_; ///< of dropout layers
    arch::LayerKind kind_;
    const TensorRanks* ranks_;
    bool first_only_; ///< the last layer, if the head reads only the first rows
    std::shared_ptr<RotaryTable> rotary_;
    LinearLayer linears_[std::size(roles)];
    NormParameters attention_norm_, mlp_norm_, query_norm_, key_norm_;
};

} // namespace

std::unique_ptr<Block> make_pre_norm_layer(const arch::ModelSpec& spec, std::size_t index,
                                           Parameters& parameters, const Placement& placement,
                                           std::shared_ptr<RotaryTable> rotary) {
    return std::make_unique<PreNormLayer>(spec, index,
                                          BlockParameters(spec, index + 1, parameters, placement.tensor),
                                          placement, std::move(rotary));
}

} // namespace tunedesk::model
