#pragma once

#include "model/blocks.h"

#include <map>
#include <set>
#include <span>
#include <utility>

/// What the blocks share. Private to the library.
namespace tunedesk::model {

inline kernel::Dropout dropout_at(const Pass& pass, std::size_t site, double probability) {
    return {pass.seed, pass.step, static_cast<std::uint32_t>(site), pass.training ? probability : 0.0};
}

/// A block's parameters by what they are for. Those that it lacks are undefined.
class BlockParameters {
public:
    /// Of block `number` of `spec`, which it is one of: 0 are the embeddings, the last the head.
    BlockParameters(const arch::ModelSpec& spec, std::size_t number, Parameters& parameters);

    at::Tensor weight(arch::Role role) const { return find(each_, role, false); }
    at::Tensor bias(arch::Role role) const { return find(each_, role, true); }
    LinearLayer linear(arch::Role role) const;
    NormParameters norm(arch::Role role, double eps) const { return {weight(role), bias(role), eps}; }
    ProjectionParameters projections() const;

private:
    using ByRole = std::map<std::pair<arch::Role, bool>, at::Tensor>;
    static at::Tensor find(const ByRole& tensors, arch::Role role, bool is_bias);
    ByRole each_, joined_;
    std::set<arch::Role> transposed_;
    std::map<arch::Role, std::shared_ptr<const LinearAdapter>> adapters_;
    std::map<arch::Role, std::shared_ptr<const FourBitMatrix>> packed_;
};

} // namespace tunedesk::model
