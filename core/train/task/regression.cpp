// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/regression.h"
#include "base/text.h"
#include "data/rows/numbers.h"
#include "memory/torch_headers.h"
#include "report/predictions/predictions.h"
#include "train/task/trained_task.h"

#include <fmt/format.h>
#include <limits>
#include <optional>

namespace tunedesk::train {

namespace {

/// The predicted numbers, one a sample.
std::span<const float> numbers_of(const Evaluation& evaluation) {
    return {evaluation.outputs.const_data_ptr<float>(), static_cast<std::size_t>(evaluation.outputs.numel())};
}

class RegressionTask : public TrainedTask {
public:
    std::unique_ptr<model::Objective> objective(const Preset&, const Datasets& sets, const TrainableModel&,
                                                parallel::Group&) const override {
        return std::make_unique<model::Regression>(sets.train.numbers);
    }

    std::string describe(const Datasets& sets) const override {
        const auto spread = data::summary_of(sets.train.numbers).value_or(data::NumberSummary());
        return fmt::format("numbers of {}: {} to {}, mean {:.4g}, standard deviation {:.4g}",
                           sets.labels.names.front(), shortest(spread.least), shortest(spread.most),
                           spread.mean, spread.deviation);
    }

    void compute_metrics(const Split& split, Evaluation& evaluation) const override {
        const std::span<const float> numbers = numbers_of(evaluation);
        for (std::size_t i = 0; i < split.size(); ++i) {
            const double error = static_cast<double>(numbers[i]) - split.numbers[i];
            evaluation.losses.push_back(error * error);
        }
        evaluation.metrics =
            report::values_of(report::regression_scores(split.numbers, numbers), mean_loss(evaluation));
    }

    void write_test_files(const event::RunFolder& folder, const Evaluation& test, const Datasets& sets,
                          bool pairs) const override {
        const Split& split = sets.test;
        const bool known = !split.numbers.empty();
        report::PredictionsWriter predictions(folder.predictions(), {}, pairs);
        for (std::size_t i = 0; i < split.size(); ++i) {
            const data::Table::Row& row = split.table->rows()[split.rows[i]];
            predictions.add(row.text, row.pair, known ? std::optional(split.numbers[i]) : std::nullopt,
                            numbers_of(test)[i],
                            known ? test.losses[i] : std::numeric_limits<double>::quiet_NaN(), row.line);
        }
        predictions.close();
        if (known)
            write_private_file(folder.report_text(),
                               report::to_text(test.metrics, task::Kind::regression, split.size()));
    }

    at::Tensor answers(const at::Tensor& outputs) const override { return outputs; }
};

} // namespace

const TrainedTask& regression() {
    static const RegressionTask task;
    return task;
}

} // namespace tunedesk::train
