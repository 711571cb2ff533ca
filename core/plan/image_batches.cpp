// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/image_batches.h"

#include "data/image/image_rows.h"
#include "data/image/sample_key.h"
#include "plan/data_specs.h"
#include "plan/model_folder.h"
#include "preset/schema/placement.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::plan {

namespace {

/// Ignores findings, which are reported by the checks.
struct Silent : SplitListener {
    void has_read(const std::string&, const data::Table&) override {}
    void has_found(const data::Finding&) override {}
};

/// Opens only the training images.
OpenedSplits open_training(Preset preset) {
    if (preset.data.validation_split == 0 && preset.data.split_file.empty()) preset.data.validation.clear();
    if (preset.data.test_split == 0 && preset.data.split_file.empty()) preset.data.test.clear();
    preset.data.extra_validation.clear();
    Silent listener;
    return open_splits(preset, model_config(preset).labels, listener);
}

/// A new model has no processor of its own.
format::ImageProcessor processor_of(const Preset& preset) {
    return is_made(preset) ? format::ImageProcessor() : format::read_image_processor(model_folder(preset));
}

/// A batch's pixels [count, 3, height, width] from 0 to 255. The normalization is the same for every image,
/// so that it commutes with mixing.
std::vector<float> planes_of(const std::vector<TrainingImage>& images) {
    std::vector<float> values;
    for (const TrainingImage& image : images)
        for (int channel = 0; channel < 3; ++channel)
            for (int y = 0; y < image.picture.height(); ++y)
                for (int x = 0; x < image.picture.width(); ++x)
                    values.push_back(image.picture.row(y)[3 * x + channel]);
    return values;
}

void take_planes(std::vector<TrainingImage>& images, const std::vector<float>& values) {
    auto value = values.begin();
    for (TrainingImage& image : images)
        for (int channel = 0; channel < 3; ++channel)
            for (int y = 0; y < image.picture.height(); ++y)
                for (int x = 0; x < image.picture.width(); ++x)
                    image.picture.row(y)[3 * x + channel] =
                        static_cast<std::uint8_t>(std::clamp(std::lround(*value++), 0L, 255L));
}

void mix(std::vector<TrainingImage>& images, const image::Mix& mix, int size) {
    if (mix.kind == image::Mix::Kind::none) return;
    std::vector<float> values = planes_of(images);
    image::apply_mix(mix, values, images.size(), size, size);
    take_planes(images, values);
    std::vector<std::int32_t> labels;
    std::ranges::transform(images, std::back_inserter(labels), &TrainingImage::label);
    for (std::size_t i = 0; i < images.size(); ++i) {
        images[i].partner = labels[image::mix_partner(i, images.size())];
        images[i].own_part = mix.lambda;
    }
}

} // namespace

image::TransformSpec transform_of(const arch::ModelConfig& config, const format::ImageProcessor& processor) {
    image::TransformSpec transform{
        .size = static_cast<int>(config.image.size), .mean = processor.mean, .std = processor.deviation};
    if (processor.filter == format::ImageProcessor::Filter::bicubic)
        transform.filter = image::Filter::bicubic;
    if (processor.shorter_side > 0) {
        transform.crop = image::TransformSpec::Crop::center;
        transform.shorter_side = static_cast<int>(std::lround(processor.shorter_side * transform.size));
    }
    return transform;
}

image::TransformSpec training_transform(const Preset& preset, const arch::ModelConfig& config,
                                        const format::ImageProcessor& processor) {
    using Crop = Preset::RandomCrop;
    image::TransformSpec transform = transform_of(config, processor);
    const Preset::Data& data = preset.data;
    if (data.random_crop == Crop::padded) transform.crop = image::TransformSpec::Crop::padded;
    if (data.random_crop == Crop::resized) transform.crop = image::TransformSpec::Crop::random_resized;
    transform.flip = data.horizontal_flip;
    transform.rand_augment = {.operations = data.rand_augment, .magnitude = data.rand_augment_magnitude};
    return transform;
}

std::uint64_t mix_number(std::uint64_t step, std::uint64_t micro_batches, std::uint64_t micro_batch,
                         std::uint64_t ranks, std::uint64_t rank) {
    return (step * micro_batches + micro_batch) * ranks + rank;
}

image::MixSpec mix_spec(const Preset& preset) {
    return {preset.training.mixup_alpha, preset.training.cutmix_alpha};
}

TrainingBatches::TrainingBatches(const Preset& preset)
    : splits_(open_training(preset)),
      transform_(training_transform(preset, model_config(preset), processor_of(preset))),
      mix_(mix_spec(preset)), seed_(static_cast<std::uint64_t>(preset.training.seed)) {
    const auto tokens = static_cast<std::uint32_t>(model_config(preset).max_tokens());
    const data::Sampler sampler =
        training_sampler(preset, data_ranks_of(preset),
                         std::vector<std::uint32_t>(splits_.train.rows.size(), tokens), splits_.train.labels);
    const data::SamplerSpec& dealt = sampler.spec();
    ranks_ = static_cast<std::uint64_t>(dealt.world_size);
    micro_batches_ = static_cast<std::uint64_t>(dealt.accumulation * dealt.chunks);
    steps_ = sampler.epoch(0);
}

std::vector<TrainingImage> TrainingBatches::images(std::size_t step) const {
    std::vector<TrainingImage> images;
    for (const std::uint32_t sample : steps_.at(step).micro_batches.at(0).at(0)) {
        TrainingImage& image = images.emplace_back();
        image.number = image::image_number(splits_.train.table->rows()[splits_.train.rows[sample]]);
        if (!splits_.train.labels.empty()) image.label = splits_.train.labels[sample];
        image.picture = transform_.picture(source().picture(image.number),
                                           {seed_, 0, static_cast<std::uint32_t>(image.number)});
    }
    const int size = transform_.spec().size;
    mix(images, image::draw_mix(mix_, size, size, seed_, mix_number(step, micro_batches_, 0, ranks_, 0)),
        size);
    return images;
}

} // namespace tunedesk::plan
