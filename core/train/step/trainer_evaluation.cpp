// What the trainer does with an evaluation between steps: the best model so far, and an early end.

#include "train/step/trainer.h"

#include "model/torch_headers.h"

#include <cmath>
#include <fmt/format.h>

namespace tunedesk::train {

bool Trainer::improves(double value, double loss) const {
    // NaN is never the best; nor is a model whose losses are none, though it still has an accuracy.
    if (!std::isfinite(value) || !std::isfinite(loss)) return false;
    if (!state_.has_best) return true;
    const double threshold = preset_.training.early_stopping_threshold;
    return preset_.checkpoint.mode == Preset::Mode::max ? value > state_.best_value + threshold
                                                        : value < state_.best_value - threshold;
}

/// Nobody reads them after an update. With several ranks the reducer owns their memory, and a device's next
/// step finds it where it was.
void Trainer::drop_gradients() {
    if (parts_.group.data() || on_device_) return;
    for (const at::Tensor& parameter : parts_.optimizer.trained())
        parameter.mutable_grad().reset();
}

bool Trainer::evaluate_now() {
    drop_gradients();
    const Evaluation result = evaluate(parts_.learner, parts_.sets.validation,
                                       preset_.training.per_device_eval_batch_size, parts_.group, announcer_);
    const double value = preset_.checkpoint.monitor == "val_loss" ? result.loss
                         : preset_.checkpoint.monitor == "val_f1" ? result.macro_f1
                                                                  : result.accuracy;
    const bool best = improves(value, result.loss);
    state_.evaluations_without_gain = best ? 0 : state_.evaluations_without_gain + 1;
    if (best) {
        state_.has_best = true;
        state_.best_value = value;
        state_.best_step = state_.step;
        saver_.keep_best(state_);
    } else {
        saver_.keep_best_later(state_);
    }
    announcer_.event(event::Type::Eval, {{"split", "val"},
                                         {"step", state_.step},
                                         {"epoch", static_cast<double>(state_.epoch) +
                                                       static_cast<double>(state_.samples_in_epoch) /
                                                           static_cast<double>(parts_.sets.train.size())},
                                         {"loss", event::number_json(result.loss)},
                                         {"accuracy", result.accuracy},
                                         {"macro_f1", result.macro_f1},
                                         {"best", best}});
    const int patience = preset_.training.early_stopping_patience;
    const bool enough = patience > 0 && state_.evaluations_without_gain >= patience;
    if (enough) announcer_.info(fmt::format("no gain in {} evaluations: training ends early", patience));
    return enough;
}

} // namespace tunedesk::train
