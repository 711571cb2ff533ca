#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::data {

enum class Grouping { packed, bucketed, padded };

struct SamplerSpec {
    Grouping grouping = Grouping::packed;
    std::int64_t batch_size = 12;  ///< samples a rank and micro-batch
    std::int64_t max_tokens = 0;   ///< tokens a rank and micro-batch; 0: batch_size decides
    std::int64_t accumulation = 1; ///< micro-batches a step
    std::int64_t world_size = 1;
    bool drop_last = false;
    bool shuffle = true;
    std::uint64_t seed = 0;
};

/// The samples of one optimizer step: micro_batches[m][rank] lists sample indices (possibly none for a rank
/// at the epoch's end, so that every sample counts exactly once).
struct StepBatches {
    std::int64_t first_sample = 0; ///< position in the epoch's order of the step's first sample
    std::int64_t samples = 0;      ///< over all micro-batches and ranks
    std::vector<std::vector<std::vector<std::uint32_t>>> micro_batches;
};

/// Deals an epoch's samples into steps. A pure function of spec, lengths and epoch: every rank computes the
/// same and takes its own part, and a resume finds its place again from the samples consumed. In `packed` and
/// `padded` the order is the shuffled one, and within a micro-batch samples are dealt to the ranks so that
/// their token counts are near each other; `bucketed` sorts by length inside shuffled windows of 50 global
/// batches, then shuffles the batches.
class Sampler {
public:
    Sampler(SamplerSpec spec, std::vector<std::uint32_t> lengths);

    /// All steps of an epoch (from 0).
    std::vector<StepBatches> epoch(std::int64_t epoch) const;
    /// The shuffled order of all samples.
    std::vector<std::uint32_t> order(std::int64_t epoch) const;
    const SamplerSpec& spec() const { return spec_; }

private:
    SamplerSpec spec_;
    std::vector<std::uint32_t> lengths_;
};

} // namespace tunedesk::data
