// SPDX-License-Identifier: GPL-3.0-or-later
// Runs on another machine, over a real sshd: the command line there as here, broken connections, refusals.

#include "base/text.h"
#include "event/journal/journal.h"
#include "remote/there.h"
#include "texts.h"

#include <QElapsedTimer>
#include <QTest>
#include <csignal>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

std::vector<std::uint64_t> seqs_of(const std::string& lines) {
    std::vector<std::uint64_t> seqs;
    for (const std::string_view line : split(lines, '\n'))
        if (!line.empty()) seqs.push_back(event::parse_event(line).seq);
    return seqs;
}

std::vector<std::uint64_t> replayed_seqs(const event::RunFolder& folder) {
    std::vector<std::uint64_t> seqs;
    event::replay_journal(folder, 1, [&](const event::Event& event) { seqs.push_back(event.seq); });
    return seqs;
}

void write_program(const fs::path& path, const std::string& text) {
    std::ofstream(path) << "#!/bin/sh\n" << text;
    fs::permissions(path, fs::perms::owner_all);
}

} // namespace

#define WITH_SSHD(machines)                                                                                  \
    TwoMachines machines;                                                                                    \
    if (!machines.sshd().is_running()) QSKIP(machines.sshd().why_not().c_str())

class TestRemote : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void startListAttachReport() {
        WITH_SSHD(two);
        const Ended started = two.start_there();
        QCOMPARE(started.err, std::string());
        QCOMPARE(started.out, two.run_there().root.string() + "\n");
        const Ended listed = two.here.call({"list", "--host", "box", "--json"});
        QVERIFY2(listed.code == 0 && has(listed.out, two.run_there().root.string()), listed.err.c_str());
        QVERIFY2(!has(two.here.call({"list"}).out, two.run_there().root.string()), "it is not a run of here");
        const Ended attached = two.here.call({"attach", two.path_there(), "--host", "box", "--json"});
        QVERIFY2(attached.code == 0, attached.err.c_str());
        QCOMPARE(seqs_of(attached.out), replayed_seqs(two.run_there()));
        const Ended table = two.here.call({"list", "--host", "box"});
        QVERIFY2(has(table.out, "done"), table.out.c_str());
        const Ended report = two.here.call({"report", two.path_there(), "--host", "box"});
        QVERIFY2(report.code == 0 && has(report.out, "done"), report.out.c_str());
    }

    void controlAndResume() {
        TwoMachines two(Environment{{"TUNEDESK_FAKE_STEPS", "500"}, {"TUNEDESK_FAKE_MS", "20"}});
        if (!two.sshd().is_running()) QSKIP(two.sshd().why_not().c_str());
        QCOMPARE(two.start_there("run", {"--set", "training.num_train_epochs=1"}).code, 0);
        for (const char* command : {"pause", "continue", "checkpoint", "stop"}) {
            const Ended answer = two.here.call({command, two.path_there(), "--host", "box"});
            QVERIFY2(answer.code == 0 && !answer.out.empty(), answer.err.c_str());
        }
        const Ended seen = two.here.call({"attach", two.path_there(), "--host", "box"});
        QVERIFY2(seen.code == 75, seen.err.c_str());
        const Ended resumed = two.here.call({"resume", two.path_there(), "--host", "box"});
        QVERIFY2(resumed.code == 0 && has(resumed.out, "step 500"), (resumed.out + resumed.err).c_str());
        const Ended refused = two.here.call({"stop", two.path_there(), "--host", "box"});
        QVERIFY2(refused.code == 6 && has(refused.err, "(on box)"), refused.err.c_str());
    }

    void anAwkwardNameArrivesAsItIs() {
        WITH_SSHD(two);
        const char* name = "it's $(touch made) \"here\"; `touch made` & done \\";
        const Ended started = two.start_there(name);
        QVERIFY2(started.code == 0, started.err.c_str());
        QCOMPARE(started.out, two.run_there(name).root.string() + "\n");
        QVERIFY(two.run_there(name).holds_run());
        QVERIFY(!fs::exists(two.there().root() / "made"));
        QCOMPARE(two.here.call({"attach", two.path_there(name), "--host", "box"}).code, 0);
    }

    /// Paths are the other machine's: relative ones count from the server's folder, variables are its own.
    void checkLooksThere() {
        TwoMachines two(Environment{{"ONLY_THERE", "here-it-is"}});
        if (!two.sshd().is_running()) QSKIP(two.sshd().why_not().c_str());
        fs::create_directories(two.there().root() / "here-it-is");
        fs::copy(two.there().root() / "train.csv", two.there().root() / "here-it-is" / "mine.csv");
        const QString preset = QString::fromStdString((two.here.root() / "p.yaml").string());
        write_file_atomically(two.here.root() / "p.yaml", "tunedesk: 1\nname: x\nmodel: {path: no-model}\n"
                                                          "data: {train: $ONLY_THERE/mine.csv}\n"
                                                          "evaluation: {strategy: \"no\"}\n");
        const Ended checked = two.here.call({"check", preset, "--host", "box"});
        QVERIFY2(checked.code == 4 && has(checked.err, (two.there().root() / "no-model").string()),
                 (checked.out + checked.err).c_str());
        QVERIFY2(!has(checked.err, "mine.csv"), checked.err.c_str());
        // The same words as there.
        fs::copy(two.here.root() / "p.yaml", two.there().root() / "p.yaml");
        const Ended at_home = two.there().call({"check", "p.yaml"});
        QCOMPARE(checked.err, at_home.err + "(on box)\n");
        // A mistake in the preset's own text is said here.
        const Ended mistaken = two.here.call({"check", preset, "--host", "box", "--set", "training.sed=1"});
        QVERIFY2(mistaken.code == 2 && has(mistaken.err, "training.seed"), mistaken.err.c_str());
    }

    /// Connections end while events come: each event is seen once, in order, none is missing.
    void aBrokenConnectionLeavesNoGap() {
        TwoMachines two(Environment{{"TUNEDESK_FAKE_STEPS", "600"}, {"TUNEDESK_FAKE_MS", "20"}});
        if (!two.sshd().is_running()) QSKIP(two.sshd().why_not().c_str());
        QCOMPARE(two.start_there().code, 0);
        const auto viewer = two.here.start({"attach", two.path_there(), "--host", "box", "--json"});
        QVERIFY(viewer->waitForReadyRead(60'000)); // it is connected
        int broken = 0;
        for (int i = 0; i < 5; ++i) {
            QTest::qWait(1500);
            broken += two.sshd().signal_sessions(SIGKILL) > 0;
        }
        QVERIFY2(broken >= 3, "sessions were there to be ended");
        const Ended seen = RunBench::wait(*viewer, 120);
        QVERIFY2(seen.code == 0, seen.err.c_str());
        QVERIFY2(has(seen.err, "the connection to box is lost") && has(seen.err, "reconnected to box"),
                 seen.err.c_str());
        QCOMPARE(seqs_of(seen.out), replayed_seqs(two.run_there()));
    }

    /// The machine is away for a while; whatever the run did meanwhile is seen.
    void aMachineGoesAndComesBack() {
        TwoMachines two(Environment{{"TUNEDESK_FAKE_STEPS", "500"}, {"TUNEDESK_FAKE_MS", "20"}});
        if (!two.sshd().is_running()) QSKIP(two.sshd().why_not().c_str());
        QCOMPARE(two.start_there().code, 0);
        const auto viewer = two.here.start({"attach", two.path_there(), "--host", "box", "--json"});
        QVERIFY(viewer->waitForReadyRead(60'000)); // it is connected
        QVERIFY(RunBench::journal_has(two.run_there(), "\"step\":50"));
        QTest::qWait(500);
        two.sshd().vanish();
        QVERIFY(RunBench::journal_has(two.run_there(), "\"Finished\"", 60));
        QTest::qWait(3000);
        QCOMPARE(viewer->state(), QProcess::Running);
        two.sshd().come_back();
        const Ended seen = RunBench::wait(*viewer, 90);
        QVERIFY2(seen.code == 0 && has(seen.err, "box does not answer on its SSH port"), seen.err.c_str());
        QCOMPARE(seqs_of(seen.out), replayed_seqs(two.run_there()));
    }

    /// Nothing is closed, nothing is said: the connection counts as lost all the same.
    void aSilentConnectionIsNoticed() {
        TwoMachines two(Environment{{"TUNEDESK_FAKE_STEPS", "3000"}, {"TUNEDESK_FAKE_MS", "20"}});
        if (!two.sshd().is_running()) QSKIP(two.sshd().why_not().c_str());
        QCOMPARE(two.start_there().code, 0);
        const auto viewer = two.here.start({"attach", two.path_there(), "--host", "box", "--json"});
        QVERIFY(viewer->waitForReadyRead(60'000)); // it is connected
        QTest::qWait(2000);
        const std::vector<int> frozen = two.sshd().sessions();
        QVERIFY(two.sshd().signal_sessions(SIGSTOP) > 0);
        std::string said;
        for (int i = 0; i < 600 && !has(said, "reconnected to box"); ++i) {
            QTest::qWait(100);
            said += viewer->readAllStandardError().toStdString();
        }
        for (const int pid : frozen)
            ::kill(pid, SIGKILL);
        QVERIFY2(has(said, "the connection to box is lost") && has(said, "reconnected to box"), said.c_str());
        QCOMPARE(two.here.call({"stop", two.path_there(), "--host", "box"}).code, 0);
        const Ended seen = RunBench::wait(*viewer, 60);
        QCOMPARE(seen.code, 75);
        QCOMPARE(seqs_of(seen.out), replayed_seqs(two.run_there()));
    }

    void refusals_data() {
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("says");
        QTest::newRow("refused key") << "locked"
                                     << "TD7041|ssh-copy-id locked";
        QTest::newRow("changed host key") << "stranger"
                                          << "TD7042|ssh stranger";
        QTest::newRow("nobody listens") << "nowhere"
                                        << "TD7034|nowhere does not answer on its SSH port|sshd";
        QTest::newRow("no such machine") << "missing"
                                         << "TD7033|no machine has the name missing|~/.ssh/config";
        QTest::newRow("no such program") << "bare"
                                         << "TD7043|/no/such/tunedesk|--program";
        QTest::newRow("an option for ssh") << "-oProxyCommand=touch made"
                                           << "TD2044|ssh";
        QTest::newRow("a command for a shell") << "box;touch made"
                                               << "TD2044";
    }

    void refusals() {
        QFETCH(QString, host);
        QFETCH(QString, says);
        WITH_SSHD(two);
        if (host == "bare") {
            host = "box";
            TwoMachines bare;
            write_file_atomically(bare.here.root() / "config" / "tunedesk" / "settings.yaml",
                                  "servers: {box: {program: /no/such/tunedesk}}\n");
            const Ended ended = bare.here.call({"list", "--host=box"});
            QCOMPARE(ended.code, 7);
            for (const QString& part : says.split('|'))
                QVERIFY2(has(ended.err, part.toStdString()), ended.err.c_str());
            return;
        }
        for (const QStringList& command :
             {QStringList{"list"}, QStringList{"attach", "/run"}, QStringList{"stop", "/run"}}) {
            const Ended ended = two.here.call(command + QStringList{"--host=" + host});
            QVERIFY2(ended.code == (says.startsWith("TD2") ? 2 : 7), ended.err.c_str());
            for (const QString& part : says.split('|'))
                QVERIFY2(has(ended.err, part.toStdString()), ended.err.c_str());
            QVERIFY2(has(ended.err, "next: "), ended.err.c_str());
        }
        QVERIFY(!fs::exists(two.here.root() / "made"));
    }

    /// What the other side says is not believed: no crash, no endless memory, a plain error.
    void hostile_data() {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("says");
        QTest::newRow("words") << "yes hello there"
                               << "TD7048";
        QTest::newRow("a line without an end") << "cat /dev/zero"
                                               << "TD7048";
        QTest::newRow("silent end") << "exit 0"
                                    << "";
        QTest::newRow("its own failure") << "echo no >&2; exit 3"
                                         << "TD7026|no";
        QTest::newRow("deep JSON") << "head -c 400000 /dev/zero | tr '\\0' '['; echo; sleep 1; yes x"
                                   << "TD7048";
    }

    void hostile() {
        QFETCH(QString, program);
        QFETCH(QString, says);
        WITH_SSHD(two);
        const fs::path there = two.there().root() / "evil";
        write_program(there, program.toStdString() + "\n");
        write_file_atomically(two.here.root() / "config" / "tunedesk" / "settings.yaml",
                              "servers: {box: {program: \"" + there.string() + "\"}}\n");
        // Twice the memory that a list may take is refused by the kernel.
        const auto process = two.here.start_program("/bin/sh", {"-c", "ulimit -v 1500000; exec \"$@\"", "sh",
                                                                TUNEDESK_BIN_DIR "/tunedesk", "--no-gui",
                                                                "attach", "/run", "--host", "box", "--json"});
        const Ended ended = RunBench::wait(*process, 60);
        QVERIFY2(ended.code == (says.isEmpty() ? 0 : 7), ended.err.c_str());
        for (const QString& part : says.split('|', Qt::SkipEmptyParts))
            QVERIFY2(has(ended.err, part.toStdString()), ended.err.c_str());
        const Ended listed = two.here.call({"list", "--host", "box"}, 100);
        QVERIFY2(listed.code == 7 && has(listed.err, "error[TD70"), (listed.out + listed.err).c_str());
    }

    void anotherVersionIsNamed() {
        WITH_SSHD(two);
        const fs::path there = two.there().root() / "old";
        write_program(
            there, "[ \"$2\" = --version ] && echo tunedesk 0.0.1 && exit 0\n"
                   "echo 'error[TD2000]: The following argument was not expected: --follow' >&2; exit 2\n");
        write_file_atomically(two.here.root() / "config" / "tunedesk" / "settings.yaml",
                              "servers: {box: {program: \"" + there.string() + "\"}}\n");
        const Ended ended = two.here.call({"attach", "/run", "--host", "box"});
        QVERIFY2(ended.code == 2 && has(ended.err, "box has tunedesk 0.0.1, this machine has"),
                 ended.err.c_str());
        fs::remove(two.here.root() / "config" / "tunedesk" / "settings.yaml");
        const Ended added =
            two.here.call({"server", "add", "box", "--program", QString::fromStdString(there.string())});
        QVERIFY2(added.code == 0 && has(added.out, "warning: box has tunedesk 0.0.1"),
                 (added.out + added.err).c_str());
    }

    void aLoginScriptMayTalk() {
        WITH_SSHD(two);
        const fs::path there = two.there().root() / "talks";
        write_program(there, "echo 'Welcome to the machine.'; exec " TUNEDESK_BIN_DIR "/tunedesk \"$@\"\n");
        write_file_atomically(two.here.root() / "config" / "tunedesk" / "settings.yaml",
                              "servers: {box: {program: \"" + there.string() + "\", folder: \"" +
                                  two.there().root().string() + "\"}}\n");
        QCOMPARE(two.start_there().code, 0);
        const Ended seen = two.here.call({"attach", two.path_there(), "--host", "box", "--json"});
        QVERIFY2(seen.code == 0, seen.err.c_str());
        QCOMPARE(seqs_of(seen.out), replayed_seqs(two.run_there()));
        QCOMPARE(two.here.call({"list", "--host", "box"}).code, 0);
    }

    /// No process is left behind on the other machine when its reader goes away without a word.
    void readersThereEnd() {
        TwoMachines two(Environment{{"TUNEDESK_FAKE_STEPS", "3000"}, {"TUNEDESK_FAKE_MS", "20"}});
        if (!two.sshd().is_running()) QSKIP(two.sshd().why_not().c_str());
        QCOMPARE(two.start_there().code, 0);
        QCOMPARE(two.here.call({"pause", two.path_there(), "--host", "box"}).code, 0);
        const auto viewer = two.here.start({"attach", two.path_there(), "--host", "box", "--json"});
        QVERIFY(viewer->waitForReadyRead(60'000)); // it is connected
        const auto readers = [&] {
            int count = 0;
            for (const auto& entry : fs::directory_iterator("/proc")) {
                std::ifstream file(entry.path() / "cmdline");
                std::string line((std::istreambuf_iterator<char>(file)), {});
                std::replace(line.begin(), line.end(), '\0', ' ');
                count += has(line, "/tunedesk --no-gui attach " + two.run_there().root.string() +
                                       " --json --follow") &&
                         !has(line, "ssh") && !has(line, "sh -c");
            }
            return count;
        };
        QTRY_VERIFY_WITH_TIMEOUT(readers() >= 1, 10'000);
        ::kill(static_cast<pid_t>(viewer->processId()), SIGKILL);
        RunBench::wait(*viewer);
        QTRY_COMPARE_WITH_TIMEOUT(readers(), 0, 30'000);
        QCOMPARE(two.here.call({"kill", two.path_there(), "--host", "box"}).code, 0);
    }

    /// A real worker trains there, a real viewer here.
    void aRealRun() {
        const char* given = std::getenv("TUNEDESK_WORKER");
        const fs::path worker =
            given && *given ? fs::path(given) : fs::path(TUNEDESK_BIN_DIR "/tunedesk-worker");
        const fs::path source(TUNEDESK_SOURCE_DIR);
        const fs::path model = source / ".deps" / "models" / "all-MiniLM-L6-v2";
        if (!fs::exists(worker) || !fs::exists(model))
            QSKIP("no worker or no model: build it, packaging/setup.sh");
        TwoMachines two(Environment{{"TUNEDESK_WORKER", worker.string()}});
        if (!two.sshd().is_running()) QSKIP(two.sshd().why_not().c_str());
        fs::copy(source / "resources" / "samples" / "own.csv", two.there().root() / "own.csv");
        const fs::path preset = two.here.root() / "real.yaml";
        write_file_atomically(preset,
                              "tunedesk: 1\nname: real\nmodel: {path: " + model.string() +
                                  "}\ndata: {train: own.csv, validation_split: 0.2, test_split: 0.2}\n"
                                  "training: {per_device_train_batch_size: 4, num_train_epochs: 40}\n"
                                  "logging: {every_n_steps: 1}\n");
        const QString file = QString::fromStdString(preset.string());
        const Ended checked = two.here.call({"check", file, "--host", "box"}, 120);
        QVERIFY2(checked.code == 0 && has(checked.out, "Preset is valid"),
                 (checked.out + checked.err).c_str());
        const Ended started =
            two.here.call({"run", file, "--host", "box", "--detach", "--run-dir", two.path_there()}, 120);
        QVERIFY2(started.code == 0, started.err.c_str());
        const auto viewer = two.here.start({"attach", two.path_there(), "--host", "box", "--json"});
        QVERIFY(viewer->waitForReadyRead(60'000)); // it is connected
        QVERIFY(RunBench::journal_has(two.run_there(), "\"Step\"", 120));
        QVERIFY(two.sshd().signal_sessions(SIGKILL) > 0);
        QTest::qWait(3000);
        const Ended stopped = two.here.call({"stop", two.path_there(), "--host", "box"});
        QVERIFY2(stopped.code == 0, stopped.err.c_str());
        const Ended seen = RunBench::wait(*viewer, 120);
        QVERIFY2(seen.code == 75, seen.err.c_str());
        QCOMPARE(seqs_of(seen.out), replayed_seqs(two.run_there()));
    }
};

QTEST_GUILESS_MAIN(TestRemote)
#include "remote_test.moc"
