// SPDX-License-Identifier: GPL-3.0-or-later
// The queue with its real processes: order, pins, holds, failures, and what a kill -9 of any of them leaves.

#include "event/folder/run_lock.h"
#include "patience.h"
#include "run/queue/queue.h"
#include "run/queue_bench.h"
#include "texts.h"

#include <csignal>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

run::QueueEntry entry(std::int64_t id, bool gpu = false, int devices = 1,
                      std::vector<std::string> pinned = {}) {
    run::QueueEntry made;
    made.id = id;
    made.gpu = gpu;
    made.devices = devices;
    made.pinned = std::move(pinned);
    return made;
}

std::vector<run::ClaimableDevice> gpus(const std::string& free) { // "1011": which are
    std::vector<run::ClaimableDevice> devices;
    for (std::size_t i = 0; i < free.size(); ++i)
        devices.push_back({"g" + std::to_string(i), true, free[i] == '1'});
    return devices;
}

} // namespace

class QueueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void entries_are_served_in_order_data() {
        QTest::addColumn<QString>("free");
        QTest::addColumn<int>("which"); // of the cases below
        QTest::addColumn<QString>("expected");
        QTest::newRow("two single ones") << "11" << 0 << "1:g0 2:g1";
        QTest::newRow("one device") << "01" << 0 << "1:g1";
        QTest::newRow("none") << "00" << 0 << "";
        QTest::newRow("a large one is not overtaken") << "101" << 1 << "";
        QTest::newRow("a large one starts") << "111" << 1 << "1:g0 1:g1 1:g2";
        QTest::newRow("another device may overtake") << "01" << 2 << "2:g1";
        QTest::newRow("held and starting ones keep nothing") << "1" << 3 << "3:g0";
        QTest::newRow("one that never fits keeps nothing") << "11" << 1 << "2:g0";
    }
    void entries_are_served_in_order() {
        QFETCH(QString, free);
        QFETCH(int, which);
        std::vector<run::QueueEntry> cases[] = {
            {entry(1, true), entry(2, true)},
            {entry(1, true, 3), entry(2, true)},
            {entry(1, true, 1, {"g0"}), entry(2, true, 1, {"g1"}), entry(3, true, 1, {"g0"})},
            {entry(1, true), entry(2, true), entry(3, true)},
        };
        cases[3][0].held = true;
        cases[3][1].starting = true;
        QString found;
        for (const auto& [id, devices] : run::allocate(cases[which], gpus(free.toStdString())))
            for (const std::string& device : devices)
                found += QString("%1%2:%3").arg(found.isEmpty() ? "" : " ").arg(id).arg(device.c_str());
        QTEST(found, "expected");
    }

    void runs_take_turns_and_a_failure_stops_nothing() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "60");
        QCOMPARE(add(bench, "first").code, 0);
        QVERIFY(RunBench::journal_has(bench.folder("first"), "\"Step\""));
        const Ended added = add(bench, "second", {"--set", "training.seed=7"});
        QCOMPARE(added.out, bench.folder("second").root.string() + "\n");
        QCOMPARE(add(bench, "third").code, 0);
        QCOMPARE(status(bench, "second"), event::waiting_status(1, false));
        QCOMPARE(status(bench, "third"), event::waiting_status(2, false));
        QVERIFY(has(bench.call({"list"}).out, status_text(event::waiting_status(2, false)).c_str()));
        // What was queued is frozen, whatever becomes of the preset; the second cannot start any more.
        QVERIFY(has(read_file(bench.folder("second").preset(), ErrorId::file_unreadable), "seed: 7"));
        std::ofstream(bench.folder("second").preset())
            << "tunedesk: 1\nname: broken\nmodel: {path: /nowhere}\n"
               "evaluation: {strategy: \"no\"}\n"
               "data: {train: /nowhere.csv}\n";
        std::ofstream(bench.preset()) << "nonsense";
        QTRY_COMPARE_WITH_TIMEOUT(end_of(bench, "third"), 0, 30'000);
        QCOMPARE(status(bench, "first"), event::ended_status(0));
        QCOMPARE(event::read_exit(bench.folder("second"))->code, 4);
        QVERIFY(run::queue_entries().empty());
        QTRY_VERIFY_WITH_TIMEOUT(queue_processes(bench).empty(), 10'000);
    }

    void order_holds_and_removal() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        QCOMPARE(add(bench, "busy").code, 0);
        QVERIFY(RunBench::journal_has(bench.folder("busy"), "\"Step\""));
        bench.set("TUNEDESK_FAKE_STEPS", "5");
        for (const char* run : {"a", "b", "c", "d"})
            QCOMPARE(add(bench, run, {"--group", "sweep"}).code, 0);
        QCOMPARE(bench.call({"queue", "move", root(bench, "d"), "1"}).code, 0);
        QCOMPARE(bench.call({"queue", "hold", root(bench, "a")}).code, 0);
        QCOMPARE(bench.call({"queue", "remove", "3"}).code, 0); // b
        const Json list = Json::parse(bench.call({"queue", "list", "--json"}).out);
        QCOMPARE(list.size(), std::size_t(3));
        QCOMPARE(list[0]["run"].get<std::string>(), bench.folder("d").root.string());
        QVERIFY(list[1]["held"].get<bool>());
        QCOMPARE(list[2]["group"].get<std::string>(), std::string("sweep"));
        QVERIFY(!fs::exists(bench.folder("b").root));
        QVERIFY(!has(bench.call({"list"}).out, bench.folder("b").root.string() + "\n"));
        const Ended stopped = bench.call({"stop", root(bench, "c")});
        QVERIFY2(stopped.code == 6 && has(stopped.err, "TD6034") && has(stopped.err, "place 3"),
                 stopped.err.c_str());
        const Ended wrong = bench.call({"queue", "hold", root(bench, "b")});
        QVERIFY2(wrong.code == 6 && has(wrong.err, "TD6033"), wrong.err.c_str());
        // The way is free: d and c go, a stays until it is released.
        QCOMPARE(bench.call({"kill", root(bench, "busy")}).code, 0);
        QTRY_COMPARE_WITH_TIMEOUT(end_of(bench, "c"), 0, 30'000);
        QVERIFY(fs::last_write_time(bench.folder("d").exit()) <
                fs::last_write_time(bench.folder("c").exit()));
        QCOMPARE(status(bench, "a"), event::waiting_status(1, true));
        QCOMPARE(bench.call({"queue", "release", "1"}).code, 0);
        QTRY_COMPARE_WITH_TIMEOUT(end_of(bench, "a"), 0, 30'000);
    }

    void a_run_started_by_hand_is_waited_for() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "250");
        const auto by_hand = bench.start(bench.run_arguments(1));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"step\":100,"));
        bench.set("TUNEDESK_FAKE_STEPS", "5");
        QCOMPARE(add(bench, "queued").code, 0);
        QTest::qWait(1500);
        QCOMPARE(status(bench, "queued"), event::waiting_status(1, false));
        QCOMPARE(RunBench::wait(*by_hand).code, 0);
        QTRY_COMPARE_WITH_TIMEOUT(end_of(bench, "queued"), 0, 30'000);
    }

    void a_queued_run_can_be_started_by_hand() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "5");
        QCOMPARE(add(bench, "impatient", {"--hold"}).code, 0);
        QCOMPARE(bench.call({"resume", root(bench, "impatient")}).code, 0);
        QTRY_VERIFY_WITH_TIMEOUT(
            run::queue_entries().empty() || status(bench, "impatient").is(event::state::done), 10'000);
        QCOMPARE(status(bench, "impatient"), event::ended_status(0));
    }

    // FAULTS, promise 4, for the queue: kill every process of it, in whatever state it is.
    void it_survives_kill_9_data() {
        QTest::addColumn<bool>("all");
        QTest::newRow("of one that waits") << false;
        QTest::newRow("of all, the running one too") << true;
    }
    void it_survives_kill_9() {
        QFETCH(bool, all);
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", all ? "5000" : "150");
        QCOMPARE(add(bench, "first").code, 0);
        QVERIFY(RunBench::journal_has(bench.folder("first"), "\"Step\""));
        const std::vector<int> running = queue_processes(bench);
        QCOMPARE(running.size(), std::size_t(1));
        bench.set("TUNEDESK_FAKE_STEPS", "5");
        QCOMPARE(add(bench, "second").code, 0);
        QCOMPARE(add(bench, "third").code, 0);
        QTRY_COMPARE_WITH_TIMEOUT(queue_processes(bench).size(), std::size_t(3), 10'000);
        std::vector<int> victims = queue_processes(bench);
        if (!all) { // the other one that waits starts it again
            std::erase(victims, running[0]);
            victims.resize(1);
        }
        kill_processes(victims);
        if (all) {
            QVERIFY(RunBench::all_gone(bench.folder("first"), patience_s));
            QCOMPARE(status(bench, "second"), event::waiting_status(1, false));
            QCOMPARE(bench.call({"queue", "list"}).code, 0); // whoever looks revives it
        }
        QTRY_COMPARE_WITH_TIMEOUT(end_of(bench, "third"), 0, 40'000);
        QCOMPARE(status(bench, "second"), event::ended_status(0));
        QVERIFY(status(bench, "first").is(all ? event::state::interrupted : event::state::done));
    }

    // FAULTS 45: taken for an empty queue, the next change would replace it.
    void a_queue_that_cannot_be_read_is_not_empty() {
        RunBench bench;
        QCOMPARE(add(bench, "waiting", {"--hold"}).code, 0);
        const fs::path file = bench.root() / "state" / "tunedesk" / "queue" / "queue.json";
        fs::rename(file, bench.root() / "aside.json");
        fs::create_symlink(file.filename(), file); // ELOOP
        const QStringList commands[] = {{"queue", "list"}, {"queue", "hold", root(bench, "waiting")}};
        for (const QStringList& command : commands) {
            const Ended ended = bench.call(command);
            QVERIFY2(ended.code == 6 && has(ended.err, "TD6060"), (ended.out + ended.err).c_str());
        }
        const Ended added = add(bench, "another");
        QVERIFY2(added.code == 6 && has(added.err, "TD6060"), added.err.c_str());
        QVERIFY(!fs::exists(bench.folder("another").root));
        QVERIFY(fs::is_symlink(file));
        fs::rename(bench.root() / "aside.json", file);
        QCOMPARE(status(bench, "waiting"), event::waiting_status(1, true));
    }

    void runs_wait_for_free_gpus() {
        RunBench bench;
        const QStringList on_gpus{"--set", "parallel.devices=cuda"};
        bench.show_gpus(
            R"({"gpus": [{"uuid": "GPU-a", "total": 100}, {"uuid": "GPU-b", "total": 100, "used": 60}]})");
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        QCOMPARE(add(bench, "first", on_gpus).code, 0);
        QVERIFY(RunBench::journal_has(bench.folder("first"), "\"Step\""));
        QVERIFY(has(variables_of(RunBench::processes_of(bench.folder("first")).at(0)),
                    "CUDA_VISIBLE_DEVICES=GPU-a"));
        QCOMPARE(add(bench, "pinned", on_gpus + QStringList{"--devices", "0"}).code, 0);
        QCOMPARE(add(bench, "second", on_gpus).code, 0);
        QTest::qWait(1500); // the second GPU's memory belongs to somebody
        QCOMPARE(status(bench, "second"), event::waiting_status(2, false));
        bench.show_gpus(two_gpus);
        QVERIFY(RunBench::journal_has(bench.folder("second"), "\"Step\""));
        QVERIFY(has(variables_of(RunBench::processes_of(bench.folder("second")).at(0)),
                    "CUDA_VISIBLE_DEVICES=GPU-b"));
        QCOMPARE(status(bench, "pinned"), event::waiting_status(1, false));
        QCOMPARE(bench.call({"kill", root(bench, "second")}).code, 0);
        QTest::qWait(1500); // free, but not the one it is pinned to
        QCOMPARE(status(bench, "pinned"), event::waiting_status(1, false));
        QCOMPARE(bench.call({"kill", root(bench, "first")}).code, 0);
        QVERIFY(RunBench::journal_has(bench.folder("pinned"), "\"Step\""));
        QCOMPARE(bench.call({"kill", root(bench, "pinned")}).code, 0);
    }

    void many_that_wait_share_few_processes() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        QCOMPARE(add(bench, "busy").code, 0);
        QVERIFY(RunBench::journal_has(bench.folder("busy"), "\"Step\""));
        bench.set("TUNEDESK_FAKE_STEPS", "5");
        const std::vector<const char*> names = {"a", "b", "c", "d", "e", "f", "g"};
        for (const char* run : names)
            QCOMPARE(add(bench, run).code, 0);
        QTRY_COMPARE_WITH_TIMEOUT(queue_processes(bench).size(), std::size_t(5),
                                  10'000); // the running one's too
        QCOMPARE(bench.call({"queue", "move", root(bench, "g"), "1"}).code, 0);
        QCOMPARE(bench.call({"kill", root(bench, "busy")}).code, 0);
        for (const char* run : names)
            QTRY_COMPARE_WITH_TIMEOUT(end_of(bench, run), 0, 60'000);
        QVERIFY(fs::last_write_time(bench.folder("g").exit()) <
                fs::last_write_time(bench.folder("a").exit()));
    }

    /// One run has room, all of them have not: none is queued.
    void the_disk_is_asked_for_the_whole_sweep() {
        RunBench bench;
        const fs::path weights = bench.root() / "model" / "model.safetensors";
        write_file_atomically(weights, "x");
        // A run keeps three checkpoints of three times the weights, and two models: half of what is free.
        fs::resize_file(weights, free_space(bench.root()) / 22);
        const auto queue = [&](const char* values) {
            return bench.call({"queue", "add", QString::fromStdString(bench.preset().string()), "--hold",
                               "--run-dir", root(bench, "grid"), "--sweep",
                               QStringLiteral("learning_rate=%1").arg(QLatin1String(values))});
        };
        const Ended refused = queue("1e-5,2e-5,3e-5");
        QVERIFY2(refused.code == 5 && has(refused.err, "TD5013") && has(refused.err, "the 3 runs together"),
                 refused.err.c_str());
        QVERIFY(Json::parse(bench.call({"queue", "list", "--json"}).out).empty());
        const Ended queued = queue("1e-5");
        QVERIFY2(queued.code == 0, queued.err.c_str());
    }

    void a_pin_can_be_changed() {
        RunBench bench;
        bench.show_gpus(two_gpus);
        QCOMPARE(add(bench, "run", {"--set", "parallel.devices=cuda", "--hold"}).code, 0);
        const auto pinned = [&] {
            return Json::parse(bench.call({"queue", "list", "--json"}).out)[0]["pinned"].dump();
        };
        QCOMPARE(pinned(), std::string("[]"));
        QCOMPARE(bench.call({"queue", "pin", "1", "1"}).code, 0);
        QCOMPARE(pinned(), std::string(R"(["GPU-b"])"));
        const Ended wrong = bench.call({"queue", "pin", "1", "7"});
        QVERIFY2(wrong.code == 6 && has(wrong.err, "TD6032"), wrong.err.c_str());
        QCOMPARE(bench.call({"queue", "pin", "1"}).code, 0);
        QCOMPARE(pinned(), std::string("[]"));
    }

    void what_cannot_ever_start_is_refused_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QString>("says");
        QTest::newRow("too many") << QStringList{"--set", "parallel.processes=3", "--set",
                                                 "parallel.strategy=ddp"}
                                  << "TD6041|needs 3 GPUs; 2 are";
        QTest::newRow("pinned to too few")
            << QStringList{"--set", "parallel.processes=2", "--set", "parallel.strategy=ddp", "--devices",
                           "1"}
            << "TD6041|needs 2 GPUs; 1 are";
        QTest::newRow("no such GPU") << QStringList{"--devices", "5"} << "TD6032|no GPU '5'";
        QTest::newRow("pinned, on the CPU")
            << QStringList{"--devices", "0", "--set", "parallel.devices=cpu"} << "TD6039|on the CPU";
    }
    void what_cannot_ever_start_is_refused() {
        QFETCH(QStringList, more);
        QFETCH(QString, says);
        RunBench bench;
        bench.show_gpus(two_gpus);
        const Ended ended = add(bench, "run", QStringList{"--set", "parallel.devices=cuda"} + more);
        QCOMPARE(ended.code, 6);
        for (const QString& part : says.split('|'))
            QVERIFY2(has(ended.err, part.toStdString()), ended.err.c_str());
        QVERIFY(!fs::exists(bench.folder("run").root));
    }

    void settings_give_the_cpu_more_slots() {
        RunBench bench;
        const fs::path settings = bench.root() / "config" / "tunedesk" / "settings.yaml";
        fs::create_directories(settings.parent_path());
        std::ofstream(settings) << "cpu_slots: 2\n";
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        QCOMPARE(add(bench, "first").code, 0);
        QCOMPARE(add(bench, "second").code, 0);
        for (const char* run : {"first", "second"}) {
            QVERIFY(RunBench::journal_has(bench.folder(run), "\"Step\""));
            QCOMPARE(bench.call({"kill", root(bench, run)}).code, 0);
        }
        std::ofstream(settings) << "cpu_slots: many\n";
        qputenv("XDG_CONFIG_HOME", (bench.root() / "config").c_str());
        QVERIFY_EXCEPTION_THROWN(run::read_user_settings(), Error);
    }
};

QTEST_GUILESS_MAIN(QueueTest)
#include "queue_test.moc"
