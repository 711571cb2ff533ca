// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/multi_label.h"
#include "base/text.h"
#include "memory/torch_headers.h"
#include "report/predictions/predictions.h"
#include "train/task/trained_task.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace tunedesk::train {

namespace {

/// One sample's logits.
std::span<const float> label_logits(const Evaluation& evaluation, std::size_t sample) {
    const auto width = static_cast<std::size_t>(evaluation.outputs.size(1));
    return {evaluation.outputs.const_data_ptr<float>() + sample * width, width};
}

std::vector<float> sigmoid(std::span<const float> logits) {
    std::vector<float> probabilities;
    for (const double x : logits)
        probabilities.push_back(static_cast<float>(1 / (1 + std::exp(-x))));
    return probabilities;
}

/// The mean over the labels of their binary cross-entropy.
double binary_loss(std::span<const float> logits, std::span<const std::int32_t> truth) {
    double sum = 0;
    for (const double x : logits)
        sum += std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
    for (const std::int32_t id : truth)
        sum -= logits[static_cast<std::size_t>(id)];
    return sum / static_cast<double>(logits.size());
}

report::MultiLabelReport report_of(const Split& split, const Evaluation& evaluation,
                                   std::vector<std::string> names) {
    report::MultiLabelJudge judge(std::move(names));
    for (std::size_t i = 0; i < split.size(); ++i)
        judge.add(split.sets.of(i), sigmoid(label_logits(evaluation, i)));
    return judge.report();
}

class MultiLabelTask : public TrainedTask {
public:
    std::unique_ptr<model::Objective> objective(const Preset&, const Datasets& sets, const TrainableModel&,
                                                parallel::Group&) const override {
        return std::make_unique<model::MultiLabel>(sets.labels.names.size());
    }

    std::string describe(const Datasets& sets) const override {
        const data::LabelSets& rows = sets.train.sets;
        std::vector<std::uint64_t> counts(rows.classes());
        for (const std::int32_t id : rows.ids())
            ++counts[static_cast<std::size_t>(id)];
        std::string text;
        for (std::size_t i = 0; i < counts.size(); ++i)
            text += fmt::format("{}{} = {} ({} rows)", i ? ", " : "", i, sets.labels.names[i],
                                grouped(counts[i]));
        return fmt::format("labels, {:.2f} per row, by {}: {}",
                           static_cast<double>(rows.ids().size()) / static_cast<double>(rows.size()),
                           sets.labels.origin, text);
    }

    void compute_metrics(const Split& split, Evaluation& evaluation) const override {
        for (std::size_t i = 0; i < split.size(); ++i)
            evaluation.losses.push_back(binary_loss(label_logits(evaluation, i), split.sets.of(i)));
        evaluation.metrics =
            report::values_of(report_of(split, evaluation, std::vector<std::string>(split.sets.classes())),
                              mean_loss(evaluation));
    }

    void write_test_files(const event::RunFolder& folder, const Evaluation& test, const Datasets& sets,
                          bool pairs) const override {
        const Split& split = sets.test;
        const bool known = !split.sets.empty();
        report::PredictionsWriter predictions(folder.predictions(), sets.labels.names, pairs, true);
        for (std::size_t i = 0; i < split.size(); ++i) {
            const data::Table::Row& row = split.table->rows()[split.rows[i]];
            predictions.add(row.text, row.pair, known ? std::optional(split.sets.of(i)) : std::nullopt,
                            sigmoid(label_logits(test, i)),
                            known ? test.losses[i] : std::numeric_limits<double>::quiet_NaN(), row.line);
        }
        predictions.close();
        if (known)
            write_private_file(folder.report_text(),
                               report::to_text(report_of(split, test, sets.labels.names)));
    }

    void add_scores(const Evaluation& test, const Datasets& sets, report::RunReport& report) const override {
        report.multi_label = report_of(sets.test, test, sets.labels.names);
    }

    at::Tensor answers(const at::Tensor& outputs) const override { return at::sigmoid(outputs); }
};

} // namespace

const TrainedTask& multi_label() {
    static const MultiLabelTask task;
    return task;
}

} // namespace tunedesk::train
