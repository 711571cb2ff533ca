// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/memory/block_layout.h"

#include "memory/torch_headers.h"
#include "plan/flat_layout.h"

#include <algorithm>

namespace tunedesk::train {

namespace {

std::vector<BlockLayout::Member>::const_iterator find(const std::vector<BlockLayout::Member>& members,
                                                      const at::Tensor& parameter) {
    return std::ranges::find_if(members, [&](const BlockLayout::Member& member) {
        return member.storage.is_alias_of(parameter.storage());
    });
}

} // namespace

std::int64_t BlockLayout::begin_of(const at::Tensor& parameter) const {
    return find(members, parameter)->begin + parameter.storage_offset();
}

void BlockLayout::lie_in(const at::Tensor& buffer) const {
    std::byte* const memory = buffer.defined() ? static_cast<std::byte*>(buffer.mutable_data_ptr()) : nullptr;
    for (const Member& member : members)
        member.storage.set_data_ptr_noswap(at::DataPtr(
            memory ? memory + member.begin * buffer.element_size() : nullptr, member.storage.device()));
}

std::int64_t ModelLayout::layer_elements() const {
    std::int64_t most = 0;
    for (std::size_t block = 1; block + 1 < blocks.size(); ++block)
        most = std::max(most, blocks[block].elements);
    return most;
}

ModelLayout layout_of(const model::Network& model, LaidOut laid_out, int ranks) {
    ModelLayout layout;
    layout.blocks.resize(model.block_count() + 1);
    const auto& all = model.parameters().all();
    for (std::size_t number = 0; number < layout.blocks.size(); ++number) {
        const bool is_layer = number > 0 && number < model.block_count();
        if (!is_layer && laid_out == LaidOut::layers) continue;
        BlockLayout& block = layout.blocks[number];
        const auto [first, last] = model.parameters_of_block(number);
        std::vector<std::int64_t> sizes;
        for (std::size_t i = first; i < last; ++i) {
            if (all[i].packed) continue; // has memory of its own
            const c10::Storage& storage = all[i].value.storage();
            if (find(block.members, all[i].value) != block.members.end()) continue;
            block.members.push_back({storage, 0});
            sizes.push_back(static_cast<std::int64_t>(storage.nbytes() / all[i].value.element_size()));
        }
        const plan::FlatLayout flat = plan::flat_layout(sizes, ranks);
        for (std::size_t i = 0; i < sizes.size(); ++i)
            block.members[i].begin = flat.begins[i];
        block.elements = flat.elements;
        block.first = layout.trained.size();
        for (std::size_t i = first; i < last; ++i)
            if (all[i].value.requires_grad())
                layout.trained.push_back({number, block.begin_of(all[i].value), all[i].value});
        block.last = layout.trained.size();
    }
    return layout;
}

} // namespace tunedesk::train
