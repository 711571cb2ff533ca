// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/step/static_graph.h"

#include "base/clock.h"
#include "memory/torch_headers.h"
#include "train/step/trainable_model.h"

#include <stdexcept>
#include <utility>

namespace tunedesk::train {

namespace {

model::Shape shape_of(const model::Batch& batch) {
    return {batch.rows(), batch.size()};
}

} // namespace

StaticGraph::StaticGraph(const TrainableModel& trainable, std::unique_ptr<parallel::Recorder> recorder,
                         const std::vector<at::Tensor>& trained, std::int64_t longest)
    : Execution(trainable, /*padded=*/false), recorder_(std::move(recorder)), trained_(trained),
      longest_(longest) {
    for (at::Tensor parameter : trained_)
        parameter.mutable_grad() = at::zeros_like(parameter.detach());
}

/// Waits for the device, which may still use the memory of the graphs.
StaticGraph::~StaticGraph() {
    try {
        recorder_->wait();
    } catch (const std::exception&) { // reported where it was thrown
    }
}

std::shared_ptr<const model::Batch>
StaticGraph::batch(const Split& split, const std::vector<std::uint32_t>& samples, double normaliser) {
    std::int64_t tokens = 0;
    for (const std::uint32_t sample : samples)
        tokens += static_cast<std::int64_t>(split.sample(sample).ids.size());
    const model::Shape shape =
        model::fixed_shape(tokens, static_cast<std::int64_t>(samples.size()), longest_);
    Recorded& recorded = shapes_[shape];
    if (!recorded.memory.defined())
        recorded.memory =
            at::empty({model::numbers_of(shape, split.targets_of_a_sample(), split.has_token_targets())},
                      at::TensorOptions(trainable_.model().placement().device).dtype(at::kInt));
    return trainable_.batch(split, samples, shape, normaliser, recorded.memory, longest_);
}

void StaticGraph::begin(const model::Pass& pass) const {
    const model::Placement& placement = trainable_.model().placement();
    placement.operations->begin(pass, placement.device, 0);
}

void StaticGraph::forward(MicroBatch& micro_batch, const Passes& work) {
    if (std::exchange(in_flight_, true))
        throw std::logic_error("a static graph holds one micro-batch at a time");
    Recorded& shape = shapes_.at(shape_of(*micro_batch.batch));
    if (!shape.graph) record(shape, micro_batch, work);
}

void StaticGraph::backward(MicroBatch& micro_batch, const Passes& work) {
    in_flight_ = false;
    begin(micro_batch.pass);
    work.before_backward();
    shapes_.at(shape_of(*micro_batch.batch)).graph->replay();
}

void StaticGraph::record(Recorded& shape, const MicroBatch& micro_batch, const Passes& work) {
    recorder_->wait();
    double start = monotonic_seconds();
    const auto lap = [&] {
        const double now = monotonic_seconds();
        return now - std::exchange(start, now);
    };
    model::Pass begun = micro_batch.pass;
    begun.begun = true; // the generator's offset cannot be set during recording
    const at::Tensor& weights = micro_batch.batch->loss_weights;
    const at::Tensor saved = weights.clone();
    weights.zero_();
    begin(micro_batch.pass);
    MicroBatch warm_up{micro_batch.batch, begun, {}};
    Execution::forward(warm_up, work);
    Execution::backward(warm_up, work);
    weights.copy_(saved);
    recorder_->wait();
    preparation_.warmup_seconds += lap();
    begin(micro_batch.pass);
    std::unique_ptr<parallel::Graph> graph = recorder_->graph();
    graph->capture([forward = work.forward, backward = work.backward, begun] { backward(forward(begun)); });
    shape.graph = std::move(graph);
    preparation_.capture_seconds += lap();
    preparation_.shapes = static_cast<std::int64_t>(shapes_.size());
}

at::Tensor StaticGraph::update(const std::function<at::Tensor()>& work) {
    if (!std::exchange(updated_, true)) return work(); // the first step is the warm-up
    if (!update_) {
        recorder_->wait();
        const double start = monotonic_seconds();
        std::unique_ptr<parallel::Graph> graph = recorder_->graph();
        graph->capture([this, work] { gradient_norm_ = work(); });
        update_ = std::move(graph);
        preparation_.capture_seconds += monotonic_seconds() - start;
    }
    update_->replay();
    return gradient_norm_;
}

void StaticGraph::invalidate() {
    recorder_->wait();
    for (auto& [shape, recorded] : shapes_)
        recorded.graph.reset();
    update_.reset();
    gradient_norm_.reset();
}

} // namespace tunedesk::train
