// SPDX-License-Identifier: GPL-3.0-or-later
// FAULTS 13: a stop that is asked for after the end of a run, while its plots are drawn, changes nothing.

#include "event/folder/run_lock.h"
#include "run/run_bench.h"
#include "texts.h"

#include <QTest>
#include <csignal>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

/// A copy of the program, beside a program of the window that draws for as long as the file "drawing" exists.
struct Drawing {
    Drawing() {
        const fs::path bin = bench.root() / "bin";
        fs::create_directories(bin);
        fs::copy_file(TUNEDESK_BIN_DIR "/tunedesk", bin / "tunedesk");
        const std::string script = "#!/bin/sh\n"
                                   "touch " +
                                   began().string() +
                                   "\n"
                                   "while test -e " +
                                   drawing().string() +
                                   "; do sleep 0.05; done\n"
                                   "touch " +
                                   drawn().string() + "\n";
        write_file_atomically(bin / "tunedesk-gui", script);
        fs::permissions(bin / "tunedesk-gui", fs::perms::owner_all);
        write_file_atomically(drawing(), "");
        program = to_qt(bin / "tunedesk");
        bench.set("TUNEDESK_WINDOW", (bin / "tunedesk-gui").string());
    }

    fs::path began() const { return bench.root() / "began"; }
    fs::path drawing() const { return bench.root() / "drawing"; }
    fs::path drawn() const { return bench.root() / "drawn"; }

    std::unique_ptr<QProcess> start(const QStringList& more = {}) const {
        return bench.start_program(program, QStringList{"--no-gui"} + bench.run_arguments(2, more));
    }

    RunBench bench;
    QString program;
};

} // namespace

class LateStopTest : public QObject {
    Q_OBJECT

    static bool appears(const fs::path& file) {
        return QTest::qWaitFor([&] { return fs::exists(file); }, 60'000);
    }

    static void verify_finished(const Drawing& drawing) {
        const auto record = event::read_exit(drawing.bench.folder());
        QVERIFY(record);
        QCOMPARE(record->code, 0);
        QVERIFY(!has(read_file(drawing.bench.folder().journal(), ErrorId::file_unreadable),
                     "\"text\":\"signal "));
    }

private Q_SLOTS:
    void one_signal_data() {
        QTest::addColumn<int>("number");
        for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGUSR1})
            QTest::addRow("%s", ::sigabbrev_np(number)) << number;
    }
    void one_signal() {
        QFETCH(int, number);
        const Drawing drawing;
        const auto process = drawing.start();
        QVERIFY(appears(drawing.began()));
        ::kill(static_cast<pid_t>(process->processId()), number);
        QTest::qWait(300);
        QVERIFY(process->state() == QProcess::Running);
        fs::remove(drawing.drawing());
        const Ended ended = RunBench::wait(*process);
        QVERIFY2(ended.code == 0, (std::to_string(ended.code) + ended.err).c_str());
        QVERIFY(fs::exists(drawing.drawn()));
        verify_finished(drawing);
    }

    // As a terminal's Ctrl+C: the program that draws is of the same group.
    void a_signal_to_the_group() {
        const Drawing drawing;
        QProcess process;
        process.setProcessEnvironment(drawing.bench.environment());
        process.setChildProcessModifier([] { ::setpgid(0, 0); });
        process.start(drawing.program, QStringList{"--no-gui"} + drawing.bench.run_arguments(2));
        QVERIFY(process.waitForStarted());
        QVERIFY(appears(drawing.began()));
        ::kill(-static_cast<pid_t>(process.processId()), SIGINT);
        QTest::qWait(300);
        fs::remove(drawing.drawing());
        const Ended ended = RunBench::wait(process);
        QVERIFY2(ended.code == 0, (std::to_string(ended.code) + ended.err).c_str());
        QVERIFY(fs::exists(drawing.drawn()));
        verify_finished(drawing);
    }

    void a_second_signal_ends_the_drawing() {
        const Drawing drawing;
        const auto process = drawing.start();
        QVERIFY(appears(drawing.began()));
        const auto pid = static_cast<pid_t>(process->processId());
        ::kill(pid, SIGINT);
        QTest::qWait(300);
        ::kill(pid, SIGTERM);
        const Ended ended = RunBench::wait(*process, 10);
        QVERIFY2(ended.code == 0, (std::to_string(ended.code) + ended.err).c_str());
        // Nothing is left that would draw on.
        fs::remove(drawing.drawing());
        QTest::qWait(500);
        QVERIFY(!fs::exists(drawing.drawn()));
        verify_finished(drawing);
    }

    // The row is done, but the rows after it are not to start.
    void a_row_of_a_recipe() {
        const Drawing drawing;
        const fs::path root = drawing.bench.root(), rows = root / "out";
        for (const char* row : {"a", "b"})
            write_file_atomically(root / (std::string(row) + ".yaml"),
                                  "extends: preset.yaml\nname: " + std::string(row) + "\n");
        write_file_atomically(root / "two.yaml", "recipe: 1\ntitle: Two\nrows: [a.yaml, b.yaml]\n");
        const auto process = drawing.bench.start_program(
            drawing.program, {"--no-gui", "recipe", "run", to_qt(root / "two.yaml"), "--out", to_qt(rows)});
        QVERIFY(appears(drawing.began()));
        ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        QTest::qWait(300);
        fs::remove(drawing.drawing());
        const Ended ended = RunBench::wait(*process);
        QVERIFY2(ended.code == 75, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        QVERIFY(fs::exists(drawing.drawn()));
        QCOMPARE(event::read_exit({rows / "a"})->code, 0);
        QVERIFY(!fs::exists(rows / "b"));
    }

    void a_detached_run() {
        Drawing drawing;
        // Its supervisor's process is learned while it holds the folder.
        drawing.bench.set("TUNEDESK_FAKE_STEPS", "100");
        const Ended started = RunBench::wait(*drawing.start({"--detach"}));
        QVERIFY2(started.code == 0, started.err.c_str());
        const auto owner = event::read_owner(drawing.bench.folder());
        QVERIFY(owner);
        QVERIFY(appears(drawing.began()));
        ::kill(owner->pid, SIGTERM);
        QTest::qWait(300);
        // Of one that has ended there is no program, though init may not have reaped it.
        QVERIFY(fs::exists("/proc/" + std::to_string(owner->pid) + "/exe"));
        fs::remove(drawing.drawing());
        QVERIFY(appears(drawing.drawn()));
        verify_finished(drawing);
    }
};

QTEST_GUILESS_MAIN(LateStopTest)
#include "late_stop_test.moc"
