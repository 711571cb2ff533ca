// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/strategies/shards.h"

#include "memory/block_provider.h"
#include "memory/meter.h"
#include "memory/torch_headers.h"

#include <algorithm>

namespace tunedesk::train {

Shards::Shards(model::Network& model, parallel::Group& data, Kept parameters, Kept gradients)
    : model_(model), data_(data), layout_(layout_of(model, LaidOut::all, data.world().size)),
      blocks_(layout_.blocks.size()) {
    const at::NoGradGuard no_gradients;
    const memory::InBlocksOf shared(data.carrier().blocks);
    for (std::size_t block = 0; block < blocks_.size(); ++block)
        if (layout_.has(block))
            move_parameters(block, block == model.block_count() ? Kept::whole : parameters);
    add_ranges();
    const memory::InPart counted(memory::Part::gradients);
    const std::int64_t ranks = data.world().size, rank = data.world().rank;
    for (std::size_t number = 0; number < blocks_.size(); ++number) {
        const BlockLayout& block = layout_.blocks[number];
        if (block.first == block.last) continue;
        const std::int64_t chunk = block.elements / ranks;
        const at::TensorOptions options = blocks_[number].parameter_chunk.options();
        Block& made = blocks_[number];
        if (gradients == Kept::whole) made.gradients = at::zeros({block.elements}, options);
        made.gradient_chunk = gradients == Kept::whole ? made.gradients.narrow(0, rank * chunk, chunk)
                                                       : at::zeros({chunk}, options);
    }
}

void Shards::move_parameters(std::size_t number, Kept kept) {
    const memory::InPart counted(memory::Part::weights);
    const BlockLayout& block = layout_.blocks[number];
    const auto [first, last] = model_.parameters_of_block(number);
    const auto& all = model_.parameters().all();
    const std::int64_t chunk = block.elements / data_.world().size;
    const at::Tensor whole = at::zeros({block.elements}, all[first].value.options().requires_grad(false));
    for (std::size_t i = first; i < last; ++i)
        if (!all[i].packed)
            whole.narrow(0, block.begin_of(all[i].value), all[i].value.numel())
                .copy_(all[i].value.detach().flatten());
    const at::Tensor mine = whole.narrow(0, data_.world().rank * chunk, chunk);
    const bool keeps_whole = kept == Kept::whole;
    blocks_[number].parameters = keeps_whole ? whole : at::Tensor();
    blocks_[number].parameter_chunk = keeps_whole ? mine : mine.clone();
    block.lie_in(blocks_[number].parameters);
}

void Shards::add_ranges() {
    const auto& all = model_.parameters().all();
    for (std::size_t number = 0; number < blocks_.size(); ++number) {
        const BlockLayout& block = layout_.blocks[number];
        if (!layout_.has(number)) continue;
        const std::int64_t chunk = block.elements / data_.world().size, from = data_.world().rank * chunk;
        const auto [first, last] = model_.parameters_of_block(number);
        for (std::size_t i = first; i < last; ++i) {
            if (all[i].packed) continue;
            const std::int64_t place = block.begin_of(all[i].value), count = all[i].value.numel();
            const std::int64_t begin = std::clamp<std::int64_t>(from - place, 0, count),
                               end = std::clamp<std::int64_t>(from + chunk - place, 0, count);
            if (begin < end) ranges_.push_back({i, number, begin, end, place + begin - from});
        }
    }
}

const model::Parameter& Shards::parameter(const Range& range) const {
    return model_.parameters().all()[range.parameter];
}

at::Tensor Shards::values(const Range& range) const {
    return blocks_[range.block].parameter_chunk.narrow(0, range.place, range.end - range.begin);
}

at::Tensor Shards::gradients(const Range& range) const {
    return blocks_[range.block].gradient_chunk.narrow(0, range.place, range.end - range.begin);
}

std::vector<Slot> make_slots(const Preset::Training& training, const Shards& shards) {
    std::vector<Slot> slots;
    for (const Shards::Range& range : shards.ranges()) {
        const model::Parameter& parameter = shards.parameter(range);
        if (!parameter.value.requires_grad()) continue;
        slots.push_back(make_slot(training, parameter, shards.values(range)));
        slots.back().value.mutable_grad() = shards.gradients(range);
    }
    return slots;
}

} // namespace tunedesk::train
