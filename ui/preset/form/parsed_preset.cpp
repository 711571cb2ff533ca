// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/form/parsed_preset.h"

#include "preset/yaml/document.h"
#include "preset/yaml/write.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <cstdlib>

namespace tunedesk::ui {

std::string ParsedPreset::shown(const preset::Key& key) const {
    const auto found = written.find(key.dotted());
    return found != written.end() ? found->second : preset::get(draft.loaded.preset, key);
}

bool ParsedPreset::differs(const preset::Key& key) const {
    if (!is_written(key)) return false;
    return preset::get(draft.loaded.preset, key) != preset::get(base, key) || !problems_of(key).isEmpty();
}

QString ParsedPreset::problems_of(const preset::Key& key) const {
    QStringList lines;
    for (const preset::Problem& problem : draft.problems)
        if (key_of(problem.key) == &key) lines << phrase_text(problem.what);
    if (const auto found = file_problems.find(key.dotted());
        lines.isEmpty() && found != file_problems.end() && found->second.value == shown(key))
        lines << to_qt(found->second.what);
    return lines.join(u'\n');
}

const preset::Key* key_of(const std::string& dotted) {
    if (const preset::Key* key = preset::find_key(dotted)) return key;
    const auto dot = dotted.find('.');
    return dot == std::string::npos ? nullptr : preset::find_alias(dotted.substr(dot + 1)).key;
}

ParsedPreset read_preset(const std::string& text, const fs::path& file) {
    const fs::path folder = fs::absolute(file).parent_path();
    ParsedPreset parsed;
    std::vector<preset::Problem> ignored;
    if (const auto root = preset::read_yaml(text, file.string(), ignored)) {
        parsed.readable = true;
        const preset::Document document = preset::read_document(*root, file.string(), ignored);
        parsed.extends = document.extends;
        for (const preset::Assignment& assignment : document.assignments) {
            parsed.written[assignment.key->dotted()] = assignment.text;
            parsed.line_of[assignment.key->dotted()] = line_in(file, assignment.place);
        }
    }
    parsed.draft = preset::parse_draft(text, file.string(), folder);
    parsed.draft.loaded.file = file;
    const auto name_after_file = [&](Preset& preset) {
        if (preset.name.empty()) (void)preset::set(preset, *preset::find_key("name"), file.stem().string());
    };
    if (!parsed.extends.empty())
        parsed.base = preset::parse_draft("extends: " + preset::yaml_quoted(parsed.extends) + "\n",
                                          file.string(), folder)
                          .loaded.preset;
    name_after_file(parsed.draft.loaded.preset);
    name_after_file(parsed.base);
    return parsed;
}

int line_in(const fs::path& file, const std::string& place) {
    const std::string prefix = file.string() + ':';
    return place.starts_with(prefix) ? std::atoi(place.c_str() + prefix.size()) : 0;
}

} // namespace tunedesk::ui
