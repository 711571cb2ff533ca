// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/checks.h"
#include "preset/schema/combinations/combination_row.h"
#include "preset/schema/validation_sets.h"

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

/// Null if nothing is monitored, or the task has no such metric.
const task::Metric* monitored(const Preset& preset) {
    const task::Task& task = task::task_of(preset.task);
    return evaluates(preset) ? task.monitored(preset.checkpoint.monitor) : nullptr;
}

Phrase no_such_metric(const Preset& preset) {
    const task::Task& task = task::task_of(preset.task);
    return Phrase(PhraseId::unknown_metric, {preset.checkpoint.monitor, std::string(task.name),
                                             fmt::format("{}", fmt::join(task.monitors(), ", "))});
}

/// A fraction can be cut from data.train only where its rows are independent.
Phrase missing_validation(const Preset& preset) {
    return Phrase(is_of_next_token(preset) ? PhraseId::no_validation_file : PhraseId::no_validation);
}

Phrase wrong_mode(const Preset& preset) {
    return Phrase(monitored(preset)->more_is_better ? PhraseId::highest_is_best : PhraseId::lowest_is_best,
                  {preset.checkpoint.monitor});
}

} // namespace

/// Rules for prompts, which evaluations answer in addition to computing metrics.
Rows prompt_combinations() {
    return {
        refused(
            "data.extra_validation", "", [](const P& p) { return !repeated_validation_name(p).empty(); },
            [](const P& p) { return Phrase(PhraseId::value_twice, {repeated_validation_name(p)}); }),
        refused(
            "evaluation.samples", "task",
            [](const P& p) {
                return p.evaluation.samples > 0 && task::task_of(p.task).target != task::Target::one_class;
            },
            [](const P& p) {
                return Phrase(PhraseId::classes_needed, {std::string(task::task_of(p.task).name), "0"});
            }),
        refused(
            "evaluation.prompts", "parallel.strategy",
            [](const P& p) {
                return !p.evaluation.prompts.empty() && (p.parallel.strategy == P::Strategy::zero3 ||
                                                         p.parallel.strategy == P::Strategy::fsdp);
            },
            PhraseId::prompts_of_shards),

        not_used(
            "evaluation.prompts", [](const P& p) { return !task::task_of(p.task).has_words(); },
            used_with("task: chat or language-modeling")),
        not_used(
            "evaluation.max_new_tokens", [](const P& p) { return p.evaluation.prompts.empty(); },
            used_with("evaluation.prompts")),
    };
}

/// Rules for evaluations, checkpoints and logging.
Rows evaluation_combinations() {
    return {
        refused(
            "evaluation.every_n_steps", "evaluation.strategy",
            [](const P& p) {
                return p.evaluation.strategy == P::EvalStrategy::steps && p.evaluation.every_n_steps == 0;
            },
            PhraseId::steps_without_number),
        refused(
            "evaluation.strategy", "data.validation data.validation_split",
            [](const P& p) {
                return evaluates(p) && p.data.validation.empty() && p.data.validation_split == 0 &&
                       p.data.split_file.empty();
            },
            missing_validation),
        refused(
            "training.early_stopping_patience", "evaluation.strategy",
            [](const P& p) { return !evaluates(p) && p.training.early_stopping_patience > 0; },
            PhraseId::stopping_unevaluated),
        refused(
            "training.early_stopping_patience", "logging.level",
            [](const P& p) { return is_lean(p) && p.training.early_stopping_patience > 0; },
            PhraseId::stopping_without_callbacks),
        refused(
            "checkpoint.monitor", "task", [](const P& p) { return evaluates(p) && !monitored(p); },
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
            PhraseId::unused_unevaluated),
        not_used(
            "training.early_stopping_threshold",
            [](const P& p) { return !evaluates(p) || p.training.early_stopping_patience <= 0; },
            used_with("training.early_stopping_patience")),
        not_used(
            "evaluation.every_n_steps",
            [](const P& p) { return p.evaluation.strategy != P::EvalStrategy::steps; },
            used_with("evaluation.strategy: steps")),
        not_used(
            "checkpoint.monitor checkpoint.mode evaluation.on_start evaluation.samples evaluation.prompts",
            [](const P& p) { return !evaluates(p); }, PhraseId::unused_unevaluated),
        not_used("checkpoint.every_n_steps checkpoint.keep checkpoint.asynchronous logging.every_n_steps "
                 "logging.tensorboard",
                 is_lean, Phrase(PhraseId::unused_value, {"logging.level", "none"})),
    };
}

} // namespace tunedesk::preset
