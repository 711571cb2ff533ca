#include "plan/input_files.h"

#include "arch/adapter_folder.h"
#include "format/image_processor.h"
#include "format/tokenizer_files.h"
#include "plan/data_specs.h"

namespace tunedesk::plan {

std::vector<std::string> copy_input_files(const Preset& preset, const fs::path& from, const fs::path& to,
                                          std::int64_t image_size) {
    if (!task::task_of(preset.task).is_of_images())
        return format::copy_tokenizer_files(arch::tokenizer_folder(from), to, truncation_of(preset));
    write_private_file(to / format::image_processor_name,
                       format::image_processor_text(from, static_cast<int>(image_size)));
    return {format::image_processor_name};
}

} // namespace tunedesk::plan
