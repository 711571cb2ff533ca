#pragma once

#include "model/loss.h"
#include "model/operations.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tunedesk::model {

/// What a model's outputs are trained towards. Thread rule: immutable.
class Objective {
public:
    virtual ~Objective() = default;
    /// A micro-batch's loss, divided by `normaliser`: the weights of all of the step's samples together. In a
    /// batch of a fixed shape its loss weights take the normaliser's place.
    virtual LossParts loss(const at::Tensor& outputs, const Batch& batch, double normaliser) const = 0;
    /// What a training sample weighs in its step's loss.
    virtual double weight(std::uint32_t sample) const = 0;
    /// The mean loss of a model that guesses; nothing where there is no such number.
    virtual std::optional<double> loss_of_guessing() const = 0;
};

/// One of several classes: cross-entropy with class weights and label smoothing.
class Classification : public Objective {
public:
    /// `class_weights`: one a class, or none. `labels`: those of the training samples, which must outlive
    /// this; read where there are weights.
    Classification(const Placement& placement, std::vector<float> class_weights, double label_smoothing,
                   std::size_t classes, const std::vector<std::int32_t>& labels);

    LossParts loss(const at::Tensor& logits, const Batch& batch, double normaliser) const override;
    double weight(std::uint32_t sample) const override;
    std::optional<double> loss_of_guessing() const override;

private:
    const Operations& operations_;
    const std::vector<float> class_weights_;
    const at::Tensor weights_there_; ///< the same on the device; undefined without
    const double label_smoothing_;
    const std::size_t classes_;
    const std::vector<std::int32_t>& labels_;
};

/// Any number of classes, each by itself: the mean of their binary cross-entropies.
class MultiLabel : public Objective {
public:
    LossParts loss(const at::Tensor& logits, const Batch& batch, double normaliser) const override;
    double weight(std::uint32_t) const override { return 1; }
    std::optional<double> loss_of_guessing() const override;
};

/// A number: the mean of the squared errors.
class Regression : public Objective {
public:
    /// `numbers`: those of the training samples.
    explicit Regression(std::span<const float> numbers);

    LossParts loss(const at::Tensor& outputs, const Batch& batch, double normaliser) const override;
    double weight(std::uint32_t) const override { return 1; }
    /// Of a model that always gives 0, as a new head nearly does: the mean square of the training numbers.
    std::optional<double> loss_of_guessing() const override { return mean_square_; }

private:
    double mean_square_;
};

} // namespace tunedesk::model
