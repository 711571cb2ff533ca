#include "train/loop/step_log.h"

#include "memory/torch_headers.h"
#include "train/session/results.h"

#include <algorithm>
#include <limits>

namespace tunedesk::train {

StepLog::StepLog(const Parts& parts, bool first)
    : parts_(parts), lengths_(parts.rows.lengths()), first_(first) {}

void StepLog::add(const data::StepBatches& plan, TrainState& state) {
    std::int64_t tokens = 0;
    for (const auto& micro : plan.micro_batches)
        for (const auto& rank : micro)
            for (const std::uint32_t sample : rank)
                tokens += lengths_[sample];
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

double StepLog::write(const TrainStep& taken, double learning_rate, double gradient_norm, TrainState& state) {
    double sums[] = {taken.loss().item<double>(), static_cast<double>(taken.correct().item<std::int64_t>())};
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
    parts_.announcer.step(step, report::to_json(memory_figures().fullest()));
    state.logged_samples = state.logged_tokens = state.logged_steps = 0;
    state.logged_seconds = 0;
    first_ = false;
    return step.loss;
}

} // namespace tunedesk::train
