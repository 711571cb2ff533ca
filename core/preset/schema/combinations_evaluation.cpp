#include "preset/schema/checks.h"
#include "preset/schema/combination_row.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tunedesk::preset {

namespace {

using P = Preset;

bool evaluates(const Preset& preset) {
    return preset.evaluation.strategy != Preset::EvalStrategy::no;
}

bool is_lean(const Preset& preset) {
    return preset.logging.level == Preset::LogLevel::none;
}

/// Null where nothing is monitored, or the task has no such metric.
const task::Metric* monitored(const Preset& preset) {
    const task::Task& task = task::task_of(preset.task);
    return evaluates(preset) && task.runs() ? task.monitored(preset.checkpoint.monitor) : nullptr;
}

std::string no_such_metric(const Preset& preset) {
    const task::Task& task = task::task_of(preset.task);
    return fmt::format("({}) is no metric of task: {}; use {}", preset.checkpoint.monitor, task.name,
                       fmt::join(task.monitors(), ", "));
}

std::string wrong_mode(const Preset& preset) {
    const bool less_is_better = !monitored(preset)->more_is_better;
    return fmt::format("must be {} for monitor: {}, which is better when it is {}",
                       less_is_better ? "min" : "max", preset.checkpoint.monitor,
                       less_is_better ? "low" : "high");
}

} // namespace

/// Of evaluations, checkpoints and logging.
Rows evaluation_combinations() {
    return {
        refused(
            "evaluation.every_n_steps", "evaluation.strategy",
            [](const P& p) {
                return p.evaluation.strategy == P::EvalStrategy::steps && p.evaluation.every_n_steps == 0;
            },
            "must be above 0 with strategy: steps; say how many steps"),
        refused(
            "evaluation.strategy", "data.validation data.validation_split",
            [](const P& p) {
                return evaluates(p) && p.data.validation.empty() && p.data.validation_split == 0 &&
                       p.data.split_file.empty();
            },
            "needs validation rows; give data.validation, or data.validation_split (0.1 is usual), or "
            "use strategy: no"),
        refused(
            "training.early_stopping_patience", "evaluation.strategy",
            [](const P& p) { return !evaluates(p) && p.training.early_stopping_patience > 0; },
            "needs evaluations; use evaluation.strategy: epoch or steps, or patience 0"),
        refused(
            "training.early_stopping_patience", "logging.level",
            [](const P& p) { return is_lean(p) && p.training.early_stopping_patience > 0; },
            "is a callback, which logging.level: none leaves out; use level: full, or patience 0"),
        refused(
            "checkpoint.monitor", "task",
            [](const P& p) { return evaluates(p) && task::task_of(p.task).runs() && !monitored(p); },
            no_such_metric),
        refused(
            "checkpoint.mode", "checkpoint.monitor evaluation.strategy",
            [](const P& p) {
                const task::Metric* metric = monitored(p);
                return metric && p.checkpoint.mode != best_mode(*metric);
            },
            wrong_mode),

        not_used(
            "training.early_stopping_patience", [](const P& p) { return !evaluates(p); },
            "nothing is evaluated: evaluation.strategy is no"),
        not_used(
            "training.early_stopping_threshold",
            [](const P& p) { return !evaluates(p) || p.training.early_stopping_patience <= 0; },
            "used with training.early_stopping_patience"),
        not_used(
            "evaluation.every_n_steps",
            [](const P& p) { return p.evaluation.strategy != P::EvalStrategy::steps; },
            "used with evaluation.strategy: steps"),
        not_used(
            "checkpoint.monitor checkpoint.mode", [](const P& p) { return !evaluates(p); },
            "nothing is evaluated: evaluation.strategy is no"),
        not_used("checkpoint.every_n_steps checkpoint.keep checkpoint.asynchronous logging.every_n_steps "
                 "logging.tensorboard",
                 is_lean, "logging.level is none"),
    };
}

} // namespace tunedesk::preset
