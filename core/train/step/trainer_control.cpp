// What the trainer does when a step is not finite or its loss is a spike, and on commands.

#include "train/step/trainer.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "format/checkpoint.h"
#include "model/torch_headers.h"
#include "train/memory/eviction.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <thread>

namespace tunedesk::train {

Trainer::After Trainer::handle_nonfinite(std::int64_t step, double gradient_norm) {
    ++state_.nonfinite_in_row;
    ++state_.nonfinite_total;
    const std::string where = fmt::format("step {}", step);
    if (parts_.group.world().leads()) // all ranks see the same: one says it
        announcer_.warn(fmt::format("step {}: the gradient norm is {}; its update is left out", step,
                                    shortest(gradient_norm)),
                        event::warning::nonfinite);
    const auto next =
        "lower training.learning_rate, or set training.max_grad_norm, in the run's preset.yaml, "
        "and resume with --allow-change; where no checkpoint is left, run again";
    if (preset_.training.on_nonfinite == Preset::OnNonfinite::stop)
        throw Error(8501, "loss or gradients are not finite", where, next);
    if (state_.nonfinite_in_row >= preset_.training.nonfinite_limit)
        throw Error(
            8501, fmt::format("loss or gradients were not finite {} steps in a row", state_.nonfinite_in_row),
            where, next);
    return preset_.training.on_nonfinite == Preset::OnNonfinite::rewind ? rewind(step) : After::go_on;
}

Trainer::After Trainer::rewind(std::int64_t bad_step) {
    open_steps_.clear(); // steps behind the bad one are undone too
    std::vector<std::int64_t> passed_over = state_.passed_over;
    const std::int64_t in_row = state_.nonfinite_in_row, total = state_.nonfinite_total;
    const double seconds = state_.train_seconds;
    const std::int64_t tokens = state_.train_tokens;
    announcer_.progress("loading", 0, 1);
    const std::optional<std::int64_t> newest = parts_.checkpointer.newest(parts_.group);
    if (!newest)
        throw Error(8502, "there is no checkpoint to go back to", fmt::format("step {}", bad_step),
                    "set checkpoint.every_n_steps lower, or training.on_nonfinite to skip");
    auto restored =
        parts_.checkpointer.restore(*newest, parts_.learner.model().parameters(), parts_.optimizer, true);
    state_ = std::move(restored.state);
    if (!restored.warning.empty() && parts_.group.world().leads()) announcer_.warn(restored.warning);
    if (state_.step > 0) find_place(state_, parts_.sampler);
    parts_.execution.forget();
    saver_.rewound(state_);
    restore_scaler();
    passed_over.push_back(bad_step);
    state_.passed_over = passed_over;
    state_.nonfinite_in_row = in_row;
    state_.nonfinite_total = total;
    state_.train_seconds = seconds; // of all steps, the undone ones too
    state_.train_tokens = tokens;
    announcer_.current_step = state_.step;
    announcer_.progress(event::training_phase, state_.step, total_steps_);
    if (parts_.group.world().leads())
        announcer_.warn(
            fmt::format("back to step {}; the batch of step {} is passed over", state_.step, bad_step));
    announcer_.event(event::Type::Resumed, {{"from_step", state_.step},
                                            {"from_epoch", state_.epoch},
                                            {"from_samples", state_.samples_in_epoch}});
    // A command that arrived meanwhile must not be lost.
    const After obeyed = obey(agreement_.exchange_now({state_.step, state_.updates}, [] { return 0; }));
    return obeyed == After::go_on ? After::rewound : obeyed;
}

bool Trainer::is_passed_over() const {
    return std::ranges::find(state_.passed_over, state_.step + 1) != state_.passed_over.end();
}

Trainer::After Trainer::obey(int command) {
    if (static_cast<event::Command>(command) == event::Command::none) return After::go_on;
    const After settled = settle(0); // the state must be that of whole steps, all of them known
    if (settled == After::stop) return settled;
    switch (static_cast<event::Command>(command)) {
    case event::Command::stop:
    case event::Command::kill:
        saver_.save_before_stop(state_);
        return After::stop;
    case event::Command::checkpoint:
        saver_.save(state_);
        announcer_.progress(event::training_phase, state_.step, total_steps_);
        return settled;
    case event::Command::pause: {
        const After after = pause();
        return after == After::go_on ? settled : after;
    }
    default:
        return settled;
    }
}

/// All that lies on the device between two steps: weights, optimizer state, and the gradients' buckets.
std::vector<at::Tensor> Trainer::device_state() const {
    std::vector<at::Tensor> tensors;
    for (const model::Parameter& parameter : parts_.learner.model().parameters().all()) {
        tensors.push_back(parameter.value);
        tensors.push_back(parameter.value.grad());
    }
    for (const Optimizer::State& state : parts_.optimizer.states())
        if (state.value.device() == parts_.device.place()) tensors.push_back(state.value); // not offloaded
    return tensors;
}

/// Waits for `continue` or an end. A device's memory is free meanwhile.
Trainer::After Trainer::pause() {
    std::optional<Eviction> evicted;
    const auto leave = [&] {
        if (!on_device_) return;
        parts_.execution.forget();
        evicted.emplace(device_state());
        if (parts_.device.is_gpu()) parts_.device.accelerator()->release_cached_memory();
    };
    const auto come_back = [&] {
        if (evicted) evicted->restore();
        evicted.reset();
    };
    leave();
    announcer_.info(fmt::format("paused at step {}", state_.step));
    for (;;) {
        announcer_.progress("paused", state_.step, total_steps_);
        const int next = agreement_.exchange_now({state_.step, state_.updates}, [this] {
            return static_cast<int>(announcer_.channel().command());
        });
        if (next == static_cast<int>(event::Command::resume)) break;
        const bool ends =
            next == static_cast<int>(event::Command::stop) || next == static_cast<int>(event::Command::kill);
        if (ends || next == static_cast<int>(event::Command::checkpoint)) {
            come_back();
            if (ends) return obey(next);
            saver_.save(state_);
            leave();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    come_back();
    announcer_.progress(event::training_phase, state_.step, total_steps_);
    announcer_.info(fmt::format("continued at step {}", state_.step));
    return After::go_on;
}

/// Takes a loss into the running mean; whether it is a spike, which is told with `consequence`. A loss that
/// stays high moves the mean, so that a run is not skipped to its end.
bool Trainer::watch_loss(double loss, std::int64_t step, std::string_view consequence) {
    const double mean = state_.running_loss, factor = preset_.training.loss_spike_factor;
    const bool spike = factor > 0 && std::isfinite(mean) && loss > factor * mean;
    if (spike && parts_.group.world().leads()) // all ranks see the same: one says it
        announcer_.warn(fmt::format("loss spike at step {}: {:.4g}, {:.1f} times its running mean{}", step,
                                    loss, loss / mean, consequence),
                        event::warning::loss_spike);
    if (std::isfinite(loss)) state_.running_loss = std::isfinite(mean) ? 0.9 * mean + 0.1 * loss : loss;
    tell_divergence();
    return spike;
}

/// Says once, whatever the keys, that the loss has left what even guessing gives far behind.
void Trainer::tell_divergence() {
    const double guessing =
        std::log(static_cast<double>(std::max<std::size_t>(2, parts_.sets.labels.names.size())));
    if (told_divergence_ || !(state_.running_loss > 4 * guessing)) return;
    told_divergence_ = true;
    if (parts_.group.world().leads())
        announcer_.warn(
            fmt::format(
                "the training diverges: by step {} the running mean of the loss is {:.4g}, where guessing "
                "gives {:.3g}",
                state_.step, state_.running_loss, guessing),
            event::warning::divergence);
}

} // namespace tunedesk::train
