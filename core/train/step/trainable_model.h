// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/objective.h"
#include "model/sequence_classifier.h"
#include "model/tensor/tensor_ranks.h"
#include "parallel/group.h"
#include "train/session/datasets.h"
#include "train/step/stage_link.h"

namespace tunedesk::train {

/// A model and which of its parameters are trained (model.train): all, the head and the last layers, or the
/// linear classifier alone on features that the frozen encoder computed once. forward() maps a batch to
/// logits in each case.
class TrainableModel {
public:
    /// Builds the model and initializes it from `weights` if given; the rest is random by the preset's seed.
    /// `stage`: the layers of a pipeline stage; std::nullopt: all.
    TrainableModel(const Preset& preset, const arch::ModelConfig& config, std::int64_t labels,
                   const format::ModelWeights* weights, const model::Placement& placement,
                   Announcer& announcer, const std::optional<arch::StageLayers>& stage = {});

    /// With model.train: features, loads or computes the features of all rows. Call while this rank has the
    /// whole encoder. A collective.
    void make_features(const Datasets& sets, parallel::Group& group, Announcer& announcer);
    /// With model.train: features, initializes a new dense layer of the head so that it standardizes the
    /// training rows' features. Do not call if the weights are a checkpoint's.
    void standardise_features(const Datasets& sets, Announcer& announcer);
    /// Whether training uses precomputed features instead of the encoder.
    bool is_on_features() const { return on_features_; }

    /// Sets this rank's groups in the run's mesh. Without it, every rank has the whole model. The groups must
    /// outlive this.
    void use_mesh(const parallel::MeshGroups& groups) { groups_ = &groups; }
    /// The ranks of `group` with different batches (the data axis).
    const parallel::World& data_ranks(const parallel::Group& group) const {
        return groups_ ? groups_->along(parallel::Axis::data).world() : group.world();
    }
    /// Whether this rank's losses and figures are counted; of tensor ranks with equal values only the first
    /// is.
    bool is_counted() const {
        const model::TensorRanks* const ranks = model_.placement().tensor;
        return !ranks || ranks->slice().rank == 0;
    }
    /// Makes this model a stage of a pipeline. The link must outlive all passes.
    void use_link(StageLink& link) { link_ = &link; }
    /// Null if this rank has the whole model.
    StageLink* link() const { return link_; }

    /// The head's input in a pass over the batch: the encoder's output or the features; on a stage that is
    /// not the last, the hidden states that it has sent. `split`: the split of the batch.
    at::Tensor rows(const Split& split, const std::shared_ptr<const model::Batch>& batch,
                    const model::Pass& pass) const;
    /// The head's pass over the batch with these rows. Not on a stage without the head.
    model::HeadPass head(const Split& split, const std::shared_ptr<const model::Batch>& batch,
                         const model::Pass& pass) const;
    /// The head's outputs: logits [samples, labels]; on a stage that is not the last, rows(). `split`: the
    /// split of the batch.
    at::Tensor forward(const Split& split, const std::shared_ptr<const model::Batch>& batch,
                       const model::Pass& pass) const;
    std::shared_ptr<const model::Batch> batch(const Split& split, const std::vector<std::uint32_t>& samples,
                                              bool padded) const;
    /// A batch of a fixed shape; see SequenceClassifier::batch().
    std::shared_ptr<const model::Batch> batch(const Split& split, const std::vector<std::uint32_t>& samples,
                                              const model::Shape& shape, double normaliser,
                                              const at::Tensor& memory, std::int64_t longest) const;

    model::SequenceClassifier& model() { return model_; }
    const model::SequenceClassifier& model() const { return model_; }
    task::Kind task() const { return task_; }
    /// Counts of the whole model's parameters.
    std::uint64_t trained_parameter_count() const;
    std::uint64_t parameter_count() const;

private:
    model::SequenceClassifier model_;
    task::Kind task_;
    bool on_features_, new_dense_ = true;
    std::uint64_t cache_limit_;
    const parallel::MeshGroups* groups_ = nullptr;
    StageLink* link_ = nullptr;
    std::map<const data::TokenizedSet*, at::Tensor> features_; ///< [rows of the table, hidden_size]
};

} // namespace tunedesk::train
