// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/validation_sets.h"

#include "base/files/file.h"
#include "base/text.h"
#include "format/hub/hub_data.h"

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

/// "imdb_test" of stanfordnlp/imdb:default/test, "imdb_plain_text_test" of :plain_text/test.
std::string name_of_rows(const format::HubRows& rows) {
    std::string name = rows.data_set.name.substr(rows.data_set.name.find('/') + 1);
    const std::string_view fallback = "default/";
    std::string part = format::is_rows_file(rows.part) ? stem_of(rows.part) : rows.part;
    if (part.starts_with(fallback)) part.erase(0, fallback.size());
    return part.empty() ? name : name + '_' + part;
}

std::string validation_name(const fs::path& file) {
    auto rows = format::rows_of_file(file);
    if (!rows && file.is_relative()) rows = format::find_hub_rows(file.string());
    std::string name = rows ? name_of_rows(*rows) : stem_of(file);
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
