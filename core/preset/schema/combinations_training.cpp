#include "preset/schema/combination_row.h"

namespace tunedesk::preset {

namespace {

using P = Preset;

bool is_sgd(const Preset& preset) {
    return preset.training.optim == Preset::Optim::sgd;
}

} // namespace

/// Of the optimizer and its schedule.
Rows training_combinations() {
    return {
        refused(
            "training.max_steps", "", [](const P& p) { return p.training.max_steps == 0; },
            "0 trains nothing; use -1 or at least 1"),
        refused(
            "training.momentum", "training.optim",
            [](const P& p) { return p.training.momentum > 0 && !is_sgd(p); },
            "belongs to optim: sgd; use that, or momentum: 0"),
        refused(
            "training.nesterov", "training.optim",
            [](const P& p) { return p.training.nesterov && !is_sgd(p); },
            "belongs to optim: sgd; use that, or nesterov: false"),
        refused(
            "training.nesterov", "training.momentum",
            [](const P& p) { return p.training.nesterov && is_sgd(p) && p.training.momentum == 0; },
            "needs momentum above 0; set training.momentum (0.9 is usual), or nesterov: false"),
        refused(
            "training.loss_spike_factor", "",
            [](const P& p) { return p.training.loss_spike_factor > 0 && p.training.loss_spike_factor <= 1; },
            "must be above 1, or 0 for never"),
        refused(
            "training.on_nonfinite", "logging.level",
            [](const P& p) {
                return p.logging.level == P::LogLevel::none &&
                       p.training.on_nonfinite == P::OnNonfinite::rewind;
            },
            "rewind needs checkpoints, which logging.level: none leaves out; use skip or stop"),

        not_used(
            "training.per_device_train_batch_size",
            [](const P& p) { return p.training.max_tokens_per_batch != 0; },
            "training.max_tokens_per_batch decides"),
        not_used(
            "training.num_train_epochs", [](const P& p) { return p.training.max_steps >= 0; },
            "training.max_steps decides"),
        not_used("training.adam_beta1 training.adam_beta2 training.adam_epsilon", is_sgd,
                 "used with training.optim: adam, adamw or adamw_8bit"),
        not_used(
            "training.momentum", [](const P& p) { return !is_sgd(p); }, "used with training.optim: sgd"),
        not_used(
            "training.nesterov", [](const P& p) { return !is_sgd(p) || p.training.momentum <= 0; },
            "used with training.optim: sgd and a momentum"),
        not_used(
            "training.warmup_ratio", [](const P& p) { return p.training.warmup_steps != 0; },
            "training.warmup_steps decides"),
        not_used(
            "training.lr_step_epochs training.lr_gamma",
            [](const P& p) { return p.training.lr_scheduler_type != P::Scheduler::step; },
            "used with training.lr_scheduler_type: step"),
        not_used(
            "training.nonfinite_limit",
            [](const P& p) { return p.training.on_nonfinite == P::OnNonfinite::stop; },
            "training.on_nonfinite is stop"),
        not_used(
            "training.on_loss_spike", [](const P& p) { return p.training.loss_spike_factor <= 0; },
            "training.loss_spike_factor is 0"),
    };
}

} // namespace tunedesk::preset
