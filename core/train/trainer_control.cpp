// What the trainer does when a step is not finite, when a checkpoint is due, and when it is told something.

#include "train/trainer.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "format/checkpoint.h"
#include "model/torch_headers.h"
#include "train/eviction.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <thread>

namespace tunedesk::train {

Trainer::After Trainer::handle_nonfinite(std::int64_t step, double gradient_norm) {
    ++state_.nonfinite_in_row;
    ++state_.nonfinite_total;
    const std::string where = fmt::format("step {}", step);
    if (parts_.group.world().leads()) // all ranks see the same: one says it
        announcer_.warn(fmt::format("step {}: the gradient norm is {}; its update is left out", step,
                                    shortest(gradient_norm)));
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
    const std::optional<std::int64_t> newest = parts_.checkpointer.newest();
    if (!newest)
        throw Error(8502, "there is no checkpoint to go back to", fmt::format("step {}", bad_step),
                    "set checkpoint.every_n_steps lower, or training.on_nonfinite to skip");
    state_ =
        parts_.checkpointer.restore(*newest, parts_.learner.model().parameters(), parts_.optimizer, true);
    parts_.execution.forget();
    restore_scaler();
    passed_over.push_back(bad_step);
    state_.passed_over = passed_over;
    state_.nonfinite_in_row = in_row;
    state_.nonfinite_total = total;
    state_.train_seconds = seconds; // of all steps, the undone ones too
    state_.train_tokens = tokens;
    announcer_.current_step = state_.step;
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

void Trainer::save() {
    announcer_.progress("saving", 0, 1);
    const bool saved = attempt("the checkpoint", failed_saves_, [&] {
        // A checkpoint must never be ahead of the journal: a resume from it would leave a gap there.
        if (!announcer_.channel().sync(30))
            announcer_.warn("the journal could not be flushed; the checkpoint is saved all the same");
        const Checkpointer::Saved checkpoint =
            parts_.checkpointer.save(state_, parts_.learner.model().parameters(), parts_.optimizer);
        announcer_.event(event::Type::CheckpointSaved, {{"step", state_.step},
                                                        {"path", checkpoint.path.string()},
                                                        {"bytes", checkpoint.bytes},
                                                        {"seconds", checkpoint.seconds}});
    });
    failed_saves_ = saved ? 0 : failed_saves_ + 1;
}

/// Rank 0 saves something; all ranks hear whether it worked. A full disk ends the run at the third failure in
/// a row only.
bool Trainer::attempt(const std::string& what, int failures_before, const std::function<void()>& save_it) {
    double failed[] = {0};
    if (parts_.group.world().leads()) try {
            save_it();
        } catch (Error& error) {
            if (error.code() != ExitCode::resources) throw;
            failed[0] = 1;
            announcer_.warn(fmt::format("step {}: {} could not be saved ({} of 3): {}", state_.step, what,
                                        failures_before + 1, error.message()));
            if (failures_before >= 2) throw error.with_next("free some space and resume");
        }
    parts_.group.sum(failed);
    return failed[0] == 0;
}

Trainer::After Trainer::obey(int command) {
    if (static_cast<event::Command>(command) == event::Command::none) return After::go_on;
    const After settled = settle(0); // the state must be that of whole steps, all of them known
    if (settled == After::stop) return settled;
    switch (static_cast<event::Command>(command)) {
    case event::Command::stop:
    case event::Command::kill:
        save();
        return After::stop;
    case event::Command::checkpoint:
        save();
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
            save();
            leave();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    come_back();
    announcer_.info(fmt::format("continued at step {}", state_.step));
    return After::go_on;
}

} // namespace tunedesk::train
