// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "model/network.h"

#include <string>

namespace tunedesk::model {

/// A network that gives each sequence its outputs, with what a model folder says of it: the form of its
/// batches, loading, initialisation, and which part is trained. Where the head reads the first
/// tokens' rows, the last layer computes no others; every other token still acts on them as key and value, so
/// the result is that of the whole layer.
class SequenceClassifier {
public:
    /// Makes the blocks with uninitialised parameters; see initialise() and load(). `labels`: arch::no_head
    /// of a network whose outputs are the rows that a head would read. `stage`: see Network. Throws Error
    /// 4333 for attention heads wider than the kernels take.
    SequenceClassifier(const arch::ModelConfig& config, std::int64_t labels, const Placement& placement = {},
                       task::Readout readout = task::Readout::first,
                       const std::optional<arch::StageLayers>& stage = {});

    /// A batch of samples in the form that the model's operations read.
    std::shared_ptr<const Batch> batch(std::span<const Sample> samples, bool padded) const;

    /// A packed batch filled up to a fixed shape (make_batch(), add_tensors()); operations that read
    /// BatchForm::host need no `memory`.
    std::shared_ptr<const Batch> batch(std::span<const Sample> samples, const Shape& shape, double normaliser,
                                       const at::Tensor& memory, std::int64_t longest) const;

    /// Logits [sequences, labels]; `words` as Network::encode().
    at::Tensor forward(const std::shared_ptr<const Batch>& batch, const Pass& pass,
                       const at::Tensor& words = {}) const;
    /// Network::encode().
    at::Tensor encode(const std::shared_ptr<const Batch>& batch, const Pass& pass,
                      const at::Tensor& words = {}) const {
        return network_.encode(batch, pass, words);
    }
    /// The head alone, on rows that encode() returned for the batch's sequences.
    at::Tensor classify(const at::Tensor& first_rows, const std::shared_ptr<const Batch>& batch,
                        const Pass& pass) const;
    /// The word embeddings of a batch's rows: a copy, without gradients.
    at::Tensor word_embeddings(const Batch& batch) const;

    void initialise(std::uint64_t seed);
    /// Parameters that the folder lacks keep the values they have. With `new_head` a classifier of another
    /// number of labels does so too, instead of an error.
    LoadReport load(const format::ModelWeights& weights, bool new_head = false);
    /// load(), then initialise() for what the folder lacks: faster than the other way round.
    LoadReport load_or_initialise(const format::ModelWeights& weights, std::uint64_t seed, bool new_head);
    /// Leaves gradients to the head and the last `layers` layers.
    void train_only_last(std::int64_t layers);
    /// Leaves gradients to the classifier alone, the last linear layer of the head.
    void train_only_classifier();
    /// Makes the head's dense layer pass on the first tokens' hidden rows in standard form, as a fixed step
    /// of the model: tanh((x - mean) / (2 deviation)), or with another activation (x - mean) / deviation + 3,
    /// of which it cuts off only what is three deviations below the mean.
    void standardise_dense(const at::Tensor& mean, const at::Tensor& deviation);
    /// Name of the head's dense layer: BERT's pooler, DistilBERT's pre_classifier; "" of a language model.
    std::string dense_name() const;
    /// Whether a parameter is of the embeddings or the layers.
    bool in_encoder(const Parameter& parameter) const;

    Network& network() { return network_; }
    const Network& network() const { return network_; }
    Parameters& parameters() { return network_.parameters(); }
    const Parameters& parameters() const { return network_.parameters(); }
    const Placement& placement() const { return network_.placement(); }
    const arch::ModelConfig& config() const { return config_; }
    /// Outputs of a sequence, or of a token.
    std::int64_t labels() const { return labels_ == arch::no_head ? config_.hidden_size : labels_; }

private:
    arch::ModelConfig config_;
    std::int64_t labels_;
    Network network_;
};

} // namespace tunedesk::model
