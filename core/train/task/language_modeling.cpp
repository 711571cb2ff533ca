#include "model/language_modeling.h"
#include "base/text.h"
#include "memory/torch_headers.h"
#include "train/task/trained_task.h"

#include <cmath>
#include <fmt/format.h>

namespace tunedesk::train {

namespace {

/// Of each window an evaluation keeps the sum of its losses and how many tokens they are of.
class LanguageModelingTask : public TrainedTask {
public:
    std::unique_ptr<model::Objective> objective(const Preset&, const Datasets& sets,
                                                const model::Placement&) const override {
        return std::make_unique<model::LanguageModeling>(static_cast<std::int64_t>(sets.words),
                                                         sets.train.lengths());
    }

    std::string describe(const Datasets& sets) const override {
        return fmt::format("a vocabulary of {} words", grouped(sets.words));
    }

    std::int64_t figure_count(std::int64_t) const override { return 2; }
    at::Tensor figures(const model::HeadPass& head) const override {
        return model::loss_sums_of_sequences(head);
    }

    void compute_metrics(const Split&, Evaluation& evaluation) const override {
        double losses = 0, tokens = 0;
        const auto* figures = evaluation.outputs.const_data_ptr<float>();
        for (std::int64_t i = 0; i < evaluation.outputs.size(0); ++i, figures += 2) {
            losses += static_cast<double>(figures[0]);
            tokens += static_cast<double>(figures[1]);
        }
        const double loss = losses / tokens;
        evaluation.metrics = {{"loss", loss}, {"perplexity", std::exp(loss)}};
    }

    void write_test_files(const event::RunFolder& folder, const Evaluation& test, const Datasets& sets,
                          bool) const override {
        write_private_file(folder.report_text(),
                           fmt::format("test tokens  {}\ntest loss    {:.4f}\nperplexity   {:.4f}\n",
                                       grouped(sets.test.token_count()), test.metric("loss"),
                                       test.metric("perplexity")));
    }

    at::Tensor answers(const at::Tensor& outputs) const override { return at::softmax(outputs, -1); }
};

} // namespace

const TrainedTask& language_modeling() {
    static const LanguageModelingTask task;
    return task;
}

} // namespace tunedesk::train
