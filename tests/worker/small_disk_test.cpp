// SPDX-License-Identifier: GPL-3.0-or-later
// The journal, metrics.csv, TensorBoard's file and the logs are on a full disk while checkpoints still have
// room: the real run goes on, and says afterwards what is missing.

#include "event/journal/journal.h"
#include "event/journal/metrics.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;

class SmallDiskTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    /// The run's folder is a small disk, checkpoints/ a larger one. The worker stops itself at the
    /// optimizer's 12th and 60th step: the small disk is full in between.
    static constexpr const char* script = R"sh(
run=$1 preset=$2 after=$3 bin=$4
mount -t tmpfs -o size=8m none "$run" || exit 99
"$bin/tunedesk" --no-gui run "$preset" --run-dir "$run" --json > /dev/null & supervisor=$!
stopped() { # waits until the worker has stopped itself
    while kill -0 $supervisor; do
        for worker in $(pgrep -P $supervisor); do
            case $(cat /proc/$worker/stat) in *') T '*) return ;; esac
        done
        sleep 0.02
    done
    exit 98
}
stopped
mount -t tmpfs -o size=64m none "$run/checkpoints" || exit 99
head -c 16m /dev/zero > "$run/filler" 2> /dev/null
kill -CONT $worker
sleep 0.2
stopped
echo free: $(df --output=avail "$run" | tail -1)
echo "committed: $(ls "$run/checkpoints" | xargs)"
rm "$run/filler"
kill -CONT $worker
wait $supervisor
code=$?
cp -r "$run" "$after"
exit $code
)sh";

private Q_SLOTS:
    /// As in a container: what to set is said.
    void a_home_that_cannot_be_written_is_named() {
        const fs::path home = bench_.root() / "home";
        fs::create_directories(home);
        const std::string there = home.string();
        const auto process = bench_.start_program(
            "unshare",
            {"-Urm", "bash", "-c", "mount -t tmpfs -o ro none \"$1\" || exit 99; shift; exec \"$@\"",
             "script", to_qt(home), TUNEDESK_BIN_DIR "/tunedesk", "--no-gui", "run", to_qt(bench_.preset()),
             "--run-dir", to_qt(bench_.root() / "of a read-only home")},
            {{"HOME", there},
             {"XDG_STATE_HOME", there + "/.local/state"},
             {"XDG_CACHE_HOME", there + "/.cache"},
             {"XDG_RUNTIME_DIR", there + "/run"}});
        const Ended ended = WorkerBench::wait(*process);
        if (ended.code == 99 || has(ended.err, "unshare failed")) QSKIP("no small disks here");
        QVERIFY2(ended.code == 5, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        QVERIFY2(has(ended.err, "Read-only file system") && has(ended.err, "XDG_"), ended.err.c_str());
    }

    // FAULTS 18
    void records_may_be_lost_but_no_step() {
        const fs::path run = bench_.root() / "run", after = bench_.root() / "after";
        fs::create_directories(run);
        const fs::path preset = bench_.preset({{"checkpoint.every_n_steps", "5"},
                                               {"evaluation.strategy", "no"},
                                               {"logging.every_n_steps", "1"},
                                               {"supervision.rank_timeout_seconds", "600"},
                                               {"training.max_steps", "80"}});
        const auto process =
            bench_.start_program("unshare",
                                 {"-Urm", "bash", "-c", script, "script", to_qt(run), to_qt(preset),
                                  to_qt(after), TUNEDESK_BIN_DIR},
                                 {{"TUNEDESK_FAULT", "optimizer:12:stop,optimizer:60:stop"}});
        const Ended ended = WorkerBench::wait(*process, 300);
        if (ended.code == 99 || has(ended.err, "unshare failed")) QSKIP("no small disks here");
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QVERIFY2(has(ended.out, "free: 0\n"), ended.out.c_str());
        QVERIFY2(has(ended.out, "step-00000055"), ended.out.c_str());

        // All steps were made; those that the journal lacks are counted in it.
        const event::RunFolder left{after};
        QCOMPARE(steps_of(left), 80);
        QCOMPARE(checkpoints(left).front(), 80);
        QVERIFY(fs::exists(left.final_model() / "model.safetensors"));
        std::uint64_t lost = 0, damaged = 0;
        std::string rows = event::MetricsLayout().header();
        damaged = event::replay_journal(left, 0, [&](const event::Event& event) {
            rows += event::MetricsLayout().row(event).value_or("");
            if (event.fields.contains("lost")) lost += event.fields.at("lost").get<std::uint64_t>();
        });
        QCOMPARE(damaged, 0u);
        QVERIFY2(lost >= 20, std::to_string(lost).c_str());
        QVERIFY2(says(left, "could not be written"), "the gap has no text");
        QVERIFY(read_file(left.metrics(), ErrorId::file_unreadable) == rows);
        // The same run on a disk with room has the same weights.
        const event::RunFolder alone = bench_.folder("alone");
        QCOMPARE(WorkerBench::wait(*bench_.start_supervised(1, alone, preset)).code, 0);
        QCOMPARE(largest_difference(alone.final_model() / "model.safetensors",
                                    left.final_model() / "model.safetensors"),
                 0.0);
    }
};

QTEST_GUILESS_MAIN(SmallDiskTest)
#include "small_disk_test.moc"
