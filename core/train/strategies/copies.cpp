// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/strategies/copies.h"

#include "base/activity.h"
#include "memory/torch_headers.h"

#include <fmt/format.h>
#include <memory>
#include <xxhash.h>

namespace tunedesk::train {

namespace {

std::int64_t hash_of(const std::vector<at::Tensor>& tensors) {
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> hash(XXH3_createState(), XXH3_freeState);
    XXH3_64bits_reset(hash.get());
    for (const at::Tensor& tensor : tensors) {
        const at::Tensor values = tensor.cpu().contiguous();
        XXH3_64bits_update(hash.get(), values.const_data_ptr(), values.nbytes());
        activity::touch();
    }
    return static_cast<std::int64_t>(XXH3_64bits_digest(hash.get()));
}

/// Copies rank 0's values to all ranks, in place.
void broadcast_from_rank_0(const at::Tensor& tensor, parallel::Group& group) {
    const at::NoGradGuard no_gradients;
    at::Tensor values = tensor.contiguous();
    group.broadcast(values, parallel::Purpose::weight_copy);
    if (!values.is_same(tensor)) tensor.copy_(values);
}

} // namespace

std::string match_copies(const std::vector<at::Tensor>& tensors, parallel::Group& group) {
    at::Tensor hashes = at::zeros({group.world().size}, at::kLong); // each rank adds its own
    hashes[group.world().rank] = hash_of(tensors);
    group.sum(hashes, parallel::Purpose::weight_comparison);
    const auto* const of_rank = hashes.const_data_ptr<std::int64_t>();
    std::string ranks;
    for (int rank = 1; rank < group.world().size; ++rank)
        if (of_rank[rank] != of_rank[0]) ranks += fmt::format("{}{}", ranks.empty() ? "" : ", ", rank);
    if (ranks.empty()) return {};
    for (const at::Tensor& tensor : tensors)
        broadcast_from_rank_0(tensor, group);
    return fmt::format("the weights of rank {} are not bit-identical to those of rank 0 (different "
                       "kernels?); all ranks continue with rank 0's",
                       ranks);
}

} // namespace tunedesk::train
