// SPDX-License-Identifier: GPL-3.0-or-later
// FAULTS 48: another user at the listening sockets of a real run of two ranks, its rendezvous included,
// learns and changes nothing.

#include "base/clock.h"
#include "texts.h"
#include "worker/listening.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <sys/mman.h>
#include <sys/stat.h>
#include <utility>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

constexpr const char* needs_root = "this test becomes another user: run it as root";

/// What c10d's TCPStore takes for a greeting and a question, and Gloo for a number of a connection.
const std::string questions = std::string("\x00\xce\xf7\x85\x3c\x06\x0a", 7) + std::string(64, '\0');

std::vector<int> with_supervisor(const event::RunFolder& run, const QProcess& supervisor) {
    std::vector<int> pids = RunBench::processes_of(run);
    pids.push_back(static_cast<int>(supervisor.processId()));
    return pids;
}

Settings endless() {
    return {{"training.num_train_epochs", "100000"}, {"logging.every_n_steps", "1"}};
}

/// Ports that a stranger knocks at, shared with its process.
struct Targets {
    static constexpr int most = 64;
    std::atomic<int> count = 0;
    std::atomic<int> made = 0; ///< connections so far
    std::atomic<std::uint16_t> ports[most];

    void aim_at(const std::vector<Listening>& sockets) {
        int found = 0;
        for (const Listening& socket : sockets)
            if (socket.table == "tcp" && found < most)
                ports[found++] = static_cast<std::uint16_t>(
                    std::stoul(socket.name.substr(socket.name.rfind(':') + 1), {}, 16));
        count = found;
    }
};

/// Connects to every port as often as it can, claims to be each of the ranks' connections, and stays.
[[noreturn]] void knock_for_ever(Targets& targets) {
    std::vector<FileDescriptor> kept;
    for (std::uint64_t number = 0;; number = (number + 1) % 16) {
        if (kept.size() > 800) kept.clear();
        for (int i = 0; i < targets.count; ++i) {
            char port[8];
            std::snprintf(port, sizeof port, "%04X", targets.ports[i].load());
            FileDescriptor fd = connect_within({"tcp", "0100007F:" + std::string(port)}, 5);
            if (!fd) continue;
            ++targets.made;
            [[maybe_unused]] const auto sent = ::send(fd.get(), &number, sizeof number, MSG_NOSIGNAL);
            kept.push_back(std::move(fd));
        }
        if (targets.count == 0) ::usleep(200);
    }
}

} // namespace

class StrangersTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

private Q_SLOTS:
    void initTestCase() { QVERIFY2(::geteuid() == 0, needs_root); }

    // What keeps a stranger out is not the folder above alone.
    void no_listening_socket_answers_another_user() {
        ::chmod(bench_.root().c_str(), 0755);
        const event::RunFolder run = bench_.folder("pair");
        const auto process = bench_.start_supervised(2, run, bench_.preset(endless()));
        QVERIFY(WorkerBench::journal_has(run, "\"Step\"", 120));
        const std::vector<Listening> sockets = listening_sockets(with_supervisor(run, *process));
        std::string tables;
        for (const Listening& socket : sockets)
            tables += socket.table + ' ';
        qInfo("%zu listening sockets: %s", sockets.size(), tables.c_str());
        QVERIFY(std::ranges::count(sockets, std::string("unix"), &Listening::table) >=
                2); // events, rendezvous
        QVERIFY(!has(tables, "udp"));
        const std::string said = attempts_of_a_stranger(sockets, questions);
        QCOMPARE(std::ranges::count(said, '\n'), std::ssize(sockets));
        for (const char* wrong : {"answered", "kept open"})
            QVERIFY2(!has(said, wrong), said.c_str());
        ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 75, ended.err.c_str());
    }

    void nothing_listens_beyond_loopback() {
        const event::RunFolder run = bench_.folder("loopback");
        const auto process = bench_.start_supervised(2, run, bench_.preset(endless()));
        QVERIFY(WorkerBench::journal_has(run, "\"Step\"", 120));
        for (const Listening& socket : listening_sockets(with_supervisor(run, *process)))
            QVERIFY2(socket.table == "unix" || socket.name.starts_with("0100007F:"), socket.name.c_str());
        process->kill();
        WorkerBench::wait(*process);
    }

    // Ranks that take each other for two nodes: the store is on TCP then.
    void ranks_of_several_nodes_need_the_secret() {
        const event::RunFolder run = bench_.folder("nodes");
        const fs::path secret = run.root / ".rendezvous";
        fs::create_directories(run.root);
        write_file_atomically(secret, "1 of an earlier start\n"); // readable by all: not this user's own
        const auto ranks = bench_.start_ranks(2, run, bench_.preset(endless()), {{"LOCAL_WORLD_SIZE", "1"}});
        QVERIFY(WorkerBench::journal_has(run, "\"Step\"", 120));
        struct stat status {};
        QCOMPARE(::stat(secret.c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777, 0600u);
        const std::vector<Listening> sockets = listening_sockets(RunBench::processes_of(run));
        const std::string said = attempts_of_a_stranger(sockets, questions);
        QVERIFY2(!has(said, "answered") && !has(said, "kept open"), said.c_str());
        for (const auto& rank : ranks)
            rank->terminate();
        for (const auto& rank : ranks)
            QCOMPARE(WorkerBench::wait(*rank).code, 75);
        QVERIFY(!fs::exists(secret));
    }

    // torchrun listens on MASTER_PORT itself.
    void a_port_that_the_launcher_holds_is_left_alone() {
        const FileDescriptor agent(::socket(AF_INET, SOCK_STREAM, 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* generic = reinterpret_cast<sockaddr*>(&address);
        QVERIFY(::bind(agent.get(), generic, size) == 0 && ::listen(agent.get(), 4) == 0);
        QCOMPARE(::getsockname(agent.get(), generic, &size), 0);
        const event::RunFolder run = bench_.folder("torchrun");
        const fs::path preset = bench_.preset({{"training.num_train_epochs", "1"}});
        std::vector<std::unique_ptr<QProcess>> ranks;
        for (const char* rank : {"0", "1"})
            ranks.push_back(bench_.start(run, preset,
                                         {{"RANK", rank},
                                          {"LOCAL_RANK", rank},
                                          {"WORLD_SIZE", "2"},
                                          {"LOCAL_WORLD_SIZE", "2"},
                                          {"MASTER_ADDR", "127.0.0.1"},
                                          {"MASTER_PORT", std::to_string(ntohs(address.sin_port))},
                                          {"TORCHELASTIC_USE_AGENT_STORE", "True"}}));
        for (const auto& rank : ranks) {
            const Ended ended = WorkerBench::wait(*rank);
            QVERIFY2(ended.code == 0, ended.err.c_str());
        }
    }

    // Gloo takes whoever sends the right number for a rank. The last rank comes late, so that a stranger has
    // time to claim the place of every one at those that listen already.
    void a_stranger_at_the_start_changes_nothing() {
        constexpr int ranks = 3, enough = 2000;
        const fs::path preset =
            bench_.preset({{"logging.every_n_steps", "1"}, {"training.num_train_epochs", "1"}});
        const event::RunFolder alone = bench_.folder("undisturbed"), run = bench_.folder("disturbed");
        QCOMPARE(WorkerBench::wait(*bench_.start_supervised(ranks, alone, preset)).code, 0);
        void* memory =
            ::mmap(nullptr, sizeof(Targets), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        QVERIFY(memory != MAP_FAILED);
        Targets& targets = *new (memory) Targets;
        const pid_t stranger = as_stranger([&] { knock_for_ever(targets); });
        const auto process =
            bench_.start_supervised(ranks, run, preset, {{"TUNEDESK_FAULT", "load@2:1:stop"}});
        int late = stopped_rank(run);
        const double deadline = monotonic_seconds() + 120;
        while (process->state() != QProcess::NotRunning && monotonic_seconds() < deadline) {
            targets.aim_at(listening_sockets(RunBench::processes_of(run)));
            if (late > 0 && targets.made > enough) ::kill(std::exchange(late, 0), SIGCONT);
            QTest::qWait(1);
        }
        ::kill(stranger, SIGKILL);
        ::waitpid(stranger, nullptr, 0);
        const Ended ended = WorkerBench::wait(*process, 30);
        const int made = targets.made;
        ::munmap(memory, sizeof(Targets));
        qInfo("%d connections of the stranger", made);
        QVERIFY(made > enough);
        QVERIFY2(ended.code == 0, (std::to_string(ended.code) + ended.err).c_str());
        QVERIFY(losses(run) == losses(alone));
        QCOMPARE(largest_difference(run.final_model() / "model.safetensors",
                                    alone.final_model() / "model.safetensors"),
                 0.0);
    }
};

QTEST_GUILESS_MAIN(StrangersTest)
#include "strangers_test.moc"
