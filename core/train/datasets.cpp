#include "train/datasets.h"

#include "base/error.h"
#include "base/text.h"

#include <fmt/format.h>
#include <numeric>

namespace tunedesk::train {

model::Sample Split::sample(std::uint32_t index) const {
    const std::uint32_t row = rows[index];
    return {index, tokens->ids(row), tokens->type_one(row), labels.empty() ? -1 : labels[index]};
}

std::vector<std::uint32_t> Split::lengths() const {
    std::vector<std::uint32_t> lengths;
    lengths.reserve(rows.size());
    for (const std::uint32_t row : rows)
        lengths.push_back(tokens->length(row));
    return lengths;
}

std::uint64_t Split::token_count() const {
    std::uint64_t total = 0;
    for (const std::uint32_t row : rows)
        total += tokens->length(row);
    return total;
}

void Datasets::require_unchanged() const {
    for (const Split* split : {&train, &validation, &test})
        if (split->table)
            data::require_unchanged(split->table->path(), split->table->file_bytes(),
                                    split->table->modified_ns(), split->table->file_hash());
}

namespace {

std::shared_ptr<const data::Table> read_file(const Preset& preset, const std::string& path,
                                             bool label_optional, Announcer& announcer) {
    data::TableSpec spec;
    spec.text_column = preset.data.text_column;
    spec.text_pair_column = preset.data.text_pair_column;
    spec.label_column = preset.data.label_column;
    spec.label_optional = label_optional;
    spec.skip_bad_rows = preset.data.bad_rows == Preset::BadRows::skip;
    spec.threads = preset.data.threads;
    auto table = std::make_shared<const data::Table>(data::read_table(path, spec));
    announcer.info(fmt::format("{}: {} rows, {} used, {} rejected", path, grouped(table->total_count()),
                               grouped(table->rows().size()), grouped(table->rejected_count())));
    for (std::size_t i = 0; i < table->rejected().size() && i < 10; ++i) {
        const data::Rejected& row = table->rejected()[i];
        announcer.warn(fmt::format("{}:{}:{}: rejected: {}", path, row.line, row.column, row.reason));
    }
    return table;
}

Split whole(const std::shared_ptr<const data::Table>& table, const data::LabelMap& labels) {
    Split split;
    split.table = table;
    split.rows.resize(table->rows().size());
    std::iota(split.rows.begin(), split.rows.end(), 0u);
    if (table->has_labels()) split.labels = data::label_ids(*table, labels);
    return split;
}

Split part(const Split& from, const std::vector<std::uint32_t>& rows) {
    Split split;
    split.table = from.table;
    split.rows = rows;
    for (const std::uint32_t row : rows)
        split.labels.push_back(from.labels[row]);
    return split;
}

void warn_of_duplicates(const Split& train, const Split& other, Announcer& announcer) {
    if (!other.table || other.table == train.table) return;
    const data::Duplicates duplicates = data::find_duplicates(*train.table, *other.table);
    if (duplicates.count == 0) return;
    std::string places;
    for (const std::string& place : duplicates.places)
        places += (places.empty() ? "" : ", ") + place;
    announcer.warn(fmt::format("{} rows of {} are training rows too: {}", grouped(duplicates.count),
                               other.table->path().string(), places));
}

void say_classes(const Datasets& sets, Announcer& announcer) {
    std::vector<std::uint64_t> counts(sets.labels.names.size());
    for (const std::int32_t label : sets.train.labels)
        ++counts[static_cast<std::size_t>(label)];
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i)
        text +=
            fmt::format("{}{} = {} ({} rows)", i ? ", " : "", i, sets.labels.names[i], grouped(counts[i]));
    announcer.info(fmt::format("classes, by {}: {}", sets.labels.origin, text));
}

} // namespace

Datasets read_datasets(const Preset& preset, const format::ModelConfig& config,
                       const data::Tokenizer& tokenizer, Announcer& announcer,
                       const std::function<void(const std::function<void()>&)>& fill_cache) {
    announcer.progress("reading", 0, 1);
    Datasets sets;
    const auto train = read_file(preset, preset.data.train, false, announcer);
    sets.labels = data::make_label_map(*train, config.labels);
    sets.train = whole(train, sets.labels);
    if (!preset.data.validation.empty())
        sets.validation = whole(read_file(preset, preset.data.validation, false, announcer), sets.labels);
    if (!preset.data.test.empty())
        sets.test = whole(read_file(preset, preset.data.test, true, announcer), sets.labels);
    if (preset.data.validation_split > 0 || preset.data.test_split > 0) {
        const data::Split cut =
            data::stratified_split(sets.train.labels, preset.data.validation_split, preset.data.test_split,
                                   static_cast<std::uint64_t>(preset.training.seed));
        const Split all = std::move(sets.train);
        sets.train = part(all, cut.train);
        if (!cut.validation.empty()) sets.validation = part(all, cut.validation);
        if (!cut.test.empty()) sets.test = part(all, cut.test);
    }
    say_classes(sets, announcer);
    warn_of_duplicates(sets.train, sets.validation, announcer);
    warn_of_duplicates(sets.train, sets.test, announcer);

    data::TokenizeSpec spec;
    spec.max_length = preset.data.max_length;
    spec.truncate_left = preset.data.truncation_side == Preset::Side::left;
    spec.has_pair = !preset.data.text_pair_column.empty();
    spec.threads = preset.data.threads;
    spec.cache_folder = cache_home() / "tokens";
    if (spec.max_length > config.max_position_embeddings)
        throw Error(4220,
                    fmt::format("max_length {} is more than the model's {} positions", spec.max_length,
                                config.max_position_embeddings),
                    "data.max_length",
                    fmt::format("set data.max_length to {} or less", config.max_position_embeddings));
    if (static_cast<std::int64_t>(tokenizer.vocab_size()) > config.vocab_size)
        throw Error(4221,
                    fmt::format("the tokenizer knows {} tokens, the model {}", tokenizer.vocab_size(),
                                config.vocab_size),
                    preset.model.path, "use the tokenizer that belongs to the model");
    if (spec.has_pair && config.type_vocab_size == 1)
        throw Error(4222, "the model knows one type of token: it cannot tell a pair's texts apart",
                    "data.text_pair_column", "use a single text column, or another model");
    std::map<const data::Table*, std::shared_ptr<const data::TokenizedSet>> tokenized;
    fill_cache([&] {
        for (Split* split : {&sets.train, &sets.validation, &sets.test}) {
            if (!split->table) continue;
            auto& set = tokenized[split->table.get()];
            if (!set)
                set = std::make_shared<const data::TokenizedSet>(data::tokenize(
                    *split->table, tokenizer, spec, [&](std::uint64_t done, std::uint64_t total) {
                        announcer.progress("tokenizing", static_cast<std::int64_t>(done),
                                           static_cast<std::int64_t>(total));
                    }));
            split->tokens = set;
        }
    });
    announcer.info(fmt::format("{} training tokens, {} of {} rows cut at {} tokens",
                               grouped(sets.train.token_count()), grouped(sets.train.tokens->truncated()),
                               grouped(train->rows().size()), spec.max_length));
    const std::pair<const char*, const Split*> roles[] = {
        {"train", &sets.train}, {"validation", &sets.validation}, {"test", &sets.test}};
    for (const auto& [role, split] : roles)
        if (split->table) sets.hashes[role] = split->table->file_hash();
    return sets;
}

} // namespace tunedesk::train
