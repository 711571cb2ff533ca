// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/generation/sampling.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace tunedesk::model {

namespace {

/// Repetition penalty: logits of tokens that occur already are divided by it, or multiplied if negative
/// (Keskar et al., 2019).
void penalise(std::vector<float>& scores, std::span<const std::int32_t> before, double penalty) {
    const auto by = static_cast<float>(penalty);
    for (const std::int32_t token : std::set<std::int32_t>(before.begin(), before.end()))
        if (float& score = scores[static_cast<std::size_t>(token)]; score > 0)
            score /= by;
        else
            score *= by;
}

} // namespace

std::int32_t TokenSampler::next(std::span<const float> logits, std::span<const std::int32_t> before) {
    scores_.assign(logits.begin(), logits.end());
    if (sampling_.repetition_penalty != 1) penalise(scores_, before, sampling_.repetition_penalty);
    if (sampling_.temperature <= 0)
        return static_cast<std::int32_t>(std::max_element(scores_.begin(), scores_.end()) - scores_.begin());
    order_.resize(scores_.size());
    std::iota(order_.begin(), order_.end(), 0);
    const auto likelier = [&](std::int32_t a, std::int32_t b) {
        const float one = scores_[static_cast<std::size_t>(a)], two = scores_[static_cast<std::size_t>(b)];
        return one != two ? one > two : a < b;
    };
    std::size_t kept = order_.size();
    if (sampling_.top_k > 0) kept = std::min(kept, static_cast<std::size_t>(sampling_.top_k));
    std::partial_sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(kept), order_.end(),
                      likelier);
    std::vector<double> shares(kept);
    const double most = scores_[static_cast<std::size_t>(order_.front())];
    for (std::size_t i = 0; i < kept; ++i)
        shares[i] = std::exp((scores_[static_cast<std::size_t>(order_[i])] - most) / sampling_.temperature);
    double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    if (sampling_.top_p < 1) { // the first tokens that reach it, at least one
        double reached = 0;
        std::size_t count = 0;
        while (count < kept && reached < sampling_.top_p * sum)
            reached += shares[count++];
        kept = std::max<std::size_t>(1, count);
        sum = std::accumulate(shares.begin(), shares.begin() + static_cast<std::ptrdiff_t>(kept), 0.0);
    }
    double left = random_.uniform() * sum;
    for (std::size_t i = 0; i < kept; ++i)
        if ((left -= shares[i]) < 0) return order_[i];
    return order_[kept - 1];
}

} // namespace tunedesk::model
