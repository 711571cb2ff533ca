// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/head_width.h"
#include "format/hub/hub_name.h"
#include "preset/schema/combinations/combination_row.h"
#include "preset/schema/placement.h"

#include <algorithm>
#include <iterator>

namespace tunedesk::preset {

namespace {

using P = Preset;

constexpr std::size_t most_separator_bytes = 16;

/// Whether the rows have not one class each.
bool is_without_classes(const Preset& preset) {
    return task::task_of(preset.task).target != task::Target::one_class;
}

/// Whether the files have a column of labels.
bool has_labels(const Preset& preset) {
    return !is_of_next_token(preset) && !task::task_of(preset.task).embeds();
}

bool makes_model(const Preset& preset) {
    return preset.model.architecture != P::Architecture::none;
}

bool keeps_few_bits(const Preset& preset) {
    return preset.model.train == P::Train::lora && preset.lora.quantization != P::Quantization::none;
}

/// Whether all rows are one stream, which keeps its order.
bool is_stream(const Preset& preset) {
    return is_of_next_token(preset) && (makes_model(preset) || preset.data.documents == P::Documents::joined);
}

/// Whether model.train itself says what little is trained.
bool trains_beside_weights(const Preset& preset) {
    return preset.model.train == P::Train::lora || preset.model.train == P::Train::features;
}

/// `off` is the value with which the key asks for no classes.
Phrase of_classes(const Preset& preset, const char* off) {
    return Phrase(PhraseId::classes_needed, {std::string(task::task_of(preset.task).name), off});
}

Phrase budget_below_row(const Preset& preset) {
    return Phrase(PhraseId::budget_below_row, {std::to_string(preset.training.max_tokens_per_batch),
                                               std::to_string(preset.data.max_length)});
}

Reason named_by(std::string key) {
    return Phrase(PhraseId::unused_file, {std::move(key)});
}

Reason stands_beside(std::string key) {
    return Phrase(PhraseId::file_and_fraction, {std::move(key)});
}

/// Whether a column of rows that are compared holds another of their texts too.
bool repeats_text(const Preset& preset, const std::string& column) {
    const Preset::Data& d = preset.data;
    return task::task_of(preset.task).embeds() && !column.empty() &&
           (column == d.text_column || column == d.text_pair_column);
}

Rows repeated_columns() {
    return {
        refused(
            "data.label_column", "data.text_column",
            [](const P& p) { return has_labels(p) && p.data.text_column == p.data.label_column; },
            PhraseId::label_is_text),
        refused(
            "data.negative_column", "data.text_column data.text_pair_column",
            [](const P& p) { return repeats_text(p, p.data.negative_column); }, PhraseId::column_repeated),
        refused(
            "data.score_column", "data.text_column data.text_pair_column",
            [](const P& p) { return repeats_text(p, p.data.score_column); }, PhraseId::column_repeated),
        refused(
            "data.text_pair_column", "data.text_column",
            [](const P& p) {
                return !is_of_next_token(p) && !p.data.text_pair_column.empty() &&
                       p.data.text_pair_column == p.data.text_column;
            },
            PhraseId::pair_is_text),
    };
}

Rows unused_data() {
    return {
        not_used(
            "data.label_column model.ignore_mismatched_sizes",
            [](const P& p) { return task::task_of(p.task).embeds(); },
            used_with("a task of rows with labels")),
        not_used(
            "model.last_layers", [](const P& p) { return p.model.train != P::Train::last_layers; },
            used_with("model.train: last_layers")),
        not_used(
            "lora.rank lora.alpha lora.dropout lora.targets lora.rank_stabilized "
            "lora.quantization lora.double_quantization",
            [](const P& p) { return p.model.train != P::Train::lora; }, used_with("model.train: lora")),
        not_used(
            "lora.double_quantization",
            [](const P& p) { return p.lora.quantization == P::Quantization::none; },
            used_with("lora.quantization: nf4")),
        not_used(
            "model.revision", [](const P& p) { return !format::is_hub_name(p.model.path); },
            used_with("model.path: ORG/NAME")),
        not_used("model.path model.init model.ignore_mismatched_sizes", makes_model,
                 decided_by("model.architecture")),
        not_used(
            "model.width model.feed_forward model.heads model.layers",
            [](const P& p) { return !makes_model(p); },
            used_with("model.architecture: transformer-lm | vit")),
        not_used("model.freeze", trains_beside_weights, used_with("model.train: all | last_layers")),
        not_used("data.label_column data.text_pair_column data.truncation_side", is_of_next_token,
                 used_with("a task of rows with labels")),
        not_used("data.batching data.sharding training.max_tokens_per_batch", is_stream,
                 used_with("a task of rows with labels, or data.documents: separate")),
        not_used(
            "data.text_column data.text_pair_column data.max_length data.truncation_side data.batching "
            "training.max_tokens_per_batch",
            [](const P& p) { return task::task_of(p.task).is_of_images(); }, used_with("a task of texts")),
        not_used(
            "data.documents", [](const P& p) { return !is_of_next_token(p); },
            used_with("task: language-modeling")),
        not_used("data.documents", makes_model, decided_by("model.architecture")),
        not_used(
            "data.truncation_side", [](const P& p) { return p.task == P::Task::chat; },
            used_with("a task of rows with labels")),
        not_used(
            "training.class_weights training.label_smoothing_factor training.focal_gamma data.sampling "
            "evaluation.samples",
            [](const P& p) { return task::task_of(p.task).target != task::Target::one_class; },
            used_with("task: text-classification | image-classification")),
        not_used(
            "data.label_separator", [](const P& p) { return p.task != P::Task::multi_label; },
            used_with("task: multi-label-classification")),
        not_used(
            "data.validation_split", [](const P& p) { return !p.data.validation.empty(); },
            named_by("data.validation")),
        not_used(
            "data.test_split", [](const P& p) { return !p.data.test.empty(); }, named_by("data.test")),
        not_used(
            "data.validation_split data.test_split", [](const P& p) { return !p.data.split_file.empty(); },
            decided_by("data.split_file")),
    };
}

Rows language_models() {
    return {
        refused(
            "model.architecture", "task",
            [](const P& p) {
                return p.model.architecture == P::Architecture::transformer_lm && !is_of_next_token(p);
            },
            PhraseId::words_alone),
        refused(
            "model.heads", "model.width",
            [](const P& p) {
                return makes_model(p) &&
                       (p.model.width % p.model.heads != 0 || p.model.width / p.model.heads > max_head_width);
            },
            Phrase(PhraseId::heads_uneven, {std::to_string(max_head_width)})),
        refused(
            "model.train", "task",
            [](const P& p) {
                return task::task_of(p.task).readout == task::Readout::every &&
                       p.model.train == P::Train::features;
            },
            PhraseId::features_of_first),
        refused(
            "model.freeze", "model.train",
            [](const P& p) { return trains_beside_weights(p) && p.model.freeze != "none"; },
            PhraseId::freeze_beside),
        refused(
            "model.train", "model.init model.architecture",
            [](const P& p) {
                return p.model.train == P::Train::lora && (makes_model(p) || p.model.init == P::Init::random);
            },
            PhraseId::lora_of_random),
        refused(
            "lora.quantization", "parallel.strategy",
            [](const P& p) {
                return keeps_few_bits(p) && (p.parallel.strategy == P::Strategy::zero3 ||
                                             p.parallel.strategy == P::Strategy::fsdp);
            },
            PhraseId::few_bits_of_shards),
        refused(
            "lora.quantization", "memory.offload",
            [](const P& p) { return keeps_few_bits(p) && offloads(p, "parameters"); },
            PhraseId::few_bits_offloaded),
        refused(
            "data.validation_split", "task",
            [](const P& p) { return is_of_next_token(p) && p.data.validation_split > 0; },
            PhraseId::stream_is_whole),
        refused(
            "data.test_split", "task",
            [](const P& p) { return is_of_next_token(p) && p.data.test_split > 0; },
            PhraseId::stream_is_whole),
        refused(
            "data.split_file", "task",
            [](const P& p) { return is_of_next_token(p) && !p.data.split_file.empty(); },
            PhraseId::stream_is_whole),
    };
}

} // namespace

/// Rules for task, model and data.
Rows data_combinations() {
    Rows rows{
        refused(
            "training.class_weights", "task",
            [](const P& p) { return is_without_classes(p) && p.training.class_weights != "none"; },
            [](const P& p) { return of_classes(p, "none"); }),
        refused(
            "training.label_smoothing_factor", "task",
            [](const P& p) { return is_without_classes(p) && p.training.label_smoothing_factor > 0; },
            [](const P& p) { return of_classes(p, "0"); }),
        refused(
            "training.focal_gamma", "task",
            [](const P& p) { return is_without_classes(p) && p.training.focal_gamma > 0; },
            [](const P& p) { return of_classes(p, "0"); }),
        refused(
            "data.sampling", "task",
            [](const P& p) {
                return is_without_classes(p) && p.data.sampling == P::Sampling::class_balanced;
            },
            [](const P& p) { return of_classes(p, "shuffled"); }),
        refused(
            "data.validation_split", "data.validation",
            [](const P& p) { return !p.data.validation.empty() && p.data.validation_split > 0; },
            stands_beside("data.validation")),
        refused(
            "data.test_split", "data.test",
            [](const P& p) { return !p.data.test.empty() && p.data.test_split > 0; },
            stands_beside("data.test")),
        refused(
            "data.validation_split", "data.test_split",
            [](const P& p) { return p.data.validation_split + p.data.test_split >= 1; },
            PhraseId::no_rows_left),
        refused(
            "data.text_column", "", [](const P& p) { return p.data.text_column.empty(); },
            PhraseId::column_empty),
        refused(
            "data.label_column", "", [](const P& p) { return has_labels(p) && p.data.label_column.empty(); },
            PhraseId::column_empty),
        refused(
            "data.label_separator", "",
            [](const P& p) { return p.data.label_separator.size() > most_separator_bytes; },
            Phrase(PhraseId::separator_long, {std::to_string(most_separator_bytes)})),
        refused(
            "training.max_tokens_per_batch", "data.max_length",
            [](const P& p) {
                return p.training.max_tokens_per_batch > 0 &&
                       p.training.max_tokens_per_batch < p.data.max_length;
            },
            budget_below_row),
    };
    std::ranges::move(repeated_columns(), std::back_inserter(rows));
    std::ranges::move(language_models(), std::back_inserter(rows));
    std::ranges::move(unused_data(), std::back_inserter(rows));
    return rows;
}

} // namespace tunedesk::preset
