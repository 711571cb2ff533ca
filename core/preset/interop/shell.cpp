// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/interop/shell.h"

#include "preset/schema/schema.h"
#include "preset/yaml/paths.h"

#include <algorithm>
#include <cctype>

namespace tunedesk::preset {

std::vector<std::string> sets_between(const Preset& from, const Preset& wanted) {
    std::vector<std::string> sets;
    for (const Key& key : keys()) {
        const std::string value = get(wanted, key);
        if (value == get(from, key)) continue;
        sets.push_back(key.dotted() + '=' + (key.holds_paths() ? escape_path(key, value) : value));
    }
    return sets;
}

std::string shell_word(const std::string& text) {
    const auto harmless = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) ||
               std::string_view("_-./=:,+@%").find(c) != std::string_view::npos;
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), harmless)) return text;
    std::string word = "'";
    for (const char c : text)
        word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + '\'';
}

std::string shell_line(const fs::path& file, const Preset& on_disk, const Preset& wanted) {
    std::string line = "tunedesk --no-gui run " + shell_word(fs::absolute(file).lexically_normal().string());
    for (const std::string& assignment : sets_between(on_disk, wanted))
        line += " --set " + shell_word(assignment);
    return line;
}

} // namespace tunedesk::preset
