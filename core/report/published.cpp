// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/published.h"

#include "base/json.h"

#include <vector>

namespace tunedesk::report {

extern const char* const published_text;

namespace {

std::vector<Published> read_all() {
    std::vector<Published> all;
    for (const Json& entry : parse_json(published_text, "published.json", ErrorId::run_file_unreadable)) {
        const auto text = [&](const char* key) { return entry.value(key, std::string()); };
        const auto number = [&](const char* key) {
            const auto found = entry.find(key);
            return found == entry.end() ? std::nullopt : std::optional(found->get<double>());
        };
        all.push_back({text("recipe"), text("title"), text("hardware"), text("note"), number("accuracy"),
                       number("train_seconds"), number("peak_memory_bytes"), number("batch_seconds"),
                       text("part_of"), text("figure"), text("against")});
    }
    return all;
}

} // namespace

std::span<const Published> published() {
    static const std::vector<Published> all = read_all();
    return all;
}

const Published* find_published(std::string_view recipe) {
    for (const Published& entry : published())
        if (entry.recipe == recipe) return &entry;
    return nullptr;
}

} // namespace tunedesk::report
