// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/combinations/combination_row.h"
#include "preset/schema/placement.h"

#include <algorithm>
#include <iterator>

namespace tunedesk::preset {

namespace {

using P = Preset;

bool is_sgd(const Preset& preset) {
    return preset.training.optim == Preset::Optim::sgd;
}

/// Rules for layers' learning rates, and for the weights' mean.
Rows weight_combinations() {
    return {
        refused(
            "training.ema_decay", "memory.offload",
            [](const P& p) {
                return p.training.ema_decay > 0 && uses_gpus(p) &&
                       (offloads(p, "optimizer") || offloads(p, "parameters"));
            },
            PhraseId::graph_offload),

        not_used(
            "training.layer_decay", [](const P& p) { return p.model.train == P::Train::features; },
            used_with("model.train: all | last_layers | lora")),
    };
}

} // namespace

/// Rules for the optimizer and its schedule.
Rows training_combinations() {
    Rows rows{
        refused(
            "training.max_steps", "", [](const P& p) { return p.training.max_steps == 0; },
            PhraseId::no_training),
        refused(
            "training.momentum", "training.optim",
            [](const P& p) { return p.training.momentum > 0 && !is_sgd(p); }, PhraseId::momentum_without_sgd),
        refused(
            "training.nesterov", "training.optim",
            [](const P& p) { return p.training.nesterov && !is_sgd(p); }, PhraseId::nesterov_without_sgd),
        refused(
            "training.nesterov", "training.momentum",
            [](const P& p) { return p.training.nesterov && is_sgd(p) && p.training.momentum == 0; },
            PhraseId::nesterov_without_momentum),
        refused(
            "training.loss_spike_factor", "",
            [](const P& p) { return p.training.loss_spike_factor > 0 && p.training.loss_spike_factor <= 1; },
            PhraseId::spike_factor_low),
        refused(
            "training.on_nonfinite", "logging.level",
            [](const P& p) {
                return p.logging.level == P::LogLevel::none &&
                       p.training.on_nonfinite == P::OnNonfinite::rewind;
            },
            PhraseId::rewind_without_checkpoints),

        not_used(
            "training.per_device_train_batch_size",
            [](const P& p) { return p.training.max_tokens_per_batch != 0; },
            decided_by("training.max_tokens_per_batch")),
        not_used(
            "training.num_train_epochs", [](const P& p) { return p.training.max_steps >= 0; },
            decided_by("training.max_steps")),
        not_used("training.adam_beta1 training.adam_beta2 training.adam_epsilon", is_sgd,
                 used_with("training.optim: adam | adamw | adamw_8bit")),
        not_used(
            "training.momentum", [](const P& p) { return !is_sgd(p); }, used_with("training.optim: sgd")),
        not_used(
            "training.nesterov", [](const P& p) { return !is_sgd(p) || p.training.momentum <= 0; },
            used_with("training.optim: sgd, training.momentum")),
        not_used(
            "training.warmup_ratio", [](const P& p) { return p.training.warmup_steps != 0; },
            decided_by("training.warmup_steps")),
        not_used(
            "training.lr_step_epochs training.lr_gamma",
            [](const P& p) { return p.training.lr_scheduler_type != P::Scheduler::step; },
            used_with("training.lr_scheduler_type: step")),
        not_used(
            "training.nonfinite_limit",
            [](const P& p) { return p.training.on_nonfinite == P::OnNonfinite::stop; },
            Phrase(PhraseId::unused_value, {"training.on_nonfinite", "stop"})),
        not_used(
            "training.on_loss_spike", [](const P& p) { return p.training.loss_spike_factor <= 0; },
            Phrase(PhraseId::unused_value, {"training.loss_spike_factor", "0"})),
    };
    std::ranges::move(weight_combinations(), std::back_inserter(rows));
    return rows;
}

} // namespace tunedesk::preset
