// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/multi_label.h"

#include "base/error.h"
#include "base/text.h"
#include "report/curves.h"
#include "report/scores/score_fields.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tunedesk::report {

namespace {

double ratio(double part, double whole) {
    return whole > 0 ? part / whole : 0;
}

AverageScores scores_of(double right, double predicted, double truth) {
    return {ratio(right, predicted), ratio(right, truth), ratio(2 * right, predicted + truth)};
}

void add_to(AverageScores& sum, const AverageScores& scores, double weight) {
    sum.precision += scores.precision * weight;
    sum.recall += scores.recall * weight;
    sum.f1 += scores.f1 * weight;
}

/// The mean over labels, unweighted or weighted by their numbers of rows.
AverageScores mean_of(std::span<const LabelScores> labels, bool by_support) {
    double total = 0;
    const auto weight = [&](const LabelScores& label) {
        return by_support ? static_cast<double>(label.support()) : 1.0;
    };
    for (const LabelScores& label : labels)
        total += weight(label);
    AverageScores mean;
    for (const LabelScores& label : labels)
        add_to(mean, {label.precision, label.recall, label.f1}, ratio(weight(label), total));
    return mean;
}

} // namespace

std::vector<std::int32_t> predicted_labels(std::span<const float> probabilities) {
    std::vector<std::int32_t> ids;
    for (std::size_t i = 0; i < probabilities.size(); ++i)
        if (probabilities[i] >= label_threshold) ids.push_back(static_cast<std::int32_t>(i));
    return ids;
}

MultiLabelJudge::MultiLabelJudge(std::vector<std::string> names)
    : names_(std::move(names)), labels_(names_.size()), scores_(names_.size()), positive_(names_.size()) {}

void MultiLabelJudge::add(std::span<const std::int32_t> truth, std::span<const float> probabilities) {
    const std::size_t count = names_.size();
    const bool known = std::ranges::all_of(
        truth, [&](std::int32_t id) { return id >= 0 && static_cast<std::size_t>(id) < count; });
    if (probabilities.size() != count || !known)
        throw Error(ErrorId::label_probabilities_mismatch,
                    {fmt::to_string(probabilities.size()), fmt::to_string(count)});
    std::uint64_t hits = 0, predicted = 0;
    auto next = truth.begin();
    for (std::size_t k = 0; k < count; ++k) {
        const bool has = next != truth.end() && static_cast<std::size_t>(*next) == k;
        if (has) ++next;
        const bool says = probabilities[k] >= label_threshold;
        LabelScores& label = labels_[k];
        ++(has    ? says ? label.true_positives : label.false_negatives
           : says ? label.false_positives
                  : label.true_negatives);
        hits += has && says;
        predicted += says;
        scores_[k].push_back(probabilities[k]);
        positive_[k].push_back(has);
    }
    ++rows_;
    right_ += hits == predicted && hits == truth.size();
    add_to(samples_,
           scores_of(static_cast<double>(hits), static_cast<double>(predicted),
                     static_cast<double>(truth.size())),
           1);
}

MultiLabelReport MultiLabelJudge::report() const {
    MultiLabelReport report{.names = names_, .labels = labels_, .rows = rows_};
    double hits = 0, predicted = 0, truth = 0;
    for (std::size_t k = 0; k < labels_.size(); ++k) {
        LabelScores& label = report.labels[k];
        const auto right = static_cast<double>(label.true_positives);
        const auto says = right + static_cast<double>(label.false_positives);
        const auto has = static_cast<double>(label.support());
        const AverageScores scores = scores_of(right, says, has);
        label.precision = scores.precision;
        label.recall = scores.recall;
        label.f1 = scores.f1;
        const double area = precision_recall_curve(scores_[k], positive_[k]).average_precision;
        label.average_precision = std::isfinite(area) ? area : 0;
        report.mean_average_precision += label.average_precision / static_cast<double>(labels_.size());
        hits += right;
        predicted += says;
        truth += has;
    }
    const auto rows = static_cast<double>(rows_);
    report.micro = scores_of(hits, predicted, truth);
    report.macro = mean_of(report.labels, false);
    report.weighted = mean_of(report.labels, true);
    add_to(report.samples, samples_, 1 / rows);
    report.subset_accuracy = static_cast<double>(right_) / rows;
    return report;
}

task::Values values_of(const MultiLabelReport& report, double loss) {
    return {{"loss", loss},
            {"micro_f1", report.micro.f1},
            {"macro_f1", report.macro.f1},
            {"samples_f1", report.samples.f1},
            {"subset_accuracy", report.subset_accuracy},
            {"mean_average_precision", report.mean_average_precision}};
}

std::string to_text(const MultiLabelReport& report) {
    std::size_t width = std::string_view("weighted avg").size();
    for (const std::string& name : report.names)
        width = std::max(width, code_points(name));
    const auto cell = [&](const std::string& text) {
        return std::string(width - code_points(text), ' ') + text;
    };
    std::uint64_t support = 0;
    std::string text = fmt::format("{}  {:>9}{:>10}{:>10}{:>10}{:>10}\n\n", cell(""), "precision", "recall",
                                   "f1-score", "avg prec", "support");
    for (std::size_t k = 0; k < report.labels.size(); ++k) {
        const LabelScores& label = report.labels[k];
        support += label.support();
        text +=
            fmt::format("{}  {:>9.4f}{:>10.4f}{:>10.4f}{:>10.4f}{:>10}\n", cell(report.names[k]),
                        label.precision, label.recall, label.f1, label.average_precision, label.support());
    }
    text += "\n";
    const auto average = [&](const char* name, const AverageScores& of) {
        text += fmt::format("{}  {:>9.4f}{:>10.4f}{:>10.4f}{:>10}{:>10}\n", cell(name), of.precision,
                            of.recall, of.f1, "", support);
    };
    average("micro avg", report.micro);
    average("macro avg", report.macro);
    average("weighted avg", report.weighted);
    average("samples avg", report.samples);
    return text + fmt::format("\n{:<24}{:>12.4f}\n{:<24}{:>12.4f}\n{:<24}{:>12}\n", "Subset accuracy",
                              report.subset_accuracy, "Mean average precision", report.mean_average_precision,
                              "Rows", grouped(report.rows));
}

namespace {

Json json_of(const AverageScores& scores) {
    return Json{{"precision", scores.precision}, {"recall", scores.recall}, {"f1-score", scores.f1}};
}

AverageScores average_in(const Json& json, const char* name) {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_object()) return {};
    return {number_in(*found, "precision"), number_in(*found, "recall"), number_in(*found, "f1-score")};
}

} // namespace

Json to_json(const MultiLabelReport& report) {
    Json json = {{"micro_avg", json_of(report.micro)},
                 {"macro_avg", json_of(report.macro)},
                 {"weighted_avg", json_of(report.weighted)},
                 {"samples_avg", json_of(report.samples)},
                 {"subset_accuracy", report.subset_accuracy},
                 {"mean_average_precision", report.mean_average_precision},
                 {"rows", report.rows},
                 {"per_label", Json::array()}};
    for (std::size_t k = 0; k < report.labels.size(); ++k) {
        const LabelScores& label = report.labels[k];
        json["per_label"].push_back(Json{{"name", report.names[k]},
                                         {"precision", label.precision},
                                         {"recall", label.recall},
                                         {"f1-score", label.f1},
                                         {"average_precision", label.average_precision},
                                         {"true_positives", label.true_positives},
                                         {"false_positives", label.false_positives},
                                         {"false_negatives", label.false_negatives},
                                         {"true_negatives", label.true_negatives}});
    }
    return json;
}

MultiLabelReport multi_label_report_of(const Json& json) {
    MultiLabelReport report;
    if (!json.is_object()) return report;
    report.micro = average_in(json, "micro_avg");
    report.macro = average_in(json, "macro_avg");
    report.weighted = average_in(json, "weighted_avg");
    report.samples = average_in(json, "samples_avg");
    report.subset_accuracy = number_in(json, "subset_accuracy");
    report.mean_average_precision = number_in(json, "mean_average_precision");
    report.rows = count_in(json, "rows");
    const auto labels = json.find("per_label");
    if (labels == json.end() || !labels->is_array()) return report;
    for (const Json& label : *labels) {
        if (!label.is_object()) continue;
        report.names.push_back(text_field(label, "name"));
        report.labels.push_back({.true_positives = count_in(label, "true_positives"),
                                 .false_positives = count_in(label, "false_positives"),
                                 .false_negatives = count_in(label, "false_negatives"),
                                 .true_negatives = count_in(label, "true_negatives"),
                                 .precision = number_in(label, "precision"),
                                 .recall = number_in(label, "recall"),
                                 .f1 = number_in(label, "f1-score"),
                                 .average_precision = number_in(label, "average_precision")});
    }
    return report;
}

} // namespace tunedesk::report
