#include "train/step/static_graph.h"

#include "base/clock.h"
#include "memory/torch_headers.h"
#include "train/step/learner.h"

namespace tunedesk::train {

namespace {

model::Shape shape_of(const model::Batch& batch) {
    return {batch.rows(), batch.size()};
}

} // namespace

StaticGraph::StaticGraph(const Learner& learner, std::unique_ptr<parallel::Recorder> recorder,
                         const std::vector<at::Tensor>& trained, std::int64_t longest)
    : Execution(learner, /*padded=*/false), recorder_(std::move(recorder)), trained_(trained),
      longest_(longest) {
    for (at::Tensor parameter : trained_)
        parameter.mutable_grad() = at::zeros_like(parameter.detach());
}

/// The device may still be at work on what the graphs hold.
StaticGraph::~StaticGraph() {
    try {
        recorder_->wait();
    } catch (const std::exception&) { // said where it happened
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
        recorded.memory = at::empty({model::numbers_of(shape, split.targets_of_a_sample())},
                                    at::TensorOptions(learner_.model().placement().device).dtype(at::kInt));
    return learner_.batch(split, samples, shape, normaliser, recorded.memory, longest_);
}

void StaticGraph::passes(const std::shared_ptr<const model::Batch>& batch, const model::Pass& pass,
                         const Passes& work) {
    model::Pass begun = pass;
    begun.begun = true; // the generator's place cannot be set while it records
    const model::Placement& placement = learner_.model().placement();
    const auto begin = [&] { placement.operations->begin(pass, placement.device, 0); };
    Recorded& shape = shapes_.at(shape_of(*batch));
    if (!shape.graph) record(shape, batch, begun, begin, work);
    begin();
    work.between();
    shape.graph->replay();
}

void StaticGraph::record(Recorded& shape, const std::shared_ptr<const model::Batch>& batch,
                         const model::Pass& begun, const std::function<void()>& begin, const Passes& work) {
    recorder_->wait();
    double start = monotonic_seconds();
    const auto lap = [&] {
        const double now = monotonic_seconds();
        return now - std::exchange(start, now);
    };
    const at::Tensor loss_weights = batch->loss_weights.clone();
    batch->loss_weights.zero_();
    begin();
    Execution::passes(batch, begun, work);
    batch->loss_weights.copy_(loss_weights);
    recorder_->wait();
    preparation_.warmup_seconds += lap();
    begin();
    std::unique_ptr<parallel::Graph> graph = recorder_->graph();
    graph->capture([forward = work.forward, backward = work.backward, begun] { backward(forward(begun)); });
    shape.graph = std::move(graph);
    preparation_.capture_seconds += lap();
    preparation_.shapes = static_cast<std::int64_t>(shapes_.size());
}

at::Tensor StaticGraph::update(const std::function<at::Tensor()>& work) {
    if (!std::exchange(updated_, true)) return work(); // a first one is as good a warm-up as any
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

void StaticGraph::forget() {
    recorder_->wait();
    for (auto& [shape, recorded] : shapes_)
        recorded.graph.reset();
    update_.reset();
    gradient_norm_.reset();
}

} // namespace tunedesk::train
