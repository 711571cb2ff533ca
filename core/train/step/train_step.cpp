#include "train/step/train_step.h"

#include "base/fault.h"
#include "memory/meter.h"
#include "memory/torch_headers.h"

#include <cmath>
#include <limits>

namespace tunedesk::train {

namespace {

/// Sample by sample, so that the sum has the same bits however the samples are dealt.
double weight_of(const data::StepBatches& plan, const model::Objective& objective) {
    double total = 0;
    for (const auto& micro : plan.micro_batches)
        for (const auto& rank : micro)
            for (const std::uint32_t sample : rank)
                total += objective.weight(sample);
    return total;
}

} // namespace

TrainStep::TrainStep(const Parts& parts, const Draw& draw)
    : parts_(parts), draw_(draw), counted_(memory::count_gradients(parts.optimizer.trained())) {
    const at::TensorOptions there(parts.learner.model().placement().device);
    loss_ = at::zeros({}, there.dtype(at::kDouble));
    correct_ = at::zeros({}, there.dtype(at::kLong));
}

std::optional<at::Tensor> TrainStep::take(const data::StepBatches& plan, std::int64_t number,
                                          double learning_rate, const std::function<bool()>& leaves_out) {
    pass_ = {.training = true,
             .seed = draw_.seed,
             .step = static_cast<std::uint32_t>(number),
             .micro_batches = draw_.micro_batches,
             .rank = draw_.rank,
             .sparse = parts_.optimizer.takes_sparse() && !keeps_gradients()};
    normaliser_ = weight_of(plan, parts_.objective);
    zero_gradients(learning_rate);
    for (std::size_t micro = 0; micro < plan.micro_batches.size(); ++micro) {
        next_batch(plan, micro);
        pass_over_batch();
    }
    batch_.reset();
    memory::enter(memory::Phase::step);
    if (leaves_out()) return std::nullopt;
    return update();
}

bool TrainStep::keeps_gradients() const {
    return parts_.reducer.owns_gradients() || parts_.execution.keeps_gradients();
}

void TrainStep::zero_gradients(double learning_rate) {
    loss_.zero_();
    correct_.zero_();
    parts_.optimizer.begin_step(learning_rate, keeps_gradients());
}

void TrainStep::next_batch(const data::StepBatches& plan, std::size_t micro) {
    memory::enter(memory::Phase::forward);
    batch_.reset(); // its memory is free for the next one's
    const auto& samples = plan.micro_batches[micro][draw_.rank];
    pass_.micro_batch = static_cast<std::uint32_t>(micro);
    last_ = micro + 1 == plan.micro_batches.size();
    batch_ = samples.empty() ? nullptr : parts_.execution.batch(parts_.rows, samples, normaliser_);
}

/// What has an effect on the host lies outside the two passes, which a graph may record.
void TrainStep::pass_over_batch() {
    const auto between = [this] {
        if (on_device()) memory::keep_all();
        memory::enter(memory::Phase::backward);
        TUNEDESK_FAULT_AT("backward");
    };
    if (!batch_) { // the others wait for this rank's part of the sums
        between();
        return backward({});
    }
    TUNEDESK_FAULT_AT("forward");
    poisoned_ = TUNEDESK_FAULT_AT("loss") == "nan";
    if (poisoned_) parts_.execution.forget(); // what is recorded multiplies by nothing
    parts_.execution.passes(batch_, pass_,
                            {[this](const model::Pass& pass) { return forward(pass); }, between,
                             [this](const at::Tensor& loss) { backward(loss); }});
    if (poisoned_) parts_.execution.forget();
}

/// Adds the micro-batch's loss and right predictions to the step's, and returns the loss.
at::Tensor TrainStep::forward(const model::Pass& pass) {
    const at::Tensor outputs = parts_.learner.forward(parts_.rows, batch_, pass);
    const model::LossParts parts = parts_.objective.loss(outputs, *batch_, normaliser_);
    at::Tensor loss = parts.total;
    if (poisoned_) loss = loss * std::numeric_limits<float>::quiet_NaN();
    loss_.add_(loss.detach());
    if (const at::Tensor correct = parts.sum(model::correct_predictions); correct.defined())
        correct_.add_(correct);
    return loss;
}

void TrainStep::backward(const at::Tensor& loss) {
    parts_.reducer.backward(parts_.scaler.scaled(loss), last_);
}

/// Clips and updates, unless the summed gradients are not finite, which all ranks see alike.
at::Tensor TrainStep::update() {
    if (TUNEDESK_FAULT_AT("optimizer") == "skip") return at::full({}, NAN, at::kDouble);
    return parts_.execution.update([this] { return parts_.optimizer.update(parts_.scaler.scale()); });
}

void TrainStep::drop_gradients() {
    if (parts_.reducer.owns_gradients() || on_device()) return;
    for (const at::Tensor& parameter : parts_.optimizer.trained())
        parameter.mutable_grad().reset();
}

} // namespace tunedesk::train
