// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/step/features.h"

#include "base/activity.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/text.h"
#include "data/cache/cache_file.h"
#include "kernel/product.h"
#include "memory/torch_headers.h"
#include "plan/constants.h"
#include "train/step/eval_batches.h"

#include <algorithm>
#include <fmt/format.h>
#include <torch/headeronly/version.h>

namespace tunedesk::train {

namespace {

std::string computed_by(const model::Placement& placement) {
    const kernel::ProductKernels* const products = kernel::bf16_products();
    const char* const narrow =
        placement.compute == at::kBFloat16 && placement.is_on_host() && products ? products->name : "";
    return fmt::format("{} {} on {} in {}",
                       placement.is_on_host() ? kernel::kernels().name : placement.operations->name, narrow,
                       c10::DeviceTypeName(placement.device.type()), c10::toString(placement.compute));
}

/// Everything that affects the features bit by bit, including the number of threads.
data::CacheName name_of(const model::SequenceClassifier& model, const data::TokenizedSet& tokens) {
    const arch::ModelConfig& config = model.config();
    ContentHash hash;
    hash.update(fmt::format("features 4 {} {} {} {} {} {} {} {} {} {} ", tokens.key(), TORCH_VERSION,
                            computed_by(model.placement()), at::get_num_threads(), plan::feature_batch_rows,
                            config.family->model_type, config.first_position, config.num_attention_heads,
                            config.layer_norm_eps, config.hidden_act));
    for (const model::Parameter& parameter : model.parameters().all())
        if (model.in_encoder(parameter)) {
            const at::Tensor host = parameter.value.detach().cpu();
            hash.update(parameter.name + ' ')
                .update({static_cast<const char*>(host.const_data_ptr()), host.nbytes()});
        }
    return {data::token_cache_folder(), hash.hex(), "features"};
}

/// The cache file as a tensor that keeps it mapped; an undefined tensor if it is not cached.
at::Tensor open(const data::CacheName& name, std::int64_t rows, std::int64_t width) {
    std::optional<data::CacheFile> found = data::CacheFile::open(name);
    if (!found) return {};
    const auto file = std::make_shared<const data::CacheFile>(std::move(*found));
    const std::span<const float> values = file->section<float>(0);
    if (static_cast<std::int64_t>(file->number(0)) != rows ||
        static_cast<std::int64_t>(file->number(1)) != width ||
        static_cast<std::int64_t>(values.size()) != rows * width)
        return {};
    return at::from_blob(
        const_cast<float*>(values.data()), {rows, width}, [file](void*) {}, at::kFloat);
}

// Tokens are in a mapped file, whose pages may have to be read from the disk.

std::vector<std::uint32_t> lengths_of(const data::TokenizedSet& tokens) {
    const activity::Waiting waiting(activity::Wait::disk);
    std::vector<std::uint32_t> lengths;
    for (std::size_t row = 0; row < tokens.size(); ++row)
        lengths.push_back(tokens.length(row));
    return lengths;
}

std::vector<model::Sample> samples_of(const data::TokenizedSet& tokens,
                                      const std::vector<std::uint32_t>& rows) {
    const activity::Waiting waiting(activity::Wait::disk);
    std::vector<model::Sample> samples;
    for (const std::uint32_t row : rows)
        samples.push_back({row, tokens.ids(row), tokens.type_one(row), -1});
    return samples;
}

/// Computes this rank's rows; the others are zero.
at::Tensor compute_share(const model::SequenceClassifier& model, const data::TokenizedSet& tokens,
                         const parallel::World& world, Announcer& announcer) {
    at::Tensor all =
        at::zeros({static_cast<std::int64_t>(tokens.size()), model.config().hidden_size}, at::kFloat);
    const EvalBatches parts = plan::eval_batches(lengths_of(tokens), plan::feature_batch_rows,
                                                 eval_threads(model.placement().device));
    for_each_eval_batch(parts, world, "features", announcer, [&](const std::vector<std::uint32_t>& chosen) {
        const std::vector<std::int64_t> rows(chosen.begin(), chosen.end());
        all.index_copy_(0, at::tensor(at::ArrayRef<std::int64_t>(rows)),
                        model.encode(model.batch(samples_of(tokens, chosen), false), {}).to(all.options()));
    });
    return all;
}

bool write(const data::CacheName& name, const at::Tensor& features, std::uint64_t cache_limit) {
    const std::uint64_t numbers[] = {static_cast<std::uint64_t>(features.size(0)),
                                     static_cast<std::uint64_t>(features.size(1))};
    const data::CachePieces sections[] = {
        {{static_cast<const char*>(features.const_data_ptr()), features.nbytes()}}};
    if (!data::write_cache_file(name, numbers, sections)) return false;
    const std::optional<data::CacheFile> in_use = data::CacheFile::open(name);
    data::evict_cache_files(name.folder, cache_limit);
    return in_use.has_value();
}

/// Whether `here` is true on every rank.
bool everywhere(bool here, parallel::Group& group) {
    double count[] = {here ? 1.0 : 0.0};
    group.sum(count, parallel::Purpose::feature_cache);
    return count[0] == group.world().size;
}

} // namespace

at::Tensor encoder_features(const model::SequenceClassifier& model, const data::TokenizedSet& tokens,
                            std::uint64_t cache_limit, parallel::Group& group, Announcer& announcer) {
    const data::CacheName name = name_of(model, tokens);
    const auto rows = static_cast<std::int64_t>(tokens.size());
    const std::int64_t width = model.config().hidden_size;
    at::Tensor cached = open(name, rows, width);
    if (everywhere(cached.defined(), group)) {
        announcer.info(fmt::format("features of {} rows read from the cache: {}", grouped(tokens.size()),
                                   name.path().string()));
        return cached;
    }
    const double start = monotonic_seconds();
    at::Tensor all = compute_share(model, tokens, group.world(), announcer);
    group.sum(all, parallel::Purpose::feature_cache); // the other ranks' rows are zero: the sum is exact
    announcer.info(fmt::format("the encoder ran once over {} rows, in {:.1f} s", grouped(tokens.size()),
                               monotonic_seconds() - start));
    const bool written = group.world().leads() && write(name, all, cache_limit);
    group.barrier(parallel::Purpose::feature_cache);
    if (group.world().leads() && !written)
        announcer.warn("the features could not be cached; they stay in memory: " + name.path().string());
    cached = open(name, rows, width);
    return cached.defined() ? cached : all;
}

std::pair<at::Tensor, at::Tensor> mean_and_deviation(const at::Tensor& features,
                                                     std::span<const std::uint32_t> rows) {
    const auto width = static_cast<std::size_t>(features.size(1));
    const float* values = features.const_data_ptr<float>();
    std::vector<double> sum(width), squares(width);
    for (const std::uint32_t row : rows)
        for (std::size_t i = 0; i < width; ++i)
            sum[i] += static_cast<double>(values[row * width + i]);
    const auto count = static_cast<double>(std::max<std::size_t>(1, rows.size()));
    for (double& value : sum)
        value /= count;
    for (const std::uint32_t row : rows)
        for (std::size_t i = 0; i < width; ++i) {
            const double difference = static_cast<double>(values[row * width + i]) - sum[i];
            squares[i] += difference * difference;
        }
    at::Tensor mean = at::empty({features.size(1)}, at::kFloat), deviation = at::empty_like(mean);
    for (std::size_t i = 0; i < width; ++i) {
        mean.mutable_data_ptr<float>()[i] = static_cast<float>(sum[i]);
        deviation.mutable_data_ptr<float>()[i] =
            static_cast<float>(std::max(1e-6, std::sqrt(squares[i] / count)));
    }
    return {mean, deviation};
}

} // namespace tunedesk::train
