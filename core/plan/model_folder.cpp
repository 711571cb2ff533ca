#include "plan/model_folder.h"

#include "arch/transformer_lm.h"
#include "base/error.h"
#include "base/hash.h"
#include "data/rows/table.h"
#include "data/tokenize/word_count.h"
#include "data/tokenize/word_level_file.h"
#include "plan/data_specs.h"

#include <fmt/format.h>

namespace tunedesk::plan {

namespace {

/// Of everything that decides the folder's contents.
std::string key_of(const Preset& preset) {
    const auto& model = preset.model;
    return content_hash(fmt::format("transformer-lm 1 {} {} {} {} {} {} {}", model.width, model.feed_forward,
                                    model.heads, model.layers, preset.data.max_length,
                                    preset.data.text_column,
                                    file_hash(preset.data.train, ErrorId::data_unreadable)));
}

void make(const Preset& preset, const fs::path& folder) {
    data::TableSpec spec = table_spec(preset, false);
    spec.skip_bad_rows = true; // whoever reads the rows to train on them says which are bad
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
    make_folders(folder, ErrorId::folder_not_created, 0700);
    write_private_file(folder / "tokenizer.json", data::word_level_json(data::basic_english(), words));
    write_private_file(folder / "config.json", config.json.dump(2) + '\n'); // last: the folder is whole
}

} // namespace

bool is_pretrained(const Preset& preset) {
    return preset.model.init == Preset::Init::pretrained &&
           preset.model.architecture == Preset::Architecture::none;
}

fs::path model_folder(const Preset& preset) {
    if (preset.model.architecture == Preset::Architecture::none) return preset.model.path;
    const fs::path folder = cache_home() / "models" / key_of(preset);
    std::error_code unknown;
    if (!fs::exists(folder / "config.json", unknown)) make(preset, folder);
    return folder;
}

} // namespace tunedesk::plan
