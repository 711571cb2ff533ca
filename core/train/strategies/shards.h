// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/group.h"
#include "train/memory/block_layout.h"
#include "train/optimizer/slot.h"

#include <vector>

namespace tunedesk::train {

/// Whether a rank stores a whole part of the state or its chunk.
enum class Kept { whole, chunk };

/// This rank's share of a model's state. Each block's parameters and gradients are stored in flat buffers
/// (plan::FlatLayout), which are divided into equal chunks, one per rank. A rank updates, saves and restores
/// the ranges of parameters in its chunks. Thread rule: one thread.
class Shards {
public:
    /// A range of a parameter in this rank's chunk of its block.
    struct Range {
        std::size_t parameter = 0; ///< index in parameters().all()
        std::size_t block = 0;
        std::int64_t begin = 0, end = 0; ///< elements of the parameter
        std::int64_t place = 0;          ///< offset of `begin` in the chunk
    };

    /// Moves the parameters into the buffers, block by block: whole, or this rank's chunks (Kept); the head
    /// stays whole. Uses shared memory if the ranks have it. `data`: the ranks that divide the state. All
    /// references must outlive this.
    Shards(model::Network& model, parallel::Group& data, Kept parameters, Kept gradients);

    const ModelLayout& layout() const { return layout_; }
    /// In the model's order, trained or not.
    const std::vector<Range>& ranges() const { return ranges_; }
    const model::Parameter& parameter(const Range& range) const;

    /// A block's parameters [N x chunk]; undefined if this rank stores only its chunk.
    const at::Tensor& whole_parameters(std::size_t block) const { return blocks_[block].parameters; }
    /// This rank's chunk of a block's parameters [chunk]; a view if they are stored whole.
    const at::Tensor& parameter_chunk(std::size_t block) const { return blocks_[block].parameter_chunk; }
    /// The same for gradients; undefined for blocks that are not trained.
    const at::Tensor& whole_gradients(std::size_t block) const { return blocks_[block].gradients; }
    const at::Tensor& gradient_chunk(std::size_t block) const { return blocks_[block].gradient_chunk; }

    /// One-dimensional views of a range's values and gradients.
    at::Tensor values(const Range& range) const;
    at::Tensor gradients(const Range& range) const;

private:
    struct Block {
        at::Tensor parameters, parameter_chunk, gradients, gradient_chunk;
    };
    void move_parameters(std::size_t block, Kept kept);
    void add_ranges();

    model::Network& model_;
    parallel::Group& data_;
    const ModelLayout layout_;
    std::vector<Block> blocks_;
    std::vector<Range> ranges_;
};

/// The optimizer's slots for this rank's trained ranges, with the shards' gradients.
std::vector<Slot> make_slots(const Preset::Training& training, const Shards& shards);

} // namespace tunedesk::train
