// SPDX-License-Identifier: GPL-3.0-or-later
// Viewers and other clients of a run's socket: replay, several at once, frozen, killed, hostile.

#include "event/journal/journal.h"
#include "patience.h"
#include "run/client.h"
#include "run/run_bench.h"

#include <cerrno>
#include <csignal>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
        lines.push_back(text.substr(begin, end - begin));
    return lines;
}

/// Journalled lines as a reader should see them.
std::vector<std::uint64_t> replayed(const event::RunFolder& folder, std::uint64_t from) {
    std::vector<std::uint64_t> seqs;
    event::replay_journal(folder, from, [&](const event::Event& event) { seqs.push_back(event.seq); });
    return seqs;
}

std::vector<std::uint64_t> seqs_of(const std::vector<std::string>& lines) {
    std::vector<std::uint64_t> seqs;
    for (const std::string& line : lines)
        if (const auto seq = event::parse_event(line).seq; seq > 0) seqs.push_back(seq);
    return seqs;
}

} // namespace

class TestViewers : public QObject {
    Q_OBJECT

    static QString root(const RunBench& bench) {
        return QString::fromStdString(bench.folder().root.string());
    }

    static std::unique_ptr<QProcess> started(RunBench& bench, int steps, int ms,
                                             const QStringList& more = {}) {
        bench.set("TUNEDESK_FAKE_STEPS", std::to_string(steps));
        bench.set("TUNEDESK_FAKE_MS", std::to_string(ms));
        auto process = bench.start(bench.run_arguments(1, more));
        if (!RunBench::journal_has(bench.folder(), "\"Step\"")) return nullptr;
        return process;
    }

private Q_SLOTS:
    void attachReplaysThenFollows() {
        RunBench bench;
        const auto process = started(bench, 100, 20);
        QVERIFY(process);
        const auto all = bench.start({"attach", root(bench), "--json"});
        const auto late = bench.start({"attach", root(bench), "--json", "--from-seq", "7"});
        const Ended seen = RunBench::wait(*all), seen_late = RunBench::wait(*late);
        QCOMPARE(RunBench::wait(*process).code, 0);
        QCOMPARE(seen.code, 0);
        QCOMPARE(seqs_of(lines_of(seen.out)), replayed(bench.folder(), 1));
        QCOMPARE(seqs_of(lines_of(seen_late.out)), replayed(bench.folder(), 7));
        // The same from the finished run's journal.
        const Ended again = bench.call({"attach", root(bench), "--json", "--from-seq", "7"});
        QCOMPARE(seqs_of(lines_of(again.out)), replayed(bench.folder(), 7));
    }

    // FAULTS 6
    void aHundredViewersComeAndGo() {
        RunBench bench;
        const auto process = started(bench, 900, 20);
        QVERIFY(process);
        for (int i = 0; i < 100; ++i) {
            if (i % 10 == 0) { // a real one, killed
                const auto viewer = bench.start({"attach", root(bench)});
                QTest::qWait(20);
                viewer->kill();
                viewer->waitForFinished();
                continue;
            }
            Client client(bench.folder());
            QVERIFY(client.connected());
            if (i % 3 != 0) client.attach(static_cast<std::uint64_t>(i % 5));
            if (i % 3 == 1) client.read(3, 1);
        }
        const Ended ended = RunBench::wait(*process);
        QCOMPARE(ended.code, 0);
        std::vector<std::int64_t> steps;
        event::replay_journal(bench.folder(), 1, [&](const event::Event& event) {
            if (event.type == event::Type::Step) steps.push_back(event::to_step(event).step);
        });
        QCOMPARE(steps.size(), std::size_t(900));
        for (std::size_t i = 0; i < steps.size(); ++i)
            QCOMPARE(steps[i], static_cast<std::int64_t>(i + 1));
    }

    // FAULTS 7
    /// What a frozen viewer missed comes from the journal; nobody waited for it.
    void aFrozenViewerCatchesUp() {
        RunBench bench;
        const auto process = started(bench, 4000, 1, {"--set", "supervision.viewer_queue_events=64"});
        QVERIFY(process);
        Client frozen(bench.folder());
        frozen.attach(1);
        QVERIFY(RunBench::journal_has(bench.folder(), "\"step\":3500,"));
        const auto seqs = seqs_of(frozen.read(1'000'000, 60));
        QCOMPARE(RunBench::wait(*process).code, 0);
        // It may have been cut off by the end of the run, but what it saw has no gap and no repeat.
        QVERIFY2(seqs.size() > 3500, std::to_string(seqs.size()).c_str());
        for (std::size_t i = 0; i < seqs.size(); ++i)
            QCOMPARE(seqs[i], i + 1);
    }

    void hostileClientsAreDropped_data() {
        QTest::addColumn<QByteArray>("bytes");
        const auto frame = [](const char* text) {
            return QByteArray::fromStdString(event::make_frame(text));
        };
        QTest::newRow("huge length") << QByteArray("\xff\xff\xff\xff.", 5);
        QTest::newRow("no JSON") << frame("hello?");
        QTest::newRow("no object") << frame("[1,2]");
        QTest::newRow("deep") << frame(std::string(5000, '[').c_str());
        QTest::newRow("no type") << frame("{\"v\":1}");
        QTest::newRow("unknown type") << frame("{\"type\":\"Dance\"}");
        QTest::newRow("unknown command") << frame("{\"type\":\"Command\",\"command\":\"explode\"}");
        QTest::newRow("wrong token") << frame(
            "{\"v\":1,\"type\":\"Hello\",\"rank\":0,\"rank_seq\":1,\"seq\":0,"
            "\"t\":1,\"token\":\"guess\"}");
        QTest::newRow("old version") << frame("{\"v\":0,\"type\":\"Hello\",\"rank\":0}");
        QTest::newRow("bad from_seq") << frame("{\"type\":\"Attach\",\"from_seq\":-4}");
    }

    // FAULTS 8
    void hostileClientsAreDropped() {
        QFETCH(QByteArray, bytes);
        RunBench bench;
        bench.hold_halfway();
        const auto process = started(bench, 60, 20);
        QVERIFY(process);
        Client client(bench.folder());
        client.send_raw(bytes.toStdString());
        client.read(100, 10);
        QVERIFY(client.ended());
        QVERIFY(RunBench::journal_has(bench.folder(), "was dropped", patience_s));
        bench.let_go();
        QCOMPARE(RunBench::wait(*process).code, 0);
    }

    // FAULTS 9
    void otherUsersAreRefused() {
        if (::getuid() != 0) QSKIP("only root can become another user here");
        RunBench bench;
        bench.hold_halfway();
        const auto process = started(bench, 100, 20);
        QVERIFY(process);
        const std::string socket = bench.folder().socket().string();
        const auto as_nobody = [&] {
            const pid_t child = ::fork();
            if (child == 0) {
                if (::setgid(65534) != 0 || ::setuid(65534) != 0) ::_exit(9);
                Client client(bench.folder());
                if (!client.connected()) ::_exit(errno == EACCES ? 1 : 8);
                client.send("{\"type\":\"Ping\"}");
                const bool answered = !client.read(1, patience_s).empty();
                ::_exit(answered ? 0 : 2);
            }
            int status = 0;
            ::waitpid(child, &status, 0);
            return WEXITSTATUS(status);
        };
        // The folder keeps them out; where it did not, the socket would ask who they are.
        ::chmod(bench.root().c_str(), 0755);
        QCOMPARE(as_nobody(), 1);
        ::chmod(fs::path(socket).parent_path().c_str(), 0755);
        ::chmod(fs::path(socket).parent_path().parent_path().c_str(), 0755);
        ::chmod(socket.c_str(), 0666);
        QCOMPARE(as_nobody(), 2);
        QVERIFY(RunBench::journal_has(bench.folder(), "was refused", patience_s));
        bench.let_go();
        QCOMPARE(RunBench::wait(*process).code, 0);
    }

    // FAULTS 11
    void manyConnectionsExhaustDescriptors() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "200");
        bench.hold_halfway();
        const QStringList run = bench.run_arguments(1);
        const auto process = bench.start_program(
            "/bin/sh",
            QStringList{"-c", "ulimit -n 40; exec \"$@\"", "sh", TUNEDESK_BIN_DIR "/tunedesk"} + run);
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        {
            std::vector<Client> crowd;
            for (int i = 0; i < 60; ++i)
                crowd.emplace_back(bench.folder());
            QVERIFY(RunBench::journal_has(bench.folder(), "cannot accept", patience_s));
        }
        Client after(bench.folder());
        after.send("{\"type\":\"Ping\"}");
        QCOMPARE(after.read(1, 10).size(), std::size_t(1));
        bench.let_go();
        QCOMPARE(RunBench::wait(*process).code, 0);
    }
};

QTEST_GUILESS_MAIN(TestViewers)
#include "viewers_test.moc"
