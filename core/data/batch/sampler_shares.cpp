// SPDX-License-Identifier: GPL-3.0-or-later
// Sharding::per_rank: each rank's samples are divided separately.

#include "data/batch/sampler.h"

#include <algorithm>
#include <span>

namespace tunedesk::data {

namespace {

/// One share per rank, in the order of the samples; the first ones have one more if the number is not
/// divisible.
std::vector<std::span<const std::uint32_t>> shares_of(const std::vector<std::uint32_t>& samples,
                                                      std::size_t ranks) {
    std::vector<std::span<const std::uint32_t>> shares;
    std::size_t begin = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const std::size_t size = samples.size() / ranks + (rank < samples.size() % ranks ? 1 : 0);
        shares.emplace_back(std::span(samples).subspan(begin, size));
        begin += size;
    }
    return shares;
}

/// The epoch's own streams use only the low half of the number.
std::uint64_t stream_of(std::int64_t epoch, std::size_t rank) {
    return (static_cast<std::uint64_t>(rank) + 1) << 32 | static_cast<std::uint64_t>(epoch);
}

/// Combines the ranks' steps with the same index.
StepBatches beside(std::span<const StepBatches* const> of_ranks, std::vector<std::uint32_t>& order) {
    StepBatches step;
    step.first_sample = static_cast<std::int64_t>(order.size());
    std::size_t micro_batches = 0;
    for (const StepBatches* own : of_ranks)
        if (own) micro_batches = std::max(micro_batches, own->micro_batches.size());
    for (std::size_t m = 0; m < micro_batches; ++m) {
        auto& micro = step.micro_batches.emplace_back();
        for (const StepBatches* own : of_ranks) {
            auto& samples = micro.emplace_back();
            if (own && m < own->micro_batches.size()) samples = own->micro_batches[m][0];
            order.insert(order.end(), samples.begin(), samples.end());
        }
    }
    step.samples = static_cast<std::int64_t>(order.size()) - step.first_sample;
    return step;
}

} // namespace

Sampler::Deal Sampler::deal_shares(std::int64_t epoch, const std::vector<bool>& used) const {
    std::vector<std::uint32_t> samples;
    for (std::uint32_t sample = 0; sample < lengths_.size(); ++sample)
        if (!used[sample]) samples.push_back(sample);
    SamplerSpec alone = spec_;
    alone.sharding = Sharding::exact;
    alone.world_size = 1;
    std::vector<Deal> deals;
    std::size_t steps = 0;
    for (const auto& share : shares_of(samples, static_cast<std::size_t>(spec_.world_size))) {
        std::vector<std::uint32_t> lengths;
        for (const std::uint32_t sample : share)
            lengths.push_back(lengths_[sample]);
        const Sampler of_rank(alone, std::move(lengths));
        Deal& deal = deals.emplace_back(of_rank.deal_all(
            PhiloxStream(spec_.seed, stream_of(epoch, deals.size())), std::vector<bool>(share.size())));
        const auto in_all = [&](std::uint32_t& sample) { sample = share[sample]; };
        std::ranges::for_each(deal.order, in_all);
        for (StepBatches& step : deal.steps)
            for (auto& micro : step.micro_batches)
                std::ranges::for_each(micro[0], in_all);
        steps = std::max(steps, deal.steps.size());
    }
    Deal whole;
    std::vector<const StepBatches*> of_ranks(deals.size());
    for (std::size_t i = 0; i < steps; ++i) {
        std::ranges::transform(deals, of_ranks.begin(), [&](const Deal& deal) {
            return i < deal.steps.size() ? &deal.steps[i] : nullptr;
        });
        whole.steps.push_back(beside(of_ranks, whole.order));
    }
    for (const Deal& deal : deals) // the dropped samples
        whole.order.insert(whole.order.end(), deal.order.begin() + deal.dealt(), deal.order.end());
    return whole;
}

} // namespace tunedesk::data
