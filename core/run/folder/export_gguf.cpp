// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/folder/export_gguf.h"

#include "arch/gguf_model.h"
#include "base/error.h"
#include "event/folder/run_folder.h"
#include "preset/yaml/load.h"
#include "run/folder/folder_beside.h"
#include "run/folder/gguf_tokenizer.h"

#include <algorithm>

namespace tunedesk::run {

namespace {

/// llama.cpp's number for the type of most of a file's tensors.
std::uint32_t file_type_of(format::DType dtype) {
    return dtype == format::DType::F32 ? 0 : dtype == format::DType::F16 ? 1 : 32;
}

} // namespace

void write_gguf_of(const fs::path& folder, const std::string& name, const fs::path& target,
                   format::DType dtype) {
    const arch::ModelConfig config = arch::read_model_config(folder);
    const format::ModelWeights weights(folder);
    format::GgufMetadata metadata = arch::gguf_metadata(config, name);
    metadata.emplace_back("general.file_type", file_type_of(dtype));
    std::ranges::move(gguf_tokenizer(folder, config.vocab_size), std::back_inserter(metadata));
    format::write_gguf(target, metadata, arch::gguf_tensors(config, weights, dtype));
}

void export_gguf(const fs::path& run, const RunModel& model, const fs::path& target, format::DType dtype) {
    if (std::error_code failed; fs::exists(fs::symlink_status(target, failed)))
        throw Error(ErrorId::output_exists, {}, target.string()).with_next("choose another name");
    const FolderBeside whole(target);
    export_model(run, model, whole.path);
    write_gguf_of(whole.path, preset::load_draft(event::RunFolder{run}.preset()).loaded.preset.name, target,
                  dtype);
}

} // namespace tunedesk::run
