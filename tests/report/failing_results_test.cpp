// SPDX-License-Identifier: GPL-3.0-or-later
// A run's results when a call fails once: predictions.csv, confusion.csv, report.txt and report.json.

#include "base/failing_sweep.h"
#include "event/folder/run_folder.h"
#include "report/predictions/predictions.h"
#include "report/run_report.h"

#include <array>
#include <functional>
#include <map>

using namespace tunedesk;
using namespace tunedesk::report;
using namespace tunedesk::test;

namespace {

const std::vector<std::string> names{"negative", "pos,itive"};
constexpr int rows = 10;

/// Longer than the writer's buffer all together, so that it is written in several parts.
std::string row_text(int row, int version) {
    return std::string(16000, static_cast<char>('a' + version)) + std::to_string(row);
}

std::array<float, 2> probabilities_of(int row) {
    const auto share = static_cast<float>(row + 1) / (rows + 2);
    return {share, 1 - share};
}

void write_classes(const fs::path& path, int version) {
    PredictionsWriter predictions(path, names, false);
    for (int row = 0; row < rows; ++row)
        predictions.add(row_text(row, version), {}, row % 2, probabilities_of(row), 0.25, 1u + row);
    predictions.close();
}

void write_labels(const fs::path& path, int version) {
    PredictionsWriter predictions(path, names, true, true);
    const std::vector<std::int32_t> both{0, 1};
    for (int row = 0; row < rows; ++row)
        predictions.add(row_text(row, version), "pair", std::span<const std::int32_t>(both),
                        probabilities_of(row), 0.5, 1u + row);
    predictions.close();
}

void write_numbers(const fs::path& path, int version) {
    PredictionsWriter predictions(path, {}, false);
    for (int row = 0; row < rows; ++row)
        predictions.add(row_text(row, version), {}, std::optional(0.5f), static_cast<float>(row), 0.125,
                        1u + row);
    predictions.close();
}

void write_table(const fs::path& path, int version) {
    PredictionsWriter predictions(path, names, std::vector<std::string>{"text", "prediction"});
    for (int row = 0; row < rows; ++row) {
        const std::string text = row_text(row, version);
        const std::array<std::string_view, 2> cells{text, "own"};
        predictions.add(cells, probabilities_of(row), 1u + row);
    }
    predictions.close();
}

using Write = std::function<void(const fs::path&, int)>;
const std::map<QString, Write> tables{{"classes", write_classes},
                                      {"labels", write_labels},
                                      {"numbers", write_numbers},
                                      {"a table of the user's", write_table}};

void write_scores(const event::RunFolder& folder, int version) {
    ConfusionMatrix matrix(2);
    matrix.add(0, 0, 3u + version);
    matrix.add(1, 0, 2);
    matrix.add(1, 1, 7);
    write_private_file(folder.confusion(), to_csv(matrix, names));
    RunReport report;
    report.classification = classification_report(matrix, names);
    write_private_file(folder.report_text(), to_text(*report.classification));
    report.steps = 100 + version;
    write_report_json(folder.report_json(), report);
}

using Files = std::map<std::string, std::string>;

/// The folder's files by name.
Files files_of(const fs::path& folder) {
    Files files;
    for (const auto& entry : fs::directory_iterator(folder))
        files[entry.path().filename().string()] = read_file(entry.path(), ErrorId::file_unreadable);
    return files;
}

/// What `write` leaves in a folder of its own.
Files files_after(const std::function<void(const event::RunFolder&)>& write) {
    const QTemporaryDir folder(scratch_place());
    const event::RunFolder run{folder.path().toStdString()};
    write(run);
    return files_of(run.root);
}

/// Each file is the old or the new one, whole, and there are no others: `is_new`, all are new.
std::string wrong_in(const Files& now, const Files& old, const Files& fresh, bool is_new, bool may_leave) {
    for (const auto& [name, text] : now) {
        if (!fresh.contains(name)) {
            if (may_leave && name.find(".tmp-") != std::string::npos) continue;
            return "left: " + name;
        }
        if (text == fresh.at(name)) continue;
        if (is_new) return "a failed write counts as done: " + name;
        if (text != old.at(name)) return "neither old nor new: " + name;
    }
    return now.size() < fresh.size() ? "a file is missing" : "";
}

} // namespace

class FailingResultsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void old_or_new_data() { add_failing_calls(); }
    // FAULTS 17, 19
    void old_or_new() {
        for (const auto& [name, write_rows] : tables) {
            const auto write = [&](const event::RunFolder& folder, int version) {
                write_rows(folder.predictions(), version);
                write_scores(folder, version);
                return true;
            };
            std::array<Files, 3> expected;
            for (int version = 0; version < 3; ++version)
                expected[static_cast<std::size_t>(version)] =
                    files_after([&](const event::RunFolder& folder) { write(folder, version); });
            const std::string wrong =
                sweep_failing_calls([&](const fs::path& root, Failing& failing) -> std::string {
                    const event::RunFolder folder{root};
                    write(folder, 0);
                    const bool good = failing.run([&] { return write(folder, 1); });
                    if (good && failing.hit() && failing.syncs()) return "a failed flush counts as done";
                    // A process that was ended leaves its temporary file.
                    const bool ended = failing.path() == "terminated";
                    if (const std::string problem =
                            wrong_in(files_of(root), expected[0], expected[1], good, ended);
                        !problem.empty())
                        return problem;
                    write(folder, 2);
                    return wrong_in(files_of(root), expected[1], expected[2], true, ended);
                });
            QVERIFY2(wrong.empty(), (name + ": " + QString::fromStdString(wrong)).toUtf8());
        }
    }
};

QTEST_GUILESS_MAIN(FailingResultsTest)
#include "failing_results_test.moc"
