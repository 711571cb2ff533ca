#pragma once

#include "model/encoder.h"
#include "parallel/group.h"
#include "train/datasets.h"

namespace tunedesk::train {

/// A model and the way it is adapted: all layers, the head and the last layers, or the head alone on features
/// that the frozen encoder gave once. In every way forward() maps a batch to logits.
class Learner {
public:
    /// Builds the model and fills it: from `weights` where given, the rest at random from the preset's seed.
    Learner(const Preset& preset, const format::ModelConfig& config, std::int64_t labels,
            const format::ModelWeights* weights, Announcer& announcer);

    /// With model.train: features, runs the encoder over all samples (each rank a part, gathered exactly).
    void prepare(const Datasets& sets, parallel::Group& group, Announcer& announcer);

    /// Logits [samples, labels]. `split` is the one that the batch was made from.
    at::Tensor forward(const Split& split, const std::shared_ptr<const model::Batch>& batch,
                       const model::Pass& pass) const;
    std::shared_ptr<const model::Batch> batch(const Split& split, const std::vector<std::uint32_t>& samples,
                                              bool padded) const;

    model::SequenceClassifier& model() { return model_; }
    const model::SequenceClassifier& model() const { return model_; }
    std::uint64_t trainable() const;
    std::uint64_t total() const;

private:
    at::Tensor features(const Split& split, parallel::Group& group, Announcer& announcer) const;

    model::SequenceClassifier model_;
    bool on_features_;
    std::map<const Split*, at::Tensor> features_; ///< [samples, hidden_size]
};

} // namespace tunedesk::train
