// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/json.h"
#include "report/classification.h"
#include "report/multi_label.h"
#include "report/predictions/predictions.h"
#include "report/run_report.h"
#include "report/scores/similarity.h"

#include <QString>
#include <cmath>
#include <string>
#include <vector>

namespace tunedesk::test {

/// Creates a finished run's folder with `rows` predictions of a table in the same folder (FOLDER.csv), as a
/// worker leaves it.
inline void make_run(const fs::path& folder, std::size_t rows, std::vector<std::string> names,
                     const std::string& settings = {}, bool with_report = true) {
    fs::create_directories(folder);
    const fs::path table = folder.string() + ".csv";
    write_file_atomically(folder / "preset.yaml",
                          "tunedesk: 1\nname: " + folder.filename().string() +
                              "\nmodel: {path: /models/tiny}\ndata: {train: " + table.string() +
                              ", test: " + table.string() + ", validation_split: 0.1}\n" + settings);
    write_file_atomically(folder / "environment.json",
                          R"({"started": "2026-11-21T10:39:29Z", "host": "here"})");
    write_file_atomically(folder / "exit.json", R"({"code": 0, "error": null, "line": "", "time": ""})");
    if (!with_report) return;
    std::string csv = "id,text,label\n";
    report::PredictionsWriter writer(folder / "predictions.csv", names, false);
    report::ConfusionMatrix matrix(names.size());
    for (std::size_t i = 0; i < rows; ++i) {
        const auto truth = static_cast<std::int32_t>(i % names.size());
        const auto said = static_cast<std::int32_t>(i % 7 == 0 ? (i + 1) % names.size() : i % names.size());
        std::vector<float> probabilities(names.size(), 0.4f / static_cast<float>(names.size()));
        probabilities[static_cast<std::size_t>(said)] += 0.6f - 0.001f * static_cast<float>(i % 97);
        const std::string text = "text " + std::to_string(i) + ", with a comma and some words to read";
        writer.add(text, {}, truth, probabilities,
                   -std::log(static_cast<double>(probabilities[static_cast<std::size_t>(truth)])), i + 2);
        matrix.add(truth, said);
        csv += std::to_string(i) + ",\"" + text + "\"," + names[static_cast<std::size_t>(truth)] + "\n";
    }
    writer.close();
    write_file_atomically(table, csv);
    report::RunReport report;
    report.classification = report::classification_report(matrix, names);
    report.test_loss = 0.31;
    report.train_seconds = 61;
    report.train_tokens_per_second = 2132;
    report.peak_rss_bytes = 700u << 20;
    report.steps = report.best_step = 250;
    report.monitor = "val_acc";
    report.monitor_value = 0.85;
    write_report_json(folder / "report.json", report);
}

/// The same for a run of the task multi-label-classification with two labels: even rows have the first, every
/// third row the second; row 1 is wrongly predicted to have the first, row 3 lacks the second in the
/// prediction. `labelled`: the rows have labels.
inline void make_labels_run(const fs::path& run, int rows, bool labelled,
                            const std::vector<std::string>& names, const std::string& text = "row <b>") {
    fs::create_directories(run);
    write_file_atomically(run / "preset.yaml", "tunedesk: 1\nname: kinds\ntask: multi-label-classification\n"
                                               "model: {path: /models/tiny}\n"
                                               "data: {train: a.csv, test: b.csv, validation_split: 0.1}\n");
    write_file_atomically(run / "exit.json", R"({"code": 0, "error": null, "line": "", "time": ""})");
    report::PredictionsWriter writer(run / "predictions.csv", names, false, true);
    report::MultiLabelJudge judge(names);
    for (int i = 0; i < rows; ++i) {
        std::vector<std::int32_t> truth;
        if (i % 2 == 0) truth.push_back(0);
        if (i % 3 == 0) truth.push_back(1);
        const float said[] = {i % 2 == 0 || i == 1 ? 0.9f : 0.1f, i % 3 == 0 && i != 3 ? 0.8f : 0.2f};
        const bool wrong = i == 1 || i == 3;
        writer.add(text + std::to_string(i) + "</b>", {},
                   labelled ? std::optional(std::span<const std::int32_t>(truth)) : std::nullopt, said,
                   wrong ? 1 + i : 0.2, static_cast<std::uint64_t>(i) + 2);
        judge.add(truth, said);
    }
    writer.close();
    report::RunReport report;
    report.task = task::Kind::multi_label;
    report.steps = report.best_step = 10;
    if (labelled) {
        report.multi_label = judge.report();
        report.metrics = report::values_of(*report.multi_label, 0.3);
    }
    write_report_json(run / "report.json", report);
}

/// The same for a run of the task token-classification: two rows of four words; the second has an entity of
/// another type than predicted.
inline void make_tags_run(const fs::path& run, const std::string& word = "London") {
    fs::create_directories(run);
    write_file_atomically(run / "preset.yaml",
                          "tunedesk: 1\nname: names\ntask: token-classification\n"
                          "model: {path: /models/tiny}\n"
                          "data: {train: a.conll, test: b.conll, validation_split: 0.1}\n");
    write_file_atomically(run / "exit.json", R"({"code": 0, "error": null, "line": "", "time": ""})");
    report::PredictionsWriter writer(
        run / "predictions.csv", {},
        report::PredictionsWriter::Header{"text,tags", "predicted_tags", {}, "loss,line"});
    writer.add_tags("Ada Lovelace saw " + word, "B-PER I-PER O B-LOC", "B-PER I-PER O B-LOC", 0.1, 1);
    writer.add_tags("Bo left " + word + " soon", "B-PER O B-LOC O", "B-PER O B-PER O", 2.5, 6);
    writer.close();
    report::EntityJudge judge(data::entity_tags({"B-LOC", "B-PER", "I-PER", "O"}));
    const std::int32_t right[] = {1, 2, 3, 0}, truth[] = {1, 3, 0, 3}, wrong[] = {1, 3, 1, 3};
    judge.add(right, right);
    judge.add(truth, wrong);
    report::RunReport report;
    report.task = task::Kind::token_classification;
    report.steps = report.best_step = 10;
    report.entities = judge.report();
    report.metrics = report::values_of(*report.entities, 0.3);
    write_report_json(run / "report.json", report);
}

/// The same for a run of the task sentence-embedding: three rows, whose second texts have these ranks or,
/// with `scored`, these numbers of tenths as their scores.
inline void make_pairs_run(const fs::path& run, bool scored, const std::string& text = "GIMP") {
    fs::create_directories(run);
    write_file_atomically(run / "preset.yaml",
                          std::string("tunedesk: 1\nname: pairs\ntask: sentence-embedding\n"
                                      "model: {path: /models/tiny}\n"
                                      "data: {train: a.csv, test: b.csv, validation_split: 0.1, "
                                      "text_pair_column: other") +
                              (scored ? ", score_column: score}\n" : "}\n"));
    write_file_atomically(run / "exit.json", R"({"code": 0, "error": null, "line": "", "time": ""})");
    report::PredictionsWriter writer(
        run / "predictions.csv", {},
        report::PredictionsWriter::Header{
            "text,text_pair", scored ? "score,cosine" : "rank,cosine", {}, "loss,line"});
    const std::uint32_t ranks[] = {1, 7, 2};
    const float cosines[] = {0.9f, 0.125f, 0.5f}, scores[] = {0.1f, 0.7f, 0.2f};
    for (int i = 0; i < 3; ++i)
        writer.add_cosine({text + std::to_string(i), "draws " + std::to_string(i)}, {},
                          scored ? "0." + std::to_string(ranks[i]) : std::to_string(ranks[i]), cosines[i],
                          0.5 * ranks[i], static_cast<std::uint64_t>(i) + 2);
    writer.close();
    report::RunReport report;
    report.task = task::Kind::sentence_embedding;
    report.steps = report.best_step = 10;
    report.metrics = scored ? report::scored_values(0.3, scores, cosines)
                            : report::ranking_values(0.3, ranks, std::nullopt);
    write_report_json(run / "report.json", report);
}

} // namespace tunedesk::test
