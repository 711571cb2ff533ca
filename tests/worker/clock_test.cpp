// SPDX-License-Identifier: GPL-3.0-or-later
// The clock jumps by hours and days, in a time zone with daylight saving time, while a real run trains
// (libfaketime).

#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <csignal>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

std::string library() {
    for (const auto& entry : fs::directory_iterator("/usr/lib")) {
        const fs::path file = entry.path() / "faketime" / "libfaketimeMT.so.1";
        std::error_code unknown;
        if (fs::exists(file, unknown)) return file.string();
    }
    return {};
}

} // namespace

class ClockTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    void set_clock(const char* offset) const { std::ofstream(bench_.root() / "clock") << offset << '\n'; }

    Environment faked(const std::string& faults) const {
        return {{"LD_PRELOAD", library()},    {"FAKETIME_TIMESTAMP_FILE", (bench_.root() / "clock").string()},
                {"FAKETIME_NO_CACHE", "1"},   {"FAKETIME_DONT_FAKE_MONOTONIC", "1"},
                {"DONT_FAKE_MONOTONIC", "1"}, {"TZ", "America/New_York"},
                {"TUNEDESK_FAULT", faults}};
    }

    /// The worker of the run, once it has stopped itself.
    static int stopped_worker(const event::RunFolder& run, QProcess& process) {
        while (process.state() == QProcess::Running && !process.waitForFinished(20))
            for (const int pid : RunBench::processes_of(run)) {
                const std::string stat =
                    read_file("/proc/" + std::to_string(pid) + "/stat", ErrorId::file_unreadable);
                if (has(stat, ") T ")) return pid;
            }
        return -1;
    }

private Q_SLOTS:
    void initTestCase() {
        if (library().empty()) QSKIP("libfaketime is missing: packaging/setup.sh --tests");
    }

    // FAULTS 30
    void jumps_change_nothing() {
        const fs::path preset = bench_.preset({{"logging.every_n_steps", "1"}});
        const event::RunFolder calm = bench_.folder("calm"), jumps = bench_.folder("jumps");
        const Ended undisturbed = WorkerBench::wait(*bench_.start_supervised(1, calm, preset));
        QVERIFY2(undisturbed.code == 0, undisturbed.err.c_str());

        set_clock("+0");
        const auto process = bench_.start_supervised(
            1, jumps, preset, faked("optimizer:6:stop,optimizer:12:stop,optimizer:18:stop"));
        for (const char* const offset : {"+9h", "-3d", "+400d"}) {
            const int worker = stopped_worker(jumps, *process);
            QVERIFY2(worker > 0, process->readAllStandardError().constData());
            set_clock(offset);
            ::kill(worker, SIGCONT);
        }
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(difference(traces(calm), traces(jumps)), std::string());

        // The jumps were seen by the program, and its durations were not.
        double earliest = 1e18, latest = 0;
        for (const event::Event& event : journal(jumps)) {
            earliest = std::min(earliest, event.t);
            latest = std::max(latest, event.t);
            const double seconds = event::number(event.fields, "step_seconds", 0);
            QVERIFY2(seconds >= 0 && seconds < 100, std::to_string(seconds).c_str());
        }
        QVERIFY(latest - earliest > 402 * 86400.0);
        const Json report = parse_json(read_file(jumps.report_json(), ErrorId::file_unreadable),
                                       "report.json", ErrorId::file_unreadable);
        const double trained = event::number(report, "train_seconds", -1);
        QVERIFY2(trained > 0 && trained < 100, std::to_string(trained).c_str());
        QVERIFY(event::read_exit(jumps)->time.ends_with("Z"));
    }

    // FAULTS 30
    /// The older checkpoint has the later time of change.
    void resume_goes_by_the_step() {
        const event::RunFolder run = bench_.folder("killed");
        set_clock("+2d");
        const fs::path preset = bench_.preset();
        QCOMPARE(bench_.call(run, preset, faked("optimizer:11:kill")).code, 128 + SIGKILL);
        QCOMPARE(checkpoints(run), (std::vector<std::int64_t>{10, 5}));
        const auto later = fs::file_time_type::clock::now() + std::chrono::hours(24 * 365);
        for (const auto& entry : fs::recursive_directory_iterator(run.checkpoints() / "step-00000005"))
            fs::last_write_time(entry.path(), later);
        fs::last_write_time(run.checkpoints() / "step-00000005", later);
        set_clock("-2d");
        const Ended ended = bench_.call(run, preset, faked(""));
        QVERIFY2(ended.code == 0, ended.err.c_str());
        QCOMPARE(events_of(run, event::Type::Resumed).at(0).fields.at("from_step").get<int>(), 10);
    }
};

QTEST_GUILESS_MAIN(ClockTest)
#include "clock_test.moc"
