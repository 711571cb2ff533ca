// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/csv/model_finder.h"

#include "arch/adapter_folder.h"
#include "arch/family.h"
#include "arch/model_config.h"
#include "base/error.h"
#include "base/text.h"
#include "format/hub/hub_cache.h"
#include "format/tokenizer_files.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>

namespace tunedesk::ui {

namespace {

constexpr std::size_t most_models = 200;

bool path_exists(const fs::path& path) {
    std::error_code failed;
    return fs::exists(path, failed);
}

/// Size of model.safetensors, its shards, or adapters.
std::uint64_t weight_bytes(const fs::path& folder) {
    std::uint64_t bytes = 0;
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
        const std::string name = entry.path().filename().string();
        if (entry.path().extension() != ".safetensors") continue;
        if (!name.starts_with("model") && name != arch::adapter_weights_name) continue;
        const auto size = fs::file_size(entry.path(), failed); // follows the cache's links
        if (!failed) bytes += size;
    }
    return bytes;
}

std::string missing_parts(const fs::path& folder, std::uint64_t bytes) {
    if (bytes == 0 && path_exists(folder / "pytorch_model.bin"))
        return QCoreApplication::translate(
                   "ModelFinder",
                   "its weights are a pickle, which may run code; save them as model.safetensors")
            .toStdString();
    if (bytes == 0)
        return QCoreApplication::translate("ModelFinder", "it has no model.safetensors").toStdString();
    if (!format::holds_tokenizer(arch::tokenizer_folder(folder)))
        return QCoreApplication::translate(
                   "ModelFinder", "it has no tokenizer (tokenizer.json, vocab.txt, or vocab.json with "
                                  "merges.txt)")
            .toStdString();
    return {};
}

/// Only the branch main of each model, if present.
void find_in_hub(const fs::path& hub, std::vector<FoundModel>& models) {
    const std::vector<format::CachedModel> cached = format::HubCache(hub).models();
    const auto is_main = [](const format::CachedModel& model) {
        return std::ranges::find(model.refs, "main") != model.refs.end();
    };
    for (const format::CachedModel& model : cached) {
        if (models.size() >= most_models) return;
        const bool has_main = std::ranges::any_of(cached, [&](const format::CachedModel& other) {
            return other.name == model.name && is_main(other);
        });
        if (is_main(model) != has_main || !path_exists(model.folder / "config.json")) continue;
        models.push_back(inspect_model(model.folder, model.name));
        if (has_main) models.back().hub_name = model.name;
    }
}

} // namespace

FoundModel inspect_model(const fs::path& folder, const std::string& name) {
    FoundModel model;
    model.path = folder;
    model.name = name;
    model.bytes = weight_bytes(folder);
    try {
        const arch::ModelConfig config = arch::read_model_config(folder);
        model.architecture = architecture_of(config);
        model.max_tokens = config.max_tokens();
        model.writes_text = config.family->language_class != nullptr;
        model.problem = missing_parts(folder, model.bytes);
    } catch (const Error& error) {
        model.problem = error_sentence(error).toStdString();
    }
    return model;
}

std::vector<FoundModel> find_models(const ModelPlaces& places) {
    std::vector<FoundModel> models;
    for (const fs::path& folder : places.recent)
        if (path_exists(folder / "config.json"))
            models.push_back(inspect_model(folder, folder.filename().string()));
    std::error_code failed;
    if (!places.fetched.empty()) {
        std::vector<fs::path> folders;
        for (const fs::directory_entry& entry : fs::directory_iterator(places.fetched, failed))
            if (path_exists(entry.path() / "config.json")) folders.push_back(entry.path());
        std::sort(folders.begin(), folders.end());
        for (const fs::path& folder : folders)
            models.push_back(inspect_model(folder, folder.filename().string()));
    }
    find_in_hub(places.hub, models);
    for (const fs::path& run : places.runs) {
        if (models.size() >= most_models) break;
        if (path_exists(run / "best" / "config.json"))
            models.push_back(
                inspect_model(run / "best", QCoreApplication::translate("ModelFinder", "best of %1")
                                                .arg(to_qt(run.filename()))
                                                .toStdString()));
    }
    std::set<fs::path> seen;
    std::erase_if(models, [&](const FoundModel& model) {
        std::error_code unreadable;
        return !seen.insert(fs::weakly_canonical(model.path, unreadable)).second;
    });
    std::ranges::stable_sort(models, {}, [](const FoundModel& model) {
        return !model.is_supported() ? 2 : model.writes_text ? 1 : 0;
    });
    return models;
}

std::string architecture_of(const arch::ModelConfig& config) {
    return QCoreApplication::translate("ModelFinder", "%1, %2 layers of %3")
        .arg(QLatin1String(config.family->title))
        .arg(config.num_hidden_layers)
        .arg(config.hidden_size)
        .toStdString();
}

} // namespace tunedesk::ui
