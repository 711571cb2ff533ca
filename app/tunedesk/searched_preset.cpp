// SPDX-License-Identifier: GPL-3.0-or-later
#include "searched_preset.h"

#include "base/files/file.h"
#include "preset/schema/schema.h"
#include "preset/yaml/edit.h"

namespace tunedesk::app {

run::Check checked_for_search(const std::string& file, const std::vector<std::string>& sets) {
    preset::load(file, sets); // reports every mistake
    run::Check check = run::check(preset::load_draft(file, sets));
    if (check.preset.training.max_tokens_per_batch > 0) throw Error(ErrorId::batches_by_tokens, {}, file);
    if (!check.inputs.problems.empty()) throw check.inputs.problems.front();
    return check;
}

void write_keys(const std::string& file, const std::vector<std::pair<std::string, std::string>>& values) {
    const fs::path path = fs::canonical(file); // the target of a link
    std::string text = read_file(path, ErrorId::preset_unreadable);
    for (const auto& [name, value] : values)
        text = preset::edited(text, preset::edit_value(text, *preset::find_key(name), value));
    write_file_atomically(path, text);
}

} // namespace tunedesk::app
