// SPDX-License-Identifier: GPL-3.0-or-later
// Class-balanced sampling: an epoch of draws, each class equally often in expectation.

#include "data/batch/sampler.h"

#include <algorithm>
#include <map>

namespace tunedesk::data {

namespace {

/// Streams of the epochs' shuffles and of the ranks' shares do not have this bit.
constexpr std::uint64_t stream_of_draws = std::uint64_t{1} << 63;

/// Returns the samples of one class in consecutive random permutations.
class ClassPasses {
public:
    void add(std::uint32_t sample) { samples_.push_back(sample); }

    std::uint32_t next(PhiloxStream& random) {
        if (taken_ == 0)
            for (std::size_t i = samples_.size(); i > 1; --i)
                std::swap(samples_[i - 1], samples_[random.below(i)]);
        const std::uint32_t sample = samples_[taken_];
        taken_ = (taken_ + 1) % samples_.size();
        return sample;
    }

private:
    std::vector<std::uint32_t> samples_;
    std::size_t taken_ = 0; ///< in the current pass
};

} // namespace

std::vector<std::uint32_t> Sampler::draws(std::int64_t epoch) const {
    std::map<std::int32_t, ClassPasses> of_class;
    for (std::uint32_t sample = 0; sample < classes_.size(); ++sample)
        of_class[classes_[sample]].add(sample);
    std::vector<ClassPasses*> classes;
    for (auto& [number, passes] : of_class)
        classes.push_back(&passes);
    PhiloxStream random(spec_.seed, stream_of_draws | static_cast<std::uint64_t>(epoch));
    std::vector<std::uint32_t> drawn(classes_.size());
    for (std::uint32_t& sample : drawn)
        sample = classes[random.below(classes.size())]->next(random);
    return drawn;
}

/// Divides the draws by index, like as many samples.
Sampler Sampler::of_draws(const std::vector<std::uint32_t>& draws) const {
    std::vector<std::uint32_t> lengths(draws.size());
    std::ranges::transform(draws, lengths.begin(), [this](std::uint32_t sample) { return lengths_[sample]; });
    return {spec_, std::move(lengths)};
}

std::vector<StepBatches> Sampler::drawn_epoch(std::int64_t epoch, std::span<const EpochPart> before) const {
    const std::vector<std::uint32_t> drawn = draws(epoch);
    std::vector<StepBatches> steps = of_draws(drawn).epoch(epoch, before);
    for (StepBatches& step : steps)
        for (auto& micro_batch : step.micro_batches)
            for (auto& rank : micro_batch)
                for (std::uint32_t& place : rank)
                    place = drawn[place];
    return steps;
}

std::vector<std::uint32_t> Sampler::drawn_order(std::int64_t epoch) const {
    const std::vector<std::uint32_t> drawn = draws(epoch);
    std::vector<std::uint32_t> order = of_draws(drawn).order(epoch);
    for (std::uint32_t& place : order)
        place = drawn[place];
    return order;
}

} // namespace tunedesk::data
