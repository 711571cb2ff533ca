// SPDX-License-Identifier: GPL-3.0-or-later
// FAULTS 10: supervisors that are started at the same instant, 150 times, over the socket and the
// locks of one that was killed. One wins and can be reached, the others end with 6.

#include "event/socket/local_socket.h"
#include "long_tests.h"
#include "preset/yaml/load.h"
#include "run/folder/prepare.h"
#include "run/run_bench.h"
#include "run/supervise/supervisor.h"

#include <QTest>
#include <array>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

struct Result {
    pid_t pid = 0;
    int error = 0; ///< 0: it supervises the run
};

struct Pipe {
    Pipe() {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) qFatal("no pipe");
        read = FileDescriptor(ends[0]);
        write = FileDescriptor(ends[1]);
    }
    FileDescriptor read, write;
};

/// A process that supervises the run as far as anyone can connect, once it is given a byte; then it waits to
/// be killed.
pid_t start(const run::Launch& launch, const Pipe& line, const Pipe& results) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    char go = 0;
    Result result{::getpid(), 0};
    std::optional<run::Supervisor> supervisor;
    if (::read(line.read.get(), &go, 1) != 1) ::_exit(1);
    try {
        supervisor.emplace(launch);
    } catch (const Error& error) {
        result.error = error.id();
    }
    if (::write(results.write.get(), &result, sizeof result) != sizeof result) ::_exit(1);
    for (;;)
        ::pause();
}

/// Who listens at the socket; 0 where nobody does.
pid_t listener_at(const fs::path& socket) {
    const auto connected = event::connect_to(socket);
    ucred owner{};
    socklen_t size = sizeof owner;
    if (!connected || ::getsockopt(connected->get(), SOL_SOCKET, SO_PEERCRED, &owner, &size) != 0) return 0;
    return owner.pid;
}

} // namespace

class StartRaceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void one_wins_every_race() {
        constexpr int starters = 3;
        const int count = rounds(150, 400);
        const RunBench bench;
        const event::RunFolder folder = bench.folder();
        const run::Launch launch{folder, preset::load(bench.preset()).preset, "/bin/true", /*resume=*/true};
        run::make_run_folder(folder);
        run::begin_run(folder, launch.preset);
        std::array<int, starters> wins{};
        for (int round = 0; round < count; ++round) {
            const Pipe line, results;
            std::array<pid_t, starters> pids{};
            for (pid_t& pid : pids)
                pid = start(launch, line, results);
            QCOMPARE(::write(line.write.get(), "go!", starters), ssize_t{starters});
            pid_t winner = 0;
            for (int i = 0; i < starters; ++i) {
                Result result;
                QCOMPARE(::read(results.read.get(), &result, sizeof result), ssize_t{sizeof result});
                if (result.error != 0) {
                    QCOMPARE(result.error, 6011);
                    continue;
                }
                QCOMPARE(winner, 0);
                winner = result.pid;
            }
            QVERIFY(winner != 0);
            QCOMPARE(listener_at(folder.socket()), winner);
            for (std::size_t i = 0; i < pids.size(); ++i) {
                wins[i] += pids[i] == winner;
                ::kill(pids[i], SIGKILL);
                ::waitpid(pids[i], nullptr, 0);
            }
            QVERIFY(fs::exists(folder.socket())); // stale: the next round meets it
            QCOMPARE(listener_at(folder.socket()), 0);
        }
        qInfo("%d, %d and %d wins", wins[0], wins[1], wins[2]);
    }
};

QTEST_GUILESS_MAIN(StartRaceTest)
#include "start_race_test.moc"
