// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks that divide the training state, killed within what they exchange and what they write: the run ends
// with 7 and goes on to the same bits.

#include "long_tests.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;

class StrategyKillsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    std::map<QString, std::map<std::string, std::string>> whole_; ///< traces by strategy

    /// Eight steps of two micro-batches, checkpoints of steps 3, 6 and 8, best models of steps 4 and 8.
    fs::path preset_of(const QString& strategy) const {
        return bench_.preset({{"parallel.strategy", strategy.toStdString()},
                              {"parallel.processes", "2"},
                              {"training.max_steps", "8"},
                              {"checkpoint.every_n_steps", "3"},
                              {"checkpoint.monitor", "val_loss"},
                              {"checkpoint.mode", "min"},
                              {"evaluation.strategy", "steps"},
                              {"evaluation.every_n_steps", "4"},
                              {"logging.every_n_steps", "1"}});
    }
    Ended call(const event::RunFolder& run, const QString& strategy,
               const Environment& environment = {}) const {
        return WorkerBench::wait(*bench_.start_supervised(1, run, preset_of(strategy), environment));
    }
    Ended resume(const event::RunFolder& run) const {
        return WorkerBench::wait(*bench_.start_tunedesk({"resume", to_qt(run.root)}));
    }
    /// Of a run that nobody interrupts.
    const std::map<std::string, std::string>& whole(const QString& strategy) {
        auto& made = whole_[strategy];
        if (!made.empty()) return made;
        const event::RunFolder run = bench_.folder("whole " + strategy.toStdString());
        const Ended ended = call(run, strategy);
        if (ended.code != 0) qFatal("%s", (ended.out + ended.err).c_str());
        return made = traces(run);
    }

private Q_SLOTS:
    void killed_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("site");
        QTest::addColumn<int>("nth"); // in step 4 or 5, in the second checkpoint, in the first best model
        const auto add = [](const char* strategy, const char* site, int nth,
                            std::initializer_list<int> ranks) {
            for (const int rank : ranks)
                QTest::addRow("%s, %s of rank %d", strategy, site, rank)
                    << strategy << QStringLiteral("%1@%2").arg(site).arg(rank) << nth;
        };
        add("zero1", "reduce_scatter", 17, {1});
        add("zero1", "spread", 5, {0});
        add("zero1", "checkpoint", 2, {0});
        add("zero2", "reduce_scatter", 36, {1});
        add("zero2", "gather", 18, {0});
        add("zero2", "spread", 5, {1});
        add("zero2", "checkpoint", 2, {1});
        add("zero3", "reduce_scatter", 36, {1});
        add("zero3", "gather", 45, {0});
        add("zero3", "spread", 5, {0});
        if (takes_every_case()) { // the other end of what both do alike
            add("zero3", "reduce_scatter", 36, {0});
            add("zero3", "gather", 45, {1});
            add("zero3", "spread", 5, {1});
        }
        add("zero3", "checkpoint", 2, {0, 1});
        add("zero3", "export", 3, {0, 1});
        add("fsdp", "gather", 45, {1});
    }
    void killed() {
        QFETCH(QString, strategy);
        QFETCH(QString, site);
        QFETCH(int, nth);
        const event::RunFolder run = bench_.folder(QTest::currentDataTag());
        const std::string fault = QStringLiteral("%1:%2:kill").arg(site).arg(nth).toStdString();
        const Ended killed = call(run, strategy, {{"TUNEDESK_FAULT", fault}});
        QVERIFY2(killed.code == 7, (std::to_string(killed.code) + killed.out + killed.err).c_str());
        QCOMPARE(checkpoints(run), std::vector<std::int64_t>{3}); // it was killed behind it
        const Ended resumed = resume(run);
        QVERIFY2(resumed.code == 0, (resumed.out + resumed.err).c_str());
        QCOMPARE(difference(whole(strategy), traces(run)), std::string());
    }
};

QTEST_GUILESS_MAIN(StrategyKillsTest)
#include "strategy_kills_test.moc"
