// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "task/metric.h"
#include "task/readout.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::task {

/// The task to train, named as `task` in a preset.
enum class Kind {
    text_classification,
    multi_label,
    regression,
    image_classification,
    language_modeling,
    chat,
    token_classification,
    sentence_embedding,
};

/// The target of each sample.
enum class Target {
    one_class,
    several_classes, ///< any number of classes
    number,
    next_token, ///< for each of its tokens
    answers,    ///< of a conversation: the next token, for each token of an answer
    tags,       ///< one class per word
    similarity, ///< the similarity of several texts: a number, or implied by the row's position
};

/// The kind of a sample.
enum class Input { text, image };

/// The properties of one task, used by data, plan, events, report, training and window for everything that
/// depends on the task. A new task adds a row to the table and files of its own.
struct Task {
    Kind kind{};
    const char* name = "";         ///< in presets and files: "text-classification"
    const char* problem_type = ""; ///< value in a Hugging Face config.json; "" if there is none
    Target target{};
    /// Metrics of an evaluation, the loss first; the order of metrics.csv's columns.
    std::span<const Metric> metrics = {};
    const char* headline = "";        ///< the metric that bars and lists show besides the loss
    const char* monitor = "";         ///< default of checkpoint.monitor
    Readout readout = Readout::first; ///< rows that the model's head reads
    Input input = Input::text;
    /// Used instead of the above if rows have scores (Metric::Rows::scored); "" for tasks without such rows.
    const char *scored_headline = "", *scored_monitor = "";

    /// The metric of `headline`, or of `scored_headline` if the values include that; null if they include
    /// neither.
    const Metric* headline_among(const std::function<bool(const char*)>& has) const;
    bool is_of_images() const { return input == Input::image; }
    /// Whether a sample is a text with one target for the whole text.
    bool is_of_whole_texts() const { return input == Input::text && readout != Readout::every && !embeds(); }
    /// Whether the outputs are words of a vocabulary, for each token.
    bool has_words() const { return target == Target::next_token || target == Target::answers; }
    /// Whether the outputs are embeddings of texts; then there is no head.
    bool embeds() const { return target == Target::similarity; }
    /// Whether the outputs are classes: one or several per row, or one per word.
    bool has_classes() const {
        return target == Target::one_class || target == Target::several_classes || target == Target::tags;
    }
    const Metric* find_metric(std::string_view metric_name) const;
    /// The metric of a monitor: "val_" and its column; null if there is none.
    const Metric* monitored(std::string_view monitor_name) const;
    /// All monitors, in the order of the metrics.
    std::vector<std::string> monitors() const;
};

const Task& task_of(Kind kind);
/// All tasks in the order of Kind.
std::span<const Task> tasks();
/// std::nullopt for an unknown name.
std::optional<Kind> kind_named(std::string_view name);
/// The metric that a list shows for a run with values of these names: the headline of its task; null if no
/// task's headline is included.
const Metric* headline_among(const std::function<bool(const char*)>& has);
/// The task of a Hugging Face config.json whose model reads `input`; null if this version has none. Without a
/// problem_type transformers reads one output as a number and several as classes.
const Task* task_of_problem(std::string_view problem_type, std::size_t outputs, Input input = Input::text);

} // namespace tunedesk::task
