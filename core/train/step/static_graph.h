#pragma once

#include "parallel/accelerator.h"
#include "train/step/execution.h"

#include <map>

namespace tunedesk::train {

/// precision.static_graph: batches are filled up to a few fixed shapes, and what the device does for a shape,
/// forward and backward pass in one, is recorded when it first comes and repeated from then on, so that the
/// host launches one thing instead of hundreds. The update is recorded likewise. Before a shape is recorded
/// its work runs once with no sample counting, which leaves the gradients as they are: libraries make their
/// plans then, and that is the preparation's time, not the training's. The losses and updates are those of
/// the same batches computed as they are asked for.
class StaticGraph : public Execution {
public:
    /// `longest`: no sample has more tokens. `trained` get gradients of zero, which keep their place. Both
    /// must outlive this, as must the learner.
    StaticGraph(const Learner& learner, std::unique_ptr<parallel::Recorder> recorder,
                const std::vector<at::Tensor>& trained, std::int64_t longest);
    ~StaticGraph() override;

    std::shared_ptr<const model::Batch> batch(const Split& split, const std::vector<std::uint32_t>& samples,
                                              double normaliser) override;
    void passes(const std::shared_ptr<const model::Batch>& batch, const model::Pass& pass,
                const Passes& work) override;
    at::Tensor update(const std::function<at::Tensor()>& work) override;
    bool keeps_gradients() const override { return true; }
    /// Everything is recorded anew when it comes next.
    void forget() override;

private:
    /// Of one shape. `memory` keeps its place for as long as its graph.
    struct Recorded {
        at::Tensor memory;
        std::unique_ptr<parallel::Graph> graph;
    };

    void record(Recorded& shape, const std::shared_ptr<const model::Batch>& batch, const model::Pass& begun,
                const std::function<void()>& begin, const Passes& work);

    std::unique_ptr<parallel::Recorder> recorder_;
    const std::vector<at::Tensor>& trained_;
    std::int64_t longest_;
    std::map<model::Shape, Recorded> shapes_;
    bool updated_ = false; ///< the update has run, so that it may be recorded
    std::unique_ptr<parallel::Graph> update_;
    at::Tensor gradient_norm_; ///< that the recorded update writes
};

} // namespace tunedesk::train
