// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/hub_search.h"

#include "arch/family.h"
#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tunedesk::hub {

namespace {

struct StoredType {
    std::string_view name;
    std::uint64_t bytes;
};
constexpr std::array stored_types{StoredType{"F64", 8}, StoredType{"I64", 8}, StoredType{"F32", 4},
                                  StoredType{"I32", 4}, StoredType{"F16", 2}, StoredType{"BF16", 2},
                                  StoredType{"I16", 2}};

/// The tag "license:mit" says "mit".
std::string license_of(const Json& model) {
    constexpr std::string_view start = "license:";
    const auto tags = model.find("tags");
    if (tags == model.end() || !tags->is_array()) return {};
    for (const Json& tag : *tags)
        if (tag.is_string() && tag.get<std::string>().starts_with(start))
            return shortened(tag.get<std::string>().substr(start.size()), 60);
    return {};
}

void read_counts(const Json& model, HubModelSummary& found) {
    const auto weights = model.find("safetensors");
    if (weights == model.end() || !weights->is_object()) return;
    const auto whole = [](const Json& number) {
        return number.is_number_integer() && number >= 0 && number < (std::int64_t(1) << 50)
                   ? number.get<std::uint64_t>()
                   : 0;
    };
    if (const auto total = weights->find("total"); total != weights->end()) found.parameters = whole(*total);
    const auto types = weights->find("parameters");
    if (types == weights->end() || !types->is_object()) return;
    for (const auto& [type, count] : types->items()) {
        const auto stored = std::ranges::find(stored_types, type, &StoredType::name);
        found.bytes += whole(count) * (stored == stored_types.end() ? 1 : stored->bytes);
    }
}

HubModelSummary read_found(const Json& model) {
    HubModelSummary found;
    found.name = text_field(model, "id");
    found.task = shortened(text_field(model, "pipeline_tag"), 60);
    found.license = license_of(model);
    found.downloads = whole_field(model, "downloads");
    found.likes = whole_field(model, "likes");
    const auto gated = model.find("gated"); // false, "auto" or "manual"
    found.is_gated = gated != model.end() && *gated != false && !gated->is_null();
    if (const auto config = model.find("config"); config != model.end() && config->is_object())
        found.model_type = shortened(text_field(*config, "model_type"), 60);
    found.is_supported = arch::find_family(found.model_type) != nullptr;
    read_counts(model, found);
    return found;
}

} // namespace

std::vector<HubModelSummary> search_models(HubClient& client, const std::string& words, int most) {
    std::string path =
        fmt::format("/api/models?search={}&filter=safetensors&sort=downloads&direction=-1&limit={}",
                    percent_encoded(words), most);
    for (const char* field : {"downloads", "likes", "tags", "gated", "safetensors", "config", "pipeline_tag"})
        path += fmt::format("&expand%5B%5D={}", field);
    const Json list = client.json(path);
    if (!list.is_array())
        throw Error(ErrorId::hub_answer_invalid, {"/api/models"}, client.settings().endpoint);
    std::vector<HubModelSummary> models;
    for (const Json& model : list) {
        if (!model.is_object() || models.size() >= static_cast<std::size_t>(most)) continue;
        HubModelSummary found = read_found(model);
        if (format::is_hub_name(found.name)) models.push_back(std::move(found));
    }
    return models;
}

} // namespace tunedesk::hub
