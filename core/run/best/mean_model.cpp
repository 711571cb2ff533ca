// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/best/mean_model.h"

#include "base/error.h"
#include "format/safetensors.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace tunedesk::run {

namespace {

bool is_like(const format::ModelWeights& one, const format::ModelWeights& other) {
    const std::vector<std::string> names = one.names();
    return names == other.names() && std::ranges::all_of(names, [&](const std::string& name) {
               const format::TensorInfo &here = one.info(name), &there = other.info(name);
               return here.dtype == format::DType::F32 && there.dtype == here.dtype &&
                      there.shape == here.shape;
           });
}

/// The mean of one tensor.
std::vector<float> mean_of(std::span<const format::ModelWeights> models, const std::string& name) {
    const std::uint64_t count = models.front().info(name).elements();
    std::vector<double> sum(count);
    std::vector<float> values(count); // the file's are not aligned
    for (const format::ModelWeights& model : models) {
        std::memcpy(values.data(), model.data(name).data(), count * sizeof(float));
        for (std::uint64_t i = 0; i < count; ++i)
            sum[i] += values[i];
    }
    std::ranges::transform(sum, values.begin(), [&](double each) {
        return static_cast<float>(each / static_cast<double>(models.size()));
    });
    return values;
}

/// Or what says something of the weights.
bool has_weights(const fs::path& file) {
    const std::string name = file.filename().string();
    return file.extension() == ".safetensors" || name == "model.safetensors.index.json" ||
           name == "manifest.json"; // of hashes
}

} // namespace

bool can_be_averaged(const Preset& preset) {
    return preset.model.train != Preset::Train::lora && preset.model.init == Preset::Init::pretrained;
}

bool write_mean_model(std::span<const fs::path> models, const fs::path& target) {
    std::vector<format::ModelWeights> weights;
    for (const fs::path& model : models)
        weights.emplace_back(model);
    if (!std::ranges::all_of(
            weights, [&](const format::ModelWeights& each) { return is_like(weights.front(), each); }))
        return false;
    make_folders(target, ErrorId::folder_not_created);
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(models.front(), failed)) {
        if (failed || has_weights(entry.path())) continue;
        fs::copy(entry.path(), target / entry.path().filename(), fs::copy_options::recursive, failed);
        if (failed) throw Error(ErrorId::weights_not_copied, {failed.message()}, target.string());
    }
    std::vector<format::TensorView> tensors;
    for (const std::string& name : weights.front().names())
        tensors.push_back({name, format::DType::F32, weights.front().info(name).shape, {}});
    format::SafetensorsWriter writer(target / "model.safetensors", tensors, {{"format", "pt"}});
    for (const format::TensorView& tensor : tensors) {
        const std::vector<float> mean = mean_of(weights, tensor.name);
        writer.append(std::as_bytes(std::span(mean)));
        writer.flush();
    }
    writer.finish();
    return true;
}

} // namespace tunedesk::run
