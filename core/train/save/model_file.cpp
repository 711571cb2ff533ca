// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/save/model_file.h"

#include "arch/adapter_folder.h"
#include "base/error.h"
#include "memory/torch_headers.h"
#include "train/save/checkpoint_files.h"

#include <charconv>

namespace tunedesk::train {

namespace {

constexpr std::uint64_t most_pending_bytes = 4u << 20;

ModelFile file_of(const fs::path& folder, bool has_adapters) {
    return {folder / (has_adapters ? arch::adapter_weights_name : weights_name), has_adapters};
}

std::vector<format::TensorView> views_of(const model::Network& network, const ModelFile& file) {
    std::vector<format::TensorView> views;
    const model::Parameters& parameters = network.parameters();
    if (!network.stage().is_whole()) {
        for (const arch::BlockSpec* block : network.spec().blocks())
            for (const arch::ParameterSpec& parameter : block->parameters)
                views.push_back(
                    {file.name_of(parameter.name), model::dtype_of(parameters.type()), parameter.shape, {}});
        return views;
    }
    for (const model::Parameter& parameter : parameters.all())
        if (parameter.is_saved)
            views.push_back({file.name_of(parameter.name),
                             model::dtype_of(parameter.value.scalar_type()),
                             parameter.whole_shape(),
                             {}});
    return views;
}

} // namespace

ModelFileWriter::ModelFileWriter(const fs::path& folder, const model::Network& network, std::int64_t step)
    : path_(file_of(folder, network.spec().lora.is_on()).path),
      tensors_(views_of(network, file_of(folder, network.spec().lora.is_on()))),
      writer_(path_, tensors_, metadata_of(step)) {}

void ModelFileWriter::append(const at::Tensor& value) {
    const at::Tensor host = value.cpu().contiguous();
    writer_.append({static_cast<const std::byte*>(host.const_data_ptr()), host.nbytes()});
    pending_.push_back(host);
    pending_bytes_ += host.nbytes();
    if (pending_bytes_ < most_pending_bytes) return;
    writer_.flush();
    pending_.clear();
    pending_bytes_ = 0;
}

format::Manifest::Entry ModelFileWriter::finish() {
    const std::string hash = writer_.finish();
    return {path_.filename(), fs::file_size(path_), hash, format::whole_pieces(tensors_)};
}

std::optional<std::int64_t> ModelFile::step() const {
    const format::SafetensorsFile weights(path);
    const auto found = weights.metadata().find(step_key);
    if (found == weights.metadata().end()) return std::nullopt;
    const std::string& text = found->second;
    std::int64_t step = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), step);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(step) : std::nullopt;
}

std::string ModelFile::name_of(const std::string& parameter) const {
    return has_adapters ? arch::adapter_name_prefix + parameter : parameter;
}

std::optional<ModelFile> find_model_file(const fs::path& folder) {
    std::error_code unknown;
    for (const bool has_adapters : {false, true})
        if (ModelFile file = file_of(folder, has_adapters); fs::exists(file.path, unknown)) return file;
    return std::nullopt;
}

std::optional<std::int64_t> step_of_model(const fs::path& folder) try {
    format::recover_folder(folder);
    const std::optional<ModelFile> file = find_model_file(folder);
    return file ? file->step() : std::nullopt;
} catch (const Error&) {
    return std::nullopt;
}

} // namespace tunedesk::train
