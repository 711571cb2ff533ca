#include "train/session/datasets.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "data/rows/findings.h"
#include "plan/data_specs.h"

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

std::string_view warning_of(data::Finding::Kind kind) {
    using Kind = data::Finding::Kind;
    switch (kind) {
    case Kind::rejected_rows:
    case Kind::unseen_labels:
        return event::warning::rejected_rows;
    case Kind::look_alike_labels:
        return event::warning::look_alike_labels;
    case Kind::many_classes:
        return event::warning::many_classes;
    case Kind::leak:
        return event::warning::leak;
    case Kind::repeated_header:
    case Kind::quoted_fields:
    case Kind::rare_class:
        break;
    }
    return {};
}

/// The warnings and notes that `check` gives of the same rows.
void announce(const data::Finding& finding, Announcer& announcer) {
    if (finding.kind == data::Finding::Kind::quoted_fields)
        announcer.info(finding.message);
    else
        announcer.warn(finding.message, warning_of(finding.kind));
}

std::shared_ptr<const data::Table> read_rows(const Preset& preset, const std::string& path,
                                             const std::string& split, Announcer& announcer) {
    const data::TableSpec spec = plan::table_spec(preset, split == "test");
    auto table = std::make_shared<const data::Table>(data::read_table(path, spec));
    announcer.info(fmt::format("{}: {} rows, {} used, {} rejected", path, grouped(table->total_count()),
                               grouped(table->rows().size()), grouped(table->rejected_count())));
    for (std::size_t i = 0; i < table->rejected().size() && i < 10; ++i) {
        const data::Rejected& row = table->rejected()[i];
        announcer.warn(fmt::format("{}:{}:{}: rejected: {}", path, row.line, row.column, sentence(row.fault)),
                       event::warning::rejected_rows);
    }
    for (const data::Finding& finding : data::findings_of(*table, split, spec.skip_bad_rows))
        if (finding.kind != data::Finding::Kind::rejected_rows) announce(finding, announcer);
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

/// A file of validation or test, without the rows whose labels cannot be predicted where bad rows are
/// skipped.
Split read_split(const Preset& preset, const std::string& path, const std::string& split,
                 const data::LabelMap& labels, Announcer& announcer) {
    auto table = read_rows(preset, path, split, announcer);
    if (preset.data.bad_rows == Preset::BadRows::skip)
        if (const auto unseen = data::unseen_labels(*table, labels, split, true)) {
            announce(*unseen, announcer);
            for (std::size_t i = 0; i < unseen->rows.size() && i < 10; ++i)
                announcer.warn(fmt::format("{}:{}: rejected: {}", path, unseen->rows[i].line,
                                           sentence(*unseen->rows[i].fault)));
            table = std::make_shared<const data::Table>(data::without_unseen_labels(*table, labels));
        }
    return whole(table, labels);
}

Split part(const Split& from, const std::vector<std::uint32_t>& rows) {
    Split split;
    split.table = from.table;
    split.rows = rows;
    for (const std::uint32_t row : rows)
        split.labels.push_back(from.labels[row]);
    return split;
}

void warn_of_leaks(const Datasets& sets, Announcer& announcer) {
    std::vector<data::SplitRows> splits;
    for (const auto& [name, split] :
         {std::pair("train", &sets.train), std::pair("validation", &sets.validation),
          std::pair("test", &sets.test)}) {
        if (!split->table) continue;
        const bool is_cut = split->rows.size() < split->table->rows().size();
        splits.push_back({name, split->table.get(), is_cut ? data::RowNumbers(split->rows) : std::nullopt});
    }
    for (const data::Finding& finding : data::leaks(splits))
        announce(finding, announcer);
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
    for (const data::Finding& finding :
         data::findings_of(sets.labels, sets.train.labels, sets.train.table->path().string()))
        announce(finding, announcer);
}

} // namespace

Datasets read_datasets(const Preset& preset, const arch::ModelConfig& config,
                       const data::Tokenizer& tokenizer, Announcer& announcer,
                       const std::function<void(const std::function<void()>&)>& fill_cache) {
    announcer.progress("reading", 0, 1);
    Datasets sets;
    const auto train = read_rows(preset, preset.data.train, "train", announcer);
    sets.labels = data::make_label_map(*train, config.labels);
    sets.train = whole(train, sets.labels);
    if (!preset.data.validation.empty())
        sets.validation = read_split(preset, preset.data.validation, "validation", sets.labels, announcer);
    if (!preset.data.test.empty())
        sets.test = read_split(preset, preset.data.test, "test", sets.labels, announcer);
    if (const auto split = plan::split_rows(preset, *train, sets.train.labels)) {
        const Split all = std::move(sets.train);
        sets.train = part(all, split->train);
        if (!split->validation.empty()) sets.validation = part(all, split->validation);
        if (!split->test.empty()) sets.test = part(all, split->test);
    }
    if (!preset.data.split_file.empty()) sets.hashes["split_file"] = file_hash(preset.data.split_file, 3191);
    say_classes(sets, announcer);
    warn_of_leaks(sets, announcer);

    plan::require_length_fits(preset, config);
    plan::require_tables_fit(config, tokenizer, !preset.data.text_pair_column.empty(), preset.model.path);
    const data::TokenizeSpec spec = plan::tokenize_spec(preset);
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
