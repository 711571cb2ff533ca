// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tokens/token_classification.h"
#include "base/text.h"
#include "memory/torch_headers.h"
#include "report/entities.h"
#include "report/predictions/predictions.h"
#include "train/task/trained_task.h"

#include <fmt/format.h>
#include <limits>
#include <map>
#include <numeric>

namespace tunedesk::train {

namespace {

/// What an evaluation keeps of one sample: see model::predicted_classes().
struct PredictedRow {
    double loss_sum = 0;
    std::vector<std::int32_t> tags; ///< of each token
};

PredictedRow row_of(const Split& split, const Evaluation& evaluation, std::size_t sample) {
    const auto width = static_cast<std::size_t>(evaluation.outputs.size(1));
    const float* figures = evaluation.outputs.const_data_ptr<float>() + sample * width;
    PredictedRow row{figures[0], {}};
    for (std::uint32_t i = 0; i < split.length_of(split.rows[sample]); ++i)
        row.tags.push_back(static_cast<std::int32_t>(figures[1 + i]));
    return row;
}

report::EntityReport report_of(const Split& split, const Evaluation& evaluation) {
    report::EntityJudge judge(data::entity_tags(split.tags.names));
    for (std::size_t i = 0; i < split.size(); ++i)
        judge.add_tokens(split.token_labels.of(i), row_of(split, evaluation, i).tags);
    return judge.report();
}

/// The words of a row that the model has read, and their tags: those that no token stands for have no
/// prediction.
struct ReadWords {
    std::string text, truth, predicted;
};

ReadWords read_words(const Split& split, std::size_t sample, std::span<const std::int32_t> token_tags,
                     const std::vector<std::string>& names) {
    const data::Table::Row& row = split.table->rows()[split.rows[sample]];
    const std::span<const data::ByteSpan> words = split.table->words_of(row);
    const std::vector<std::int32_t> tags = data::first_of_words(
        split.tagged->words.of(split.rows[sample]), token_tags, words.size(), data::ignored_label);
    ReadWords read;
    const auto add = [&](std::string& list, std::string_view one) {
        if (!list.empty()) list += ' ';
        list += one;
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (tags[i] < 0) continue;
        add(read.text, row.text.substr(words[i].begin, words[i].end - words[i].begin));
        add(read.predicted, names[static_cast<std::size_t>(tags[i])]);
        if (!split.tags.empty())
            add(read.truth, names[static_cast<std::size_t>(split.tags.ids.of(sample)[i])]);
    }
    return read;
}

/// A tag of each word. Of each sample an evaluation keeps the sum of its losses and its tokens' tags.
class TokenClassificationTask : public TrainedTask {
public:
    std::unique_ptr<model::Objective> objective(const Preset&, const Datasets& sets, const TrainableModel&,
                                                parallel::Group&) const override {
        return std::make_unique<model::TokenClassification>(sets.labels.names.size(),
                                                            sets.train.target_counts());
    }

    std::string describe(const Datasets& sets) const override {
        const data::EntityTags tags = data::entity_tags(sets.labels.names);
        const std::vector<std::string_view> names(tags.names.begin(), tags.names.end());
        std::map<std::string, std::uint64_t> entities;
        std::vector<std::string_view> row;
        for (std::size_t i = 0; i < sets.train.size(); ++i) {
            row.clear();
            for (const std::int32_t id : sets.train.tags.ids.of(i))
                row.push_back(names[static_cast<std::size_t>(id)]);
            for (const data::Entity& entity : data::entities_in(row, tags.scheme))
                ++entities[std::string(entity.type)];
        }
        std::string text;
        for (const auto& [type, count] : entities)
            text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", type, grouped(count));
        return fmt::format("{} tags of words, by {}; entities: {}", names.size(), sets.labels.origin, text);
    }

    std::int64_t figure_count(std::int64_t, const Split& split) const override {
        const std::vector<std::uint32_t> lengths = split.lengths();
        return 1 + (lengths.empty() ? 0 : static_cast<std::int64_t>(*std::ranges::max_element(lengths)));
    }
    at::Tensor figures(const model::HeadPass& head) const override { return model::predicted_classes(head); }

    void compute_metrics(const Split& split, Evaluation& evaluation) const override {
        const std::vector<std::uint32_t> counts = split.target_counts();
        double sum = 0;
        for (std::size_t i = 0; i < split.size(); ++i) {
            const double of_row = row_of(split, evaluation, i).loss_sum;
            sum += of_row;
            evaluation.losses.push_back(of_row / counts[i]);
        }
        const auto tokens =
            static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
        evaluation.metrics = report::values_of(report_of(split, evaluation), sum / tokens);
    }

    void write_test_files(const event::RunFolder& folder, const Evaluation& test, const Datasets& sets,
                          bool) const override {
        const Split& split = sets.test;
        const bool known = !split.tags.empty();
        report::PredictionsWriter predictions(
            folder.predictions(), {},
            report::PredictionsWriter::Header{"text,tags", "predicted_tags", {}, "loss,line"});
        for (std::size_t i = 0; i < split.size(); ++i) {
            const ReadWords read = read_words(split, i, row_of(split, test, i).tags, sets.labels.names);
            predictions.add_tags(read.text, read.truth, read.predicted,
                                 known ? test.losses[i] : std::numeric_limits<double>::quiet_NaN(),
                                 split.table->rows()[split.rows[i]].line);
        }
        predictions.close();
        if (known) write_private_file(folder.report_text(), report::to_text(report_of(split, test)));
    }

    void add_scores(const Evaluation& test, const Datasets& sets, report::RunReport& report) const override {
        report.entities = report_of(sets.test, test);
    }

    at::Tensor answers(const at::Tensor& outputs) const override { return at::softmax(outputs, -1); }
};

} // namespace

const TrainedTask& token_classification() {
    static const TokenClassificationTask task;
    return task;
}

} // namespace tunedesk::train
