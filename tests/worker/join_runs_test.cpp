// SPDX-License-Identifier: GPL-3.0-or-later
// data.sharding: per_rank in real runs of two ranks with six and five batches: they end, resume to the same
// bits, or end together where parallel.join is raise; and `check` tells the batches before.

#include "base/json.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::test;

class JoinRunsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    std::map<std::string, std::map<std::string, std::string>> whole_; ///< traces of undisturbed runs

    /// 41 rows: of 21 and 20, in batches of four.
    fs::path preset(const Settings& more = {}) const {
        Settings settings{{"data.train", (bench_.root() / "uneven.csv").string()},
                          {"data.sharding", "per_rank"},
                          {"parallel.strategy", "ddp"},
                          {"parallel.processes", "2"},
                          {"training.gradient_accumulation_steps", "1"},
                          {"checkpoint.every_n_steps", "1"},
                          {"logging.every_n_steps", "1"}};
        for (const auto& [key, value] : more)
            settings[key] = value;
        return bench_.preset(settings);
    }

    event::RunFolder run(const std::string& name, const fs::path& preset, int code,
                         const Environment& environment = {}) const {
        const event::RunFolder folder = bench_.folder(name);
        const Ended ended = WorkerBench::wait(
            *bench_.start_tunedesk({"run", QString::fromStdString(preset.string()), "--run-dir",
                                    QString::fromStdString(folder.root.string())},
                                   environment));
        if (ended.code != code) qFatal("%d: %s", ended.code, (ended.out + ended.err).c_str());
        return folder;
    }

private Q_SLOTS:
    void initTestCase() {
        bench_.write_rows(bench_.root() / "uneven.csv", 41, 9);
        for (const char* const strategy : {"ddp", "zero1"}) {
            const event::RunFolder folder =
                run(std::string("whole ") + strategy, preset({{"parallel.strategy", strategy}}), 0);
            whole_[strategy] = traces(folder);
            QCOMPARE(losses(folder).rbegin()->first, 12); // two epochs of six steps
        }
        QVERIFY(largest_difference(losses(bench_.folder("whole ddp")), losses(bench_.folder("whole zero1"))) <
                1e-5);
    }

    void check_tells_the_batches() {
        const auto call = [&](const fs::path& preset, const QStringList& more) {
            const auto process =
                bench_.start_tunedesk(QStringList{"check", QString::fromStdString(preset)} + more);
            return WorkerBench::wait(*process);
        };
        const Ended told = call(preset(), {"--json"});
        QVERIFY2(told.code == 0, (told.out + told.err).c_str());
        const Json estimate = Json::parse(told.out).at("estimate");
        QCOMPARE(estimate.at("rank_batches").dump(), std::string("[6,5]"));
        QCOMPARE(estimate.at("steps").dump(), std::string("12"));
        const Ended raises = call(preset({{"parallel.join", "raise"}}), {});
        QVERIFY2(raises.out.find("6, 5 per epoch, of ranks 0 to 1; the run ends when a rank has none left") !=
                     std::string::npos,
                 raises.out.c_str());
        const Ended exact = call(preset({{"data.sharding", "exact"}}), {"--json"});
        QCOMPARE(Json::parse(exact.out).at("estimate").at("rank_batches").dump(), std::string("[]"));
    }

    void a_killed_run_resumes_to_the_same_bits_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("fault");
        QTest::addColumn<int>("kept"); // at least
        for (const char* const strategy : {"ddp", "zero1"}) {
            QTest::addRow("%s, within an epoch", strategy) << strategy << "forward@1:4" << 2;
            QTest::addRow("%s, before a shadowed step", strategy) << strategy << "optimizer@1:5" << 3;
            QTest::addRow("%s, in a shadowed step", strategy) << strategy << "forward@0:6" << 4;
            QTest::addRow("%s, after a shadowed step", strategy) << strategy << "forward@1:6" << 5;
        }
    }
    void a_killed_run_resumes_to_the_same_bits() {
        QFETCH(QString, strategy);
        QFETCH(QString, fault);
        QFETCH(int, kept);
        const event::RunFolder folder = run((strategy + " killed " + fault).toStdString(),
                                            preset({{"parallel.strategy", strategy.toStdString()}}), 7,
                                            {{"TUNEDESK_FAULT", fault.toStdString() + ":kill"}});
        QVERIFY(checkpoints(folder).front() >= kept && checkpoints(folder).front() <= 6);
        const auto process = bench_.start_tunedesk({"resume", QString::fromStdString(folder.root.string())});
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(difference(whole_.at(strategy.toStdString()), traces(folder)), std::string());
    }

    /// Rank 1 is the one without a sixth batch; nobody waits for it.
    void all_ranks_raise_alike() {
        const fs::path raising = preset({{"parallel.join", "raise"}});
        const event::RunFolder folder = bench_.folder("raised");
        const std::string says = "error[TD3503]: rank 1 has no batch left in epoch 1, after 5 steps of 6";
        for (const Ended& rank : bench_.call_ranks(2, folder, raising)) {
            QVERIFY2(rank.code == 3, (rank.out + rank.err).c_str());
            QVERIFY2(rank.err.find(says) != std::string::npos, rank.err.c_str());
        }
        QCOMPARE(checkpoints(folder).front(), 5);
        const event::RunFolder supervised = run("raised under supervision", raising, 3);
        const auto record = event::read_exit(supervised);
        QVERIFY2(record->line.starts_with(says), record->line.c_str());
        QVERIFY(!record->diagnosis);
        // What the advice says.
        std::string text = read_file(folder.root / "preset.yaml", ErrorId::file_unreadable);
        const std::size_t place = text.find("join: raise");
        QVERIFY(place != std::string::npos);
        std::ofstream(folder.root / "preset.yaml") << text.replace(place, 11, "join: shadow");
        const auto process =
            bench_.start_tunedesk({"resume", QString::fromStdString(folder.root.string()), "--allow-change"});
        const Ended resumed = WorkerBench::wait(*process);
        QVERIFY2(resumed.code == 0, (resumed.out + resumed.err).c_str());
        QCOMPARE(losses(folder).rbegin()->first, 12);
        QCOMPARE(losses(folder), losses(bench_.folder("whole ddp")));
    }

    void the_active_world_size_averages_otherwise() {
        const event::RunFolder folder =
            run("active", preset({{"parallel.divide_by_initial_world_size", "false"}}), 0);
        const auto ours = losses(folder), theirs = losses(bench_.folder("whole ddp"));
        QCOMPARE(ours.at(6), theirs.at(6)); // the loss of step 6 is that of the weights before
        QVERIFY(ours.at(7) != theirs.at(7));
    }
};

QTEST_GUILESS_MAIN(JoinRunsTest)
#include "join_runs_test.moc"
