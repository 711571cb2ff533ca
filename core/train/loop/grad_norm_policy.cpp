// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/loop/grad_norm_policy.h"

#include "base/error.h"
#include "base/text.h"
#include "event/warning_id.h"

#include <cmath>
#include <fmt/format.h>

namespace tunedesk::train {

GradNormPolicy::GradNormPolicy(const Preset::Training& training, GradientScaler& scaler, Execution& execution,
                               bool warns, Announcer& announcer)
    : training_(training), scaler_(scaler), execution_(execution), warns_(warns), announcer_(announcer) {}

GradNormPolicy::Decision GradNormPolicy::on_grad_norm(std::int64_t step, double gradient_norm,
                                                      TrainState& state) {
    const double scale = scaler_.scale();
    std::optional<std::string> overflow;
    if (std::isfinite(gradient_norm)) {
        ++state.updates;
        state.nonfinite_in_row = 0;
        scaler_.grow();
    } else if (overflow = scaler_.back_off(); overflow && warns_) {
        announcer_.warn(fmt::format("step {}: {}", step, *overflow));
    }
    if (scaler_.scales()) state.scaler = scaler_.state();
    on_scale_changed(scale);
    return std::isfinite(gradient_norm) || overflow ? Decision::proceed
                                                    : on_nonfinite(step, gradient_norm, state);
}

GradNormPolicy::Decision GradNormPolicy::on_nonfinite(std::int64_t step, double gradient_norm,
                                                      TrainState& state) const {
    ++state.nonfinite_in_row;
    ++state.nonfinite_total;
    const std::string where = fmt::format("step {}", step);
    if (warns_)
        announcer_.warn(fmt::format("step {}: the gradient norm is {}; its update is left out", step,
                                    shortest(gradient_norm)),
                        event::warning::nonfinite);
    if (training_.on_nonfinite == Preset::OnNonfinite::stop)
        throw Error(ErrorId::training_not_finite, {}, where);
    if (state.nonfinite_in_row >= training_.nonfinite_limit)
        throw Error(ErrorId::training_not_finite_in_row, {fmt::to_string(state.nonfinite_in_row)}, where);
    return training_.on_nonfinite == Preset::OnNonfinite::rewind ? Decision::rewind : Decision::proceed;
}

void GradNormPolicy::restore(const TrainState& state) {
    const double scale = scaler_.scale();
    if (scaler_.scales() && state.scaler) scaler_.restore(*state.scaler);
    on_scale_changed(scale);
}

/// A step's work uses the loss scale as a host number.
void GradNormPolicy::on_scale_changed(double before) {
    if (scaler_.scale() != before) execution_.invalidate();
}

} // namespace tunedesk::train
