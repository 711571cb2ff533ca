// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/batch/sampler.h"

#include "base/error.h"

#include <algorithm>
#include <numeric>

namespace tunedesk::data {

namespace {

constexpr std::int64_t window_batches = 50;
constexpr std::int64_t numbers_limit = std::int64_t{1} << 31;

using RankLists = std::vector<std::vector<std::uint32_t>>;

template <typename T>
void shuffle(std::vector<T>& items, std::size_t count, PhiloxStream& random) {
    for (std::size_t i = count; i > 1; --i)
        std::swap(items[i - 1], items[random.below(i)]);
}

/// Number of tokens of one rank in one micro-batch, as counted for the budget.
struct Load {
    std::uint64_t tokens = 0, longest = 0, samples = 0;

    void add(std::uint32_t length) {
        tokens += length;
        longest = std::max<std::uint64_t>(longest, length);
        ++samples;
    }
    std::uint64_t cost(Grouping grouping) const {
        return grouping == Grouping::packed ? tokens : longest * samples;
    }
};

/// Positions of `samples`, longest first; equal lengths keep their order.
std::vector<std::uint32_t> longest_first(std::span<const std::uint32_t> samples,
                                         const std::vector<std::uint32_t>& lengths) {
    std::vector<std::uint32_t> positions(samples.size());
    std::iota(positions.begin(), positions.end(), 0u);
    std::stable_sort(positions.begin(), positions.end(), [&](std::uint32_t a, std::uint32_t b) {
        return lengths[samples[a]] > lengths[samples[b]];
    });
    return positions;
}

/// Each rank's samples in the order of the epoch.
RankLists in_order(std::span<const std::uint32_t> samples, const std::vector<std::uint32_t>& rank_of,
                   std::size_t world_size) {
    RankLists ranks(world_size);
    for (std::size_t i = 0; i < samples.size(); ++i)
        ranks[rank_of[i]].push_back(samples[i]);
    return ranks;
}

/// Assigns the longest sample first to the rank with the fewest tokens (Graham, "Bounds on multiprocessing
/// timing anomalies", 1969); the ranks' sample counts differ by at most one.
RankLists balance_counts(std::span<const std::uint32_t> samples, const std::vector<std::uint32_t>& lengths,
                         std::size_t world_size) {
    if (world_size == 1) return {{samples.begin(), samples.end()}};
    const std::size_t share = samples.size() / world_size;
    std::size_t extra = samples.size() % world_size;
    std::vector<Load> loads(world_size);
    std::vector<std::uint32_t> rank_of(samples.size());
    for (const std::uint32_t position : longest_first(samples, lengths)) {
        std::size_t best = world_size;
        for (std::size_t rank = 0; rank < world_size; ++rank) {
            const bool room = loads[rank].samples < share || (loads[rank].samples == share && extra > 0);
            if (room && (best == world_size || loads[rank].tokens < loads[best].tokens)) best = rank;
        }
        if (loads[best].samples == share) --extra;
        loads[best].add(lengths[samples[position]]);
        rank_of[position] = static_cast<std::uint32_t>(best);
    }
    return in_order(samples, rank_of, world_size);
}

/// The rank with the lowest cost after adding a sample of this length, or world_size if every rank would
/// exceed the budget. An empty rank always has room.
std::size_t cheapest_rank(const std::vector<Load>& loads, std::uint32_t length, std::uint64_t budget,
                          Grouping grouping) {
    std::size_t best = loads.size();
    std::uint64_t best_cost = 0;
    for (std::size_t rank = 0; rank < loads.size(); ++rank) {
        Load load = loads[rank];
        const bool empty = load.samples == 0;
        load.add(length);
        const std::uint64_t cost = load.cost(grouping);
        if (!empty && cost > budget) continue;
        if (best == loads.size() || cost < best_cost) {
            best = rank;
            best_cost = cost;
        }
    }
    return best;
}

/// As many of the first samples as the budget holds. The number is determined by first fit; assigning them
/// again, longest first, balances better and is used if it also stays inside the budget.
RankLists fill_budget(std::span<const std::uint32_t> samples, const std::vector<std::uint32_t>& lengths,
                      const SamplerSpec& spec, std::size_t& used) {
    const auto world_size = static_cast<std::size_t>(spec.world_size);
    const auto budget = static_cast<std::uint64_t>(spec.max_tokens);
    std::vector<Load> loads(world_size);
    std::vector<std::uint32_t> first_fit, rank_of;
    for (const std::uint32_t sample : samples) {
        const std::size_t rank = cheapest_rank(loads, lengths[sample], budget, spec.grouping);
        if (rank == world_size) break;
        loads[rank].add(lengths[sample]);
        first_fit.push_back(static_cast<std::uint32_t>(rank));
    }
    used = first_fit.size();
    samples = samples.first(used);
    if (world_size == 1) return in_order(samples, first_fit, world_size);
    loads.assign(world_size, {});
    rank_of.assign(used, 0);
    for (const std::uint32_t position : longest_first(samples, lengths)) {
        const std::uint32_t length = lengths[samples[position]];
        const std::size_t rank = cheapest_rank(loads, length, budget, spec.grouping);
        if (rank == world_size) return in_order(samples, first_fit, world_size);
        loads[rank].add(length);
        rank_of[position] = static_cast<std::uint32_t>(rank);
    }
    return in_order(samples, rank_of, world_size);
}

void require(bool holds, const char* what) {
    if (!holds) throw Error(ErrorId::batch_setting_out_of_range, {what}, "batches");
}

} // namespace

bool deal_alike(const SamplerSpec& a, const SamplerSpec& b) {
    if (a == b || a.sharding == Sharding::per_rank) return a == b;
    const auto step = [](const SamplerSpec& spec) {
        return spec.batch_size * spec.accumulation * spec.world_size;
    };
    SamplerSpec like = a;
    like.batch_size = b.batch_size;
    like.accumulation = b.accumulation;
    like.world_size = b.world_size;
    like.chunks = b.chunks;
    return like == b && b.max_tokens == 0 && step(a) == step(b);
}

std::int64_t Sampler::Deal::dealt() const {
    return steps.empty() ? 0 : steps.back().first_sample + steps.back().samples;
}

Sampler::Sampler(SamplerSpec spec, std::vector<std::uint32_t> lengths, std::vector<std::int32_t> classes)
    : spec_(spec), lengths_(std::move(lengths)), classes_(std::move(classes)) {
    const auto counts = [](std::int64_t value) { return value >= 1 && value < numbers_limit; };
    require(spec_.max_tokens >= 0 && spec_.max_tokens < numbers_limit, "the token budget of a batch");
    require(spec_.max_tokens > 0 || counts(spec_.batch_size), "the batch size");
    require(counts(spec_.accumulation), "the number of accumulated micro-batches");
    require(counts(spec_.chunks), "the chunks of a micro-batch");
    require(counts(spec_.world_size) && spec_.world_size <= 1 << 20, "the number of ranks");
    if (spec_.max_tokens == 0)
        require(static_cast<double>(spec_.batch_size) * static_cast<double>(spec_.accumulation) *
                        static_cast<double>(spec_.world_size) <
                    0x1p50,
                "the global batch");
    require(lengths_.size() < static_cast<std::size_t>(numbers_limit), "the number of samples");
    require(classes_.empty() || classes_.size() == lengths_.size(), "the number of classes");
}

namespace {

/// Samples of a global batch: exact without a token budget, else approximate.
std::int64_t global_batch(const SamplerSpec& spec, const std::vector<std::uint32_t>& lengths) {
    const auto samples = static_cast<std::int64_t>(lengths.size());
    double batch = static_cast<double>(spec.batch_size);
    if (spec.max_tokens > 0) {
        const double tokens = std::accumulate(lengths.begin(), lengths.end(), 0.0);
        batch = static_cast<double>(spec.max_tokens) * static_cast<double>(samples) / std::max(1.0, tokens);
    }
    batch *= static_cast<double>(spec.accumulation) * static_cast<double>(spec.world_size);
    return static_cast<std::int64_t>(
        std::clamp(batch, 1.0, static_cast<double>(std::max<std::int64_t>(samples, 1) + 1)));
}

/// Sorts by length inside windows. The samples left after whole batches remain last and unsorted, because
/// otherwise the last batch would always have the longest ones.
void sort_windows(std::vector<std::uint32_t>& order, const std::vector<std::uint32_t>& lengths,
                  std::size_t batch, bool keep_tail) {
    const std::size_t end = keep_tail ? order.size() - order.size() % batch : order.size();
    const std::size_t window = batch * window_batches;
    for (std::size_t begin = 0; begin < end; begin += window) {
        const auto first = order.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = order.begin() + static_cast<std::ptrdiff_t>(std::min(begin + window, end));
        std::stable_sort(first, last,
                         [&](std::uint32_t a, std::uint32_t b) { return lengths[a] < lengths[b]; });
    }
}

/// The step that begins at index `first` of the order.
StepBatches next_step(const std::vector<std::uint32_t>& order, std::size_t first,
                      const std::vector<std::uint32_t>& lengths, const SamplerSpec& spec) {
    StepBatches step;
    step.first_sample = static_cast<std::int64_t>(first);
    const auto world_size = static_cast<std::size_t>(spec.world_size);
    std::size_t position = first;
    for (std::int64_t m = 0; m < spec.accumulation && position < order.size(); ++m) {
        const auto rest = std::span(order).subspan(position);
        std::size_t used = 0;
        if (spec.max_tokens > 0) {
            step.micro_batches.push_back(fill_budget(rest, lengths, spec, used));
        } else {
            used = std::min(rest.size(), world_size * static_cast<std::size_t>(spec.batch_size));
            step.micro_batches.push_back(balance_counts(rest.first(used), lengths, world_size));
        }
        position += used;
    }
    step.samples = static_cast<std::int64_t>(position - first);
    return step;
}

bool is_partial(const StepBatches& step, const SamplerSpec& spec) {
    if (spec.max_tokens == 0) return step.samples < spec.accumulation * spec.world_size * spec.batch_size;
    const auto& micro_batches = step.micro_batches;
    if (micro_batches.size() < static_cast<std::size_t>(spec.accumulation)) return true;
    return std::any_of(micro_batches.back().begin(), micro_batches.back().end(),
                       [](const auto& rank) { return rank.empty(); });
}

} // namespace

Sampler::Deal Sampler::deal(std::int64_t epoch, const std::vector<bool>& used) const {
    if (spec_.sharding == Sharding::per_rank) return deal_shares(epoch, used);
    return deal_all(PhiloxStream(spec_.seed, static_cast<std::uint64_t>(epoch)), used);
}

Sampler::Deal Sampler::deal_all(PhiloxStream random, const std::vector<bool>& used) const {
    Deal deal;
    deal.order.resize(lengths_.size());
    std::iota(deal.order.begin(), deal.order.end(), 0u);
    if (spec_.shuffle) shuffle(deal.order, deal.order.size(), random);
    std::erase_if(deal.order, [&](std::uint32_t sample) { return used[sample]; });
    const bool bucketed = spec_.grouping == Grouping::bucketed;
    if (bucketed)
        sort_windows(deal.order, lengths_, static_cast<std::size_t>(global_batch(spec_, lengths_)),
                     spec_.max_tokens == 0);

    for (std::size_t first = 0; first < deal.order.size();) {
        deal.steps.push_back(next_step(deal.order, first, lengths_, spec_));
        first += static_cast<std::size_t>(deal.steps.back().samples);
    }
    if (deal.steps.empty()) return deal;
    const bool has_partial = is_partial(deal.steps.back(), spec_);
    const std::size_t whole = deal.steps.size() - (has_partial ? 1 : 0);
    if (bucketed && spec_.shuffle) shuffle_steps(deal, whole, random);
    if (spec_.drop_last && has_partial) deal.steps.pop_back();
    return deal;
}

/// Shuffles the first `whole` steps, and the order accordingly.
void Sampler::shuffle_steps(Deal& deal, std::size_t whole, PhiloxStream& random) {
    shuffle(deal.steps, whole, random);
    std::vector<std::uint32_t> order;
    order.reserve(deal.order.size());
    for (StepBatches& step : deal.steps) {
        const auto begin = deal.order.begin() + step.first_sample;
        step.first_sample = static_cast<std::int64_t>(order.size());
        order.insert(order.end(), begin, begin + step.samples);
    }
    deal.order = std::move(order);
}

namespace {

/// Divides each micro-batch into chunks, without those in which no rank has samples.
void divide(StepBatches& step, std::size_t chunks) {
    if (chunks == 1) return;
    std::vector<std::vector<std::vector<std::uint32_t>>> divided;
    for (const auto& micro_batch : step.micro_batches)
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            std::vector<std::vector<std::uint32_t>> parts;
            for (const std::vector<std::uint32_t>& rank : micro_batch) {
                // The first ranges have one more.
                const std::size_t least = rank.size() / chunks, more = rank.size() % chunks,
                                  begin = chunk * least + std::min(chunk, more);
                const auto first = rank.begin() + static_cast<std::ptrdiff_t>(begin);
                parts.emplace_back(first, first + static_cast<std::ptrdiff_t>(least + (chunk < more)));
            }
            if (std::ranges::any_of(parts, [](const auto& part) { return !part.empty(); }))
                divided.push_back(std::move(parts));
        }
    step.micro_batches = std::move(divided);
}

/// A spec with the same order and steps for one rank, which is cheaper to compute. Not possible with a token
/// budget or with per_rank shares, which depend on the ranks.
SamplerSpec on_one_rank(SamplerSpec spec, std::size_t samples) {
    if (spec.max_tokens > 0 || spec.sharding == Sharding::per_rank) return spec;
    const std::int64_t step = spec.batch_size * spec.accumulation * spec.world_size;
    // or all of them, as an incomplete batch
    spec.batch_size = std::min(step, static_cast<std::int64_t>(samples) + 1);
    spec.accumulation = spec.world_size = 1;
    return spec;
}

} // namespace

std::vector<StepBatches> Sampler::epoch(std::int64_t epoch, std::span<const EpochPart> before) const {
    if (!classes_.empty()) return drawn_epoch(epoch, before);
    std::vector<bool> used(lengths_.size());
    std::int64_t done = 0;
    for (const EpochPart& part : before) {
        const SamplerSpec spec = on_one_rank(part.spec, lengths_.size());
        const Deal dealt = Sampler(spec, lengths_).deal(epoch, used);
        const std::int64_t kept = dealt.dealt();
        const bool drops = kept < static_cast<std::int64_t>(dealt.order.size());
        if (drops && part.samples >= kept) return {}; // the epoch was complete
        const auto count = std::min(static_cast<std::size_t>(part.samples), dealt.order.size());
        for (std::size_t i = 0; i < count; ++i)
            used[dealt.order[i]] = true;
        done += static_cast<std::int64_t>(count);
    }
    std::vector<StepBatches> steps = deal(epoch, used).steps;
    for (StepBatches& step : steps) {
        step.first_sample += done;
        divide(step, static_cast<std::size_t>(spec_.chunks));
    }
    return steps;
}

std::vector<std::uint32_t> Sampler::order(std::int64_t epoch) const {
    if (!classes_.empty()) return drawn_order(epoch);
    return deal(epoch, std::vector<bool>(lengths_.size())).order;
}

} // namespace tunedesk::data
