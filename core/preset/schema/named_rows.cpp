// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/named_rows.h"

#include "base/files/file.h"
#include "format/hub/hub_data.h"
#include "preset/yaml/paths.h"

#include <algorithm>

namespace tunedesk::preset {

bool is_of_rows(const Key& key) {
    return key.section == "data" && key.holds_paths() && key.name != "split_file";
}

std::vector<std::string> missing_rows(const Preset& preset) {
    std::vector<std::string> names;
    for (const Key& key : keys()) {
        if (!is_of_rows(key)) continue;
        for (const std::string& path : paths_of(key, get(preset, key))) {
            const auto rows = fs::path(path).is_relative() ? format::find_hub_rows(path) : std::nullopt;
            if (rows && std::ranges::find(names, text_of(*rows)) == names.end())
                names.push_back(text_of(*rows));
        }
    }
    return names;
}

} // namespace tunedesk::preset
