// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs of ranks that divide the training state, against the same runs under ddp: whatever a run does
// beside its steps, all that it leaves is equal.

#include "long_tests.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QRegularExpression>
#include <QTest>
#include <cmath>
#include <csignal>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

/// What a run leaves, but for the norms of its gradients, of which shards add up squares in another order.
struct Left {
    std::map<std::string, std::string> traces;
    std::vector<double> norms;
};

/// metrics.csv without the column.
std::string without_column(const std::string& csv, const char* name) {
    std::string kept;
    qsizetype column = -1;
    for (const QString& line : QString::fromStdString(csv).split('\n')) {
        QStringList cells = line.split(',');
        if (column < 0) column = cells.indexOf(name);
        if (cells.size() > column) cells.removeAt(column);
        kept += cells.join(',').toStdString() + '\n';
    }
    return kept;
}

Left left_in(const event::RunFolder& run) {
    Left left{traces(run), {}};
    std::erase_if(left.traces, [](const auto& one) { // those of one writer or of several
        return one.first.starts_with("checkpoint ") && one.first.ends_with(".safetensors");
    });
    left.traces["metrics.csv"] = without_column(left.traces["metrics.csv"], "grad_norm");
    static const QRegularExpression norm("\"grad_norm\":[^,}]*,?");
    left.traces["journal"] = QString::fromStdString(left.traces["journal"]).remove(norm).toStdString();
    for (const event::Event& step : events_of(run, event::Type::Step))
        left.norms.push_back(step.fields.at("grad_norm").get<double>());
    return left;
}

} // namespace

class StrategyRunsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    /// Without clipping and accumulation, over shared memory, sums have one order under every strategy.
    fs::path preset(const char* strategy, int ranks, const Settings& more) const {
        Settings all{{"parallel.strategy", strategy},
                     {"parallel.processes", std::to_string(ranks)},
                     {"parallel.oversubscribe", "true"},
                     {"training.per_device_train_batch_size", "4"},
                     {"training.gradient_accumulation_steps", "1"},
                     {"training.max_grad_norm", "0"},
                     {"training.num_train_epochs", "1"},
                     {"training.per_device_eval_batch_size", "4"},
                     {"evaluation.strategy", "steps"},
                     {"evaluation.every_n_steps", "3"},
                     {"checkpoint.monitor", "val_loss"},
                     {"checkpoint.mode", "min"},
                     {"logging.every_n_steps", "1"}};
        for (const auto& [key, value] : more)
            all[key] = value;
        return bench_.preset(all);
    }
    Left left_by(const char* strategy, int ranks, const Settings& more, const Environment& environment,
                 const std::string& said) const {
        const event::RunFolder run = bench_.folder(std::string(QTest::currentDataTag()) + ", " + strategy);
        const Ended ended =
            WorkerBench::wait(*bench_.start_supervised(1, run, preset(strategy, ranks, more), environment));
        if (ended.code != 0) qFatal("%s: %d: %s", strategy, ended.code, (ended.out + ended.err).c_str());
        if (!said.empty() && !says(run, said)) qFatal("%s does not say: %s", strategy, said.c_str());
        return left_in(run);
    }

private Q_SLOTS:
    void equal_those_of_ddp_data() {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("said");
        const auto add = [](const char* name, int ranks, const Settings& settings, const char* fault = "",
                            const char* said = "") {
            QTest::addRow("%s, %d ranks", name, ranks) << ranks << settings << fault << said;
        };
        add("uneven evaluation", 2, {});
        add("uneven evaluation", 3, {});
        const Settings early{{"training.num_train_epochs", "9"},
                             {"training.early_stopping_patience", "2"},
                             {"training.early_stopping_threshold", "1"}};
        add("early stop", 2, early, "", "training ends early");
        if (takes_every_case()) add("early stop", 3, early, "", "training ends early");
        const Settings rewind{{"training.on_nonfinite", "rewind"}, {"checkpoint.every_n_steps", "2"}};
        if (takes_every_case()) add("rewind", 2, rewind, "loss@1:5:nan", "is skipped");
        add("rewind", 3, rewind, "loss@2:5:nan", "is skipped");
        add("fp16", 2, {{"precision.compute", "fp16"}});
        add("features", 2, {{"model.train", "features"}});
        const Settings last{{"model.train", "last_layers"}, {"model.last_layers", "1"}};
        add("last layers", 2, last);
    }
    void equal_those_of_ddp() {
        QFETCH(int, ranks);
        QFETCH(Settings, settings);
        QFETCH(QString, fault);
        QFETCH(QString, said);
        Environment environment;
        if (!fault.isEmpty()) environment["TUNEDESK_FAULT"] = fault.toStdString();
        const Left expected = left_by("ddp", ranks, settings, environment, said.toStdString());
        for (const char* name : {"best/model.safetensors", "final/model.safetensors", "predictions.csv"})
            QVERIFY2(expected.traces.at(name).size() > 100, name);
        for (const char* strategy : {"zero2", "zero3"}) {
            const Left found = left_by(strategy, ranks, settings, environment, said.toStdString());
            const std::string differing = difference(expected.traces, found.traces);
            QVERIFY2(differing.empty(), (strategy + (": " + differing)).c_str());
            QCOMPARE(found.norms.size(), expected.norms.size());
            for (std::size_t i = 0; i < found.norms.size(); ++i)
                QVERIFY(std::fabs(found.norms[i] - expected.norms[i]) <= 1e-6 * expected.norms[i]);
        }
    }

    void obey_commands_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<int>("ranks");
        QTest::addRow("zero2, 2 ranks") << "zero2" << 2;
        QTest::addRow("zero3, 3 ranks") << "zero3" << 3;
    }
    /// Paused, continued, a checkpoint on request, stopped and resumed: as if nothing had been.
    void obey_commands() {
        QFETCH(QString, strategy);
        QFETCH(int, ranks);
        const std::string name = strategy.toStdString();
        const Settings longer{{"training.num_train_epochs", "6"}, {"checkpoint.every_n_steps", "100"}};
        const event::RunFolder whole = bench_.folder("whole " + name), run = bench_.folder("obeys " + name);
        const Ended undisturbed =
            WorkerBench::wait(*bench_.start_supervised(1, whole, preset(name.c_str(), ranks, longer)));
        QVERIFY2(undisturbed.code == 0, (undisturbed.out + undisturbed.err).c_str());
        const auto process = bench_.start_supervised(1, run, preset(name.c_str(), ranks, longer),
                                                     {{"TUNEDESK_FAULT", "forward@0:9:stop"}});
        const int first = stopped_rank(run);
        QVERIFY(first > 0);
        const QString root = to_qt(run.root);
        const auto command = [&](const char* what) {
            return WorkerBench::wait(*bench_.start_tunedesk({what, root})).code;
        };
        QCOMPARE(command("pause"), 0); // it has eight steps behind it
        ::kill(first, SIGCONT);
        QVERIFY(WorkerBench::journal_has(run, "\"paused\""));
        QVERIFY(checkpoints(run).empty());
        QCOMPARE(command("checkpoint"), 0);
        QTRY_VERIFY_WITH_TIMEOUT(!checkpoints(run).empty(), 30'000);
        QCOMPARE(command("continue"), 0);
        QCOMPARE(command("stop"), 0);
        const Ended stopped = WorkerBench::wait(*process);
        QVERIFY2(stopped.code == 75, (std::to_string(stopped.code) + stopped.out + stopped.err).c_str());
        const Ended resumed = WorkerBench::wait(*bench_.start_tunedesk({"resume", root}));
        QVERIFY2(resumed.code == 0, (resumed.out + resumed.err).c_str());
        QCOMPARE(difference(traces_but_saves(whole), traces_but_saves(run)), std::string());
    }
};

QTEST_GUILESS_MAIN(StrategyRunsTest)
#include "strategy_runs_test.moc"
