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
    /// Builds the model and fills it: from `weights` where given, the rest at random from the preset's seed.
    /// `stage`: the layers of a pipeline stage, or nothing for all.
    TrainableModel(const Preset& preset, const arch::ModelConfig& config, std::int64_t labels,
                   const format::ModelWeights* weights, const model::Placement& placement,
                   Announcer& announcer, const std::optional<arch::StageLayers>& stage = {});

    /// With model.train: features, opens or makes the features of all rows, while this rank has the whole
    /// encoder. A collective.
    void make_features(const Datasets& sets, parallel::Group& group, Announcer& announcer);
    /// With model.train: features, a head whose dense layer is not from the model folder gets one that
    /// standardises the training rows' features. Not where the weights are a checkpoint's.
    void standardise_features(const Datasets& sets, Announcer& announcer);
    /// Whether the encoder makes no pass in training.
    bool is_on_features() const { return on_features_; }

    /// Where this rank is among those of the run, from now on; without it this rank has the whole model, as
    /// every other one. The groups must outlive this.
    void use_mesh(const parallel::MeshGroups& groups) { groups_ = &groups; }
    /// The ranks that take other batches than this one, of all that are in `group`.
    const parallel::World& data_ranks(const parallel::Group& group) const {
        return groups_ ? groups_->along(parallel::Axis::data).world() : group.world();
    }
    /// Whether this rank's losses and figures count: one does of those that make the same ones.
    bool is_counted() const {
        const model::TensorRanks* const ranks = model_.placement().tensor;
        return !ranks || ranks->slice().rank == 0;
    }
    /// From now on passes go through a pipeline's stages, of which this model is one. The link must outlive
    /// them.
    void use_link(StageLink& link) { link_ = &link; }
    /// Null if this rank has the whole model.
    StageLink* link() const { return link_; }

    /// The rows that the head reads in a pass over the batch: the encoder's, or the features. Of a stage that
    /// is not the last, the rows that it has sent on. `split` is the one that the batch was made from.
    at::Tensor rows(const Split& split, const std::shared_ptr<const model::Batch>& batch,
                    const model::Pass& pass) const;
    /// The head in a pass over the batch, with those rows; not of a stage that has no head.
    model::HeadPass head(const Split& split, const std::shared_ptr<const model::Batch>& batch,
                         const model::Pass& pass) const;
    /// Its outputs: logits [samples, labels]; of a stage that is not the last rows(). `split` is the one that
    /// the batch was made from.
    at::Tensor forward(const Split& split, const std::shared_ptr<const model::Batch>& batch,
                       const model::Pass& pass) const;
    std::shared_ptr<const model::Batch> batch(const Split& split, const std::vector<std::uint32_t>& samples,
                                              bool padded) const;
    /// Of a fixed shape: see SequenceClassifier::batch().
    std::shared_ptr<const model::Batch> batch(const Split& split, const std::vector<std::uint32_t>& samples,
                                              const model::Shape& shape, double normaliser,
                                              const at::Tensor& memory, std::int64_t longest) const;

    model::SequenceClassifier& model() { return model_; }
    const model::SequenceClassifier& model() const { return model_; }
    task::Kind task() const { return task_; }
    /// Of the whole model.
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
