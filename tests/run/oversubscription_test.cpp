// SPDX-License-Identifier: GPL-3.0-or-later
// More ranks than the host has cores or memory for need a confirmation, wherever a run is started.

#include "run/devices/oversubscription.h"
#include "run/devices/this_machine.h"
#include "run/run_bench.h"
#include "texts.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

constexpr quint64 gib = quint64{1} << 30;

} // namespace

class OversubscriptionTest : public QObject {
    Q_OBJECT

    /// What the machine is asked for in a run of 3,000 ranks, however it is started.
    static QStringList many_ranks() {
        return {"--set", "parallel.strategy=ddp", "--set", "parallel.processes=3000"};
    }

private Q_SLOTS:
    void ranks_are_held_against_the_machine_data() {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("cores");
        QTest::addColumn<quint64>("memory");
        QTest::addColumn<QString>("devices");
        QTest::addColumn<bool>("confirmed");
        QTest::addColumn<int>("id"); // 0: may start
        QTest::newRow("one rank") << 1 << 1 << quint64{1} << "cpu" << false << 0;
        QTest::newRow("two on one core") << 2 << 1 << 64 * gib << "cpu" << false << 0;
        QTest::newRow("eight on one core") << 8 << 1 << 64 * gib << "cpu" << false << 0;
        QTest::newRow("nine on one core") << 9 << 1 << 64 * gib << "cpu" << false << 2160;
        QTest::newRow("a rank for each core") << 64 << 64 << 512 * gib << "auto" << false << 0;
        QTest::newRow("one more") << 65 << 64 << 512 * gib << "auto" << false << 2160;
        // BERT-base: 440 MB of weights, as much of gradients, twice as much of moments.
        QTest::newRow("less than the memory") << 4 << 2 << 16 * gib << "cpu" << false << 0;
        QTest::newRow("more than the memory") << 4 << 2 << 6 * gib << "cpu" << false << 2161;
        QTest::newRow("memory not known") << 4 << 2 << quint64{0} << "cpu" << false << 0;
        QTest::newRow("confirmed") << 3000 << 2 << 4 * gib << "cpu" << true << 0;
        QTest::newRow("on GPUs") << 16 << 2 << 4 * gib << "cuda" << false << 0;
    }
    void ranks_are_held_against_the_machine() {
        QFETCH(int, ranks);
        QFETCH(int, cores);
        QFETCH(quint64, memory);
        QFETCH(QString, devices);
        QFETCH(bool, confirmed);
        const QTemporaryDir model; // of transformers' defaults
        Preset preset;
        preset.model.path = model.path().toStdString();
        write_file_atomically(preset.model.path + "/config.json", R"({"model_type": "bert"})");
        preset.parallel.strategy = Preset::Strategy::ddp;
        preset.parallel.processes = ranks;
        preset.parallel.devices = devices.toStdString();
        preset.parallel.oversubscribe = confirmed;
        const auto error = run::oversubscription(preset, cores, memory);
        QTEST(error ? error->id() : 0, "id");
        if (!error) return;
        QCOMPARE(error->where(), std::string("parallel.processes"));
        QVERIFY2(has(error->line(), "parallel.oversubscribe: true"), error->line().c_str());
    }

    void a_model_that_cannot_be_read_leaves_the_cores() {
        Preset preset;
        preset.parallel.strategy = Preset::Strategy::ddp;
        preset.parallel.processes = 4;
        QVERIFY(!run::oversubscription(preset, 2, 1));
        preset.parallel.processes = 40;
        QCOMPARE(run::oversubscription(preset, 2, 1)->id(), 2160);
    }

    void thousands_of_ranks_start_nothing_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<int>(
            "code"); // of the first problem: `check` finds that the model has no weights, too
        QTest::newRow("run") << QStringList{"run", "PRESET", "--run-dir", "RUN"} << 2;
        QTest::newRow("run --detach") << QStringList{"run", "PRESET", "--run-dir", "RUN", "--detach"} << 2;
        QTest::newRow("queue") << QStringList{"queue", "add", "PRESET", "--run-dir", "RUN"} << 2;
        QTest::newRow("check") << QStringList{"check", "PRESET"} << 4;
        QTest::newRow("check --json") << QStringList{"check", "PRESET", "--json"} << 4;
    }
    void thousands_of_ranks_start_nothing() {
        QFETCH(QStringList, command);
        QFETCH(int, code);
        const RunBench bench;
        command.replaceInStrings("PRESET", to_qt(bench.preset()));
        command.replaceInStrings("RUN", to_qt(bench.folder().root));
        const Ended ended = bench.call(command + many_ranks());
        QVERIFY2(ended.code == code, (ended.out + ended.err).c_str());
        QVERIFY2(has(ended.err, "TD2160") && has(ended.err, "3,000 ranks"), ended.err.c_str());
        QVERIFY(!fs::exists(bench.folder().root));
    }

    // Also one of another machine, or of a stranger.
    void a_run_folder_with_thousands_of_ranks_is_not_resumed() {
        const RunBench bench;
        const event::RunFolder run = bench.folder();
        fs::create_directories(run.root);
        const std::string processors = "parallel: {devices: cpu}";
        std::string text = read_file(bench.preset(), ErrorId::file_unreadable);
        text.replace(text.find(processors), processors.size(),
                     "parallel: {devices: cpu, strategy: ddp, processes: 3000}");
        write_file_atomically(run.preset(), text);
        const Ended ended = bench.call({"resume", to_qt(run.root)});
        QVERIFY2(ended.code == 2 && has(ended.err, "TD2160"), (ended.out + ended.err).c_str());
        QVERIFY2(has(ended.err, run.preset().string()) && has(ended.err, "--allow-change"),
                 ended.err.c_str());
        QVERIFY(!fs::exists(run.journal()));
    }

    void nine_ranks_start_where_it_is_confirmed() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "3");
        const int ranks = run::unconfirmed_ranks(run::this_machine().cores) + 1;
        QCOMPARE(bench.call(bench.run_arguments(ranks)).code, 2);
        const Ended ended = bench.call(bench.run_arguments(ranks, {"--set", "parallel.oversubscribe=true"}));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
    }
};

QTEST_GUILESS_MAIN(OversubscriptionTest)
#include "oversubscription_test.moc"
