// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/loop/step_log.h"

#include "memory/torch_headers.h"
#include "train/session/results.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tunedesk::train {

StepLog::StepLog(const Parts& parts, bool first)
    : parts_(parts), lengths_(parts.rows.lengths()), first_(first) {}

void StepLog::add(const data::StepBatches& plan, TrainState& state) {
    rank_tokens_.clear();
    for (const auto& micro : plan.micro_batches) {
        rank_tokens_.resize(micro.size());
        for (std::size_t rank = 0; rank < micro.size(); ++rank)
            for (const std::uint32_t sample : micro[rank])
                rank_tokens_[rank] += lengths_[sample];
    }
    const std::int64_t tokens = std::accumulate(rank_tokens_.begin(), rank_tokens_.end(), std::int64_t{0});
    samples_ = plan.samples;
    state.train_tokens += tokens;
    state.logged_tokens += tokens;
    state.logged_samples += plan.samples;
    ++state.logged_steps;
}

bool StepLog::is_due(const TrainState& state, bool last) const {
    const auto& logging = parts_.preset.logging;
    return logging.level != Preset::LogLevel::none &&
           (first_ || last || state.step % std::max<std::int64_t>(1, logging.every_n_steps) == 0);
}

std::vector<double> StepLog::rank_losses(double loss, int data_rank) const {
    constexpr std::size_t most_ranks = 64; // one line per rank
    const std::size_t ranks = rank_tokens_.size();
    if (task::task_of(parts_.preset.task).target != task::Target::next_token || ranks < 2 ||
        ranks > most_ranks)
        return {};
    std::vector<double> losses(ranks);
    losses[static_cast<std::size_t>(data_rank)] = loss;
    parts_.group.sum(losses, parallel::Purpose::step_figures);
    const double all = std::accumulate(rank_tokens_.begin(), rank_tokens_.end(), 0.0);
    // each rank has a fraction of the step's mean, by its tokens
    for (std::size_t rank = 0; rank < ranks; ++rank)
        losses[rank] *= rank_tokens_[rank] > 0 ? all / static_cast<double>(rank_tokens_[rank]) : 0;
    return losses;
}

double StepLog::write(const TrainStep& taken, int data_rank, double learning_rate, double gradient_norm,
                      TrainState& state) {
    double sums[] = {taken.loss().item<double>(), static_cast<double>(taken.correct().item<std::int64_t>())};
    const std::vector<double> of_ranks = rank_losses(sums[0], data_rank);
    parts_.group.sum(sums, parallel::Purpose::step_figures);
    event::StepEvent step;
    step.step = state.step;
    step.epoch = epochs_of(state, parts_.rows.size());
    step.loss = sums[0];
    step.accuracy = task::task_of(parts_.preset.task).target == task::Target::one_class
                        ? sums[1] / static_cast<double>(std::max<std::int64_t>(1, samples_))
                        : std::numeric_limits<double>::quiet_NaN();
    step.learning_rate = learning_rate;
    step.grad_norm = gradient_norm;
    step.samples = state.logged_samples;
    step.tokens = state.logged_tokens;
    step.step_seconds = state.logged_seconds / static_cast<double>(state.logged_steps);
    step.rss_bytes = resident_bytes();
    step.gpu_allocated_bytes = parts_.device.memory().allocated;
    parts_.announcer.step(step, report::to_json(memory_figures().fullest()), of_ranks);
    state.logged_samples = state.logged_tokens = state.logged_steps = 0;
    state.logged_seconds = 0;
    first_ = false;
    return step.loss;
}

} // namespace tunedesk::train
