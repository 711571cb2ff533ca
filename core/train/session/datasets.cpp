// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/session/datasets.h"

#include "base/activity.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "data/image/image_rows.h"
#include "data/rows/findings.h"
#include "plan/data_specs.h"
#include "plan/open_splits.h"
#include "plan/text_windows.h"
#include "train/task/trained_task.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace tunedesk::train {

// Ids and lengths are in a mapped file, whose pages may have to be read from the disk.

model::Sample Split::sample(std::uint32_t index) const {
    const activity::Waiting waiting(activity::Wait::disk);
    const std::uint32_t row = rows[index];
    if (pictures) {
        model::Sample sample{index, pictures->places(), 0, labels.empty() ? -1 : labels[index]};
        sample.pixels = pictures->pixels(image_number(index));
        return sample;
    }
    if (is_stream) {
        const data::Windows::Window part = windows.at(row);
        model::Sample sample{index, tokens->all_ids().subspan(part.begin, part.length)};
        sample.token_targets = tokens->all_ids().subspan(part.begin + 1, part.length);
        return sample;
    }
    if (tagged) {
        model::Sample sample{index, tagged->ids.of(row), tagged->type_one[row], -1};
        if (!token_labels.empty()) sample.token_targets = token_labels.of(index);
        return sample;
    }
    model::Sample sample{index, tokens->ids(row), tokens->type_one(row), labels.empty() ? -1 : labels[index]};
    sample.learned = tokens->learned(row);
    if (!numbers.empty()) sample.number = numbers[index];
    if (!sets.empty()) {
        sample.classes = sets.of(index);
        sample.class_count = static_cast<std::int64_t>(sets.classes());
    }
    return sample;
}

void Split::add_texts(std::uint32_t index, std::vector<model::Sample>& to) const {
    const activity::Waiting waiting(activity::Wait::disk);
    for (std::uint32_t text = 0; text < texts; ++text) {
        const std::size_t row = std::size_t{rows[index]} * texts + text;
        model::Sample part{index * texts + text, tokens->ids(row), tokens->type_one(row), -1};
        part.continues = text > 0;
        if (!numbers.empty()) part.number = numbers[index];
        to.push_back(part);
    }
}

void Split::add_sequences(std::uint32_t index, std::vector<model::Sample>& to) const {
    if (texts > 1) return add_texts(index, to);
    model::Sample whole = sample(index);
    if (window_tokens == 0) return to.push_back(whole);
    whole.index = first_windows[index];
    model::add_windows(whole, window_tokens, to);
}

std::uint32_t Split::image_number(std::uint32_t index) const {
    return static_cast<std::uint32_t>(image::image_number(table->rows()[rows[index]]));
}

std::int64_t Split::targets_of_a_sample() const {
    return sets.empty() ? 1 : static_cast<std::int64_t>(sets.classes());
}

std::vector<std::uint32_t> Split::lengths() const {
    if (pictures)
        return std::vector<std::uint32_t>(rows.size(), static_cast<std::uint32_t>(pictures->places().size()));
    const activity::Waiting waiting(activity::Wait::disk);
    std::vector<std::uint32_t> lengths;
    lengths.reserve(rows.size());
    for (const std::uint32_t row : rows)
        lengths.push_back(length_of(row));
    return lengths;
}

std::uint32_t Split::length_of(std::uint32_t row) const {
    if (tagged) return static_cast<std::uint32_t>(tagged->ids.of(row).size());
    if (is_stream) return windows.at(row).length;
    std::uint32_t length = 0;
    for (std::uint32_t text = 0; text < texts; ++text)
        length += tokens->length(std::size_t{row} * texts + text);
    return length;
}

std::vector<std::uint32_t> Split::target_counts() const {
    std::vector<std::uint32_t> counts;
    counts.reserve(rows.size());
    if (tagged)
        for (std::size_t i = 0; i < token_labels.size(); ++i)
            counts.push_back(static_cast<std::uint32_t>(
                std::ranges::count_if(token_labels.of(i), [](std::int32_t label) { return label >= 0; })));
    if (tagged) return counts;
    if (!is_chat) return lengths();
    const activity::Waiting waiting(activity::Wait::disk);
    for (const std::uint32_t row : rows)
        counts.push_back(tokens->answer_tokens(row));
    return counts;
}

std::uint64_t Split::token_count() const {
    if (pictures) return std::uint64_t{rows.size()} * pictures->places().size();
    const activity::Waiting waiting(activity::Wait::disk);
    if (is_stream) return windows.targets();
    std::uint64_t total = 0;
    for (const std::uint32_t row : rows)
        total += length_of(row);
    return total;
}

void Split::take_windows(data::Windows cut) {
    windows = std::move(cut);
    rows.resize(windows.count());
    std::iota(rows.begin(), rows.end(), 0u);
}

void Split::read_windows(std::uint32_t tokens_of_window) {
    window_tokens = tokens_of_window;
    first_windows = {0};
    for (const std::uint32_t length : lengths())
        first_windows.push_back(first_windows.back() +
                                std::max(1u, (length + window_tokens - 1) / window_tokens));
}

std::size_t Split::windowed_rows() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(lengths(), [this](std::uint32_t length) { return length > window_tokens; }));
}

void Split::take_tagged(std::shared_ptr<const data::TaggedSet> set) {
    tagged = std::move(set);
    token_labels = {};
    for (std::size_t i = 0; i < tags.ids.size(); ++i)
        token_labels.add(data::align_tags(tagged->words.of(rows[i]), tags.ids.of(i)));
}

std::vector<std::pair<std::string, Split*>> Datasets::splits() {
    std::vector<std::pair<std::string, Split*>> all{
        {"train", &train}, {"validation", &validation}, {"test", &test}};
    for (ExtraSplit& one : extra)
        all.emplace_back(one.name, &one.split);
    return all;
}

std::vector<std::pair<std::string, const Split*>> Datasets::splits() const {
    std::vector<std::pair<std::string, const Split*>> all{
        {"train", &train}, {"validation", &validation}, {"test", &test}};
    for (const ExtraSplit& one : extra)
        all.emplace_back(one.name, &one.split);
    return all;
}

void Datasets::require_unchanged() const {
    for (const auto& [role, split] : splits())
        if (split->images)
            image::require_unchanged(split->table->path(), image_spec, *split->images);
        else if (split->table)
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

/// Logs the findings that `check` reports for the same rows, and the first rejected rows.
class LogListener : public plan::SplitListener {
public:
    explicit LogListener(Announcer& announcer) : announcer_(announcer) {}

    void has_read(const std::string&, const data::Table& table) override {
        const std::string path = table.path().string();
        announcer_.info(fmt::format("{}: {} rows, {} used, {} rejected", path, grouped(table.total_count()),
                                    grouped(table.rows().size()), grouped(table.rejected_count())));
        for (std::size_t i = 0; i < std::min(table.rejected().size(), most_named); ++i) {
            const data::Rejected& row = table.rejected()[i];
            announcer_.warn(
                fmt::format("{}:{}:{}: rejected: {}", path, row.line, row.column, sentence(row.fault)),
                event::warning::rejected_rows);
        }
    }

    void has_found(const data::Finding& finding) override {
        using Kind = data::Finding::Kind;
        if (finding.kind == Kind::rejected_rows || finding.blocks) return; // named, or what the run ends with
        if (finding.kind == Kind::quoted_fields)
            announcer_.info(finding.message);
        else
            announcer_.warn(finding.message, warning_of(finding.kind));
        if (finding.kind != Kind::unseen_labels) return;
        for (std::size_t i = 0; i < std::min(finding.rows.size(), most_named); ++i)
            announcer_.warn(fmt::format("{}:{}: rejected: {}", finding.file, finding.rows[i].line,
                                        sentence(*finding.rows[i].fault)));
    }

private:
    static constexpr std::size_t most_named = 10;
    Announcer& announcer_;
};

void cut_streams(const Preset& preset, std::int64_t data_ranks, Datasets& sets, Announcer& announcer) {
    const auto evaluated = static_cast<std::uint64_t>(preset.training.per_device_eval_batch_size);
    for (const auto& [role, split] : sets.splits()) {
        if (!split->is_stream) continue;
        const std::uint64_t columns =
            split == &sets.train ? plan::stream_columns(preset, data_ranks) : evaluated;
        split->take_windows(plan::windows_of(preset, *split->tokens, split->table->path().string(), columns));
        const std::uint64_t tokens = split->tokens->tokens();
        announcer.info(plan::separates_documents(preset)
                           ? fmt::format("{}: {} tokens in {} windows, none across documents", role,
                                         grouped(tokens), grouped(split->windows.count()))
                           : fmt::format("{}: {} tokens in {} columns of {}", role, grouped(tokens), columns,
                                         grouped(tokens / columns)));
    }
}

/// Warns of rows without answers after truncation.
void require_answers(const Datasets& sets, int max_length, Announcer& announcer) {
    for (const auto& [role, split] : sets.splits()) {
        if (!split->is_chat || split->size() == 0) continue;
        const std::string warning =
            plan::lost_answers(split->target_counts(), max_length, split->table->path().string());
        if (!warning.empty()) announcer.warn(warning);
    }
}

/// Tokenizes all rows of words of each file, in memory.
void encode_words(const Preset& preset, const data::Tokenizer& tokenizer, Datasets& sets,
                  Announcer& announcer) {
    std::map<const data::Table*, std::shared_ptr<const data::TaggedSet>> encoded;
    for (const auto& [role, split] : sets.splits()) {
        if (!split->table) continue;
        auto& set = encoded[split->table.get()];
        if (!set)
            set = std::make_shared<const data::TaggedSet>(
                data::encode_tagged(*split->table, tokenizer, nullptr, plan::tag_encoding(preset)));
        split->take_tagged(set);
    }
    if (const std::uint64_t hidden = sets.train.tagged->hidden_words)
        announcer.info(fmt::format("{} words of the training file have no token: they are truncated, or the "
                                   "tokenizer drops their characters",
                                   grouped(hidden)));
}

/// Tokenizes all rows of each file.
void tokenize_all(const Preset& preset, const arch::ModelConfig& config, const data::Tokenizer& tokenizer,
                  Datasets& sets, Announcer& announcer,
                  const std::function<void(const std::function<void()>&)>& fill_cache) {
    plan::require_length_fits(preset, config);
    const data::TokenizeSpec spec = plan::tokenize_spec(preset);
    plan::require_tables_fit(config, tokenizer, spec.has_pair, preset.model.path);
    if (sets.train.is_tagged) return encode_words(preset, tokenizer, sets, announcer);
    std::map<const data::Table*, std::shared_ptr<const data::TokenizedSet>> tokenized;
    fill_cache([&] {
        for (const auto& [role, split] : sets.splits()) {
            if (!split->table) continue;
            auto& set = tokenized[split->table.get()];
            const auto progress = [&](std::uint64_t done, std::uint64_t total) {
                announcer.progress("tokenizing", static_cast<std::int64_t>(done),
                                   static_cast<std::int64_t>(total));
            };
            if (!set)
                set = std::make_shared<const data::TokenizedSet>(
                    split->texts > 1 ? data::tokenize(data::single_texts(*split->table, split->texts > 2),
                                                      tokenizer, spec, progress)
                                     : data::tokenize(*split->table, tokenizer, spec, progress));
            split->tokens = set;
            split->similarity_scale = preset.training.similarity_scale;
        }
    });
}

/// For data.stride: divides the rows into windows, and logs how many rows have several.
void read_windows(const data::SlidingWindows& windows, Datasets& sets, Announcer& announcer) {
    for (const auto& [role, split] : sets.splits()) {
        if (split->size() == 0) continue;
        split->read_windows(static_cast<std::uint32_t>(windows.length));
        announcer.info(
            fmt::format("{}: {} of {} rows are read in several windows of {} tokens that share {}, "
                        "{} windows in all; a row's outputs are the mean of its windows'",
                        role, grouped(split->windowed_rows()), grouped(split->size()), windows.length,
                        windows.stride, grouped(split->window_count())));
    }
}

bool is_extra_split(const Datasets& sets, const Split& split) {
    return std::ranges::any_of(sets.extra, [&](const ExtraSplit& one) { return &one.split == &split; });
}

void take_tokens(const Preset& preset, std::int64_t data_ranks, Datasets& sets, Announcer& announcer) {
    if (sets.train.is_stream)
        cut_streams(preset, data_ranks, sets, announcer);
    else
        announcer.info(fmt::format(
            "{} training tokens, {} of {} {} cut at {} tokens", grouped(sets.train.token_count()),
            grouped(sets.train.tagged ? sets.train.tagged->truncated : sets.train.tokens->truncated()),
            grouped(sets.train.table->rows().size() * sets.train.texts),
            sets.train.texts > 1 ? "texts" : "rows", preset.data.max_length));
    require_answers(sets, preset.data.max_length, announcer);
    if (const data::SlidingWindows windows = plan::sliding_windows(preset); windows.is_on())
        read_windows(windows, sets, announcer);
}

} // namespace

Datasets read_datasets(const Preset& preset, const arch::ModelConfig& config,
                       const data::Tokenizer* tokenizer, std::int64_t data_ranks, Announcer& announcer,
                       const std::function<void(const std::function<void()>&)>& fill_cache) {
    announcer.progress("reading", 0, 1);
    plan::require_task_fits(preset, config);
    Datasets sets;
    LogListener listener(announcer);
    plan::OpenedSplits opened = plan::open_splits(preset, config.labels, listener);
    sets.labels = std::move(opened.labels);
    sets.words = static_cast<std::size_t>(config.vocab_size);
    sets.image_spec = plan::image_spec(preset);
    sets.train = Split(std::move(opened.train));
    sets.validation = Split(std::move(opened.validation));
    sets.test = Split(std::move(opened.test));
    for (auto& [name, split] : opened.extra)
        sets.extra.push_back({name, Split(std::move(split))});
    if (!preset.data.split_file.empty())
        sets.hashes["split_file"] = file_hash(preset.data.split_file, ErrorId::split_file_unreadable);
    announcer.info(trained_task(preset.task).describe(sets));

    if (tokenizer) {
        tokenize_all(preset, config, *tokenizer, sets, announcer, fill_cache);
        take_tokens(preset, data_ranks, sets, announcer);
    } else {
        for (const auto& [role, split] : sets.splits())
            if (split->images)
                split->pictures = open_pictures(preset, config, split->images, split == &sets.train);
    }
    for (const auto& [role, split] : sets.splits())
        if (split->table)
            sets.hashes[is_extra_split(sets, *split) ? "extra_validation " + role : role] =
                split->table->file_hash();
    return sets;
}

} // namespace tunedesk::train
