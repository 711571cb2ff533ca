// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/images/pictures.h"

#include "base/host_figures.h"
#include "memory/torch_headers.h"
#include "plan/constants.h"
#include "plan/image_batches.h"
#include "plan/model_folder.h"

#include <algorithm>

namespace tunedesk::train {

namespace {

constexpr int batches_ahead = 2;

} // namespace

Pictures::Pictures(std::shared_ptr<image::SampleReader> reader, std::int64_t rows, int threads)
    : reader_(std::move(reader)), places_(static_cast<std::size_t>(rows)),
      threads_(threads > 0 ? threads : usable_cores()) {}

at::Tensor Pictures::pixels(std::uint32_t number) const {
    std::uint32_t epoch = 0;
    {
        const std::scoped_lock lock(guard_);
        if (const at::Tensor made = taken_ahead(number); made.defined()) return made;
        epoch = epoch_;
    }
    const std::int64_t size = reader_->transform().spec().size;
    at::Tensor made = at::empty({3, size, size}, at::kFloat);
    reader_->read(number, epoch, {made.mutable_data_ptr<float>(), static_cast<std::size_t>(made.numel())});
    return made;
}

at::Tensor Pictures::taken_ahead(std::uint32_t number) const {
    while (loader_ && (taken_ == ahead_.samples.size() || ahead_.samples[taken_] != number)) {
        taken_ = 0; // steps that are passed over ask for nothing
        if (!loader_->next(ahead_)) loader_.reset();
    }
    if (!loader_) return {};
    const std::size_t numbers = reader_->transform().numbers();
    const std::int64_t size = reader_->transform().spec().size;
    return at::from_blob(ahead_.values.data() + taken_++ * numbers, {3, size, size}, at::kFloat);
}

void Pictures::begin_epoch(std::int64_t epoch, std::vector<std::vector<std::uint32_t>> batches) const {
    const std::scoped_lock lock(guard_);
    epoch_ = static_cast<std::uint32_t>(epoch);
    ahead_ = {};
    taken_ = 0;
    const auto fill = [reader = reader_, at_epoch = epoch_](std::uint32_t number, std::span<float> to) {
        reader->read(number, at_epoch, to);
    };
    loader_ = std::make_unique<image::BatchLoader>(
        std::move(batches), reader_->transform().numbers(), fill,
        image::LoaderSpec{.threads = threads_, .batches_ahead = batches_ahead});
}

std::shared_ptr<const Pictures> open_pictures(const Preset& preset, const arch::ModelConfig& config,
                                              const std::shared_ptr<const image::ImageSource>& source,
                                              bool trains) {
    const format::ImageProcessor processor = format::read_image_processor(plan::model_folder(preset));
    const image::TransformSpec transform =
        trains ? plan::training_transform(preset, config, processor) : plan::transform_of(config, processor);
    const image::ReaderSpec spec{.cache_bytes = plan::decoded_images_limit,
                                 .seed = static_cast<std::uint64_t>(preset.training.seed)};
    return std::make_shared<const Pictures>(std::make_shared<image::SampleReader>(source, transform, spec),
                                            config.max_tokens(), preset.data.threads);
}

} // namespace tunedesk::train
