// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/loop/validation.h"

#include "memory/torch_headers.h"
#include "train/step/evaluator.h"
#include "train/strategies/mean_weights.h"
#include "train/task/trained_task.h"

#include <cmath>
#include <fmt/format.h>

namespace tunedesk::train {

Validation::Validation(const Parts& parts) : parts_(parts) {
    if (parts.group.world().leads()) {
        const auto& model = parts.trainable.model();
        samples_.emplace(parts.preset, model.network(), model.config().max_tokens());
    }
}

std::vector<event::TextSample> Validation::samples() const {
    return samples_ ? samples_->make() : std::vector<event::TextSample>();
}

bool Validation::is_due(const TrainState& state, bool epoch_ends, bool last) const {
    const auto& evaluation = parts_.preset.evaluation;
    if (parts_.sets.validation.size() == 0) return false;
    switch (evaluation.strategy) {
    case Preset::EvalStrategy::no:
        return false;
    case Preset::EvalStrategy::epoch:
        return epoch_ends;
    case Preset::EvalStrategy::steps:
        return evaluation.every_n_steps > 0 && (state.step % evaluation.every_n_steps == 0 || last);
    }
    return false;
}

bool Validation::improves(double value, double loss, const TrainState& state) const {
    // NaN is never the best; nor is a model with a non-finite loss, which may still have an accuracy.
    if (!std::isfinite(value) || !std::isfinite(loss)) return false;
    if (!state.has_best) return true;
    const double threshold = parts_.preset.training.early_stopping_threshold;
    return parts_.preset.checkpoint.mode == Preset::Mode::max ? value > state.best_value + threshold
                                                              : value < state.best_value - threshold;
}

Evaluation Validation::evaluate_now(const Split& split) {
    parts_.step.drop_gradients();
    return evaluate(parts_.trainable, split, parts_.preset.training.per_device_eval_batch_size, parts_.group,
                    parts_.announcer);
}

void Validation::announce(const TrainState& state, const Evaluation& result, bool best) {
    std::vector<event::PredictionSample> predictions;
    if (const int count = parts_.preset.evaluation.samples; count > 0 && parts_.group.world().leads())
        predictions = trained_task(parts_.preset.task)
                          .samples(parts_.sets.validation, result, parts_.sets.labels.names,
                                   static_cast<std::size_t>(count));
    parts_.announcer.evaluated("val", state.step, epochs_of(state, parts_.sets.train.size()), result.metrics,
                               best, samples(), predictions);
}

void Validation::look_at_extra(const TrainState& state) {
    for (const ExtraSplit& extra : parts_.sets.extra) {
        if (extra.split.size() == 0) continue;
        const Evaluation result = evaluate_now(extra.split);
        parts_.announcer.evaluated(extra.name, state.step, epochs_of(state, parts_.sets.train.size()),
                                   result.metrics, /*best=*/false);
    }
}

bool Validation::look_at_start(const TrainState& state) {
    const auto& evaluation = parts_.preset.evaluation;
    if (!evaluation.on_start || evaluation.strategy == Preset::EvalStrategy::no || state.step > 0 ||
        parts_.sets.validation.size() == 0)
        return false;
    announce(state, evaluate_now(parts_.sets.validation), /*best=*/false);
    look_at_extra(state);
    return true;
}

bool Validation::run(TrainState& state) {
    parts_.step.drop_gradients(); // before the gradients that the exchange keeps
    exchange_means(parts_.optimizer, parts_.strategy);
    look(state);
    exchange_means(parts_.optimizer, parts_.strategy);
    const int patience = parts_.preset.training.early_stopping_patience;
    const bool enough = patience > 0 && state.evaluations_without_gain >= patience;
    if (enough)
        parts_.announcer.info(fmt::format("no gain in {} evaluations: training ends early", patience));
    return enough;
}

/// Evaluates the current weights.
void Validation::look(TrainState& state) {
    const Evaluation result = evaluate_now(parts_.sets.validation);
    const task::Metric* monitored =
        task::task_of(parts_.preset.task).monitored(parts_.preset.checkpoint.monitor);
    const double value = monitored ? result.metric(monitored->name) : result.loss();
    const bool best = improves(value, result.loss(), state);
    state.evaluations_without_gain = best ? 0 : state.evaluations_without_gain + 1;
    if (best) {
        state.has_best = true;
        state.best_value = value;
        state.best_step = state.step;
        parts_.saver.keep_best(state);
    } else {
        parts_.saver.keep_best_later(state);
    }
    announce(state, result, best);
    look_at_extra(state);
}

} // namespace tunedesk::train
