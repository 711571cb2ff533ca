// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/input_files.h"

#include "arch/adapter_folder.h"
#include "format/image_processor.h"
#include "format/tokenizer_files.h"
#include "plan/data_specs.h"
#include "plan/model_folder.h"

namespace tunedesk::plan {

std::vector<std::string> copy_input_files(const Preset& preset, const fs::path& from, const fs::path& to,
                                          std::int64_t image_size) {
    if (!task::task_of(preset.task).is_of_images())
        return format::copy_tokenizer_files(arch::tokenizer_folder(from), to, truncation_of(preset));
    write_private_file(to / format::image_processor_name,
                       format::image_processor_text(from, static_cast<int>(image_size)));
    return {format::image_processor_name};
}

std::vector<std::string> write_sentence_files(const Preset& preset, const fs::path& to) {
    std::vector<std::string> names;
    if (!task::task_of(preset.task).embeds()) return names;
    const arch::ModelConfig config = model_config(preset);
    arch::SentenceModules modules = config.sentence.value_or(arch::SentenceModules());
    modules.pooling = readout_of(preset, config);
    modules.max_length = preset.data.max_length;
    for (const auto& [name, text] : arch::sentence_files(modules, config.hidden_size)) {
        const fs::path file = to / name;
        if (const fs::path folder = file.parent_path(); folder != to) {
            make_folders(folder, ErrorId::folder_not_created, 0777);
            write_file_atomically(file, text);
            sync_folder(folder);
        } else {
            write_file_atomically(file, text);
            names.push_back(name);
        }
    }
    return names;
}

} // namespace tunedesk::plan
