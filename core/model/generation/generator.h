// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/generation/key_value_cache.h"
#include "model/generation/sampling.h"
#include "model/network.h"

#include <functional>
#include <span>
#include <vector>

namespace tunedesk::model {

/// Continues one text token by token with a language model. On the host, layers that support it use a
/// key-value cache; otherwise each token takes a pass over the whole text. Thread rule: one thread.
class Generator {
public:
    /// `positions`: largest length of the text with its continuation. The network must outlive this.
    Generator(const Network& network, std::int64_t positions);

    /// Appends tokens to the text and returns the logits [vocabulary] of the next token. Throws Error 4343 if
    /// they are not finite.
    std::vector<float> take(std::span<const std::int32_t> tokens);
    /// Appends up to `most` tokens to `text`, of which nothing was passed to take(), within the model's
    /// positions. Stops after one of `ends`, which is appended, or when `hear`, which gets every other token,
    /// returns false.
    void continue_text(std::vector<std::int32_t>& text, std::int64_t most, std::span<const std::int32_t> ends,
                       const task::Sampling& sampling, const std::function<bool(std::int32_t)>& hear);

private:
    at::Tensor pass(std::span<const std::int32_t> tokens, KeyValueCache* cache) const;

    const Network& network_;
    const std::int64_t positions_;
    const bool keeps_keys_;
    KeyValueCache cache_;
    std::vector<std::int32_t> text_; ///< the text so far, if there is no cache
};

} // namespace tunedesk::model
