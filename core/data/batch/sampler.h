// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/philox.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::data {

enum class Grouping { packed, bucketed, padded };

/// How an epoch's samples are divided between ranks: see Sampler.
enum class Sharding { exact, per_rank };

struct SamplerSpec {
    Grouping grouping = Grouping::packed;
    std::int64_t batch_size = 12;  ///< samples a rank and micro-batch
    std::int64_t max_tokens = 0;   ///< tokens a rank and micro-batch; 0: batch_size decides
    std::int64_t accumulation = 1; ///< micro-batches a step
    std::int64_t chunks = 1;       ///< parts into which each micro-batch is divided
    std::int64_t world_size = 1;
    bool drop_last = false;
    bool shuffle = true;
    std::uint64_t seed = 0;
    Sharding sharding = Sharding::exact;

    bool operator==(const SamplerSpec&) const = default;
};

/// Whether both divide an epoch into steps of the same samples, regardless of the ranks' shares.
bool deal_alike(const SamplerSpec& a, const SamplerSpec& b);

/// The first samples of an epoch, which were dealt by another spec before a change of ranks or batches.
struct EpochPart {
    SamplerSpec spec;
    std::int64_t samples = 0;
};

/// The samples of one optimizer step: micro_batches[m][rank] lists sample indices (possibly none for a rank
/// at the epoch's end, so that every sample counts exactly once). There are `accumulation` x `chunks`
/// micro-batches, or fewer if no rank has more.
struct StepBatches {
    std::int64_t first_sample = 0; ///< position in the epoch's order of the step's first sample
    std::int64_t samples = 0;      ///< over all micro-batches and ranks
    std::vector<std::vector<std::vector<std::uint32_t>>> micro_batches;
};

/// Divides an epoch's samples into steps. The result is a function of spec, lengths and epoch: every rank
/// computes the same and uses its own part, and a resume finds its position from the number of samples
/// consumed. In `packed` and `padded` the order is the shuffled one, and within a micro-batch samples are
/// dealt to the ranks so that their token counts are similar; `bucketed` sorts by length inside shuffled
/// windows of 50 global batches, then shuffles the batches.
///
/// Without max_tokens a step takes accumulation x world_size x batch_size samples in order, so that the same
/// global batch split over another number of ranks holds the same samples; the ranks' sample counts differ by
/// one at most. With max_tokens the sample count is not limited (batch_size is not used): a micro-batch is
/// closed where one more sample would take every rank over max_tokens, counted as real tokens in `packed`,
/// else as padded area (longest sample x samples); a longer sample goes alone. drop_last drops the last
/// global batch where it is smaller than the others; with max_tokens, where it has fewer micro-batches or
/// leaves a rank without a sample.
///
/// With `chunks` each rank's samples of a micro-batch are divided, in their order, into that many
/// micro-batches whose sizes differ by at most one; the samples of a step do not change.
///
/// That is Sharding::exact. With per_rank the samples are divided between the ranks in their order, in shares
/// that differ by at most one, and each rank divides its share like a single rank with its own random stream:
/// shuffled within the share, with its own last batch smaller or dropped. Ranks may therefore have different
/// numbers of steps; an epoch has the largest of these.
///
/// With classes an epoch consists of draws instead of samples, as many as there are samples: each draw
/// chooses a class uniformly and takes the next sample of the class, whose samples are reshuffled after each
/// pass. The rules above then apply to draws; a sample may be drawn several times.
///
/// Throws Error 2250 if a number of the spec is out of range. Thread rule: immutable.
class Sampler {
public:
    /// lengths[i] is the token count of sample i, classes[i] its class; without classes, samples are not
    /// drawn.
    Sampler(SamplerSpec spec, std::vector<std::uint32_t> lengths, std::vector<std::int32_t> classes = {});

    /// All steps of an epoch (from 0) that remain after the parts `before`; together they use each sample
    /// exactly once.
    std::vector<StepBatches> epoch(std::int64_t epoch, std::span<const EpochPart> before = {}) const;
    /// The order in which the epoch deals all samples (dropped ones last): the Fisher-Yates shuffle of Philox
    /// stream (seed, epoch), or 0, 1, 2, ... without shuffle; in `bucketed`, sorted as above; with per_rank
    /// step by step, and in a step by micro-batch and rank.
    std::vector<std::uint32_t> order(std::int64_t epoch) const;
    const SamplerSpec& spec() const { return spec_; }

private:
    struct Deal {
        std::vector<std::uint32_t> order; ///< all samples, dropped ones last
        std::vector<StepBatches> steps;   ///< without dropped ones
        /// Samples of the steps.
        std::int64_t dealt() const;
    };
    Deal deal(std::int64_t epoch, const std::vector<bool>& used) const;
    Deal deal_all(PhiloxStream random, const std::vector<bool>& used) const;
    static void shuffle_steps(Deal& deal, std::size_t whole, PhiloxStream& random);
    Deal deal_shares(std::int64_t epoch, const std::vector<bool>& used) const; // sampler_shares.cpp
    // sampler_draws.cpp
    std::vector<std::uint32_t> draws(std::int64_t epoch) const;
    Sampler of_draws(const std::vector<std::uint32_t>& draws) const;
    std::vector<StepBatches> drawn_epoch(std::int64_t epoch, std::span<const EpochPart> before) const;
    std::vector<std::uint32_t> drawn_order(std::int64_t epoch) const;

    SamplerSpec spec_;
    std::vector<std::uint32_t> lengths_;
    std::vector<std::int32_t> classes_;
};

} // namespace tunedesk::data
