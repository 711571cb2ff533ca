// SPDX-License-Identifier: GPL-3.0-or-later
// Cross-validation: the folds, their split files, and what they leave alone.

#include "run/queue/folds.h"

#include "base/error.h"
#include "data/splits/folds.h"
#include "data/splits/split_file.h"
#include "plan/data_specs.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <set>

using namespace tunedesk;

class FoldsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    fs::path path(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }
    Preset preset() const {
        std::string rows = "text,label\n";
        for (int i = 0; i < 50; ++i)
            rows += "text " + std::to_string(i) + (i % 5 == 0 ? ",rare\n" : ",often\n");
        write_file_atomically(path("rows.csv"), rows);
        Preset preset;
        preset.name = "folds";
        preset.data.train = path("rows.csv").string();
        preset.data.validation_split = 0.2;
        preset.data.test_split = 0.2;
        return preset;
    }

private Q_SLOTS:
    void folds_are_even_in_each_class() {
        std::vector<std::int32_t> labels;
        for (int i = 0; i < 103; ++i)
            labels.push_back(i % 10 == 0 ? 1 : 0);
        const std::vector<std::uint32_t> fold_of = data::stratified_folds(labels, 4, 7);
        std::vector<int> all(4), rare(4);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            ++all.at(fold_of[i]);
            rare.at(fold_of[i]) += labels[i];
        }
        QVERIFY(std::ranges::max(all) - std::ranges::min(all) <= 1);
        QVERIFY(std::ranges::max(rare) - std::ranges::min(rare) <= 1);
        QCOMPARE(data::stratified_folds(labels, 4, 7), fold_of);
        QVERIFY(data::stratified_folds(labels, 4, 8) != fold_of);
    }

    void every_row_is_tested_once() {
        const std::vector<run::QueuedRun> runs =
            run::fold_runs({{preset(), {path("run")}, "learning_rate=1e-5"}}, 3);
        QCOMPARE(runs.size(), std::size_t{3});
        const data::Table table = data::read_table(path("rows.csv"), plan::table_spec(preset(), false));
        std::multiset<std::uint32_t> tested;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const auto& data = runs[i].preset.data;
            QCOMPARE(runs[i].folder.root, path("run") / ("fold-" + std::to_string(i + 1)));
            QCOMPARE(runs[i].setting, "learning_rate=1e-5 fold=" + std::to_string(i + 1));
            QVERIFY(data.test.empty() && data.test_split == 0 && data.validation_split == 0);
            const data::RowSplit split = data::read_split_file(data.split_file, table);
            QCOMPARE(split.train.size() + split.validation.size() + split.test.size(), std::size_t{50});
            QVERIFY(split.validation.size() >= 6 && split.validation.size() <= 7); // a fifth of what is left
            tested.insert(split.test.begin(), split.test.end());
        }
        QCOMPARE(tested.size(), std::size_t{50});
        QCOMPARE(std::set<std::uint32_t>(tested.begin(), tested.end()).size(), std::size_t{50});
    }

    void runs_of_one_cross_validation_find_each_other() {
        run::fold_runs({{preset(), {path("found")}, ""}}, 3);
        const auto fold = [&](int n) { return path("found") / ("fold-" + std::to_string(n)); };
        for (const int n : {1, 2, 3}) {
            QVERIFY(run::other_folds(fold(2)).empty() || n > 1); // none but itself has tested
            fs::create_directories(fold(n));
            write_file_atomically(fold(n) / "predictions.csv", "text\n");
        }
        QCOMPARE(run::other_folds(fold(2)), (std::vector<fs::path>{fold(1), fold(3)}));
        QVERIFY(run::other_folds(path("found") / "another").empty());
    }

    void a_split_of_its_own_is_refused() {
        Preset own = preset();
        own.data.split_file = path("split.csv").string();
        QVERIFY_THROWS_EXCEPTION(Error, run::fold_runs({{own, {path("other")}, ""}}, 3));
        QVERIFY_THROWS_EXCEPTION(Error, run::fold_runs({{preset(), {path("many")}, ""}}, 51));
    }
};

QTEST_GUILESS_MAIN(FoldsTest)
#include "folds_test.moc"
