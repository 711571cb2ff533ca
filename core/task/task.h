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

/// What is learnt. Names are those of `task` in a preset.
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

/// What each sample is to be given.
enum class Target {
    one_class,
    several_classes, ///< any number of them
    number,
    next_token, ///< of each of its tokens
    answers,    ///< of a conversation: the next token of each that an answer consists of
    tags,       ///< of each of its words a class
    similarity, ///< of several texts, how near to each other: a number, or what the row's place says
};

/// What a sample is.
enum class Input { text, image };

/// One task, as data, plan, events, report, training and window read it: whatever depends on what is learnt
/// asks here. A task adds a row to the table and files of its own.
struct Task {
    Kind kind{};
    const char* name = "";         ///< in presets and files: "text-classification"
    const char* problem_type = ""; ///< of a Hugging Face config.json; "" where there is none
    Target target{};
    /// Of an evaluation, the loss first. metrics.csv has them in this order.
    std::span<const Metric> metrics = {};
    const char* headline = "";        ///< the metric that bars and lists show beside the loss
    const char* monitor = "";         ///< default of checkpoint.monitor
    Readout readout = Readout::first; ///< of the model's head
    Input input = Input::text;
    /// Instead of those above, where rows have scores (Metric::Rows::scored); "" of tasks without such rows.
    const char *scored_headline = "", *scored_monitor = "";

    /// The metric of `headline`, or of `scored_headline` where the values have that; null if they have
    /// neither.
    const Metric* headline_among(const std::function<bool(const char*)>& has) const;
    bool is_of_images() const { return input == Input::image; }
    /// Whether a sample is a text that is given one target as a whole.
    bool is_of_whole_texts() const { return input == Input::text && readout != Readout::every && !embeds(); }
    /// Whether the outputs are words of a vocabulary, of each token.
    bool has_words() const { return target == Target::next_token || target == Target::answers; }
    /// Whether the outputs are rows of numbers that stand for texts: there is no head.
    bool embeds() const { return target == Target::similarity; }
    /// Whether the outputs are classes: one or several a row, or one a word.
    bool has_classes() const {
        return target == Target::one_class || target == Target::several_classes || target == Target::tags;
    }
    const Metric* find_metric(std::string_view metric_name) const;
    /// The metric of a monitor: "val_" and its column.
    const Metric* monitored(std::string_view monitor_name) const;
    /// All monitors, in the order of the metrics.
    std::vector<std::string> monitors() const;
};

const Task& task_of(Kind kind);
/// In the order of Kind.
std::span<const Task> tasks();
/// std::nullopt for an unknown name.
std::optional<Kind> kind_named(std::string_view name);
/// The metric that a list shows of a run with values of these names: its task's headline; null if no task has
/// such.
const Metric* headline_among(const std::function<bool(const char*)>& has);
/// The task of a Hugging Face config.json whose model reads `input`. Without a problem_type transformers
/// reads one output as a number and several as classes; null if no task of this version has it.
const Task* task_of_problem(std::string_view problem_type, std::size_t outputs, Input input = Input::text);

} // namespace tunedesk::task
