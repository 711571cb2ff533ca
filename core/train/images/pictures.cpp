#include "train/images/pictures.h"

#include "base/host_figures.h"
#include "format/image_processor.h"
#include "memory/torch_headers.h"
#include "plan/model_folder.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::train {

namespace {

constexpr int batches_ahead = 2;
/// Decoded images that a process keeps of each split, in bytes.
constexpr std::uint64_t decoded_bytes = std::uint64_t{1} << 30;

void add_randomness(const Preset::Data& data, image::TransformSpec& transform) {
    using Crop = Preset::RandomCrop;
    if (data.random_crop == Crop::padded) transform.crop = image::TransformSpec::Crop::padded;
    if (data.random_crop == Crop::resized) transform.crop = image::TransformSpec::Crop::random_resized;
    transform.flip = data.horizontal_flip;
    transform.rand_augment = {.operations = data.rand_augment, .magnitude = data.rand_augment_magnitude};
}

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
    image::TransformSpec transform = transform_of(config, plan::model_folder(preset));
    if (trains) add_randomness(preset.data, transform);
    const image::ReaderSpec spec{.cache_bytes = decoded_bytes,
                                 .seed = static_cast<std::uint64_t>(preset.training.seed)};
    return std::make_shared<const Pictures>(std::make_shared<image::SampleReader>(source, transform, spec),
                                            config.max_tokens(), preset.data.threads);
}

image::TransformSpec transform_of(const arch::ModelConfig& config, const fs::path& folder) {
    const format::ImageProcessor processor = format::read_image_processor(folder);
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

} // namespace tunedesk::train
