// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/folder/export_onnx.h"

#include "arch/onnx/onnx_model.h"
#include "base/error.h"
#include "event/folder/run_folder.h"
#include "preset/yaml/load.h"
#include "run/folder/folder_beside.h"

namespace tunedesk::run {

void write_onnx_of(const fs::path& folder, const task::Task& task, const fs::path& target,
                   std::uint64_t most_bytes) {
    arch::ModelConfig config = arch::read_model_config(folder);
    config.sentence = arch::read_sentence_modules(folder);
    const format::ModelWeights weights(folder);
    format::write_onnx(target, arch::onnx_model(config, task, weights), most_bytes);
}

void export_onnx(const fs::path& run, const RunModel& model, const fs::path& target) {
    for (const fs::path& file : {target, format::onnx_data_path(target)})
        if (std::error_code failed; fs::exists(fs::symlink_status(file, failed)))
            throw Error(ErrorId::output_exists, {}, file.string()).with_next("choose another name");
    const Preset preset = preset::load_draft(event::RunFolder{run}.preset()).loaded.preset;
    const task::Task& task = task::task_of(preset.task);
    if (std::error_code failed;
        fs::exists(model.folder / "config.json", failed)) // before anything is written
        arch::require_onnx_form(arch::read_model_config(model.folder), task);
    const FolderBeside whole(target);
    export_model(run, model, whole.path);
    write_onnx_of(whole.path, task, target);
}

} // namespace tunedesk::run
