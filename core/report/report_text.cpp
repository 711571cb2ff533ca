// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/report_text.h"

#include "base/json.h"
#include "base/phrase.h"
#include "base/text.h"
#include "report/figures.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tunedesk::report {

namespace {

const ClassificationReport* scores_of(const ComparedRun& run) {
    const auto& report = run.summary.report;
    return report && report->classification ? &*report->classification : nullptr;
}

std::string setting(const ComparedRun& run, std::string_view key) {
    for (const auto& [name, value] : run.settings)
        if (name == key) return value;
    return {};
}

/// What a reader wants to know of the training, in a few lines of the preset.
TextTable setting_table(const ComparedRun& run) {
    static constexpr const char* wanted[] = {"model.init",
                                             "model.train",
                                             "data.max_length",
                                             "training.per_device_train_batch_size",
                                             "training.gradient_accumulation_steps",
                                             "training.num_train_epochs",
                                             "training.max_steps",
                                             "training.optim",
                                             "training.learning_rate",
                                             "training.lr_scheduler_type",
                                             "training.weight_decay",
                                             "training.seed",
                                             "precision.compute",
                                             "parallel.processes"};
    TextTable table{{"Setting", "Value"}, {}, {}};
    for (const char* key : wanted)
        if (const std::string value = setting(run, key); !value.empty()) table.rows.push_back({key, value});
    return table;
}

/// The metadata of a model card: its metrics by name. `name` is quoted.
std::string metric_lines(const task::Values& metrics, const std::string& name, const char* pipeline) {
    std::string names = "metrics:\n", values;
    for (const auto& [metric, value] : metrics) {
        if (metric == "loss" || !std::isfinite(value)) continue;
        names += "- " + metric + "\n";
        values += fmt::format("    - type: {}\n      value: {}\n", metric, shortest(value));
    }
    return fmt::format("{}model-index:\n- name: {}\n  results:\n  - task:\n      "
                       "type: {}\n    dataset:\n      name: the preset's test rows\n      "
                       "type: custom\n    metrics:\n{}",
                       names, name, pipeline, values);
}

/// The pipeline of transformers that answers with the model.
const char* pipeline_of(std::string_view task_name) {
    if (task_name == task::task_of(task::Kind::sentence_embedding).name) return "sentence-similarity";
    return task_name == task::task_of(task::Kind::token_classification).name ? "token-classification"
                                                                             : "text-classification";
}

/// The Python library that opens the folder.
const char* library_of(std::string_view task_name, bool is_adapter) {
    if (is_adapter) return "peft";
    return task_name == task::task_of(task::Kind::sentence_embedding).name ? "sentence-transformers"
                                                                           : "transformers";
}

/// Python that opens the model; "" for a task that has none.
std::string use_of(std::string_view task_name) {
    const auto kind = task::kind_named(task_name);
    const auto lines = [&](const char* options, const char* print) {
        return fmt::format("\n## Use\n\n```python\nfrom transformers import pipeline\n\nmodel = "
                           "pipeline(\"{}\", model=\"PATH_OF_THIS_FOLDER\"{})\nprint({})\n```\n",
                           pipeline_of(task_name), options, print);
    };
    if (!kind) return {};
    const task::Task& task = task::task_of(*kind);
    if (task.is_of_images())
        return "\n## Use\n\n```python\nfrom transformers import pipeline\n\nmodel = "
               "pipeline(\"image-classification\", "
               "model=\"PATH_OF_THIS_FOLDER\")\nprint(model(\"picture.jpg\"))\n"
               "```\n";
    switch (task.target) {
    case task::Target::one_class:
        return lines("", "model(\"A text.\")");
    case task::Target::several_classes:
        return lines(", top_k=None, function_to_apply=\"sigmoid\"", "model(\"A text.\")");
    case task::Target::number:
        return lines(", function_to_apply=\"none\"", "model(\"A text.\")[0][\"score\"]");
    case task::Target::tags:
        return lines(", aggregation_strategy=\"first\"", "model(\"A text.\")");
    case task::Target::similarity:
        return "\n## Use\n\n```python\nfrom sentence_transformers import SentenceTransformer\n\nmodel = "
               "SentenceTransformer(\"PATH_OF_THIS_FOLDER\")\nembeddings = model.encode([\"A text.\", "
               "\"Another one.\"])\nprint(model.similarity(embeddings, embeddings))\n```\n";
    case task::Target::next_token:
    case task::Target::answers:
        break;
    }
    return {};
}

std::string version_line(const ComparedRun& run) {
    const Json& environment = run.summary.environment;
    const auto found = environment.find("tunedesk");
    const std::string version =
        found != environment.end() && found->is_object() ? found->value("version", std::string()) : "";
    return version.empty() ? "TuneDesk" : "TuneDesk " + version;
}

} // namespace

TextTable score_table(const ClassificationReport& report) {
    TextTable table{{"Class", "Precision", "Recall", "F1", "Support"}, {}, {false, true, true, true, true}};
    const auto add = [&](const std::string& name, const ClassScores& of) {
        const auto score = [&](double value) {
            return of.occurs ? fmt::format("{:.4f}", value) : std::string("-");
        };
        table.rows.push_back(
            {name, score(of.precision), score(of.recall), score(of.f1), grouped(of.support)});
    };
    for (std::size_t c = 0; c < report.classes.size(); ++c)
        add(report.names[c], report.classes[c]);
    table.rows.push_back({"Accuracy", "", "", fmt::format("{:.4f}", report.accuracy), grouped(report.total)});
    add("Macro average", report.macro);
    add("Weighted average", report.weighted);
    return table;
}

TextTable label_table(const MultiLabelReport& report) {
    TextTable table{{"Label", "Precision", "Recall", "F1", "Average precision", "Support"},
                    {},
                    {false, true, true, true, true, true}};
    const auto score = [](double value) { return fmt::format("{:.4f}", value); };
    for (std::size_t k = 0; k < report.labels.size(); ++k) {
        const LabelScores& of = report.labels[k];
        table.rows.push_back({report.names[k], score(of.precision), score(of.recall), score(of.f1),
                              score(of.average_precision), grouped(of.support())});
    }
    for (const auto& [name, of] : {std::pair("Micro average", report.micro),
                                   {"Macro average", report.macro},
                                   {"Weighted average", report.weighted},
                                   {"Samples average", report.samples}})
        table.rows.push_back({name, score(of.precision), score(of.recall), score(of.f1), "", ""});
    return table;
}

TextTable entity_table(const EntityReport& report) {
    TextTable table{{"Type", "Precision", "Recall", "F1", "Support"}, {}, {false, true, true, true, true}};
    const auto add = [&](const std::string& name, const ClassScores& of) {
        const auto score = [](double value) { return fmt::format("{:.4f}", value); };
        table.rows.push_back(
            {name, score(of.precision), score(of.recall), score(of.f1), grouped(of.support)});
    };
    const EntityScores& scores = report.lenient;
    for (std::size_t k = 0; k < scores.types.size(); ++k)
        add(scores.types[k], scores.by_type[k]);
    add("Micro average", scores.micro);
    add("Macro average", scores.macro);
    add("Weighted average", scores.weighted);
    return table;
}

std::optional<TestScores> test_scores(const ComparedRun& run) {
    const auto& report = run.summary.report;
    if (!report) return std::nullopt;
    if (report->classification && report->classification->total > 0)
        return TestScores{TUNEDESK_TRANSLATABLE("ReportDocument", "Classification report"),
                          score_table(*report->classification), 3};
    if (report->multi_label)
        return TestScores{TUNEDESK_TRANSLATABLE("ReportDocument", "Scores of each label"),
                          label_table(*report->multi_label), 4};
    if (report->entities)
        return TestScores{TUNEDESK_TRANSLATABLE("ReportDocument", "Scores of each type of entities"),
                          entity_table(*report->entities), 3};
    return std::nullopt;
}

TextTable figure_table(const ComparedRun& run) {
    TextTable table{{"Figure", "Value"}, {}, {false, true}};
    for (const Figure& figure : figures())
        if (const auto value = figure.read(run)) table.rows.push_back({figure.title, shown(figure, *value)});
    return table;
}

std::string report_markdown(const ComparedRun& run) {
    std::string text = fmt::format("## {}\n\n{}", run.name, figure_table(run).to_markdown());
    if (const auto scores = test_scores(run))
        text += fmt::format("\n### {}\n\n{}", scores->title, scores->table.to_markdown());
    return text;
}

std::string report_latex(const ComparedRun& run) {
    std::string text;
    if (const auto scores = test_scores(run))
        text += scores->table.to_latex(fmt::format("{} of {}", scores->title, run.name)) + "\n";
    return text + figure_table(run).to_latex("Figures of " + run.name);
}

std::string model_card(const ComparedRun& run, const ExportedModel& model) {
    // JSON strings are YAML strings too.
    const auto quoted = [](const std::string& text) {
        return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    const std::string use = use_of(setting(run, "task"));
    std::string text =
        fmt::format("---\nlibrary_name: {}\n", library_of(setting(run, "task"), model.is_adapter));
    const char* const pipeline = pipeline_of(setting(run, "task"));
    if (!use.empty()) text += fmt::format("pipeline_tag: {}\n", pipeline);
    if (!model.base.empty()) text += "base_model: " + quoted(model.base) + "\n";
    text += "tags:\n- tunedesk\n";
    const ClassificationReport* scores = scores_of(run);
    if (scores)
        text += fmt::format(
            "metrics:\n- accuracy\n- f1\nmodel-index:\n- name: {}\n  results:\n  - task:\n      "
            "type: text-classification\n    dataset:\n      name: the preset's test rows\n      "
            "type: custom\n    metrics:\n    - type: accuracy\n      value: {}\n    - type: f1\n  "
            "    name: macro F1\n      value: {}\n",
            quoted(run.name), shortest(scores->accuracy), shortest(scores->macro.f1));
    else if (run.summary.report && !run.summary.report->metrics.empty())
        text += metric_lines(run.summary.report->metrics, quoted(run.name), pipeline);
    text += fmt::format("---\n\n# {}\n\n{}{}, fine-tuned with {}.\n\n## Figures\n\n{}", run.name,
                        model.base.empty() ? "A model" : model.base,
                        model.what.empty() ? "" : " (" + model.what + ")", version_line(run),
                        figure_table(run).to_markdown());
    if (const auto tested = test_scores(run))
        text += "\n## Scores on the test rows\n\n" + tested->table.to_markdown();
    return text + "\n## Training\n\n" + setting_table(run).to_markdown() +
           (model.is_adapter ? std::string() : use); // the pipeline takes whole models
}

} // namespace tunedesk::report
