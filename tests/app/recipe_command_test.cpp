// SPDX-License-Identifier: GPL-3.0-or-later
// `tunedesk recipe` with tiny real workers: order, what is kept, left out, refused, stopped, killed.

#include "run/run_bench.h"
#include "texts.h"

#include <QTest>
#include <csignal>

using namespace tunedesk;
using namespace tunedesk::test;

class TestRecipeCommand : public QObject {
    Q_OBJECT

    /// A recipe of rows a, b and c; `extra` stands in the second row's preset.
    static fs::path write_recipe(const RunBench& bench, const std::string& extra = {}) {
        for (const char* row : {"a", "b", "c"})
            write_file_atomically(bench.root() / (std::string(row) + ".yaml"),
                                  "extends: preset.yaml\nname: row " + std::string(row) + "\n" +
                                      (row == std::string("b") ? extra : std::string()));
        fs::path file = bench.root() / "mine.yaml";
        write_file_atomically(file, "recipe: 1\ntitle: Three ways\nrows: [a.yaml, b.yaml, c.yaml]\n"
                                    "small: {training: {max_steps: 2}}\n");
        return file;
    }

    static QStringList run_recipe(const RunBench& bench, const QStringList& more = {}) {
        return QStringList{"recipe", "run", to_qt(bench.root() / "mine.yaml"), "--out",
                           to_qt(bench.root() / "out")} +
               more;
    }
    static event::RunFolder row(const RunBench& bench, const char* name) {
        return {bench.root() / "out" / name};
    }

private Q_SLOTS:
    void listsAndShowsTheShippedOnes() {
        RunBench bench;
        const std::string list = bench.call({"recipe", "list"}).out;
        QVERIFY2(has(list, "r1 ") && has(list, "r4-memory"), list.c_str());
        const std::string shown = bench.call({"recipe", "show", "r1"}).out;
        for (const char* part : {"r1-plain", "21:47", "0.9320", "one A100", "r1-largest-batch"})
            QVERIFY2(has(shown, part), shown.c_str());
        QVERIFY(has(bench.call({"recipe", "show", "r4-memory"}).out, "26.79 GB"));
        const Ended unknown = bench.call({"recipe", "run", "r4-memry"});
        QVERIFY2(unknown.code == 2 && has(unknown.err, "did you mean r4-memory?"), unknown.err.c_str());
    }

    void rowsRunInOrderAndFinishedOnesAreKept() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "5");
        write_recipe(bench);
        const Ended first = bench.call(run_recipe(bench));
        QVERIFY2(first.code == 0, (first.out + first.err).c_str());
        std::size_t at = 0;
        for (const char* title : {"Three ways: 3 runs", "1 of 3  a\n", "2 of 3  b\n", "3 of 3  c\n"}) {
            at = first.out.find(title, at);
            QVERIFY2(at != std::string::npos, first.out.c_str());
        }
        const std::string table =
            read_file(bench.root() / "out/comparison/compare.md", ErrorId::file_unreadable);
        for (const char* name : {"| a | done |", "| b | done |", "| c | done |"})
            QVERIFY2(has(table, name), table.c_str());
        QVERIFY(fs::exists(bench.root() / "out/comparison/compare.csv"));
        const std::string journal = read_file(row(bench, "b").journal(), ErrorId::file_unreadable);

        const Ended second = bench.call(run_recipe(bench));
        QCOMPARE(second.code, 0);
        for (const char* name : {"a", "b", "c"})
            QVERIFY2(has(second.out, std::string("  ") + name + ": has finished"), second.out.c_str());
        QCOMPARE(read_file(row(bench, "b").journal(), ErrorId::file_unreadable), journal);
        // they are a group
        const Ended group = bench.call({"compare", "--group", "mine"});
        QVERIFY2(group.code == 0 && has(group.out, "\nc "), (group.out + group.err).c_str());
    }

    void theSmallFormHasItsOwnFolderAndSets() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "2");
        const fs::path file = write_recipe(bench);
        const Ended ended = bench.call({"recipe", "run", to_qt(file), "--small", "--set", "training.seed=7"});
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const std::string frozen =
            read_file(bench.root() / "runs/mine-small/a/preset.yaml", ErrorId::file_unreadable);
        QVERIFY2(has(frozen, "max_steps: 2\n") && has(frozen, "seed: 7\n"), frozen.c_str());
    }

    void anotherPresetIsRefusedBeforeAnythingStarts() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "2");
        write_recipe(bench);
        fs::create_directories(row(bench, "b").root);
        fs::copy_file(bench.preset(), row(bench, "b").preset());
        const Ended ended = bench.call(run_recipe(bench));
        QCOMPARE(ended.code, 2);
        QVERIFY2(has(ended.err, "TD2070") && has(ended.err, "name: a tiny run -> row b"), ended.err.c_str());
        QVERIFY(!fs::exists(row(bench, "a").root));
    }

    void mistakesOfAllRowsAreSaidAtOnce() {
        RunBench bench;
        write_recipe(bench, "training: {epochs: 3}\n");
        write_file_atomically(bench.root() / "c.yaml", "extends: preset.yaml\ntraining: {seed: x}\n");
        const Ended ended = bench.call(run_recipe(bench));
        QCOMPARE(ended.code, 2);
        QVERIFY2(has(ended.err, "b.yaml:3:") && has(ended.err, "c.yaml:2:"), ended.err.c_str());
        QVERIFY(!fs::exists(bench.root() / "out"));
    }

    void whatCannotRunYetIsLeftOut() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "2");
        write_recipe(bench, "training: {optim: adamw_8bit}\nparallel: {processes: 2, tensor_size: 2}\n");
        const Ended ended = bench.call(run_recipe(bench));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QVERIFY2(has(ended.out, "2 of 3  b: left out: training.optim: ") && has(ended.out, "b was left out"),
                 ended.out.c_str());
        QVERIFY(!fs::exists(row(bench, "b").root) && fs::exists(row(bench, "c").exit()));
    }

    void aFailedRowLeavesTheOthersAndIsTriedAgain() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "5");
        bench.set("TUNEDESK_FAKE", "fails@1"); // only the second row has a second rank
        write_recipe(bench, "parallel: {strategy: ddp, processes: 2}\n");
        const Ended ended = bench.call(run_recipe(bench));
        QCOMPARE(ended.code, 3);
        QVERIFY2(has(ended.err, "TD3105"), ended.err.c_str());
        QVERIFY(has(read_file(bench.root() / "out/comparison/compare.md", ErrorId::file_unreadable),
                    "| b | failed (3) |"));
        bench.set("TUNEDESK_FAKE", "ok");
        const Ended again = bench.call(run_recipe(bench));
        QVERIFY2(again.code == 0, (again.out + again.err).c_str());
        QVERIFY2(has(again.out, "a: has finished") && has(again.out, "b: continues"), again.out.c_str());
    }

    void stopsAndGoesOn() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "200");
        write_recipe(bench);
        const auto process = bench.start(run_recipe(bench));
        QVERIFY(RunBench::journal_has(row(bench, "a"), "\"step\":3"));
        ::kill(static_cast<pid_t>(process->processId()), SIGINT);
        const Ended ended = RunBench::wait(*process);
        QCOMPARE(ended.code, 75);
        QVERIFY2(has(ended.out, "run the same command to continue"), ended.out.c_str());
        QVERIFY(!fs::exists(row(bench, "b").root));
        bench.set("TUNEDESK_FAKE_STEPS", "3");
        const Ended again = bench.call(run_recipe(bench));
        QVERIFY2(again.code == 0 && has(again.out, "a: continues"), (again.out + again.err).c_str());
    }

    void aSecondCallAtTheSameTimeIsRefused() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "500");
        write_recipe(bench);
        const auto process = bench.start(run_recipe(bench));
        QVERIFY(RunBench::journal_has(row(bench, "a"), "\"step\":3"));
        const Ended other = bench.call(run_recipe(bench));
        QVERIFY2(other.code == 6 && has(other.err, "attach"), other.err.c_str());
        process->kill(); // as kill -9
        process->waitForFinished();
        QVERIFY(RunBench::all_gone(row(bench, "a"), 10));
        bench.set("TUNEDESK_FAKE_STEPS", "3");
        const Ended again = bench.call(run_recipe(bench));
        QVERIFY2(again.code == 0 && has(again.out, "a: continues"), (again.out + again.err).c_str());
    }
};

QTEST_GUILESS_MAIN(TestRecipeCommand)
#include "recipe_command_test.moc"
