// SPDX-License-Identifier: GPL-3.0-or-later
#include "task/task.h"

#include <algorithm>
#include <array>

namespace tunedesk::task {

constexpr const char* const nearer_in_triplets = "triplet_accuracy";

namespace {

constexpr Metric loss{"loss", "loss", "Loss", false, true};

constexpr std::array one_class{
    loss,
    Metric{"accuracy", "acc", "Accuracy", true, true},
    Metric{"macro_f1", "f1", "Macro F1"},
};

constexpr std::array several_classes{
    loss,
    Metric{"micro_f1", "micro_f1", "Micro F1"},
    Metric{"macro_f1", "f1", "Macro F1"},
    Metric{"samples_f1", "samples_f1", "F1 by sample"},
    Metric{"subset_accuracy", "subset_acc", "Subset accuracy"},
    Metric{"mean_average_precision", "map", "Mean average precision"},
};

constexpr std::array number{
    loss,
    Metric{"pearson", "pearson", "Pearson correlation"},
    Metric{"spearman", "spearman", "Spearman correlation"},
    Metric{"mse", "mse", "Mean squared error", false},
    Metric{"mae", "mae", "Mean absolute error", false},
    Metric{"r2", "r2", "R²"},
};

constexpr std::array next_token{
    loss,
    Metric{"perplexity", "ppl", "Perplexity", false},
};

constexpr std::array answers{
    loss,
    Metric{"perplexity", "ppl", "Perplexity", false},
    Metric{"token_accuracy", "token_acc", "Token accuracy"},
    Metric{"exact_match", "exact", "Exact match"},
};

/// Metrics of entities, as counted by seqeval and conlleval; the first three over all types together.
constexpr std::array entities{
    loss,
    Metric{"f1", "f1", "F1 of entities"},
    Metric{"precision", "precision", "Precision of entities"},
    Metric{"recall", "recall", "Recall of entities"},
    Metric{"macro_f1", "macro_f1", "Macro F1"},
    Metric{"token_accuracy", "token_acc", "Token accuracy"},
};

/// Metrics of sentence embeddings. Ranks are those of a row's second text among all second texts, by cosine;
/// scores are compared with the cosine of the row's texts.
constexpr std::array similarity{
    loss,
    Metric{"mrr", "mrr", "Mean reciprocal rank", true, false, Metric::Rows::unscored},
    Metric{"recall_at_1", "recall_1", "Recall at 1", true, false, Metric::Rows::unscored},
    Metric{"recall_at_5", "recall_5", "Recall at 5", true, false, Metric::Rows::unscored},
    Metric{"recall_at_10", "recall_10", "Recall at 10", true, false, Metric::Rows::unscored},
    Metric{nearer_in_triplets, "triplet_acc", "Accuracy of triplets", true, false, Metric::Rows::triplets},
    Metric{"spearman_cosine", "spearman", "Spearman correlation of the cosine", true, false,
           Metric::Rows::scored},
    Metric{"pearson_cosine", "pearson", "Pearson correlation of the cosine", true, false,
           Metric::Rows::scored},
};

constexpr std::array<Task, 8> all{{
    {Kind::text_classification, "text-classification", "single_label_classification", Target::one_class,
     one_class, "accuracy", "val_acc"},
    {Kind::multi_label, "multi-label-classification", "multi_label_classification", Target::several_classes,
     several_classes, "micro_f1", "val_micro_f1"},
    {Kind::regression, "regression", "regression", Target::number, number, "pearson", "val_loss"},
    {Kind::image_classification, "image-classification", "single_label_classification", Target::one_class,
     one_class, "accuracy", "val_acc", Readout::first, Input::image},
    {Kind::language_modeling, "language-modeling", "", Target::next_token, next_token, "perplexity",
     "val_loss", Readout::every},
    {Kind::chat, "chat", "", Target::answers, answers, "perplexity", "val_loss", Readout::every},
    {Kind::token_classification, "token-classification", "", Target::tags, entities, "f1", "val_f1",
     Readout::every},
    {Kind::sentence_embedding, "sentence-embedding", "", Target::similarity, similarity, "mrr", "val_mrr",
     Readout::mean, Input::text, "spearman_cosine", "val_spearman"},
}};

constexpr std::string_view monitor_prefix = "val_";

} // namespace

const Metric* Task::find_metric(std::string_view metric_name) const {
    const auto found = std::ranges::find(metrics, metric_name, &Metric::name);
    return found == metrics.end() ? nullptr : &*found;
}

const Metric* Task::monitored(std::string_view monitor_name) const {
    if (!monitor_name.starts_with(monitor_prefix)) return nullptr;
    const auto found =
        std::ranges::find(metrics, monitor_name.substr(monitor_prefix.size()), &Metric::column);
    return found == metrics.end() ? nullptr : &*found;
}

std::vector<std::string> Task::monitors() const {
    std::vector<std::string> names;
    for (const Metric& metric : metrics)
        names.push_back(std::string(monitor_prefix) + metric.column);
    return names;
}

std::optional<double> value_of(const Values& values, std::string_view name) {
    const auto found = std::ranges::find(values, name, &Values::value_type::first);
    return found == values.end() ? std::nullopt : std::optional(found->second);
}

const Metric* Task::headline_among(const std::function<bool(const char*)>& has) const {
    if (*scored_headline && has(scored_headline)) return find_metric(scored_headline);
    return has(headline) ? find_metric(headline) : nullptr;
}

const Metric* headline_among(const std::function<bool(const char*)>& has) {
    for (const Task& task : all)
        if (const Metric* metric = task.headline_among(has)) return metric;
    return nullptr;
}

std::span<const Task> tasks() {
    return all;
}

const Task& task_of(Kind kind) {
    return *std::ranges::find(all, kind, &Task::kind);
}

std::optional<Kind> kind_named(std::string_view name) {
    const auto found = std::ranges::find(all, name, &Task::name);
    return found == all.end() ? std::nullopt : std::optional(found->kind);
}

const Task* task_of_problem(std::string_view problem_type, std::size_t outputs, Input input) {
    const std::string_view problem = !problem_type.empty() ? problem_type
                                     : outputs == 1        ? task_of(Kind::regression).problem_type
                                                           : task_of(Kind::text_classification).problem_type;
    const auto found = std::ranges::find_if(
        all, [&](const Task& task) { return task.input == input && task.problem_type == problem; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace tunedesk::task
