// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/check/batch_size.h"

#include "base/text.h"
#include "plan/constants.h"

#include <algorithm>
#include <map>

namespace tunedesk::run {

namespace {

class Search {
public:
    Search(const Check& check, const BatchSearch& wanted, const std::function<void(const BatchTrial&)>& say)
        : check_(check), wanted_(wanted), say_(say),
          most_(static_cast<int>(
              std::min<std::size_t>(static_cast<std::size_t>(std::max(1, wanted.at_most)),
                                    std::max<std::size_t>(1, check.inputs.train_lengths.size())))) {}

    BatchTrial largest() {
        int fits = 0, fails = most_ + 1;
        for (int next = estimated_largest(); fails - fits > std::max(1, fits / 16);) {
            (tried(next).fits ? fits : fails) = next;
            if (fails > most_) // nothing has failed yet: on with a tenth more
                next = std::min(most_, fits + std::max(1, fits / 10));
            else if (fits == 0)
                next = std::max(1, fails * 4 / 5);
            else
                next = (fits + fails) / 2;
        }
        if (fits == 0) throw Error(ErrorId::batch_size_too_large, {human_bytes(wanted_.limit)});
        return trials_.at(fits);
    }

    BatchTrial fastest() {
        BatchTrial best = largest();
        const int end = best.batch_size;
        for (int size = 1; size < end; size *= 2)
            if (const BatchTrial& trial = tried(size);
                trial.fits && trial.measured->tokens_per_second() > best.measured->tokens_per_second())
                best = trial;
        return best;
    }

private:
    Preset with(int size) const {
        Preset preset = check_.preset;
        preset.training.per_device_train_batch_size = size;
        return preset;
    }

    std::uint64_t estimated(int size) const {
        return plan::estimate(with(size), *check_.inputs.config, check_.inputs.outputs,
                              check_.inputs.train_lengths, 0, {check_.cuda, check_.machine.cores},
                              check_.inputs.kept_images)
            .total_bytes;
    }

    /// By the estimate alone; at least 1.
    int estimated_largest() const {
        int fits = 1, fails = most_ + 1;
        while (fails - fits > 1) {
            const int middle = (fits + fails) / 2;
            (estimated(middle) <= wanted_.limit ? fits : fails) = middle;
        }
        return fits;
    }

    const BatchTrial& tried(int size) {
        if (const auto known = trials_.find(size); known != trials_.end()) return known->second;
        BatchTrial trial{size, estimated(size), std::nullopt, false};
        try {
            trial.measured = measure(with(size), check_.cuda ? 0 : wanted_.limit);
            const std::uint64_t beside = check_.cuda ? plan::runtime_cuda_bytes : 0; // tensors
            trial.fits = trial.measured->peak_bytes() + beside <= wanted_.limit;
        } catch (const Error& error) {
            if (!is_out_of_memory(error)) throw;
        }
        say_(trial);
        return trials_.emplace(size, std::move(trial)).first->second;
    }

    const Check& check_;
    const BatchSearch wanted_;
    const std::function<void(const BatchTrial&)>& say_;
    const int most_;
    std::map<int, BatchTrial> trials_;
};

} // namespace

std::uint64_t usual_batch_limit(const Check& check) {
    return static_cast<std::uint64_t>(0.8 * static_cast<double>(check.memory_free_for_rank()));
}

BatchTrial find_batch_size(const Check& check, const BatchSearch& search,
                           const std::function<void(const BatchTrial&)>& on_trial) {
    Search with(check, search, on_trial);
    return search.goal == BatchGoal::largest ? with.largest() : with.fastest();
}

} // namespace tunedesk::run
