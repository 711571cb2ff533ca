// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/blocks.h"

#include <map>
#include <span>
#include <utility>

/// Shared parts of the blocks. Private to the library.
namespace tunedesk::model {

inline kernel::Dropout dropout_at(const Pass& pass, std::size_t site, double probability) {
    return {pass.seed, pass.step, static_cast<std::uint32_t>(site), pass.training ? probability : 0.0};
}

/// The same of attention over a layer's heads, which may be a slice.
inline kernel::Dropout dropout_of_heads(const Pass& pass, std::size_t site, double probability,
                                        const arch::LayerKind& kind) {
    kernel::Dropout dropout = dropout_at(pass, site, probability);
    dropout.first_head = static_cast<std::uint32_t>(kind.slice.rank * kind.heads);
    return dropout;
}

/// A block's parameters by role. Missing ones are undefined.
class BlockParameters {
public:
    /// The parameters of block `number` of `spec`: 0 are the embeddings, the last is the head. `ranks`: those
    /// of Placement.
    BlockParameters(const arch::ModelSpec& spec, std::size_t number, Parameters& parameters,
                    const TensorRanks* ranks);

    at::Tensor weight(arch::Role role) const { return find(each_, role, false); }
    at::Tensor bias(arch::Role role) const { return find(each_, role, true); }
    LinearLayer linear(arch::Role role) const;
    NormParameters norm(arch::Role role, double eps) const { return {weight(role), bias(role), eps}; }
    ProjectionParameters projections() const;

private:
    using ByRole = std::map<std::pair<arch::Role, bool>, at::Tensor>;
    static at::Tensor find(const ByRole& tensors, arch::Role role, bool is_bias);
    ByRole each_, joined_;
    std::map<arch::Role, std::int64_t> transposed_; ///< with LinearLayer::sections
    std::map<arch::Role, std::shared_ptr<const LinearAdapter>> adapters_;
    std::map<arch::Role, std::shared_ptr<const FourBitMatrix>> packed_;
};

} // namespace tunedesk::model
