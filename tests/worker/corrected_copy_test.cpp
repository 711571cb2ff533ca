// SPDX-License-Identifier: GPL-3.0-or-later
// A run of a copy with corrected labels, in the real worker: every row stays in its split.
#include "preset/yaml/load.h"
#include "report/predictions/paired_change.h"
#include "run/folder/corrections.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <set>

using namespace tunedesk;
using namespace tunedesk::test;

class CorrectedCopyTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    report::PredictionTable tested(const event::RunFolder& run, const fs::path& preset) const {
        const Ended ended = bench_.call(run, preset);
        if (ended.code != 0) qWarning("%s", (ended.out + ended.err).c_str());
        return report::PredictionTable::read(run.predictions());
    }
    /// The lines of the tested rows, in the predictions' order.
    static std::vector<std::uint64_t> lines(const report::PredictionTable& table) {
        std::vector<std::uint64_t> all;
        for (std::size_t row = 0; row < table.rows(); ++row)
            all.push_back(table.line(row));
        return all;
    }
    static Json hashes(const event::RunFolder& run) {
        return Json::parse(read_file(run.environment(), ErrorId::file_unreadable)).at("data_hashes");
    }

private Q_SLOTS:
    void every_row_stays_in_its_split() {
        const event::RunFolder first{bench_.root() / "runs/first"};
        const fs::path preset = bench_.preset({{"data.validation", "\"\""},
                                               {"data.test", "\"\""},
                                               {"data.validation_split", "0.2"},
                                               {"data.test_split", "0.2"}});
        const auto before = tested(first, preset);
        QVERIFY(before.rows() > 10);
        const std::int32_t other = before.label(0) == 0 ? 1 : 0;
        const run::CorrectedCopy copy = run::copy_with_corrections(first.root, before, {{0, other}}, true);
        QCOMPARE(copy.preset.parent_path(), bench_.root());

        const event::RunFolder second{bench_.root() / "runs/second"};
        const auto after = tested(second, copy.preset);
        QCOMPARE(lines(after), lines(before));
        for (std::size_t row = 0; row < before.rows(); ++row)
            QCOMPARE(after.label(row), row == 0 ? other : before.label(row));
        const auto from = run::corrected_from(preset::load(second.preset()).preset);
        QVERIFY(from && from->run == first.root && from->labels == 1);
        const report::PairedChange change = report::compare_predictions(before, after);
        QCOMPARE(change.rows, before.rows());
        QCOMPARE(change.relabelled, std::size_t{1});
        QVERIFY(hashes(second).contains("split_file") && !hashes(first).contains("split_file"));

        // A cut by label would have tested other rows: without the file the copy is no comparison.
        const fs::path by_label = bench_.root() / "by-label.yaml";
        Preset without = preset::load(copy.preset).preset;
        without.data.split_file.clear();
        write_file_atomically(by_label, preset::to_yaml(without));
        QVERIFY(lines(tested(bench_.folder("by-label"), by_label)) != lines(before));
    }

    void a_resume_notices_another_split() {
        const fs::path split = bench_.root() / "split.csv";
        std::string text = "line,split\n";
        for (int line = 2; line < 92; ++line)
            text += std::to_string(line) + (line % 5 == 0 ? ",validation\n" : ",train\n");
        write_file_atomically(split, text);
        const fs::path preset =
            bench_.preset({{"data.validation", "\"\""}, {"data.split_file", split.string()}});
        const event::RunFolder run = bench_.folder("changed");
        const Ended stopped = bench_.call(run, preset, {{"TUNEDESK_FAULT", "backward:30:kill"}});
        QVERIFY(stopped.code != 0 && !checkpoints(run).empty());
        text.replace(text.find("validation"), 10, "train");
        write_file_atomically(split, text);
        const Ended refused = bench_.call(run, preset);
        QCOMPARE(refused.code, 4);
        QVERIFY2(refused.err.find("data.split_file") != std::string::npos, refused.err.c_str());
    }

    void check_counts_the_splits_rows() {
        const fs::path split = bench_.root() / "counted.csv";
        std::string text = "line,split\n";
        for (int line = 2; line < 92; ++line)
            text += std::to_string(line) + (line < 12 ? ",validation\n" : line < 32 ? ",test\n" : ",train\n");
        write_file_atomically(split, text);
        const auto check = [&](const Settings& more) {
            Settings settings{
                {"data.validation", "\"\""}, {"data.test", "\"\""}, {"data.split_file", split.string()}};
            for (const auto& [key, value] : more)
                settings[key] = value;
            return WorkerBench::wait(*bench_.start_tunedesk(
                {"check", QString::fromStdString(bench_.preset(settings).string()), "--json"}));
        };
        const Ended right = check({});
        QVERIFY2(right.code == 0, (right.out + right.err).c_str());
        const Json rows = Json::parse(right.out).at("rows"),
                   expected = {{"train", 60}, {"validation", 10}, {"test", 20}};
        QCOMPARE(QString::fromStdString(rows.dump()), QString::fromStdString(expected.dump()));
        const Ended twice = check({{"data.test", bench_.rows("test").string()}});
        QVERIFY2(twice.code == 3 && (twice.out + twice.err).find("3193") != std::string::npos,
                 (twice.out + twice.err).c_str());
    }
};

QTEST_GUILESS_MAIN(CorrectedCopyTest)
#include "corrected_copy_test.moc"
