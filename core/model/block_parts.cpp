#include "model/block_parts.h"

namespace tunedesk::model {

using arch::Role;

BlockParameters::BlockParameters(const arch::BlockSpec& block, Parameters& parameters) {
    const std::span<const arch::ParameterSpec> all = block.parameters;
    for (std::size_t first = 0, last = 0; first < all.size(); first = last) {
        last = first + 1;
        while (last < all.size() && all[last].joined)
            ++last;
        const std::vector<at::Tensor> tensors = parameters.add_joined(all.subspan(first, last - first));
        joined_[{all[first].role, all[first].is_bias}] = tensors[0];
        for (std::size_t i = first; i < last; ++i)
            each_[{all[i].role, all[i].is_bias}] = tensors[i - first + 1];
    }
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
