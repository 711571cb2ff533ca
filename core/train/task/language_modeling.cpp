// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/language_modeling.h"
#include "base/text.h"
#include "memory/torch_headers.h"
#include "train/task/trained_task.h"

#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace tunedesk::train {

namespace {

/// The next token of a stream, or of conversations' answers. Of each window or conversation an evaluation
/// keeps the sum of its losses and how many tokens they are of.
class LanguageModelingTask : public TrainedTask {
public:
    std::unique_ptr<model::Objective> objective(const Preset&, const Datasets& sets, const TrainableModel&,
                                                parallel::Group&) const override {
        return std::make_unique<model::LanguageModeling>(static_cast<std::int64_t>(sets.words),
                                                         sets.train.target_counts());
    }

    std::string describe(const Datasets& sets) const override {
        return fmt::format("a vocabulary of {} words", grouped(sets.words));
    }

    std::int64_t figure_count(std::int64_t, const Split&) const override { return 3; }
    at::Tensor figures(const model::HeadPass& head) const override {
        return model::word_sums_of_sequences(head);
    }

    /// An answer that greedy decoding would give is one all of whose tokens are the likeliest behind those
    /// before them.
    void compute_metrics(const Split& split, Evaluation& evaluation) const override {
        double losses = 0, tokens = 0, right = 0, exact = 0;
        const std::int64_t rows = evaluation.outputs.size(0);
        const auto* figures = evaluation.outputs.const_data_ptr<float>();
        for (std::int64_t i = 0; i < rows; ++i, figures += 3) {
            losses += static_cast<double>(figures[0]);
            tokens += static_cast<double>(figures[1]);
            right += static_cast<double>(figures[2]);
            exact += figures[1] > 0 && figures[1] == figures[2];
        }
        const double loss = losses / tokens;
        const double values[] = {loss, std::exp(loss), right / tokens, exact / static_cast<double>(rows)};
        const auto metrics = metrics_of(split);
        for (std::size_t i = 0; i < metrics.size(); ++i)
            evaluation.metrics.emplace_back(metrics[i].name, values[i]);
    }

    void write_test_files(const event::RunFolder& folder, const Evaluation& test, const Datasets& sets,
                          bool) const override {
        const std::vector<std::uint32_t> counts = sets.test.target_counts();
        const std::uint64_t tokens = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
        std::string text = fmt::format("{:<14} {}\n", "test tokens", grouped(tokens));
        for (const task::Metric& metric : metrics_of(sets.test))
            text += fmt::format("{:<14} {:.4f}\n", metric.title, test.metric(metric.name));
        if (sets.test.is_chat)
            text += "Exact match is the share of answers that greedy decoding gives word for word.\n";
        write_private_file(folder.report_text(), text);
    }

    at::Tensor answers(const at::Tensor& outputs) const override { return at::softmax(outputs, -1); }

private:
    /// Both tasks' first, and those of conversations behind them.
    static std::span<const task::Metric> metrics_of(const Split& split) {
        return task::task_of(split.is_chat ? task::Kind::chat : task::Kind::language_modeling).metrics;
    }
};

} // namespace

const TrainedTask& language_modeling() {
    static const LanguageModelingTask task;
    return task;
}

} // namespace tunedesk::train
