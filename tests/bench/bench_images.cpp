// SPDX-License-Identifier: GPL-3.0-or-later
// Reads, decodes and transforms images on threads as a training run does, and prints images a second:
// bench_images SOURCE PIXELS THREADS [IMAGES] [BATCH] [none|padded|random_resized]. bench_images.py compares
// it.
#include "base/clock.h"
#include "base/error.h"
#include "data/image/loader/batch_loader.h"
#include "data/image/loader/sample_reader.h"

#include <cstdlib>
#include <fmt/format.h>
#include <string_view>

namespace {

using namespace tunedesk;

int run(int argc, char** argv) {
    const double opening = monotonic_seconds();
    const std::shared_ptr<const image::ImageSource> source = image::open_image_source(argv[1]);
    const double opened = monotonic_seconds() - opening;
    const int count = argc > 4 ? std::atoi(argv[4]) : 2000, batch_size = argc > 5 ? std::atoi(argv[5]) : 8;
    const std::string_view crop = argc > 6 ? argv[6] : "padded";
    image::TransformSpec spec{.size = std::atoi(argv[2]), .flip = crop != "none"};
    if (crop == "padded") spec.crop = image::TransformSpec::Crop::padded;
    if (crop == "random_resized") spec.crop = image::TransformSpec::Crop::random_resized;
    image::SampleReader reader(source, spec, {.seed = 1});
    std::vector<std::vector<std::uint32_t>> batches;
    PhiloxStream random(1, 0);
    for (int i = 0; i < count; ++i) {
        if (i % batch_size == 0) batches.emplace_back();
        batches.back().push_back(static_cast<std::uint32_t>(random.below(source->entries().size())));
    }
    const double start = monotonic_seconds();
    image::BatchLoader loader(std::move(batches), reader.transform().numbers(),
                              [&](std::uint32_t sample, std::span<float> to) { reader.read(sample, 0, to); },
                              {.threads = std::atoi(argv[3]), .batches_ahead = 4});
    std::size_t images = 0;
    for (image::ImageBatch batch; loader.next(batch);)
        images += batch.samples.size();
    const double seconds = monotonic_seconds() - start;
    fmt::print("{{\"images\": {}, \"seconds\": {:.4f}, \"images_per_second\": {:.1f}, \"listed\": {}, "
               "\"list_seconds\": {:.3f}}}\n",
               images, seconds, static_cast<double>(images) / seconds, source->entries().size(), opened);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        fmt::print("usage: bench_images SOURCE PIXELS THREADS [IMAGES] [BATCH] [CROP]\n");
        return 2;
    }
    try {
        return run(argc, argv);
    } catch (const Error& error) {
        fmt::print("{}\n", error.line());
        return static_cast<int>(error.code());
    }
}
