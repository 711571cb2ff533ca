// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/accelerator.h"
#include "train/step/execution.h"

#include <map>

namespace tunedesk::train {

/// precision.static_graph: batches are padded to a few fixed shapes. The device's work for a shape, forward
/// and backward pass in one graph, is recorded when the shape first comes and replayed from then on, so that
/// the host launches one graph instead of hundreds of kernels. The update is recorded likewise. Before a
/// shape is recorded its work runs once with loss weights of zero, which leaves the gradients unchanged:
/// libraries make their plans then, and the time counts as preparation, not as training. Losses and updates
/// equal those of eager execution.
class StaticGraph : public Execution {
public:
    /// `longest`: no sample has more tokens. `trained` get gradients of zero, which keep their place. Both
    /// must outlive this, as must the trainable.
    StaticGraph(const TrainableModel& trainable, std::unique_ptr<parallel::Recorder> recorder,
                const std::vector<at::Tensor>& trained, std::int64_t longest);
    ~StaticGraph() override;

    std::shared_ptr<const model::Batch> batch(const Split& split, const std::vector<std::uint32_t>& samples,
                                              double normaliser) override;
    /// Records the passes over a batch of this shape where they are not recorded yet.
    void forward(MicroBatch& micro_batch, const Passes& work) override;
    /// Replays both passes. One micro-batch of a shape at a time: the next one's batch takes its memory.
    void backward(MicroBatch& micro_batch, const Passes& work) override;
    at::Tensor update(const std::function<at::Tensor()>& work) override;
    bool keeps_gradients() const override { return true; }
    /// Records everything again when it is needed next.
    void invalidate() override;

private:
    /// Of one shape. `memory` keeps its place for as long as its graph.
    struct Recorded {
        at::Tensor memory;
        std::unique_ptr<parallel::Graph> graph;
    };

    void begin(const model::Pass& pass) const;
    void record(Recorded& shape, const MicroBatch& micro_batch, const Passes& work);

    std::unique_ptr<parallel::Recorder> recorder_;
    const std::vector<at::Tensor>& trained_;
    std::int64_t longest_;
    std::map<model::Shape, Recorded> shapes_;
    bool updated_ = false;   ///< the update has run, so that it may be recorded
    bool in_flight_ = false; ///< a micro-batch is between its passes
    std::unique_ptr<parallel::Graph> update_;
    at::Tensor gradient_norm_; ///< that the recorded update writes
};

} // namespace tunedesk::train
