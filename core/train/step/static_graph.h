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
    /// `longest`: largest number of tokens of a sample. Gives `trained` zero gradients with fixed addresses.
    /// `trainable` and `trained` must outlive this.
    StaticGraph(const TrainableModel& trainable, std::unique_ptr<parallel::Recorder> recorder,
                const std::vector<at::Tensor>& trained, std::int64_t longest);
    ~StaticGraph() override;

    std::shared_ptr<const model::Batch> batch(const Split& split, const std::vector<std::uint32_t>& samples,
                                              double normaliser) override;
    /// Records the passes over a batch of this shape, unless they are recorded.
    void forward(MicroBatch& micro_batch, const Passes& work) override;
    /// Replays both passes. Only one micro-batch of a shape can be in flight, because the next batch of that
    /// shape reuses its memory.
    void backward(MicroBatch& micro_batch, const Passes& work) override;
    at::Tensor update(const std::function<at::Tensor()>& work) override;
    bool keeps_gradients() const override { return true; }
    /// Discards all recordings; they are made again when needed.
    void invalidate() override;

private:
    /// The recording of one shape. `memory` has a fixed address as long as `graph` exists.
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
    at::Tensor gradient_norm_; ///< output of the recorded update
};

} // namespace tunedesk::train
