// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/files/source.h"
#include "format/tokenizer_files.h"
#include "plan/model_folder.h"
#include "preset/schema/schema.h"
#include "run/check/check_inputs.h"

#include <fmt/format.h>

namespace tunedesk::run {

std::string inputs_key(const Preset& preset) {
    std::string text;
    const bool splits = preset.data.validation_split > 0 || preset.data.test_split > 0;
    // What of the model is trained is checked against its parameters.
    const bool marks = preset.model.train == Preset::Train::lora || preset.model.freeze != "none";
    for (const preset::Key& key : preset::keys()) {
        const std::string name = key.dotted();
        const bool of_data = key.section == "data" && name != "data.max_length" &&
                             name != "data.truncation_side" && name != "data.stride" &&
                             name != "data.max_windows" && name != "data.batching" && name != "data.threads";
        const bool of_marks = key.section == "lora" || name == "model.train" || name == "model.last_layers";
        if (of_data || name == "task" || name == "model.path" || name == "model.revision" ||
            name == "model.init" || name == "model.freeze" || (marks && of_marks) ||
            (splits && name == "training.seed"))
            text += name + '=' + preset::get(preset, key) + '\n';
    }
    const auto add_stamp = [&](const fs::path& file) {
        std::uint64_t bytes = 0;
        std::int64_t modified_ns = 0;
        if (!file.empty() && data::file_stamp(file, bytes, modified_ns))
            text += fmt::format("{} {}\n", bytes, modified_ns);
    };
    for (const std::string& file :
         {preset.data.train, preset.data.validation, preset.data.test, preset.data.split_file})
        add_stamp(file);
    for (const std::string& file : preset.data.extra_validation)
        add_stamp(file);
    if (const task::Task& task = task::task_of(preset.task);
        task.target == task::Target::next_token || task.is_of_images())
        for (const char* name :
             {"model.architecture", "model.patch_size", "model.width", "model.feed_forward", "model.heads",
              "model.layers", "data.max_length", "training.per_device_train_batch_size",
              "training.per_device_eval_batch_size", "training.gradient_accumulation_steps",
              "parallel.processes"})
            text += fmt::format("{}={}\n", name, preset::get(preset, *preset::find_key(name)));
    const fs::path model = plan::known_model_folder(preset);
    for (const char* file : {"config.json", "model.safetensors"})
        add_stamp(model / file);
    for (const char* file : format::tokenizer_file_names())
        add_stamp(model / file);
    return text;
}

} // namespace tunedesk::run
