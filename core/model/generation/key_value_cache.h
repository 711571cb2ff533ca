// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <cstdint>
#include <utility>
#include <vector>

namespace tunedesk::model {

/// The keys and values of one sequence's tokens so far, of each layer: what a decoder needs of them to go on.
/// Memory is taken for all positions at once. Thread rule: one thread.
class KeyValueCache {
public:
    /// For a model of so many layers and at most `positions` tokens.
    KeyValueCache(std::size_t layers, std::int64_t positions)
        : keys_(layers), values_(layers), positions_(positions) {}

    /// Adds a layer's rows [tokens, width of the keys] of the tokens at hand, and returns all keys and values
    /// so far. All layers add the same tokens; advance() follows.
    std::pair<at::Tensor, at::Tensor> append(std::size_t layer, const at::Tensor& key,
                                             const at::Tensor& value);
    /// The tokens that all layers have added are behind from now on.
    void advance(std::int64_t tokens) { length_ += tokens; }
    std::int64_t length() const { return length_; }
    std::int64_t positions() const { return positions_; }

private:
    std::vector<at::Tensor> keys_, values_; ///< [positions, width]
    std::int64_t positions_, length_ = 0;
};

} // namespace tunedesk::model
