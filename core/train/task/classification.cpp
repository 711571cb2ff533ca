// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "memory/torch_headers.h"
#include "plan/data_specs.h"
#include "report/predictions/predictions.h"
#include "train/task/trained_task.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace tunedesk::train {

namespace {

/// Weights of the classes: none, balanced as scikit-learn's ("balanced": samples / (classes * count)), or a
/// list.
std::vector<float> class_weights(const Preset& preset, const Datasets& sets) {
    const std::string& text = preset.training.class_weights;
    const std::size_t classes = sets.labels.names.size();
    std::vector<float> weights;
    if (text == "none" || text.empty()) return weights;
    if (text == "balanced") {
        std::vector<double> counts(classes);
        for (const std::int32_t label : sets.train.labels)
            ++counts[static_cast<std::size_t>(label)];
        for (const double count : counts)
            weights.push_back(static_cast<float>(static_cast<double>(sets.train.size()) /
                                                 (static_cast<double>(classes) * std::max(1.0, count))));
    } else {
        plan::require_weights_fit(preset, classes);
        for (const std::string_view part : split(text, ','))
            weights.push_back(std::stof(std::string(part)));
    }
    return weights;
}

/// One sample's logits.
std::span<const float> logits_of(const Evaluation& evaluation, std::size_t sample) {
    const auto width = static_cast<std::size_t>(evaluation.outputs.size(1));
    return {evaluation.outputs.const_data_ptr<float>() + sample * width, width};
}

double log_sum_exp(std::span<const float> logits) {
    const double peak = *std::max_element(logits.begin(), logits.end());
    double total = 0;
    for (const float x : logits)
        total += std::exp(x - peak);
    return peak + std::log(total);
}

std::vector<float> softmax(std::span<const float> logits) {
    const double total = log_sum_exp(logits);
    std::vector<float> probabilities;
    for (const float value : logits)
        probabilities.push_back(static_cast<float>(std::exp(value - total)));
    return probabilities;
}

report::ConfusionMatrix confusion_of(const Split& split, const Evaluation& evaluation) {
    report::ConfusionMatrix matrix(static_cast<std::size_t>(evaluation.outputs.size(1)));
    for (std::size_t i = 0; i < split.labels.size(); ++i) {
        const std::span<const float> x = logits_of(evaluation, i);
        matrix.add(split.labels[i], static_cast<std::int32_t>(std::ranges::max_element(x) - x.begin()));
    }
    return matrix;
}

class ClassificationTask : public TrainedTask {
public:
    std::unique_ptr<model::Objective> objective(const Preset& preset, const Datasets& sets,
                                                const TrainableModel& trainable,
                                                parallel::Group&) const override {
        return std::make_unique<model::Classification>(
            trainable.model().placement(), class_weights(preset, sets),
            model::FocalLoss{preset.training.focal_gamma, preset.training.label_smoothing_factor},
            sets.labels.names.size(), sets.train.labels);
    }

    std::string describe(const Datasets& sets) const override {
        std::vector<std::uint64_t> counts(sets.labels.names.size());
        for (const std::int32_t label : sets.train.labels)
            ++counts[static_cast<std::size_t>(label)];
        std::string text;
        for (std::size_t i = 0; i < counts.size(); ++i)
            text += fmt::format("{}{} = {} ({} rows)", i ? ", " : "", i, sets.labels.names[i],
                                grouped(counts[i]));
        return fmt::format("classes, by {}: {}", sets.labels.origin, text);
    }

    void compute_metrics(const Split& split, Evaluation& evaluation) const override {
        for (std::size_t i = 0; i < split.size(); ++i) {
            const std::span<const float> x = logits_of(evaluation, i);
            evaluation.losses.push_back(log_sum_exp(x) - x[static_cast<std::size_t>(split.labels[i])]);
        }
        const report::ConfusionMatrix matrix = confusion_of(split, evaluation);
        evaluation.metrics = {{"loss", mean_loss(evaluation)},
                              {"accuracy", matrix.accuracy()},
                              {"macro_f1", matrix.macro_f1()}};
    }

    std::vector<event::PredictionSample> samples(const Split& split, const Evaluation& evaluation,
                                                 const std::vector<std::string>& names,
                                                 std::size_t count) const override {
        std::vector<event::PredictionSample> samples;
        const std::size_t shown = std::min(count, split.labels.size());
        for (std::size_t i = 0; i < shown; ++i) {
            const std::size_t sample = i * split.labels.size() / shown;
            const data::Table::Row& row = split.table->rows()[split.rows[sample]];
            const std::vector<float> probabilities = softmax(logits_of(evaluation, sample));
            const auto best = std::ranges::max_element(probabilities);
            std::string text(row.text);
            if (!row.pair.empty()) text.append(" | ").append(row.pair);
            samples.push_back({std::move(text), names[static_cast<std::size_t>(split.labels[sample])],
                               names[static_cast<std::size_t>(best - probabilities.begin())], *best});
        }
        return samples;
    }

    void write_test_files(const event::RunFolder& folder, const Evaluation& test, const Datasets& sets,
                          bool pairs) const override {
        const Split& split = sets.test;
        const std::vector<std::string>& names = sets.labels.names;
        report::PredictionsWriter predictions(folder.predictions(), names, pairs);
        for (std::size_t i = 0; i < split.size(); ++i) {
            const data::Table::Row& row = split.table->rows()[split.rows[i]];
            const bool labelled = !split.labels.empty();
            predictions.add(row.text, row.pair, labelled ? split.labels[i] : -1, softmax(logits_of(test, i)),
                            labelled ? test.losses[i] : std::numeric_limits<double>::quiet_NaN(), row.line);
        }
        predictions.close();
        if (split.labels.empty()) return;
        const report::ConfusionMatrix matrix = confusion_of(split, test);
        write_private_file(folder.confusion(), report::to_csv(matrix, names));
        write_private_file(folder.report_text(),
                           report::to_text(report::classification_report(matrix, names)));
    }

    void add_scores(const Evaluation& test, const Datasets& sets, report::RunReport& report) const override {
        report.classification =
            report::classification_report(confusion_of(sets.test, test), sets.labels.names);
    }

    at::Tensor answers(const at::Tensor& outputs) const override { return at::softmax(outputs, 1); }
};

} // namespace

const TrainedTask& classification() {
    static const ClassificationTask task;
    return task;
}

} // namespace tunedesk::train
