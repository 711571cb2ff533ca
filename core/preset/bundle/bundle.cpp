// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/bundle/bundle.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "format/hub/hub_cache.h"
#include "format/hub/hub_data.h"
#include "preset/bundle/comments.h"
#include "preset/yaml/copy.h"
#include "preset/yaml/document.h"
#include "preset/yaml/edit.h"
#include "preset/yaml/paths.h"
#include "preset/yaml/write.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>

namespace tunedesk::preset {

namespace {

/// Names for paths of this machine that mean something elsewhere.
class Places {
public:
    std::string of(const Key& key, const std::string& absolute) {
        if (fs::path(absolute).is_relative()) return absolute; // empty, or a model's name on the hub
        const auto known = places_.find(absolute);
        if (known != places_.end()) return known->second;
        std::string place = name_on_hub(key, absolute);
        if (place.empty()) place = below_variable(absolute);
        if (place.empty()) {
            const std::string folder = key.section == "model" ? "models/" : "data/";
            const std::string name = escape_path(fs::path(absolute).filename().string());
            place = folder + (name.empty() ? key.name : name);
            if (is_taken(place)) place = folder + key.name + "-" + name;
        }
        places_.emplace(absolute, place);
        return place;
    }

    /// The place of a key's value, which may be a list.
    std::string of_value(const Key& key, const std::string& value) {
        std::string places;
        for (const std::string& path : paths_of(key, value))
            places.append(places.empty() ? "" : ",").append(of(key, path));
        return places;
    }

private:
    static std::string name_on_hub(const Key& key, const std::string& absolute) {
        const auto named = key.section == "data" ? format::rows_of_file(absolute) : std::nullopt;
        return named ? format::text_of(*named) : std::string();
    }
    static std::string below_variable(const std::string& absolute) {
        for (const char* name : {"TUNEDESK_DATA", "TUNEDESK_MODELS"}) {
            const char* value = std::getenv(name);
            if (!value || !*value) continue;
            const std::string root = fs::absolute(value).lexically_normal().string() + "/";
            if (absolute.starts_with(root))
                return fmt::format("${}/{}", name, escape_path(absolute.substr(root.size())));
        }
        return {};
    }
    bool is_taken(const std::string& place) const {
        return std::any_of(places_.begin(), places_.end(),
                           [&](const auto& used) { return used.second == place; });
    }

    std::map<std::string, std::string> places_;
};

/// A preset file's own keys, paths replaced, and what it extends.
struct Parent {
    std::string yaml;
    fs::path extends; ///< empty: nothing
};

Parent read_parent(const fs::path& file, const std::string& extends_name, Places& places) {
    std::vector<Problem> problems;
    const std::string text = read_file(file, ErrorId::preset_unreadable, 1u << 20);
    const auto root = read_yaml(text, file.string(), problems);
    Parent parent;
    if (!root) return parent;
    const Document document = read_document(*root, file.string(), problems);
    const fs::path folder = fs::absolute(file).parent_path();
    std::vector<Line> lines;
    for (const Assignment& given : document.assignments) {
        std::string value = given.text;
        if (given.key->holds_paths())
            value = places.of_value(*given.key, expand_path(*given.key, value, folder).path);
        lines.push_back({given.key, value, {}});
    }
    if (!document.extends.empty()) {
        parent.extends = expand_path(document.extends, folder).path;
        parent.yaml = "extends: " + extends_name + "\n";
    }
    parent.yaml += write_yaml(std::move(lines), true);
    return parent;
}

/// "parent-0-r1-plain.yaml": names that say the order.
std::string parent_name(std::size_t number, const fs::path& file) {
    std::string name;
    for (const char c : file.stem().string())
        name += std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' ? c : '-';
    return fmt::format("parent-{}-{}.yaml", number, name.substr(0, 60));
}

void add_parents(Bundle& bundle, const fs::path& preset, Places& places) {
    fs::path file = preset;
    for (std::size_t number = 0; !file.empty() && number < 16; ++number) {
        // Which file comes next is only known once this one is read.
        const Parent probe = read_parent(file, "next.yaml", places);
        const std::string next = probe.extends.empty() ? "" : parent_name(number + 1, probe.extends);
        bundle.parents.emplace_back(parent_name(number, file), read_parent(file, next, places).yaml);
        file = probe.extends;
    }
}

/// Size and hash of a data file, or of a model's config.json and weights.
void measure(BundleNeed& need, const fs::path& path, bool with_hash) {
    std::vector<fs::path> files;
    std::error_code failed;
    if (fs::is_directory(path, failed)) {
        for (const auto& entry : fs::directory_iterator(path, failed))
            if (entry.path().filename() == "config.json" || entry.path().extension() == ".safetensors")
                files.push_back(entry.path());
        std::sort(files.begin(), files.end());
    } else if (fs::is_regular_file(path, failed)) {
        files.push_back(path);
    }
    ContentHash hash;
    for (const fs::path& file : files) {
        const std::uint64_t bytes = fs::file_size(file, failed);
        if (!failed) need.bytes += bytes;
        if (!with_hash) continue;
        const std::string of_file = file_hash(file, ErrorId::bundle_model_unreadable);
        if (files.size() == 1)
            need.hash = of_file;
        else
            need.hash = hash.update(file.filename().string() + " " + of_file + "\n").hex();
    }
}

/// What a path key leads to: of a model's name on the hub, its folder in the cache, where there is one.
fs::path folder_of(const Preset& preset, const Key& key, const std::string& value) {
    if (key.dotted() != "model.path" || !format::is_hub_name(value)) return value;
    return format::HubCache().snapshot_of({value, preset.model.revision}).value_or(fs::path());
}

/// The URL of a model on the hub, by its name or by that in its config.json.
std::string hub_source(const fs::path& model) {
    if (format::is_hub_name(model.string())) return "https://huggingface.co/" + model.string();
    try {
        const Json json =
            parse_json(read_file(model / "config.json", ErrorId::bundle_model_unreadable, 16u << 20),
                       "config.json", ErrorId::bundle_model_unreadable);
        const std::string name = json.is_object() ? json.value("_name_or_path", std::string()) : "";
        const bool is_path = name.empty() || name.find_first_of("\\~") != std::string::npos ||
                             name.starts_with('/') || name.starts_with('.') ||
                             std::count(name.begin(), name.end(), '/') > 1;
        return is_path ? "" : "https://huggingface.co/" + name;
    } catch (const std::exception&) {
        return {};
    }
}

/// The URL of a data set on the hub, by its name or by its file of rows.
std::string data_source(const std::string& value) {
    auto named = format::rows_of_file(value);
    if (!named && fs::path(value).is_relative()) named = format::find_hub_rows(value);
    return named ? "https://huggingface.co/datasets/" + named->data_set.name : std::string();
}

/// Every key that the text names, with its value.
std::vector<std::pair<const Key*, std::string>> values_in(const std::string& text) {
    std::vector<Problem> problems;
    std::vector<std::pair<const Key*, std::string>> values;
    if (const auto root = read_yaml(text, "preset.yaml", problems))
        for (const Assignment& given : read_document(*root, "preset.yaml", problems).assignments)
            values.emplace_back(given.key, given.text);
    return values;
}

/// The file's text with the values of `resolved`, paths as `needs` call their places. std::nullopt if the
/// text has a form of YAML that cannot be edited.
std::optional<std::string> text_with_places(std::string text, const std::vector<BundleNeed>& needs) try {
    std::map<std::string, std::string> values; // of a key with several files a list
    for (const BundleNeed& need : needs) {
        std::string& value = values[need.key];
        value.append(value.empty() ? "" : ",").append(need.place);
    }
    for (const auto& [key, value] : values)
        text = edited(text, edit_value(text, *find_key(key), value));
    std::string shared = without_place_comments(text);
    return values_in(shared) == values_in(text) ? std::optional(std::move(shared)) : std::nullopt;
} catch (const Error&) {
    return std::nullopt;
}

std::string shared_text(const fs::path& file, const Preset& resolved, const std::vector<BundleNeed>& needs) {
    const std::string text = read_file(file, ErrorId::preset_unreadable, 1u << 20);
    if (auto shared =
            text_with_places(copied_preset(text, resolved, fs::absolute(file).parent_path()), needs))
        return *std::move(shared);
    return text_with_places(to_short_yaml(resolved), needs).value(); // a text of our own can be edited
}

} // namespace

Bundle make_bundle(const fs::path& preset, std::span<const std::string> sets, const BundleOptions& options) {
    Draft draft = load_draft(preset, sets);
    if (auto wrong = mistakes(draft); !wrong.empty()) throw PresetError(std::move(wrong));
    const Preset& resolved = draft.loaded.preset;
    Places places;
    Bundle bundle;
    bundle.name = resolved.name;
    bundle.note = options.note;
    bundle.versions = options.versions;
    bundle.created = utc_text(utc_seconds());
    for (const Key& key : keys()) {
        const std::string value = get(resolved, key);
        if (value.empty()) continue;
        for (const std::string& path : paths_of(key, value)) {
            BundleNeed need{key.dotted(), places.of(key, path), {}, 0, {}};
            measure(need, folder_of(resolved, key, path), options.with_hashes);
            const auto given = options.sources.find(need.key);
            need.source = given != options.sources.end() ? given->second
                          : key.section == "model"       ? hub_source(path)
                                                         : data_source(path);
            bundle.needs.push_back(std::move(need));
        }
    }
    bundle.preset_yaml = shared_text(preset, resolved, bundle.needs);
    add_parents(bundle, preset, places);
    return bundle;
}

std::string describe(const Bundle& bundle) {
    std::string text = fmt::format("{} ({})\n", shortened(bundle.name, 200), shortened(bundle.created, 40));
    if (!bundle.note.empty()) text += fmt::format("note: {}\n", shortened(bundle.note, 2000));
    for (const auto& [name, version] : bundle.versions.items())
        if (version.is_string())
            text += fmt::format("{} {}\n", shortened(name, 40), shortened(version.get<std::string>(), 80));
    for (const auto& parent : bundle.parents)
        text += fmt::format("parent: {}\n", parent.first);
    for (const BundleNeed& need : bundle.needs) {
        text += fmt::format("needs {}: {}", need.key, shortened(need.place, 300));
        if (need.bytes > 0) text += ", " + human_bytes(need.bytes);
        if (!need.hash.empty()) text += ", " + shortened(need.hash, 64);
        if (!need.source.empty()) text += ", from " + shortened(need.source, 300);
        text += "\n";
    }
    return text;
}

} // namespace tunedesk::preset
