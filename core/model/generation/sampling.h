// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/philox.h"
#include "task/generation.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::model {

/// Chooses tokens of one text. Thread rule: one thread.
class TokenSampler {
public:
    explicit TokenSampler(const task::Sampling& sampling) : sampling_(sampling), random_(sampling.seed, 0) {}

    /// Chooses the next token by its logits. `before`: the text so far, whose tokens are subject to the
    /// repetition penalty. Among equal logits the first one wins.
    std::int32_t next(std::span<const float> logits, std::span<const std::int32_t> before);

private:
    const task::Sampling sampling_;
    PhiloxStream random_;
    std::vector<float> scores_;
    std::vector<std::int32_t> order_;
};

} // namespace tunedesk::model
