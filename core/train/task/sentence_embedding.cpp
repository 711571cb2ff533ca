// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "data/rows/numbers.h"
#include "memory/torch_headers.h"
#include "report/predictions/predictions.h"
#include "report/regression.h"
#include "report/scores/similarity.h"
#include "train/step/gathered_rows.h"
#include "train/task/text_ranking.h"
#include "train/task/trained_task.h"

#include <fmt/format.h>
#include <limits>

namespace tunedesk::train {

namespace {

/// [samples, texts, width], of length 1.
at::Tensor embeddings_of(const Split& split, const Evaluation& evaluation) {
    return evaluation.outputs.view({static_cast<std::int64_t>(split.size()), split.texts, -1});
}

/// The cosine of each sample's first text and another one.
std::vector<float> cosines_with(const at::Tensor& embeddings, std::int64_t text) {
    const at::Tensor cosines = (embeddings.select(1, 0) * embeddings.select(1, text)).sum(1).contiguous();
    const auto* values = cosines.const_data_ptr<float>();
    return {values, values + cosines.numel()};
}

/// The share of triplets whose second text is nearer than the third.
std::optional<double> nearer_in_triplets(const Split& split, const at::Tensor& embeddings) {
    if (split.texts < 3) return std::nullopt;
    const std::vector<float> right = cosines_with(embeddings, 1), wrong = cosines_with(embeddings, 2);
    double nearer = 0;
    for (std::size_t i = 0; i < right.size(); ++i)
        nearer += right[i] > wrong[i];
    return nearer / static_cast<double>(right.size());
}

report::PredictionsWriter::Header header_of(const Split& split) {
    return {split.texts > 2 ? "text,text_pair,negative" : "text,text_pair",
            split.ranks ? "rank,cosine" : "score,cosine",
            {},
            "loss,line"};
}

/// Embeddings of texts, which are compared by their cosine. Of each sample an evaluation keeps its texts'
/// embeddings, of length 1.
class SentenceEmbeddingTask : public TrainedTask {
public:
    std::unique_ptr<model::Objective> objective(const Preset& preset, const Datasets& sets,
                                                const TrainableModel& trainable,
                                                parallel::Group& group) const override {
        const std::int64_t width = trainable.model().labels();
        if (!sets.train.ranks) return std::make_unique<model::CosineRegression>(width);
        return std::make_unique<model::PairRanking>(width, sets.train.texts, preset.training.similarity_scale,
                                                    gather_over(group));
    }

    std::string describe(const Datasets& sets) const override {
        if (sets.train.ranks) return sets.train.texts > 2 ? "triplets of texts" : "pairs of texts";
        const auto spread = data::summary_of(sets.train.numbers).value_or(data::NumberSummary());
        return fmt::format("pairs of texts with scores: {} to {}, mean {:.4g}", shortest(spread.least),
                           shortest(spread.most), spread.mean);
    }

    std::int64_t figure_count(std::int64_t outputs, const Split& split) const override {
        return outputs * split.texts;
    }
    at::Tensor figures(const model::HeadPass& head) const override {
        return model::embeddings_of_samples(head).flatten(1);
    }

    void compute_metrics(const Split& split, Evaluation& evaluation) const override {
        const at::Tensor embeddings = embeddings_of(split, evaluation);
        if (!split.ranks) {
            const std::vector<float> cosines = cosines_with(embeddings, 1);
            for (std::size_t i = 0; i < split.size(); ++i) {
                const double error = static_cast<double>(cosines[i]) - split.numbers[i];
                evaluation.losses.push_back(error * error);
            }
            evaluation.metrics = report::scored_values(mean_loss(evaluation), split.numbers, cosines);
            return;
        }
        TextRanking ranking = rank_texts(split, embeddings);
        evaluation.losses = std::move(ranking.losses);
        evaluation.metrics = report::ranking_values(mean_loss(evaluation), ranking.ranks,
                                                    nearer_in_triplets(split, embeddings));
    }

    void write_test_files(const event::RunFolder& folder, const Evaluation& test, const Datasets& sets,
                          bool) const override {
        const Split& split = sets.test;
        const at::Tensor embeddings = embeddings_of(split, test);
        const std::vector<float> cosines = cosines_with(embeddings, 1);
        const TextRanking ranking = split.ranks ? rank_texts(split, embeddings) : TextRanking();
        report::PredictionsWriter predictions(folder.predictions(), {}, header_of(split));
        for (std::size_t i = 0; i < split.size(); ++i) {
            const data::Table::Row& row = split.table->rows()[split.rows[i]];
            const std::string truth = split.ranks             ? std::to_string(ranking.ranks[i])
                                      : split.numbers.empty() ? ""
                                                              : shortest(split.numbers[i]);
            predictions.add_cosine(
                {row.text, row.pair}, split.texts > 2 ? std::optional(row.negative) : std::nullopt, truth,
                cosines[i], test.losses.empty() ? std::numeric_limits<double>::quiet_NaN() : test.losses[i],
                row.line);
        }
        predictions.close();
        if (split.has_targets())
            write_private_file(folder.report_text(),
                               report::to_text(test.metrics, task::Kind::sentence_embedding, split.size()));
    }

    at::Tensor answers(const at::Tensor& outputs) const override { return outputs; }
};

} // namespace

const TrainedTask& sentence_embedding() {
    static const SentenceEmbeddingTask task;
    return task;
}

} // namespace tunedesk::train
