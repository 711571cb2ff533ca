// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/hub_search.h"

#include "arch/family.h"
#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <span>

namespace tunedesk::hub {

namespace {

struct StoredType {
    std::string_view name;
    std::uint64_t bytes;
};
constexpr std::array stored_types{StoredType{"F64", 8}, StoredType{"I64", 8}, StoredType{"F32", 4},
                                  StoredType{"I32", 4}, StoredType{"F16", 2}, StoredType{"BF16", 2},
                                  StoredType{"I16", 2}};

/// The hub's names of the file formats that data_layout() supports.
constexpr std::array<std::string_view, 3> read_formats{"csv", "json", "parquet"};

/// The values of tags that begin with `start`: "mit" for "license:mit"; at most `most`, in the hub's order.
std::string tags_behind(const Json& entry, std::string_view start, std::size_t most) {
    std::string all;
    const auto tags = entry.find("tags");
    if (tags == entry.end() || !tags->is_array()) return all;
    for (const Json& tag : *tags) {
        if (most == 0) break;
        if (!tag.is_string() || !tag.get_ref<const std::string&>().starts_with(start)) continue;
        all += (all.empty() ? "" : ", ") +
               shortened(std::string_view(tag.get_ref<const std::string&>()).substr(start.size()), 60);
        --most;
    }
    return all;
}

std::uint64_t plausible_count(const Json& number) {
    return number.is_number_integer() && number >= 0 && number < (std::int64_t(1) << 50)
               ? number.get<std::uint64_t>()
               : 0;
}

void read_summary(const Json& entry, HubSummary& found) {
    found.name = text_field(entry, "id");
    found.license = tags_behind(entry, "license:", 1);
    found.downloads = whole_field(entry, "downloads");
    found.likes = whole_field(entry, "likes");
    const auto gated = entry.find("gated"); // false, "auto" or "manual"
    found.is_gated = gated != entry.end() && *gated != false && !gated->is_null();
}

void read_counts(const Json& model, HubModelSummary& found) {
    const auto weights = model.find("safetensors");
    if (weights == model.end() || !weights->is_object()) return;
    if (const auto total = weights->find("total"); total != weights->end())
        found.parameters = plausible_count(*total);
    const auto types = weights->find("parameters");
    if (types == weights->end() || !types->is_object()) return;
    for (const auto& [type, count] : types->items()) {
        const auto stored = std::ranges::find(stored_types, type, &StoredType::name);
        found.bytes += plausible_count(count) * (stored == stored_types.end() ? 1 : stored->bytes);
    }
}

void read_found(const Json& model, HubModelSummary& found) {
    found.task = shortened(text_field(model, "pipeline_tag"), 60);
    if (const auto config = model.find("config"); config != model.end() && config->is_object())
        found.model_type = shortened(text_field(*config, "model_type"), 60);
    found.is_supported = arch::find_family(found.model_type) != nullptr;
    read_counts(model, found);
}

/// Converts "10K<n<100K" to "10K–100K"; "n<1K" and "n>1T" are unchanged.
std::string rows_text(std::string category) {
    constexpr std::string_view between = "<n<";
    if (const std::size_t at = category.find(between); at != category.npos)
        category.replace(at, between.size(), "–");
    return category;
}

void read_found(const Json& data_set, HubDataSummary& found) {
    constexpr std::size_t most_tasks = 3;
    found.tasks = tags_behind(data_set, "task_categories:", most_tasks);
    found.rows = rows_text(tags_behind(data_set, "size_categories:", 1));
    found.format = tags_behind(data_set, "format:", 1);
    found.is_supported = std::ranges::find(read_formats, found.format) != read_formats.end();
    if (const auto bytes = data_set.find("usedStorage"); bytes != data_set.end())
        found.bytes = plausible_count(*bytes);
}

/// The named entries of a list of the API.
template <typename Found>
std::vector<Found> search(HubClient& client, const std::string& list_path, const std::string& words,
                          const std::string& filter, std::span<const char* const> fields, int most) {
    std::string path = fmt::format("{}?search={}{}&sort=downloads&direction=-1&limit={}", list_path,
                                   percent_encoded(words), filter, most);
    for (const char* field : fields)
        path += fmt::format("&expand%5B%5D={}", field);
    const Json list = client.json(path);
    if (!list.is_array()) throw Error(ErrorId::hub_answer_invalid, {list_path}, client.settings().endpoint);
    std::vector<Found> all;
    for (const Json& entry : list) {
        if (!entry.is_object() || all.size() >= static_cast<std::size_t>(most)) continue;
        Found found;
        read_summary(entry, found);
        read_found(entry, found);
        if (format::is_hub_name(found.name)) all.push_back(std::move(found));
    }
    return all;
}

} // namespace

std::vector<HubModelSummary> search_models(HubClient& client, const std::string& words, int most) {
    constexpr std::array fields{"downloads",   "likes",  "tags",        "gated",
                                "safetensors", "config", "pipeline_tag"};
    return search<HubModelSummary>(client, "/api/models", words, "&filter=safetensors", fields, most);
}

std::vector<HubDataSummary> search_data_sets(HubClient& client, const std::string& words, int most) {
    constexpr std::array fields{"downloads", "likes", "tags", "gated", "usedStorage"};
    return search<HubDataSummary>(client, "/api/datasets", words, "", fields, most);
}

} // namespace tunedesk::hub
