// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/group.h"
#include "train/memory/block_layout.h"
#include "train/optimizer/slot.h"

#include <vector>

namespace tunedesk::train {

/// What a rank keeps of one part of the state at rest.
enum class Kept { whole, chunk };

/// This rank's share of a model's state: each block's parameters and gradients lie in flat buffers
/// (plan::FlatLayout) that the ranks divide into equal chunks. What is updated, saved and restored are the
/// ranges of parameters in this rank's chunks. Thread rule: one thread.
class Shards {
public:
    /// A range of a parameter in this rank's chunk of its block.
    struct Range {
        std::size_t parameter = 0; ///< index in parameters().all()
        std::size_t block = 0;
        std::int64_t begin = 0, end = 0; ///< elements of the parameter
        std::int64_t place = 0;          ///< of the first one in the chunk
    };

    /// Moves the parameters into the buffers, block by block: whole ones, or this rank's chunks (Kept), but
    /// of the head, which stays whole. Where ranks share memory the buffers are in it. `data`: the ranks that
    /// divide the state. What it is given must outlive it.
    Shards(model::Network& model, parallel::Group& data, Kept parameters, Kept gradients);

    const ModelLayout& layout() const { return layout_; }
    /// In the model's order, trained or not.
    const std::vector<Range>& ranges() const { return ranges_; }
    const model::Parameter& parameter(const Range& range) const;

    /// A block's parameters [N x chunk]; undefined where this rank keeps its chunk alone.
    const at::Tensor& whole_parameters(std::size_t block) const { return blocks_[block].parameters; }
    /// [chunk]; of whole parameters their part.
    const at::Tensor& parameter_chunk(std::size_t block) const { return blocks_[block].parameter_chunk; }
    /// Likewise of the gradients; undefined for blocks that are not trained.
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

/// The optimizer's slots for the trained ranges of this rank, whose gradients are those of the shards.
std::vector<Slot> make_slots(const Preset::Training& training, const Shards& shards);

} // namespace tunedesk::train
