// SPDX-License-Identifier: GPL-3.0-or-later
// Who may write into a run folder: one process, whatever its state folder and its machine (FAULTS 42), and a
// folder or a journal that goes away under a run.

#include "event/event.h"
#include "event/folder/run_lock.h"
#include "run/run_bench.h"
#include "texts.h"

#include <QTest>
#include <fcntl.h>
#include <fstream>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::test;

class TestFolderOwner : public QObject {
    Q_OBJECT

    static QString root(const RunBench& bench) {
        return QString::fromStdString(bench.folder().root.string());
    }

    /// From here on the bench's programs live in another container: other state and runtime folders.
    static void move_to_container(RunBench& bench) {
        bench.set("XDG_STATE_HOME", (bench.root() / "state2").string());
        bench.set("XDG_RUNTIME_DIR", (bench.root() / "runtime2").string());
    }

    /// A stopped run of the bench.
    static void make_stopped_run(RunBench& bench) {
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        const auto run = bench.start(bench.run_arguments(1));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        run->terminate();
        QCOMPARE(RunBench::wait(*run).code, 75);
        bench.set("TUNEDESK_FAKE_STEPS", "5");
    }

    /// An owner on another machine whose last sign of life is `age` seconds old.
    static void write_owner(const RunBench& bench, int age) {
        write_file_atomically(
            bench.folder().owner(),
            R"({"host": "node-17", "boot": "another", "pid": 4242, "started": "then", "token": "t"})");
        timespec times[2] = {{::time(nullptr) - age, 0}, {::time(nullptr) - age, 0}};
        QCOMPARE(::utimensat(AT_FDCWD, bench.folder().owner().c_str(), times, 0), 0);
    }

    /// Every number of the journal once, in order.
    static void verify_numbers(const event::RunFolder& folder) {
        std::ifstream file(folder.journal());
        std::uint64_t last = 0;
        for (std::string line; std::getline(file, line);) {
            const event::Event event = event::parse_event(line);
            QVERIFY2(event.seq > last, line.c_str());
            last = event.seq;
        }
        QVERIFY(last > 0);
    }

private Q_SLOTS:
    void anotherStateFolderDoesNotPass() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        const auto first = bench.start(bench.run_arguments(1));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        const std::string pid = "pid " + std::to_string(first->processId());
        move_to_container(bench);
        const Ended second = bench.call({"resume", root(bench)});
        QVERIFY2(second.code == 6 && has(second.err, "TD6011") && has(second.err, pid), second.err.c_str());
        first->terminate();
        QCOMPARE(RunBench::wait(*first).code, 75);
        verify_numbers(bench.folder());
    }

    void aTakeOverEndsTheFirst() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        const auto first = bench.start(bench.run_arguments(1));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        move_to_container(bench);
        bench.set("TUNEDESK_FAKE_STEPS", "20");
        const Ended second = bench.call({"resume", root(bench), "--take-over"}, 90);
        QVERIFY2(second.code == 0, second.err.c_str());
        const Ended ended = RunBench::wait(*first);
        QVERIFY2(ended.code == 6 && has(ended.err, "TD6019"), ended.err.c_str());
        QVERIFY(RunBench::all_gone(bench.folder(), 10));
        verify_numbers(bench.folder());
        QCOMPARE(event::read_exit(bench.folder())->code, 0); // the second's
    }

    void anOwnerOnAnotherMachine() {
        RunBench bench;
        make_stopped_run(bench);
        write_owner(bench, 10);
        const Ended refused = bench.call({"resume", root(bench)});
        QVERIFY2(refused.code == 6 && has(refused.err, "node-17") && has(refused.err, "--take-over"),
                 refused.err.c_str());
        const Ended taken = bench.call({"resume", root(bench), "--take-over"});
        QVERIFY2(taken.code == 0, taken.err.c_str());
        QVERIFY(!fs::exists(bench.folder().owner()));
    }

    /// Two machines may have one host name; after a reboot this one is known by its machine-id.
    void anOwnerOfThisHostName() {
        char host[256] = {};
        QCOMPARE(::gethostname(host, sizeof host - 1), 0);
        const bool knows_itself = fs::exists("/etc/machine-id") && fs::file_size("/etc/machine-id") > 1;
        for (const std::string& machine : {std::string("another"), std::string()}) {
            RunBench bench;
            make_stopped_run(bench);
            const Json owner{{"host", host}, {"boot", "another"}, {"machine", machine},
                             {"pid", 4242},  {"started", "then"}, {"token", "t"}};
            write_file_atomically(bench.folder().owner(), owner.dump());
            const Ended ended = bench.call({"resume", root(bench)});
            const bool is_refused = !machine.empty() && knows_itself;
            QVERIFY2(ended.code == (is_refused ? 6 : 0), ended.err.c_str());
        }
    }

    void anOwnerThatHasGoneSilentElsewhere() {
        RunBench bench;
        make_stopped_run(bench);
        write_owner(bench, 300);
        const Ended ended = bench.call({"resume", root(bench)});
        QVERIFY2(ended.code == 0, ended.err.c_str());
    }

    /// The workers of a killed supervisor hold the folder until they are gone; who resumes at once waits for
    /// that.
    void resumeRightAfterAKill() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        bench.set("TUNEDESK_FAKE", "ignore");
        const auto first = bench.start(bench.run_arguments(2));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        first->kill();
        first->waitForFinished();
        bench.set("TUNEDESK_FAKE_STEPS", "5");
        const Ended second = bench.call({"resume", root(bench)});
        QVERIFY2(second.code == 0, second.err.c_str());
        verify_numbers(bench.folder());
    }

    void aFolderThatIsRenamedOrRemoved_data() {
        QTest::addColumn<bool>("removed");
        QTest::newRow("renamed") << false;
        QTest::newRow("removed") << true;
    }

    void aFolderThatIsRenamedOrRemoved() {
        QFETCH(bool, removed);
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "60");
        const auto run = bench.start(bench.run_arguments(1));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        if (removed)
            fs::remove_all(bench.folder().root);
        else
            fs::rename(bench.folder().root, bench.root() / "elsewhere");
        const Ended ended = RunBench::wait(*run);
        QVERIFY2(ended.code == 5 && has(ended.err, "TD5019") && has(ended.err, bench.folder().root.string()),
                 ended.err.c_str());
    }

    void aJournalThatIsRemoved() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        const auto run = bench.start(bench.run_arguments(1));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        fs::remove(bench.folder().journal());
        QCOMPARE(bench.call({"checkpoint", root(bench)}).code, 0);
        QVERIFY(RunBench::journal_has(bench.folder(), "removed or replaced"));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        run->terminate();
        QCOMPARE(RunBench::wait(*run).code, 75);
    }
};

QTEST_GUILESS_MAIN(TestFolderOwner)
#include "folder_owner_test.moc"
