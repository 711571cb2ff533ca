// SPDX-License-Identifier: GPL-3.0-or-later
// The host's memory runs out in a real training, by a limit that the kernel enforces.

#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <csignal>
#include <sys/resource.h>

using namespace tunedesk;
using namespace tunedesk::test;

class MemoryLimitTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    /// Bytes of address space that the process has.
    static rlim_t address_space(int pid) {
        const std::string status =
            read_file("/proc/" + std::to_string(pid) + "/status", ErrorId::file_unreadable);
        return std::stoull(status.substr(status.find("VmSize:") + 7)) * 1024;
    }

private Q_SLOTS:
    // FAULTS 26
    void the_host_runs_out() {
        const fs::path rows = bench_.rows("many");
        bench_.write_rows(rows, 12'000, 5);
        const Settings settings{{"data.train", rows.string()},
                                {"training.per_device_train_batch_size", "6000"},
                                {"training.gradient_accumulation_steps", "1"},
                                {"training.max_steps", "3"},
                                {"checkpoint.every_n_steps", "1"}};
        const fs::path preset = bench_.preset(settings);
        const event::RunFolder run = bench_.folder("limited");
        // The limit comes when model and data are loaded: the activations of one step do not fit.
        const auto process = bench_.start(run, preset, {{"TUNEDESK_FAULT", "forward:1:stop"}});
        const int pid = static_cast<int>(process->processId());
        const auto stopped = [&] {
            return has(read_file("/proc/" + std::to_string(pid) + "/stat", ErrorId::file_unreadable), ") T ");
        };
        QTRY_VERIFY_WITH_TIMEOUT(stopped(), 120'000);
        const rlim_t most = address_space(pid) + (24u << 20);
        const rlimit limit{most, most};
        QCOMPARE(::prlimit(pid, RLIMIT_AS, &limit, nullptr), 0);
        ::kill(pid, SIGCONT);
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 5, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        for (const char* part : {"error[TD55", "memory", "per_device_train_batch_size",
                                 "gradient_accumulation_steps", "activation_checkpointing"})
            QVERIFY2(has(ended.err, part), ended.err.c_str());
        QCOMPARE(event::read_exit(run)->code, 5);
        // The batch was not made smaller in silence, and with memory again the run is finished.
        QVERIFY(has(read_file(run.preset(), ErrorId::file_unreadable), "per_device_train_batch_size: 6000"));
        const Ended again = bench_.call(run, preset);
        QVERIFY2(again.code == 0, again.err.c_str());
        QCOMPARE(steps_of(run), 3);
    }
};

QTEST_GUILESS_MAIN(MemoryLimitTest)
#include "memory_limit_test.moc"
