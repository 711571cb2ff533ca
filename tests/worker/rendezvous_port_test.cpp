// SPDX-License-Identifier: GPL-3.0-or-later
// FAULTS 12 with real ranks: the port of the rendezvous is bound by another program before rank 0 binds it.

#include "base/clock.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <arpa/inet.h>
#include <fstream>
#include <iterator>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

FileDescriptor bound(int port) {
    FileDescriptor fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(fd.get(), 1) != 0)
        fd.reset();
    return fd;
}

/// MASTER_PORT of a run's ranks; 0 while none has started.
int port_of(const event::RunFolder& run) {
    for (const int pid : RunBench::processes_of(run)) {
        std::ifstream file("/proc/" + std::to_string(pid) + "/environ");
        const std::string variables(std::istreambuf_iterator<char>(file), {});
        const std::size_t at = variables.find("MASTER_PORT=");
        if (at != std::string::npos) return std::atoi(variables.c_str() + at + 12);
    }
    return 0;
}

/// Takes the port as soon as a rank knows it, which loads LibTorch then.
FileDescriptor take_port_of(const event::RunFolder& run) {
    int port = 0;
    for (const double end = monotonic_seconds() + 60; port == 0 && monotonic_seconds() < end;) {
        port = port_of(run);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return port == 0 ? FileDescriptor() : bound(port);
}

} // namespace

class RendezvousPortTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

private Q_SLOTS:
    void an_automatic_port_that_is_taken_is_replaced() {
        const event::RunFolder run = bench_.folder("automatic");
        const auto process =
            bench_.start_supervised(2, run, bench_.preset({{"training.num_train_epochs", "1"}}));
        const FileDescriptor stolen = take_port_of(run);
        QVERIFY(stolen);
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 0, ended.err.c_str());
        QVERIFY(says(run, "the rendezvous port was taken by another program"));
    }

    void a_fixed_port_that_is_taken_is_named() {
        const std::string port = std::to_string(29'000 + ::getpid() % 2'000);
        const event::RunFolder run = bench_.folder("fixed");
        const auto process = bench_.start_supervised(2, run, bench_.preset({{"parallel.master_port", port}}));
        const FileDescriptor stolen = take_port_of(run);
        QVERIFY(stolen);
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 6 && has(ended.err, "TD6601") && has(ended.err, port), ended.err.c_str());
        QCOMPARE(event::read_exit(run)->code, 6);
    }
};

QTEST_GUILESS_MAIN(RendezvousPortTest)
#include "rendezvous_port_test.moc"
