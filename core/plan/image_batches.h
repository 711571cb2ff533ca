// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "data/batch/sampler.h"
#include "data/image/augment/mix.h"
#include "data/image/transform.h"
#include "format/image_processor.h"
#include "plan/open_splits.h"

namespace tunedesk::plan {

/// The deterministic transform from an image to a model's input.
image::TransformSpec transform_of(const arch::ModelConfig& config, const format::ImageProcessor& processor);

/// The same for training images, with the preset's random augmentation.
image::TransformSpec training_transform(const Preset& preset, const arch::ModelConfig& config,
                                        const format::ImageProcessor& processor);

/// The index of a micro-batch among all of the run, which determines how it is mixed (image::draw_mix()).
std::uint64_t mix_number(std::uint64_t step, std::uint64_t micro_batches, std::uint64_t micro_batch,
                         std::uint64_t ranks, std::uint64_t rank);
image::MixSpec mix_spec(const Preset& preset);

/// A training image as the model receives it, before normalization.
struct TrainingImage {
    image::Picture picture;
    std::size_t number = 0;    ///< index in its source
    std::int32_t label = -1;   ///< a class id, or -1
    std::int32_t partner = -1; ///< class of the image that it is mixed with; -1: not mixed
    double own_part = 1;       ///< weight of `label` in the target; the rest is the partner's
};

/// Reproduces the first micro-batch of each step of the first epoch on the run's first rank, including all
/// random choices. Reads the images itself, one by one. Thread rule: immutable.
class TrainingBatches {
public:
    /// Throws the errors of open_splits() and model_config().
    explicit TrainingBatches(const Preset& preset);

    std::size_t steps() const { return steps_.size(); }
    const std::vector<std::string>& classes() const { return splits_.labels.names; }
    const image::ImageSource& source() const { return *splits_.train.images; }
    /// The images of a step of the first epoch, from 0. Throws Errors 31xx.
    std::vector<TrainingImage> images(std::size_t step) const;

private:
    OpenedSplits splits_;
    image::Transform transform_;
    image::MixSpec mix_;
    std::uint64_t seed_ = 0, ranks_ = 1, micro_batches_ = 1;
    std::vector<data::StepBatches> steps_;
};

} // namespace tunedesk::plan
