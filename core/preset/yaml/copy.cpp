// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/yaml/copy.h"

#include "preset/yaml/document.h"
#include "preset/yaml/edit.h"
#include "preset/yaml/load.h"
#include "preset/yaml/paths.h"
#include "preset/yaml/write.h"

namespace tunedesk::preset {

namespace {

/// Whether the text names nearly every key: a program wrote it.
bool is_record(const std::string& text) {
    std::vector<Problem> problems;
    const auto root = read_yaml(text, "preset", problems);
    return root && read_document(*root, "preset", problems).assignments.size() * 2 > keys().size();
}

std::string without_extends(const std::string& text) {
    Key extends;
    extends.name = "extends";
    return edited(text, edit_removal(text, extends));
}

std::string written_value(const Key& key, const std::string& value) {
    if (key.holds_paths()) return escape_path(key, value);
    return key.optional && value.empty() ? "null" : value;
}

/// Some defaults follow from other keys: a change may need another one. std::nullopt if there is no end to
/// it.
std::optional<std::string> with_values(std::string text, const Preset& wanted, const fs::path& folder) {
    constexpr int most_rounds = 4;
    for (int round = 0; round < most_rounds; ++round) {
        const Preset read = parse_draft(text, "preset.yaml", folder).loaded.preset;
        bool is_same = true;
        for (const Key& key : keys()) {
            const std::string value = get(wanted, key);
            if (get(read, key) == value) continue;
            is_same = false;
            text = edited(text, edit_value(text, key, written_value(key, value)));
        }
        if (is_same) return text;
    }
    return std::nullopt;
}

} // namespace

std::string copied_preset(const std::string& text, const Preset& wanted, const fs::path& folder) {
    try {
        if (!text.empty() && !is_record(text))
            if (auto copy = with_values(without_extends(text), wanted, folder)) return *std::move(copy);
    } catch (const Error&) { // a form of YAML that cannot be edited
    }
    return to_short_yaml(wanted);
}

} // namespace tunedesk::preset
