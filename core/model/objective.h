// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/loss.h"
#include "model/network.h"
#include "model/operations.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tunedesk::model {

/// One pass of a network's head: its input rows, from which an objective computes outputs or features.
class HeadPass {
public:
    /// `rows`, as Network::encode() gives them for the batch. The network must outlive this.
    HeadPass(const Network& network, at::Tensor rows, std::shared_ptr<const Batch> batch, const Pass& pass)
        : network_(network), rows_(std::move(rows)), batch_(std::move(batch)), pass_(pass) {}

    /// All outputs [.., outputs]; the mean over the sequences of a sample.
    at::Tensor outputs() const { return mean_of_samples(sequence_outputs(), *batch_); }
    /// The outputs of each sequence.
    at::Tensor sequence_outputs() const { return network_.head(rows_, batch_, pass_); }
    /// The input of output_layer(), [.., width], for an objective that computes the outputs in parts, which
    /// requires that the layer is_plain().
    at::Tensor features() const { return network_.head_features(rows_, batch_, pass_); }
    const LinearLayer& output_layer() const { return network_.output_layer(); }
    const Batch& batch() const { return *batch_; }
    const Placement& placement() const { return network_.placement(); }

private:
    const Network& network_;
    at::Tensor rows_;
    std::shared_ptr<const Batch> batch_;
    Pass pass_;
};

/// The meaning of a row's outputs.
enum class OutputKind {
    class_logits, ///< of mutually exclusive classes
    label_logits, ///< of independent labels
    number,
    word_logits,  ///< of the vocabulary, for each token
    token_logits, ///< of mutually exclusive classes, for each token
    embedding     ///< of a text, a row of the encoder
};

struct OutputSpec {
    OutputKind kind{};
    std::int64_t count = 0; ///< of a row
};

/// A training objective: the head's outputs and the loss. Thread rule: immutable.
class Objective {
public:
    virtual ~Objective() = default;
    /// The outputs that it needs from the head.
    virtual OutputSpec outputs() const = 0;
    /// A micro-batch's loss divided by `normaliser`, the sum of the weights of all the step's samples. A
    /// batch of a fixed shape uses its loss weights instead.
    virtual LossParts loss(const HeadPass& head, double normaliser) const = 0;
    /// For a loss over all ranks' samples: the loss 0 of a rank without samples in the micro-batch, whose
    /// backward pass takes part in the others' collectives. Undefined for other losses.
    virtual at::Tensor shadow_loss(const Placement&) const { return {}; }
    /// The weight of a training sample in its step's loss.
    virtual double weight(std::uint32_t sample) const = 0;
    /// The mean loss of random guessing; std::nullopt if it is undefined.
    virtual std::optional<double> loss_of_guessing() const = 0;
};

/// An objective whose loss is a function of a micro-batch's outputs.
class OutputObjective : public Objective {
public:
    LossParts loss(const HeadPass& head, double normaliser) const final {
        return loss_of(head.outputs(), head.batch(), normaliser);
    }

protected:
    /// outputs [samples, outputs().count].
    virtual LossParts loss_of(const at::Tensor& outputs, const Batch& batch, double normaliser) const = 0;
};

/// Mutually exclusive classes: cross-entropy or the focal loss, with class weights and label smoothing.
class Classification : public OutputObjective {
public:
    /// `class_weights`: one a class, or none. `labels`: those of the training samples, which must outlive
    /// this; read where there are weights.
    Classification(const Placement& placement, std::vector<float> class_weights, const FocalLoss& loss,
                   std::size_t classes, const std::vector<std::int32_t>& labels);

    OutputSpec outputs() const override {
        return {OutputKind::class_logits, static_cast<std::int64_t>(classes_)};
    }
    double weight(std::uint32_t sample) const override;
    std::optional<double> loss_of_guessing() const override;

protected:
    LossParts loss_of(const at::Tensor& logits, const Batch& batch, double normaliser) const override;

private:
    LossParts loss_by_labels(const at::Tensor& logits, const Batch& batch, double normaliser) const;

    const Operations& operations_;
    const std::vector<float> class_weights_;
    const at::Tensor weights_there_; ///< the same on the device; undefined without
    const FocalLoss loss_;
    const std::size_t classes_;
    const std::vector<std::int32_t>& labels_;
};

/// Independent labels: the mean of their binary cross-entropies.
class MultiLabel : public OutputObjective {
public:
    explicit MultiLabel(std::size_t classes) : classes_(classes) {}

    OutputSpec outputs() const override {
        return {OutputKind::label_logits, static_cast<std::int64_t>(classes_)};
    }
    double weight(std::uint32_t) const override { return 1; }
    std::optional<double> loss_of_guessing() const override;

protected:
    LossParts loss_of(const at::Tensor& logits, const Batch& batch, double normaliser) const override;

private:
    const std::size_t classes_;
};

/// Regression: the mean squared error.
class Regression : public OutputObjective {
public:
    /// `numbers`: those of the training samples.
    explicit Regression(std::span<const float> numbers);

    OutputSpec outputs() const override { return {OutputKind::number, 1}; }
    double weight(std::uint32_t) const override { return 1; }
    /// The loss of always predicting 0, as a new head nearly does: the mean square of the training numbers.
    std::optional<double> loss_of_guessing() const override { return mean_square_; }

protected:
    LossParts loss_of(const at::Tensor& outputs, const Batch& batch, double normaliser) const override;

private:
    double mean_square_;
};

} // namespace tunedesk::model
