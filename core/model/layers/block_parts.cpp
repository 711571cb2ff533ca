// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/layers/block_parts.h"

#include "model/layers/low_rank_adapter.h"

#include <algorithm>

namespace tunedesk::model {

using arch::Role;

namespace {

/// The first dropout site of adapters: the number of sites of the blocks without adapters. Each block
/// reserves adapters_a_block further sites.
std::size_t first_adapter_site(const arch::ModelSpec& spec) {
    return 1 + 3 * spec.layers.size() + 2 + spec.layers.size();
}
constexpr std::size_t adapters_a_block = 16;

AdapterDivision division_of(const arch::ParameterSpec& down, const arch::ParameterSpec& up) {
    if (!down.part.is_whole()) return AdapterDivision::inputs;
    return up.part.is_whole() ? AdapterDivision::none : AdapterDivision::outputs;
}

/// See LinearLayer::sections.
std::int64_t sections_of(const arch::ParameterSpec& weight) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(weight.part.boxes.size()));
}

} // namespace

BlockParameters::BlockParameters(const arch::ModelSpec& spec, std::size_t number, Parameters& parameters,
                                 const TensorRanks* ranks) {
    const std::span<const arch::ParameterSpec> all = spec.blocks()[number]->parameters;
    for (std::size_t first = 0, last = 0; first < all.size(); first = last) {
        last = first + 1;
        if (all[first].quantization != arch::Quantization::none) {
            const Role role = all[first].role;
            each_[{role, false}] = parameters.add_packed(all[first], spec.lora.double_quantization);
            packed_[role] = parameters.all().back().packed;
            if (all[first].transposed) transposed_[role] = 1;
            continue;
        }
        while (last < all.size() && all[last].joined)
            ++last;
        const std::vector<at::Tensor> tensors = parameters.add_joined(all.subspan(first, last - first));
        joined_[{all[first].role, all[first].is_bias}] = tensors[0];
        if (all[first].role == Role::adapter_down) { // B is the next parameter
            const at::Tensor up = parameters.add_joined(all.subspan(last, 1))[1];
            adapters_[all[first].adapted] = std::make_shared<LowRankAdapter>(
                tensors[1], up, spec.lora,
                first_adapter_site(spec) + number * adapters_a_block + adapters_.size(),
                division_of(all[first], all[last]), ranks);
            ++last;
            continue;
        }
        for (std::size_t i = first; i < last; ++i) {
            each_[{all[i].role, all[i].is_bias}] = tensors[i - first + 1];
            if (all[i].transposed) transposed_[all[i].role] = sections_of(all[i]);
        }
    }
}

LinearLayer BlockParameters::linear(Role role) const {
    LinearLayer layer{weight(role), bias(role)};
    if (const auto transposed = transposed_.find(role); transposed != transposed_.end()) {
        layer.transposed = true;
        layer.sections = transposed->second;
    }
    if (const auto adapter = adapters_.find(role); adapter != adapters_.end())
        layer.adapter = adapter->second;
    if (const auto packed = packed_.find(role); packed != packed_.end()) layer.packed = packed->second;
    return layer;
}

ProjectionParameters BlockParameters::projections() const {
    return {find(joined_, Role::query, false),
            find(joined_, Role::query, true),
            weight(Role::query),
            weight(Role::key),
            weight(Role::value),
            bias(Role::query),
            bias(Role::key),
            bias(Role::value)};
}

at::Tensor BlockParameters::find(const ByRole& tensors, Role role, bool is_bias) {
    const auto found = tensors.find({role, is_bias});
    return found == tensors.end() ? at::Tensor() : found->second;
}

} // namespace tunedesk::model
