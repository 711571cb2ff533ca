// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/data_specs.h"

#include "arch/adapter_folder.h"
#include "base/error.h"
#include "base/text.h"
#include "data/files/source.h"
#include "data/splits/split_file.h"
#include "plan/model_folder.h"
#include "plan/stages.h"
#include "plan/text_windows.h"
#include "preset/schema/placement.h"
#include "preset/schema/schema.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace tunedesk::plan {

namespace {

data::TagColumns tag_columns(const Preset& preset) {
    data::TagColumns columns{preset.data.token_column, preset.data.tag_column};
    if (!preset.data.tag_names.empty())
        for (const std::string_view name : split(preset.data.tag_names, ','))
            columns.tag_names.emplace_back(trimmed(name));
    return columns;
}

} // namespace

data::TableSpec table_spec(const Preset& preset, bool label_optional) {
    data::TableSpec spec;
    spec.text_column = preset.data.text_column;
    spec.text_pair_column = preset.data.text_pair_column;
    spec.label_column = preset.data.label_column;
    const task::Target target = task::task_of(preset.task).target;
    spec.label_lists = target == task::Target::several_classes;
    spec.chat = target == task::Target::answers;
    spec.texts = target == task::Target::next_token;
    if (target == task::Target::tags) spec.tags = tag_columns(preset);
    if (target == task::Target::similarity) {
        spec.label_column = preset.data.score_column;
        spec.negative_column = preset.data.negative_column;
        spec.needs_pair = true;
    }
    if (spec.texts) spec.label_column.clear();
    if (spec.texts || spec.tags) spec.text_pair_column.clear();
    spec.label_optional = label_optional && !spec.chat; // the test of a chat task needs the answers
    spec.skip_bad_rows = preset.data.bad_rows == Preset::BadRows::skip;
    return spec;
}

image::ImageSourceSpec image_spec(const Preset& preset) {
    return {preset.data.image_column, preset.data.label_column, /*skip_bad_rows=*/true};
}

fs::path image_cache_folder() {
    return cache_home() / "images";
}

std::string training_text(const Preset& preset) {
    return preset.data.text_column + ' ' + preset.data.train;
}

namespace {

/// The text after each row: none for a text file, whose lines keep their ends; the end-of-text token for a
/// table's rows, which are separate texts.
std::string ending_of_texts(const Preset& preset) {
    if (data::kind_of_name(preset.data.train, /*texts=*/true).format == data::Format::lines) return "\n";
    if (is_made(preset)) return "\n";
    const std::string end = data::ending_token(arch::tokenizer_folder(model_folder(preset)));
    return end.empty() ? "\n" : end;
}

} // namespace

data::TokenizeSpec tokenize_spec(const Preset& preset) {
    data::TokenizeSpec spec;
    const bool is_stream = task::task_of(preset.task).target == task::Target::next_token;
    spec.max_length = is_stream ? std::numeric_limits<int>::max() : preset.data.max_length;
    spec.truncate_left = !is_stream && preset.data.truncation_side == Preset::Side::left;
    spec.has_pair = !is_stream && texts_of_row(preset) == 1 && !preset.data.text_pair_column.empty();
    if (is_stream) spec.ending = ending_of_texts(preset);
    if (task::task_of(preset.task).target == task::Target::answers) {
        spec.has_pair = spec.truncate_left = false;
        spec.chat = std::make_shared<const data::ChatTemplate>(
            data::ChatTemplate::load(arch::tokenizer_folder(model_folder(preset))));
    }
    spec.windows = sliding_windows(preset);
    spec.threads = preset.data.threads;
    spec.cache_folder = data::token_cache_folder();
    spec.cache_limit = static_cast<std::uint64_t>(preset.data.cache_limit_gb * 1e9);
    return spec;
}

std::uint32_t texts_of_row(const Preset& preset) {
    if (!task::task_of(preset.task).embeds()) return 1;
    return preset.data.negative_column.empty() ? 2 : 3;
}

data::SlidingWindows sliding_windows(const Preset& preset) {
    const bool has = task::task_of(preset.task).is_of_whole_texts();
    return {static_cast<std::size_t>(has ? preset.data.stride : 0),
            static_cast<std::size_t>(preset.data.max_windows),
            static_cast<std::size_t>(preset.data.max_length)};
}

data::TagEncoding tag_encoding(const Preset& preset) {
    return {preset.data.max_length, preset.data.truncation_side == Preset::Side::left, preset.data.threads};
}

data::SamplerSpec sampler_spec(const Preset& preset, std::int64_t data_ranks) {
    data::SamplerSpec spec;
    spec.grouping = preset.data.batching == Preset::Batching::packed     ? data::Grouping::packed
                    : preset.data.batching == Preset::Batching::bucketed ? data::Grouping::bucketed
                                                                         : data::Grouping::padded;
    spec.batch_size = preset.training.per_device_train_batch_size;
    spec.max_tokens = preset.training.max_tokens_per_batch;
    spec.accumulation = preset.training.gradient_accumulation_steps;
    spec.chunks = micro_batches_of(preset) / std::max<std::int64_t>(1, spec.accumulation);
    spec.world_size = data_ranks;
    spec.sharding = data_ranks > 1 && preset.data.sharding == Preset::Sharding::per_rank
                        ? data::Sharding::per_rank
                        : data::Sharding::exact;
    spec.drop_last = preset.training.dataloader_drop_last;
    if (task::task_of(preset.task).is_of_images()) { // all samples have the same length
        spec.grouping = data::Grouping::packed;
        spec.max_tokens = 0;
    }
    const bool is_of_windows = task::task_of(preset.task).target == task::Target::next_token;
    if (is_of_windows && !separates_documents(preset)) { // a stream keeps its order
        spec.shuffle = false;
        spec.grouping = data::Grouping::packed;
        spec.sharding = data::Sharding::exact;
        spec.max_tokens = 0;
    }
    spec.seed = static_cast<std::uint64_t>(preset.training.seed);
    return spec;
}

data::Sampler training_sampler(const Preset& preset, std::int64_t data_ranks,
                               std::vector<std::uint32_t> lengths, const std::vector<std::int32_t>& classes) {
    const bool draws = preset.data.sampling == Preset::Sampling::class_balanced;
    return {sampler_spec(preset, data_ranks), std::move(lengths),
            draws ? classes : std::vector<std::int32_t>()};
}

namespace {

/// Checks that the file lists exactly the parts that the preset needs.
void require_parts(const Preset& preset, const data::RowSplit& split) {
    const auto& d = preset.data;
    const auto refuse_both = [&](const char* name, const std::string& file,
                                 const std::vector<std::uint32_t>& rows) {
        if (!file.empty() && !rows.empty())
            throw Error(ErrorId::split_given_twice, {name, name, name}, d.split_file);
    };
    refuse_both("validation", d.validation, split.validation);
    refuse_both("test", d.test, split.test);
    const bool evaluates = preset.evaluation.strategy != Preset::EvalStrategy::no;
    const bool lacks_validation = evaluates && d.validation.empty() && split.validation.empty();
    if (split.train.empty() || lacks_validation)
        throw Error(ErrorId::split_file_part_empty, {split.train.empty() ? "training" : "validation"},
                    d.split_file);
}

} // namespace

std::optional<data::RowSplit> split_rows(const Preset& preset, const data::Table& train,
                                         std::span<const std::int32_t> labels) {
    const auto& d = preset.data;
    if (!d.split_file.empty()) {
        data::RowSplit split = data::read_split_file(d.split_file, train);
        require_parts(preset, split);
        return split;
    }
    const double validation = d.validation.empty() ? d.validation_split : 0;
    const double test = d.test.empty() ? d.test_split : 0;
    if (validation <= 0 && test <= 0) return std::nullopt;
    return data::stratified_split(labels, validation, test, static_cast<std::uint64_t>(preset.training.seed));
}

format::Truncation truncation_of(const Preset& preset) {
    if (task::task_of(preset.task).has_words() || task::task_of(preset.task).is_of_images())
        return {}; // truncation in training does not apply to prompts
    const bool has_windows = sliding_windows(preset).is_on();
    return {preset.data.max_length, preset.data.truncation_side == Preset::Side::left,
            has_windows ? preset.data.stride : 0, has_windows ? preset.data.max_windows : 0};
}

std::string lost_answers(std::span<const std::uint32_t> counts, int max_length, const std::string& file) {
    const auto lost = static_cast<std::size_t>(std::ranges::count(counts, 0u));
    if (lost == 0) return {};
    if (lost == counts.size()) throw Error(ErrorId::answers_cut_away, {fmt::to_string(max_length)}, file);
    return fmt::format("{} of {} conversations of {} have no answer within {} tokens", grouped(lost),
                       grouped(counts.size()), file, max_length);
}

void require_length_fits(const Preset& preset, const arch::ModelConfig& config) {
    if (config.image.is_on() || preset.data.max_length <= config.max_tokens()) return;
    throw Error(ErrorId::max_length_too_large,
                {fmt::to_string(preset.data.max_length), fmt::to_string(config.max_tokens()),
                 fmt::to_string(config.max_tokens())},
                "data.max_length");
}

namespace {

/// The class of transformers that a task's model is; null if the family has none.
const char* class_of(const arch::Family& family, const task::Task& task) {
    if (task.has_words()) return family.language_class;
    if (task.embeds()) return family.token_class; // an encoder of texts
    return task.target == task::Target::tags ? family.token_class : family.classifier_class;
}

} // namespace

void require_task_fits(const Preset& preset, const arch::ModelConfig& config) {
    const task::Task& task = task::task_of(preset.task);
    if (config.image.is_on() && config.image.channels != 3)
        throw Error(ErrorId::config_value_unsupported,
                    {"num_channels", fmt::format("{} is not supported, only 3", config.image.channels)},
                    preset.model.path);
    if (task.is_of_images() != config.image.is_on() || !class_of(*config.family, task))
        throw Error(ErrorId::task_not_of_model, {config.family->title, task.name}, preset.model.path);
    const arch::ModelSpec spec = trained_spec(preset, config);
    const auto refuse = [&](std::string key, std::string instead) {
        throw Error(ErrorId::technique_not_of_model,
                    {std::move(key), config.family->title, std::move(instead)}, preset.model.path);
    };
    const bool frees_tables = divided_by(preset.parallel.strategy).parameters;
    if (spec.tied_head && frees_tables)
        refuse(
            fmt::format("parallel.strategy: {}", preset::get(preset, *preset::find_key("parallel.strategy"))),
            "zero2");
    if (preset.parallel.pipeline_stages > 1) stages_of(preset, spec);
    if (preset.parallel.tensor_size > 1) {
        if (spec.layer.blocks.block_size > 0) // its random blocks depend on the numbers of all heads
            refuse(fmt::format("parallel.tensor_size: {}", preset.parallel.tensor_size), "1");
        require_even_slices(preset, spec);
    }
    if (config.family == &arch::transformer_lm && separates_documents(preset))
        refuse("data.documents: separate", "joined");
}

task::Readout readout_of(const Preset& preset, const arch::ModelConfig& config) {
    const task::Readout of_task = task::task_of(preset.task).readout;
    if (!task::task_of(preset.task).embeds()) return of_task;
    switch (preset.model.pooling) {
    case Preset::Pooling::mean:
        return task::Readout::mean;
    case Preset::Pooling::first:
        return task::Readout::first;
    case Preset::Pooling::automatic:
        break;
    }
    return config.sentence ? config.sentence->pooling : of_task;
}

arch::ModelSpec trained_spec(const Preset& preset, const arch::ModelConfig& config, std::size_t outputs) {
    const bool has_head = !task::task_of(preset.task).embeds();
    return config.spec(has_head ? static_cast<std::int64_t>(outputs) : arch::no_head,
                       readout_of(preset, config));
}

std::optional<std::int64_t> head_classes(const Preset& preset, const arch::ModelConfig& config,
                                         const format::ModelWeights& weights) {
    const task::Task& task = task::task_of(preset.task);
    if (task.has_words() || task.embeds()) return std::nullopt; // the outputs are the model's own
    const std::string head = config.classifier_weight(task.readout);
    if (!weights.contains(head) || weights.info(head).shape.size() != 2) return std::nullopt;
    return weights.info(head).shape.front();
}

void require_head_fits(const Preset& preset, std::optional<std::int64_t> head_classes, std::size_t classes) {
    if (!head_classes || preset.model.ignore_mismatched_sizes || !is_pretrained(preset)) return;
    if (*head_classes == static_cast<std::int64_t>(classes)) return;
    throw Error(ErrorId::head_classes_mismatch, {fmt::to_string(*head_classes), fmt::to_string(classes)},
                preset.model.path);
}

void require_weights_fit(const Preset& preset, std::size_t classes) {
    const std::string& text = preset.training.class_weights;
    if (text.empty() || text == "none" || text == "balanced") return;
    if (const std::size_t weights = split(text, ',').size(); weights != classes)
        throw Error(ErrorId::class_weights_mismatch, {fmt::to_string(weights), fmt::to_string(classes)},
                    "training.class_weights");
}

void require_tables_fit(const arch::ModelConfig& config, const data::Tokenizer& tokenizer, bool has_pair,
                        const std::string& folder) {
    if (tokenizer.vocab_size() > static_cast<std::size_t>(config.vocab_size))
        throw Error(ErrorId::vocabulary_mismatch,
                    {fmt::to_string(tokenizer.vocab_size()), fmt::to_string(config.vocab_size)}, folder);
    // Architectures without such a table (0) ignore type ids.
    const auto types = static_cast<std::int64_t>(tokenizer.type_count(has_pair));
    if (config.type_vocab_size > 0 && types > config.type_vocab_size)
        throw Error(has_pair ? ErrorId::pair_type_ids_missing : ErrorId::type_ids_missing,
                    {fmt::to_string(types), fmt::to_string(config.type_vocab_size)}, folder);
    const std::size_t specials = tokenizer.special_tokens(has_pair);
    if (specials > static_cast<std::size_t>(config.max_tokens()))
        throw Error(ErrorId::positions_too_few,
                    {fmt::to_string(specials), fmt::to_string(config.max_tokens())}, folder);
}

} // namespace tunedesk::plan
