// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <cstdint>
#include <utility>
#include <vector>

namespace tunedesk::model {

/// A decoder's keys and values of one sequence's tokens so far, by layer. Memory is allocated for all
/// positions at once. Thread rule: one thread.
class KeyValueCache {
public:
    /// A cache for `layers` layers and at most `positions` tokens.
    KeyValueCache(std::size_t layers, std::int64_t positions)
        : keys_(layers), values_(layers), positions_(positions) {}

    /// Appends a layer's keys and values [tokens, key width] of the current tokens, and returns all so far.
    /// All layers append the same tokens; then call advance().
    std::pair<at::Tensor, at::Tensor> append(std::size_t layer, const at::Tensor& key,
                                             const at::Tensor& value);
    /// Advances the length by the tokens that all layers have appended.
    void advance(std::int64_t tokens) { length_ += tokens; }
    std::int64_t length() const { return length_; }
    std::int64_t positions() const { return positions_; }

private:
    std::vector<at::Tensor> keys_, values_; ///< [positions, width]
    std::int64_t positions_, length_ = 0;
};

} // namespace tunedesk::model
