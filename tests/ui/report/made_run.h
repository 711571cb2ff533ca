#pragma once

#include "base/files/file.h"
#include "base/json.h"
#include "report/classification.h"
#include "report/predictions/predictions.h"
#include "report/run_report.h"

#include <QString>
#include <cmath>
#include <string>
#include <vector>

namespace tunedesk::test {

/// A finished run's folder with `rows` predictions of a table beside it (FOLDER.csv), as a worker leaves it.
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

} // namespace tunedesk::test
