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

/// A network's head in one pass: the rows that it reads, and what an objective has made of them.
class HeadPass {
public:
    /// `rows`, as Network::encode() gives them for the batch. The network must outlive this.
    HeadPass(const Network& network, at::Tensor rows, std::shared_ptr<const Batch> batch, const Pass& pass)
        : network_(network), rows_(std::move(rows)), batch_(std::move(batch)), pass_(pass) {}

    /// All outputs at once, [.., outputs]: of a sample of several sequences their mean.
    at::Tensor outputs() const { return mean_of_samples(sequence_outputs(), *batch_); }
    /// The same of each sequence.
    at::Tensor sequence_outputs() const { return network_.head(rows_, batch_, pass_); }
    /// What output_layer() makes the outputs of, [.., width]: in place of outputs(), for an objective that
    /// makes them in parts, which it can where that layer is plain.
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

/// What a row's outputs are.
enum class OutputKind {
    class_logits, ///< of classes of which one is right
    label_logits, ///< of labels, each by itself
    number,
    word_logits,  ///< of the vocabulary, for each token
    token_logits, ///< of classes of which one is right, for each token
    embedding     ///< of a text, a row of the encoder
};

struct OutputSpec {
    OutputKind kind{};
    std::int64_t count = 0; ///< of a row
};

/// What a model is trained towards: its head and loss together. Thread rule: immutable.
class Objective {
public:
    virtual ~Objective() = default;
    /// What it takes of the head.
    virtual OutputSpec outputs() const = 0;
    /// A micro-batch's loss, divided by `normaliser`: the weights of all of the step's samples together. In a
    /// batch of a fixed shape its loss weights take the normaliser's place.
    virtual LossParts loss(const HeadPass& head, double normaliser) const = 0;
    /// Where a loss is of all ranks' samples: the part of a rank that has none in the micro-batch, 0, whose
    /// backward pass joins the others'. Undefined of other losses.
    virtual at::Tensor shadow_loss(const Placement&) const { return {}; }
    /// What a training sample weighs in its step's loss.
    virtual double weight(std::uint32_t sample) const = 0;
    /// The mean loss of a model that guesses; std::nullopt if there is no such number.
    virtual std::optional<double> loss_of_guessing() const = 0;
};

/// An objective whose loss follows from all outputs of a micro-batch.
class OutputObjective : public Objective {
public:
    LossParts loss(const HeadPass& head, double normaliser) const final {
        return loss_of(head.outputs(), head.batch(), normaliser);
    }

protected:
    /// outputs [samples, outputs().count].
    virtual LossParts loss_of(const at::Tensor& outputs, const Batch& batch, double normaliser) const = 0;
};

/// One of several classes: cross-entropy or the focal loss, with class weights and label smoothing.
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

/// Any number of classes, each by itself: the mean of their binary cross-entropies.
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

/// A number: the mean of the squared errors.
class Regression : public OutputObjective {
public:
    /// `numbers`: those of the training samples.
    explicit Regression(std::span<const float> numbers);

    OutputSpec outputs() const override { return {OutputKind::number, 1}; }
    double weight(std::uint32_t) const override { return 1; }
    /// Of a model that always gives 0, as a new head nearly does: the mean square of the training numbers.
    std::optional<double> loss_of_guessing() const override { return mean_square_; }

protected:
    LossParts loss_of(const at::Tensor& outputs, const Batch& batch, double normaliser) const override;

private:
    double mean_square_;
};

} // namespace tunedesk::model
