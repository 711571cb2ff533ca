// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/validation_sets.h"

#include "base/files/file.h"
#include "base/text.h"

#include <algorithm>
#include <cctype>

namespace tunedesk::preset {

namespace {

/// "b" of "data/b.jsonl.gz".
std::string stem_of(const fs::path& file) {
    fs::path name = file.filename();
    const std::string packed = ascii_lower(name.extension().string());
    if (packed == ".gz" || packed == ".zst") name.replace_extension();
    return name.stem().string();
}

std::string validation_name(const fs::path& file) {
    std::string name = stem_of(file);
    for (char& c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (!std::isalnum(byte) && byte < 0x80 && std::string_view("-_. ").find(c) == std::string_view::npos)
            c = '_';
    }
    for (const char* split : {"", "train", "val", "validation", "test"})
        if (name == split) return "extra_" + name;
    return name;
}

} // namespace

std::vector<ValidationSet> extra_validation_sets(const Preset& preset) {
    std::vector<ValidationSet> sets;
    for (const std::string& file : preset.data.extra_validation)
        sets.push_back({validation_name(file), file});
    return sets;
}

std::vector<std::string> extra_validation_names(const Preset& preset) {
    std::vector<std::string> names;
    for (ValidationSet& set : extra_validation_sets(preset))
        names.push_back(std::move(set.name));
    return names;
}

std::string repeated_validation_name(const Preset& preset) {
    std::vector<std::string> names = extra_validation_names(preset);
    std::ranges::sort(names);
    const auto twice = std::ranges::adjacent_find(names);
    return twice == names.end() ? std::string() : *twice;
}

} // namespace tunedesk::preset
