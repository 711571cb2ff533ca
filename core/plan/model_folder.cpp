// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/model_folder.h"

#include "arch/adapter_folder.h"
#include "arch/families/transformer_lm.h"
#include "arch/families/vit.h"
#include "arch/frozen.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "data/rows/table.h"
#include "data/tokenize/words/word_count.h"
#include "data/tokenize/words/word_level_file.h"
#include "format/hub/hub_cache.h"
#include "format/hub/hub_data.h"
#include "plan/data_specs.h"
#include "plan/estimate.h"
#include "preset/schema/schema.h"

#include <fmt/format.h>
#include <map>
#include <mutex>
#include <utility>

namespace tunedesk::plan {

namespace {

bool reads_images(const Preset& preset) {
    return task::task_of(preset.task).is_of_images();
}

/// The preset's settings that determine the folder's contents.
std::string description_of(const Preset& preset) {
    const auto& model = preset.model;
    if (reads_images(preset))
        return fmt::format("vit 1 {} {} {} {} {} {}", model.width, model.feed_forward, model.heads,
                           model.layers, model.patch_size, preset.data.image_size);
    return fmt::format("transformer-lm 1 {} {} {} {} {} {}", model.width, model.feed_forward, model.heads,
                       model.layers, preset.data.max_length, training_text(preset));
}

/// Hash of everything that determines the folder's contents.
std::string key_of(const Preset& preset) {
    format::require_rows_downloaded(preset.data.train, "data.train");
    if (reads_images(preset)) return content_hash(description_of(preset));
    return content_hash(description_of(preset) + ' ' +
                        file_hash(preset.data.train, ErrorId::data_unreadable));
}

/// The files of a model folder without weights.
struct MadeFiles {
    std::string config, tokenizer; ///< a model of images has no tokenizer
};

MadeFiles make_of_images(const Preset& preset) {
    const arch::ModelConfig config = arch::vit_config({.width = preset.model.width,
                                                       .feed_forward = preset.model.feed_forward,
                                                       .heads = preset.model.heads,
                                                       .layers = preset.model.layers,
                                                       .patch = preset.model.patch_size,
                                                       .image = preset.data.image_size});
    return {config.json.dump(2) + '\n', {}};
}

MadeFiles make(const Preset& preset) {
    if (reads_images(preset)) return make_of_images(preset);
    data::TableSpec spec = table_spec(preset, false);
    spec.skip_bad_rows = true; // they are reported where the rows are read for training
    const data::Table table = data::read_table(preset.data.train, spec);
    data::WordCount count(data::basic_english());
    for (const data::Table::Row& row : table.rows())
        count.add(row.text);
    const std::vector<std::string> words = count.by_frequency();
    const arch::ModelConfig config =
        arch::transformer_lm_config({.vocab_size = static_cast<std::int64_t>(words.size()),
                                     .width = preset.model.width,
                                     .feed_forward = preset.model.feed_forward,
                                     .heads = preset.model.heads,
                                     .layers = preset.model.layers,
                                     .positions = preset.data.max_length});
    return {config.json.dump(2) + '\n', data::word_level_json(data::basic_english(), words)};
}

/// The last result is cached: a check requests it twice.
MadeFiles made_files(const Preset& preset, const std::string& key) {
    static std::mutex mutex;
    static std::pair<std::string, MadeFiles> last;
    const std::lock_guard lock(mutex);
    if (last.first != key) last = {key, make(preset)};
    return last.second;
}

format::HubModel named_model(const Preset& preset) {
    return {preset.model.path, preset.model.revision};
}

/// The folder of an existing model.
fs::path given_folder(const Preset& preset) {
    fs::path folder = known_model_folder(preset);
    if (!is_on_hub(preset) || folder != preset.model.path) return folder;
    const std::string name =
        preset.model.revision == "main" ? preset.model.path : preset.model.path + '@' + preset.model.revision;
    throw Error(ErrorId::hub_model_not_downloaded, {name, name}, "model.path");
}

/// The folder of a new model, created if missing.
fs::path made_folder(const Preset& preset) {
    const std::string key = key_of(preset);
    fs::path folder = cache_home() / "models" / key;
    std::error_code unknown;
    if (fs::exists(folder / "config.json", unknown)) return folder;
    const MadeFiles files = made_files(preset, key);
    make_folders(folder, ErrorId::folder_not_created, 0700);
    if (!files.tokenizer.empty()) write_private_file(folder / "tokenizer.json", files.tokenizer);
    write_private_file(folder / "config.json", files.config); // written last: marks the folder as complete
    return folder;
}

arch::Lora lora_of(const Preset& preset) {
    arch::Lora lora{
        preset.lora.rank, preset.lora.alpha, preset.lora.dropout, preset.lora.rank_stabilized, {}, {}, {}};
    for (const std::string_view target : split(preset.lora.targets, ','))
        lora.targets.emplace_back(trimmed(target));
    if (preset.lora.quantization == Preset::Quantization::nf4) lora.quantization = arch::Quantization::nf4;
    lora.double_quantization = preset.lora.double_quantization;
    return lora;
}

/// Rejects adapter settings that differ from the folder's. (The preset may set their dropout.)
void require_same_form(const arch::Lora& found, const arch::Lora& wanted, const Preset& preset) {
    const auto differs = [&](const char* key, const auto& has, const auto& asked) {
        throw Error(ErrorId::adapter_settings_differ, {key, fmt::format("{}", has), fmt::format("{}", asked)},
                    preset.model.path);
    };
    if (found.rank != wanted.rank) differs("lora.rank", found.rank, wanted.rank);
    if (found.alpha != wanted.alpha) differs("lora.alpha", found.alpha, wanted.alpha);
    if (found.rank_stabilized != wanted.rank_stabilized)
        differs("lora.rank_stabilized", found.rank_stabilized, wanted.rank_stabilized);
}

/// Adds the preset's adapters to the configuration.
void take_adapters(const Preset& preset, arch::ModelConfig& config) {
    const bool trains = preset.model.train == Preset::Train::lora;
    if (config.lora.is_on() && !trains)
        throw Error(ErrorId::adapter_not_trained, {preset::get(preset, *preset::find_key("model.train"))},
                    preset.model.path);
    if (!trains) return;
    arch::Lora wanted = lora_of(preset);
    if (config.lora.is_on()) {
        require_same_form(config.lora, wanted, preset);
        wanted.targets = config.lora.targets;
    }
    config.lora = std::move(wanted);
    (void)trained_spec(preset, config); // throws for targets that match no layer
}

/// Adds the preset's patterns of frozen parameters.
void take_frozen(const Preset& preset, arch::ModelConfig& config) {
    if (preset.model.freeze == "none") return;
    for (const std::string_view pattern : split(preset.model.freeze, ','))
        config.freeze.emplace_back(trimmed(pattern));
    const arch::ModelSpec spec = trained_spec(preset, config);
    arch::require_fitting(spec, config.freeze);
    if (trainable_count(spec, preset) == 0) throw Error(ErrorId::nothing_trained, {}, "model.freeze");
}

arch::ModelConfig with_training(const Preset& preset, arch::ModelConfig config) {
    if (config.image.is_on() && preset.data.image_size > 0)
        config = arch::with_image_size(std::move(config), preset.data.image_size);
    if (task::task_of(preset.task).embeds())
        config.sentence = arch::read_sentence_modules(known_model_folder(preset));
    take_adapters(preset, config);
    take_frozen(preset, config);
    return config;
}

} // namespace

arch::ModelConfig read_trained_config(const Preset& preset, const fs::path& folder) {
    return with_training(preset, arch::read_model_config(folder));
}

fs::path base_folder(const Preset& preset) {
    const fs::path folder = model_folder(preset);
    const auto adapters = arch::read_adapter_folder(folder);
    return adapters ? adapters->base : folder;
}

bool is_on_hub(const Preset& preset) {
    return !is_made(preset) && format::is_hub_name(preset.model.path);
}

fs::path known_model_folder(const Preset& preset) {
    fs::path folder = preset.model.path;
    if (!is_on_hub(preset)) return folder;
    return format::HubCache().snapshot_of(named_model(preset)).value_or(std::move(folder));
}

Preset with_model_commit(Preset preset) {
    if (!is_on_hub(preset)) return preset;
    if (auto commit = format::HubCache().commit_of(named_model(preset)))
        preset.model.revision = std::move(*commit);
    return preset;
}

bool is_made(const Preset& preset) {
    return preset.model.architecture != Preset::Architecture::none;
}

bool is_pretrained(const Preset& preset) {
    return preset.model.init == Preset::Init::pretrained && !is_made(preset);
}

fs::path model_folder(const Preset& preset) {
    if (!is_made(preset)) return given_folder(preset);
    static std::mutex mutex;
    static std::map<std::string, fs::path> found;
    const std::lock_guard lock(mutex);
    fs::path& folder = found[description_of(preset)];
    if (folder.empty()) folder = made_folder(preset);
    return folder;
}

arch::ModelConfig model_config(const Preset& preset) {
    if (!is_made(preset)) return read_trained_config(preset, given_folder(preset));
    return with_training(preset,
                         arch::parse_model_config(made_files(preset, key_of(preset)).config, "model"));
}

std::optional<data::Tokenizer> model_tokenizer(const Preset& preset) {
    if (reads_images(preset)) return std::nullopt;
    if (!is_made(preset)) return data::Tokenizer::load(arch::tokenizer_folder(given_folder(preset)));
    return data::Tokenizer::parse(made_files(preset, key_of(preset)).tokenizer, "model");
}

} // namespace tunedesk::plan
