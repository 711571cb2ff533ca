// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/strategies/sharded.h"

#include "memory/torch_headers.h"

namespace tunedesk::train {

namespace {

/// `values`: of each `group` elements of the range one, in their order.
Strategy::StatePiece piece_of(const std::string& name, const Shards::Range& range, const at::Tensor& values,
                              const std::vector<std::int64_t>& parameter, std::int64_t group) {
    std::vector<std::int64_t> shape = parameter;
    const std::int64_t elements = format::elements_of(parameter);
    if (group > 1) shape = {(elements + group - 1) / group};
    format::Piece piece = format::Piece::whole(name, shape);
    const std::int64_t all = piece.end;
    piece.begin = range.begin / group;
    piece.end = (range.end + group - 1) / group;
    // A whole one is stored in its shape, for readers that know of no pieces.
    const bool is_whole = piece.elements() == all;
    return {std::move(piece), shape, is_whole ? values.view(shape) : values, true};
}

} // namespace

Sharded::Sharded(parallel::Group& data, model::Network& network, Shards& shards, Optimizer& optimizer)
    : data_(data), network_(network), shards_(shards), optimizer_(optimizer) {}

at::Tensor Sharded::norm_over_shards(const at::Tensor& norm) {
    if (data_.world().size == 1) return norm;
    at::Tensor squares = norm.to(at::kDouble).square();
    data_.sum(squares, parallel::Purpose::norm_sum);
    return squares.sqrt();
}

std::vector<Strategy::StatePiece> Sharded::weights() const {
    std::vector<StatePiece> all;
    for (const Shards::Range& range : shards_.ranges()) {
        const model::Parameter& parameter = shards_.parameter(range);
        if (!parameter.is_saved) continue;
        all.push_back(
            piece_of(parameter.name, range, shards_.values(range), parameter.value.sizes().vec(), 1));
    }
    return all;
}

std::vector<Strategy::StatePiece> Sharded::optimizer_state() const {
    std::vector<const Shards::Range*> of_slot;
    for (const Shards::Range& range : shards_.ranges())
        if (shards_.parameter(range).value.requires_grad()) of_slot.push_back(&range);
    std::vector<StatePiece> all;
    for (const Optimizer::State& state : optimizer_.states()) {
        const Shards::Range& range = *of_slot[state.slot];
        all.push_back(piece_of(state.name, range, state.value.detach(),
                               shards_.parameter(range).value.sizes().vec(), state.elements_each));
    }
    return all;
}

} // namespace tunedesk::train
