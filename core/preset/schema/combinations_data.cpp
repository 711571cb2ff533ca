#include "preset/schema/combination_row.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace tunedesk::preset {

namespace {

using P = Preset;

constexpr std::size_t most_separator_bytes = 16;

/// Whether the task runs and its rows have not one class each.
bool is_without_classes(const Preset& preset) {
    const task::Task& task = task::task_of(preset.task);
    return task.runs() && task.target != task::Target::one_class;
}

std::string of_classes(const Preset& preset, const char* off) {
    return fmt::format("is of rows with one class each, and task: {} has none; {}",
                       task::task_of(preset.task).name, off);
}

std::string budget_below_row(const Preset& preset) {
    return fmt::format("({}) cannot hold a row of data.max_length ({}) tokens; raise it, or lower "
                       "data.max_length",
                       preset.training.max_tokens_per_batch, preset.data.max_length);
}

Rows unused_data() {
    return {
        not_used(
            "model.last_layers", [](const P& p) { return p.model.train != P::Train::last_layers; },
            "used with model.train: last_layers"),
        not_used(
            "training.class_weights training.label_smoothing_factor",
            [](const P& p) { return p.task != P::Task::text_classification; },
            "used with task: text-classification"),
        not_used(
            "data.label_separator", [](const P& p) { return p.task != P::Task::multi_label; },
            "used with task: multi-label-classification"),
        not_used(
            "data.validation_split", [](const P& p) { return !p.data.validation.empty(); },
            "data.validation names a file"),
        not_used(
            "data.test_split", [](const P& p) { return !p.data.test.empty(); }, "data.test names a file"),
        not_used(
            "data.validation_split data.test_split", [](const P& p) { return !p.data.split_file.empty(); },
            "data.split_file decides"),
    };
}

} // namespace

/// Of task, model and data.
Rows data_combinations() {
    Rows rows{
        not_in_version(
            "task", "", [](const P& p) { return !task::task_of(p.task).runs(); },
            "use text-classification, multi-label-classification or regression"),
        refused(
            "training.class_weights", "task",
            [](const P& p) { return is_without_classes(p) && p.training.class_weights != "none"; },
            [](const P& p) { return of_classes(p, "use none"); }),
        refused(
            "training.label_smoothing_factor", "task",
            [](const P& p) { return is_without_classes(p) && p.training.label_smoothing_factor > 0; },
            [](const P& p) { return of_classes(p, "use 0"); }),
        refused(
            "data.validation_split", "data.validation",
            [](const P& p) { return !p.data.validation.empty() && p.data.validation_split > 0; },
            "stands beside data.validation; keep the file or the fraction"),
        refused(
            "data.test_split", "data.test",
            [](const P& p) { return !p.data.test.empty() && p.data.test_split > 0; },
            "stands beside data.test; keep the file or the fraction"),
        refused(
            "data.validation_split", "data.test_split",
            [](const P& p) { return p.data.validation_split + p.data.test_split >= 1; },
            "and data.test_split leave no rows to train on; together they must stay below 1"),
        refused(
            "data.text_column", "", [](const P& p) { return p.data.text_column.empty(); },
            "is empty; name a column of the files"),
        refused(
            "data.label_column", "", [](const P& p) { return p.data.label_column.empty(); },
            "is empty; name a column of the files"),
        refused(
            "data.label_column", "data.text_column",
            [](const P& p) { return p.data.text_column == p.data.label_column; },
            "is the text column too; name the label's"),
        refused(
            "data.text_pair_column", "data.text_column",
            [](const P& p) {
                return !p.data.text_pair_column.empty() && p.data.text_pair_column == p.data.text_column;
            },
            "is the text column too; name the second text's or leave it empty"),
        refused(
            "data.label_separator", "",
            [](const P& p) { return p.data.label_separator.size() > most_separator_bytes; },
            fmt::format("is longer than {} bytes; give what stands between two labels, such as ;",
                        most_separator_bytes)),
        refused(
            "training.max_tokens_per_batch", "data.max_length",
            [](const P& p) {
                return p.training.max_tokens_per_batch > 0 &&
                       p.training.max_tokens_per_batch < p.data.max_length;
            },
            budget_below_row),
    };
    std::ranges::move(unused_data(), std::back_inserter(rows));
    return rows;
}

} // namespace tunedesk::preset
