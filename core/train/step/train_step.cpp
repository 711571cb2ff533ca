// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/step/train_step.h"

#include "base/fault.h"
#include "memory/meter.h"
#include "memory/torch_headers.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <torch/csrc/autograd/autograd.h>
#include <utility>

namespace tunedesk::train {

TrainStep::TrainStep(const Parts& parts, const Draw& draw, const PassOrder& order, Average average)
    : parts_(parts), draw_(draw), order_(order), average_(average),
      counted_(memory::count_gradients(parts.trainable.model().parameters().trained())) {
    if (parts.objective.outputs().count != parts.trainable.model().labels())
        throw std::logic_error("the head has not the outputs that the objective takes");
    const at::TensorOptions there(parts.trainable.model().placement().device);
    loss_ = at::zeros({}, there.dtype(at::kDouble));
    correct_ = at::zeros({}, there.dtype(at::kLong));
}

std::optional<at::Tensor> TrainStep::take(const data::StepBatches& plan, std::int64_t number,
                                          double learning_rate, const std::function<bool()>& leaves_out) {
    StageLink* const link = parts_.trainable.link();
    if (link) link->clock().begin_step();
    begin(plan, number);
    zero_gradients(learning_rate);
    for (const parallel::Action& action :
         parallel::actions_of(order_.schedule, order_.stages, order_.stage, static_cast<int>(works_.size())))
        carry_out(action, plan);
    if (link) link->finish();
    parts_.strategy.finish_gradients();
    memory::enter(memory::Phase::step);
    if (leaves_out()) return std::nullopt;
    if (TUNEDESK_FAULT_AT("optimizer") == "skip") return at::full({}, NAN, at::kDouble);
    return parts_.execution.update([this] { return update(); });
}

bool TrainStep::keeps_gradients() const {
    return parts_.strategy.keeps_gradients() || parts_.execution.keeps_gradients();
}

bool TrainStep::passes_rows_on() const {
    const StageLink* const link = parts_.trainable.link();
    return link && !link->is_last();
}

void TrainStep::begin(const data::StepBatches& plan, std::int64_t number) {
    pass_ = {.training = true,
             .seed = draw_.seed,
             .step = static_cast<std::uint32_t>(number),
             .micro_batches = draw_.micro_batches,
             .rank = draw_.rank,
             .sparse = parts_.strategy.takes_sparse() && !parts_.execution.keeps_gradients()};
    mean_ = mean_part(average_, plan, parts_.objective, draw_.rank);
    works_.clear();
    works_.resize(plan.micro_batches.size());
    if (!works_.empty()) works_.back().last = true;
}

void TrainStep::zero_gradients(double learning_rate) {
    loss_.zero_();
    correct_.zero_();
    parts_.optimizer.begin_step(learning_rate, keeps_gradients());
    parts_.strategy.begin_step();
}

void TrainStep::carry_out(const parallel::Action& action, const data::StepBatches& plan) {
    StageLink* const link = parts_.trainable.link();
    const PassClock::Pass timed(link ? &link->clock() : nullptr, action);
    const auto micro = static_cast<std::size_t>(action.micro_batch);
    current_ = &works_[micro];
    parts_.strategy.begin_pass(action);
    if (action.pass == parallel::Action::Pass::backward) return backward();
    current_->micro_batch.pass = pass_;
    current_->micro_batch.pass.micro_batch = static_cast<std::uint32_t>(micro);
    next_batch(plan.micro_batches[micro][draw_.rank]);
    forward();
}

void TrainStep::next_batch(const std::vector<std::uint32_t>& samples) {
    memory::enter(memory::Phase::forward);
    if (samples.empty()) return;
    auto& batch = current_->micro_batch.batch;
    batch = parts_.execution.batch(parts_.rows, samples, mean_.normaliser);
    if (parts_.mixer) batch = parts_.mixer->mixed(batch, current_->micro_batch.pass, draw_.ranks);
}

// Code with effects on the host stays outside the two functions of passes(), which may be recorded in a
// graph.

void TrainStep::forward() {
    if (!current_->micro_batch.batch) {
        if (!parts_.trainable.is_on_features()) parts_.strategy.shadow_forward();
        current_->micro_batch.loss = parts_.objective.shadow_loss(parts_.trainable.model().placement());
        return;
    }
    TUNEDESK_FAULT_AT("forward");
    current_->poisoned = TUNEDESK_FAULT_AT("loss") == "nan";
    if (current_->poisoned) parts_.execution.invalidate(); // a recorded pass contains no NaN
    parts_.execution.forward(current_->micro_batch, passes());
}

void TrainStep::backward() {
    if (current_->micro_batch.batch) {
        parts_.execution.backward(current_->micro_batch, passes());
        if (current_->poisoned) parts_.execution.invalidate();
    } else {
        before_backward();
        if (const at::Tensor loss = std::exchange(current_->micro_batch.loss, {}); loss.defined())
            torch::autograd::backward({loss}, {});
        parts_.strategy.shadow_backward(current_->last);
    }
    current_->micro_batch.batch.reset();
}

Execution::Passes TrainStep::passes() {
    return {[this](const model::Pass& pass) { return loss_of(pass); }, [this] { before_backward(); },
            [this](const at::Tensor& loss) { differentiate(loss); }};
}

/// Computes the micro-batch's loss and adds it, and the number of correct predictions, to those of the step;
/// on a pipeline stage that is not the last, returns the rows passed to the next stage.
at::Tensor TrainStep::loss_of(const model::Pass& pass) {
    const auto& batch = current_->micro_batch.batch;
    const at::Tensor rows = parts_.trainable.rows(parts_.rows, batch, pass);
    if (passes_rows_on()) return rows;
    const model::HeadPass head(parts_.trainable.model().network(), rows, batch, pass);
    const model::LossParts parts = parts_.objective.loss(head, mean_.normaliser);
    at::Tensor loss = parts.total;
    if (current_->poisoned) loss = loss * std::numeric_limits<float>::quiet_NaN();
    if (!parts_.trainable.is_counted()) return loss;
    loss_.add_(loss.detach());
    if (const at::Tensor correct = parts.sum(model::correct_predictions); correct.defined())
        correct_.add_(correct);
    return loss;
}

void TrainStep::before_backward() const {
    if (on_device()) memory::keep_all();
    memory::enter(memory::Phase::backward);
    TUNEDESK_FAULT_AT("backward");
}

/// `loss`: the result of loss_of().
void TrainStep::differentiate(const at::Tensor& loss) {
    if (passes_rows_on()) // the gradient is already that of the scaled loss
        return parts_.strategy.backward(parts_.trainable.link()->with_gradient(loss), current_->last);
    const at::Tensor scaled = parts_.scaler.scaled(loss);
    parts_.strategy.backward(mean_.factor == 1 ? scaled : scaled * mean_.factor, current_->last);
}

/// Norm, clipping, finite check and update. Does not synchronize with the device, so that it can be recorded.
at::Tensor TrainStep::update() {
    const double scale = parts_.scaler.scale();
    const at::Tensor norm = parts_.strategy.norm_over_shards(parts_.optimizer.norm()) / scale;
    const at::Tensor clip = parts_.optimizer.clip(norm, scale);
    parts_.optimizer.step(clip, norm.isfinite());
    parts_.strategy.spread();
    return norm;
}

void TrainStep::drop_gradients() {
    if (parts_.strategy.keeps_gradients() || on_device()) return;
    for (const at::Tensor& parameter : parts_.trainable.model().parameters().trained())
        parameter.mutable_grad().reset();
}

} // namespace tunedesk::train
