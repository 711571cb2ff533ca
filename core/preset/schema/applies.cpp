#include "preset/schema/applies.h"

#include "preset/schema/checks.h"

#include <array>

namespace tunedesk::preset {

namespace {

struct Rule {
    const char* keys; ///< dotted, separated by spaces
    bool (*applies)(const Preset&);
    const char* reason;
};

using P = Preset;

const std::array rules{
    Rule{"model.last_layers", [](const P& p) { return p.model.train == P::Train::last_layers; },
         "used with model.train: last_layers"},
    Rule{"training.class_weights training.label_smoothing_factor",
         [](const P& p) { return p.task == P::Task::text_classification; },
         "used with task: text-classification"},
    Rule{"data.label_separator", [](const P& p) { return p.task == P::Task::multi_label; },
         "used with task: multi-label-classification"},
    Rule{"data.validation_split", [](const P& p) { return p.data.validation.empty(); },
         "data.validation names a file"},
    Rule{"data.test_split", [](const P& p) { return p.data.test.empty(); }, "data.test names a file"},
    Rule{"data.validation_split data.test_split", [](const P& p) { return p.data.split_file.empty(); },
         "data.split_file decides"},
    Rule{"training.per_device_train_batch_size",
         [](const P& p) { return p.training.max_tokens_per_batch == 0; },
         "training.max_tokens_per_batch decides"},
    Rule{"training.num_train_epochs", [](const P& p) { return p.training.max_steps < 0; },
         "training.max_steps decides"},
    Rule{"training.adam_beta1 training.adam_beta2 training.adam_epsilon",
         [](const P& p) { return p.training.optim != P::Optim::sgd; },
         "used with training.optim: adam, adamw or adamw_8bit"},
    Rule{"training.momentum", [](const P& p) { return p.training.optim == P::Optim::sgd; },
         "used with training.optim: sgd"},
    Rule{"training.nesterov",
         [](const P& p) { return p.training.optim == P::Optim::sgd && p.training.momentum > 0; },
         "used with training.optim: sgd and a momentum"},
    Rule{"training.warmup_ratio", [](const P& p) { return p.training.warmup_steps == 0; },
         "training.warmup_steps decides"},
    Rule{"training.lr_step_epochs training.lr_gamma",
         [](const P& p) { return p.training.lr_scheduler_type == P::Scheduler::step; },
         "used with training.lr_scheduler_type: step"},
    Rule{"training.early_stopping_patience",
         [](const P& p) { return p.evaluation.strategy != P::EvalStrategy::no; },
         "nothing is evaluated: evaluation.strategy is no"},
    Rule{"training.early_stopping_threshold",
         [](const P& p) {
             return p.evaluation.strategy != P::EvalStrategy::no && p.training.early_stopping_patience > 0;
         },
         "used with training.early_stopping_patience"},
    Rule{"training.nonfinite_limit",
         [](const P& p) { return p.training.on_nonfinite != P::OnNonfinite::stop; },
         "training.on_nonfinite is stop"},
    Rule{"training.on_loss_spike", [](const P& p) { return p.training.loss_spike_factor > 0; },
         "training.loss_spike_factor is 0"},
    Rule{"evaluation.every_n_steps",
         [](const P& p) { return p.evaluation.strategy == P::EvalStrategy::steps; },
         "used with evaluation.strategy: steps"},
    Rule{"precision.loss_scale", [](const P& p) { return p.precision.compute == P::Compute::fp16; },
         "used with precision.compute: fp16"},
    Rule{"precision.initial_scale_power precision.loss_scale_window precision.loss_scale_growth "
         "precision.loss_scale_backoff precision.hysteresis precision.min_loss_scale",
         [](const P& p) { return p.precision.compute == P::Compute::fp16 && p.precision.loss_scale == 0; },
         "used with precision.compute: fp16 and loss_scale: 0"},
    Rule{"parallel.processes parallel.pipeline_stages parallel.tensor_size parallel.backend "
         "parallel.bucket_mb "
         "parallel.master_port parallel.oversubscribe",
         [](const P& p) { return p.parallel.strategy != P::Strategy::single; },
         "parallel.strategy is single: one process"},
    Rule{"checkpoint.monitor checkpoint.mode",
         [](const P& p) { return p.evaluation.strategy != P::EvalStrategy::no; },
         "nothing is evaluated: evaluation.strategy is no"},
    Rule{"checkpoint.every_n_steps checkpoint.keep logging.every_n_steps logging.tensorboard",
         [](const P& p) { return p.logging.level != P::LogLevel::none; }, "logging.level is none"},
};

bool names(std::string_view keys, const std::string& dotted) {
    for (auto at = keys.find(dotted); at != std::string_view::npos; at = keys.find(dotted, at + 1)) {
        const auto end = at + dotted.size();
        if ((at == 0 || keys[at - 1] == ' ') && (end == keys.size() || keys[end] == ' ')) return true;
    }
    return false;
}

/// Values beside the current one that a key could be set to.
std::vector<std::string> other_values(const Key& key, const std::string& current) {
    std::vector<std::string> values = key.choices;
    if (key.type == Type::boolean) values = {"true", "false"};
    if (key.type == Type::integer || key.type == Type::number || !key.free_form.empty())
        values.insert(values.end(), {"2", "3"});
    std::erase(values, current);
    return values;
}

} // namespace

std::string inapplicable(const Preset& preset, const Key& key) {
    const std::string dotted = key.dotted();
    for (const Rule& rule : rules)
        if (names(rule.keys, dotted) && !rule.applies(preset)) return rule.reason;
    return {};
}

std::string unsupported_value(const Preset& preset, const Key& key, const std::string& value) {
    Preset changed = preset;
    if (set(changed, key, value)) return {};
    for (Problem& problem : unsupported(changed))
        if (problem.key == key.dotted()) return std::move(problem.what);
    return {};
}

std::string nothing_to_choose(const Preset& preset, const Key& key) {
    if (key.type == Type::path || key.type == Type::text) return {};
    const std::string current = get(preset, key);
    if (!unsupported_value(preset, key, current).empty()) return {};
    std::string reason;
    for (const std::string& value : other_values(key, current)) {
        Preset changed = preset;
        if (set(changed, key, value)) continue;
        reason = unsupported_value(preset, key, value);
        if (reason.empty()) return {};
    }
    return reason.empty() ? reason
                          : "this version knows " + (current.empty() ? "nothing else" : current + " alone");
}

} // namespace tunedesk::preset
