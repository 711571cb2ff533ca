// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/generation_config.h"

#include "base/json.h"

#include <limits>

namespace tunedesk::arch {

std::vector<std::int32_t> end_tokens(const fs::path& folder) {
    constexpr std::uint64_t most_bytes = 4u << 20;
    std::vector<std::int32_t> ids;
    const auto add = [&](const Json& id) {
        if (id.is_number_unsigned() &&
            id.get<std::uint64_t>() <= std::uint64_t{std::numeric_limits<std::int32_t>::max()})
            ids.push_back(id.get<std::int32_t>());
    };
    for (const char* name : {"generation_config.json", "config.json"}) {
        const fs::path file = folder / name;
        std::error_code unknown;
        if (!fs::exists(file, unknown)) continue;
        const Json config =
            parse_json(read_file(file, ErrorId::config_unreadable, most_bytes), file.string(),
                       ErrorId::config_unreadable, {.max_bytes = most_bytes, .max_depth = 64});
        const auto found = config.is_object() ? config.find("eos_token_id") : config.end();
        if (!config.is_object() || found == config.end()) continue;
        if (found->is_array())
            for (const Json& id : *found)
                add(id);
        else
            add(*found);
        if (!ids.empty()) break;
    }
    return ids;
}

} // namespace tunedesk::arch
