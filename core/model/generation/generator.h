// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/generation/key_value_cache.h"
#include "model/generation/sampling.h"
#include "model/network.h"

#include <functional>
#include <span>
#include <vector>

namespace tunedesk::model {

/// Continues one text token by token with a language model's network. On the host, layers that can keep
/// keys and values between two tokens; otherwise each token takes a pass over the whole text. Thread rule:
/// one thread.
class Generator {
public:
    /// `positions`: of the text and what is added, at most. The network must outlive it.
    Generator(const Network& network, std::int64_t positions);

    /// Takes tokens into the text and returns the logits [vocabulary] of the one after the last. Throws Error
    /// 4343 if they are not finite.
    std::vector<float> take(std::span<const std::int32_t> tokens);
    /// Continues `text`, none of which it has taken, which becomes longer, by at most `most` tokens and up to
    /// its positions; up to one of `ends` (it is kept), or until `hear`, which gets each other one, returns
    /// false.
    void continue_text(std::vector<std::int32_t>& text, std::int64_t most, std::span<const std::int32_t> ends,
                       const task::Sampling& sampling, const std::function<bool(std::int32_t)>& hear);

private:
    at::Tensor pass(std::span<const std::int32_t> tokens, KeyValueCache* cache) const;

    const Network& network_;
    const std::int64_t positions_;
    const bool keeps_keys_;
    KeyValueCache cache_;
    std::vector<std::int32_t> text_; ///< what was taken, where no keys are kept
};

} // namespace tunedesk::model
