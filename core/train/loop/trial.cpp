// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/loop/trial.h"

#include "base/clock.h"
#include "memory/torch_headers.h"
#include "train/session/results.h"
#include "train/step/eval_batches.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tunedesk::train {

namespace {

/// The number of rows that a rank's micro-batch occupies, padding included.
std::uint64_t area_of(const std::vector<std::uint32_t>& samples, const std::vector<std::uint32_t>& lengths,
                      bool padded) {
    std::uint64_t tokens = 0, longest = 0;
    for (const std::uint32_t sample : samples) {
        tokens += lengths[sample];
        longest = std::max<std::uint64_t>(longest, lengths[sample]);
    }
    return padded ? longest * samples.size() : tokens;
}

struct LongestStep {
    data::StepBatches plan;
    std::uint64_t batch_tokens = 0, tokens = 0;
};

LongestStep longest_step(const Trainer::Parts& parts) {
    const std::vector<std::uint32_t> lengths = parts.sets.train.lengths();
    const bool padded = parts.preset.data.batching != Preset::Batching::packed;
    LongestStep longest;
    for (const data::StepBatches& step : parts.sampler.epoch(0)) {
        std::uint64_t largest = 0, tokens = 0;
        for (const auto& micro_batch : step.micro_batches)
            for (const auto& rank : micro_batch) {
                largest = std::max(largest, area_of(rank, lengths, padded));
                tokens += area_of(rank, lengths, false);
            }
        if (largest > longest.batch_tokens) longest = {step, largest, tokens};
    }
    return longest;
}

/// Runs the beginning of each evaluation, which has the longest rows.
void evaluate_longest(const Trainer::Parts& parts) {
    const auto batch_size = static_cast<std::size_t>(parts.preset.training.per_device_eval_batch_size);
    const int threads = eval_threads(parts.trainable.model().placement().device);
    for (const auto& [role, split] : parts.sets.splits()) {
        if (split == &parts.sets.train || split->size() == 0) continue;
        const Split& evaluated = *split;
        EvalBatches first = plan::eval_batches(evaluated.lengths(), batch_size, threads);
        first.rows.resize(std::min(first.rows.size(), static_cast<std::size_t>(first.at_once)));
        for_each_eval_batch(
            first, {}, "evaluation", parts.announcer,
            [&](const auto& samples) {
                parts.trainable.forward(evaluated, parts.trainable.batch(evaluated, samples, false), {});
            },
            CollectivePasses(parts.trainable));
        if (StageLink* const link = parts.trainable.link()) link->finish();
    }
}

void measure(const Trial& trial, const Trainer::Parts& parts, Trainer& trainer) {
    const LongestStep longest = longest_step(parts);
    const double rate = parts.preset.training.learning_rate;
    trainer.try_step(longest.plan, rate); // the first step allocates what all others use
    const std::uint64_t sent = parts.group.calls().bytes_sent();
    const double start = monotonic_seconds();
    trainer.try_step(longest.plan, rate);
    const double seconds = monotonic_seconds() - start;
    const std::uint64_t sent_in_step = parts.group.calls().bytes_sent() - sent;
    trainer.drop_gradients();
    evaluate_longest(parts);
    trial.say({{"batch_tokens", longest.batch_tokens},
               {"tokens", longest.tokens},
               {"seconds", seconds},
               {"sent_bytes", sent_in_step},
               {"peak_rss_bytes", largest_of_ranks(peak_resident_bytes(), parts.group)},
               {"peak_gpu_bytes", largest_of_ranks(parts.device.memory().peak, parts.group)},
               {"memory", report::to_json(memory_figures())}});
}

void sweep_learning_rate(const Trial& trial, const Trainer::Parts& parts, Trainer& trainer) {
    const double ratio = trial.to / trial.from;
    double reference =
        // the smallest loss; at a constant learning rate the first one
        std::numeric_limits<double>::infinity();
    std::vector<data::StepBatches> plans;
    std::size_t next = 0;
    for (std::int64_t step = 0, epoch = 0; step < trial.steps; ++step) {
        if (next == plans.size()) {
            plans = parts.sampler.epoch(epoch++);
            next = 0;
        }
        const double part =
            static_cast<double>(step) / static_cast<double>(std::max<std::int64_t>(1, trial.steps - 1));
        const double rate = trial.from * std::pow(ratio, part);
        double sums[] = {trainer.try_step(plans[next++], rate)};
        parts.group.sum(sums, parallel::Purpose::step_figures);
        const double loss = sums[0];
        trial.say({{"step", step + 1}, {"learning_rate", rate}, {"loss", event::number_json(loss)}});
        if (step == 0 || ratio != 1) reference = std::min(reference, loss);
        if (!std::isfinite(loss) || loss > 4 * reference) break;
    }
}

} // namespace

void run_trial(const Trial& trial, const Trainer::Parts& parts, Trainer& trainer) {
    if (trial.kind == Trial::Kind::memory)
        measure(trial, parts, trainer);
    else
        sweep_learning_rate(trial, parts, trainer);
}

} // namespace tunedesk::train
