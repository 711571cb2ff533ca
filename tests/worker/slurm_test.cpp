// SPDX-License-Identifier: GPL-3.0-or-later
// `tunedesk submit` and srun on a real SLURM of two nodes.

#include "base/clock.h"
#include "base/json.h"
#include "patience.h"
#include "texts.h"
#include "worker/slurm_cluster.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;

class SlurmTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    std::unique_ptr<SlurmCluster> cluster_;

    fs::path preset(const QString& words = {}) const {
        return bench_.preset(with_words({{"parallel.processes", "2"},
                                         {"parallel.strategy", "ddp"},
                                         {"parallel.backend", "gloo"},
                                         {"training.num_train_epochs", "2"},
                                         {"checkpoint.every_n_steps", "5"},
                                         {"logging.every_n_steps", "1"}},
                                        words));
    }
    Ended tunedesk(const QStringList& arguments) const {
        return WorkerBench::wait(*bench_.start_tunedesk(arguments, cluster_->environment()));
    }
    /// The job's number.
    std::string submit(const event::RunFolder& run, const fs::path& preset) const {
        const Ended ended =
            tunedesk({"submit", to_qt(preset), "--run-dir", to_qt(run.root), "--nodes", "2", "--json"});
        if (ended.code != 0) qFatal("%s", (ended.out + ended.err).c_str());
        const Json said = parse_json(ended.out, "submit", ErrorId::known_run_unreadable);
        return std::to_string(said.at("job").get<std::int64_t>());
    }
    /// The state that `list` shows of a run.
    std::string listed(const event::RunFolder& run) const {
        const Json runs = parse_json(tunedesk({"list", "--json"}).out, "list", ErrorId::known_run_unreadable);
        for (const Json& each : runs)
            if (text_field(each, "run") == run.root.string()) return text_field(each, "state");
        return "not listed";
    }
    /// A job that takes both nodes.
    std::string block() const {
        const Ended ended = cluster_->call(
            "sbatch", {"--parsable", "--nodes=2", "--exclusive", "--output=/dev/null", "--wrap=sleep 600"});
        const std::string job = QString::fromStdString(ended.out).trimmed().toStdString();
        if (!cluster_->reaches(job, "RUNNING")) qFatal("%s", ended.err.c_str());
        return job;
    }
    void cancel(const std::string& job) const { cluster_->call("scancel", {QString::fromStdString(job)}); }
    static std::string log_of(const event::RunFolder& run) {
        std::string text;
        for (const char* name : {"slurm.log", "rank0.log", "rank1.log"}) {
            std::error_code none;
            if (fs::exists(run.root / "logs" / name, none))
                text += read_file(run.root / "logs" / name, ErrorId::file_unreadable);
        }
        return text;
    }
    static bool ends(const event::RunFolder& run, int code, int seconds = 180) {
        const double deadline = monotonic_seconds() + seconds;
        while (monotonic_seconds() < deadline) {
            if (const auto exit = event::read_exit(run); exit && exit->code == code) return true;
            QTest::qWait(100);
        }
        return false;
    }
    event::RunFolder undisturbed(const QString& words = {}) const {
        const event::RunFolder run = bench_.folder(("undisturbed " + words).toStdString());
        if (!run.holds_run()) {
            const Ended ended = WorkerBench::wait(*bench_.start_supervised(1, run, preset(words)));
            if (ended.code != 0) qFatal("%s", ended.err.c_str());
        }
        return run;
    }

private Q_SLOTS:
    void initTestCase() {
        cluster_ = std::make_unique<SlurmCluster>(bench_);
        if (!cluster_->problem().empty()) QSKIP(cluster_->problem().c_str());
    }
    void cleanupTestCase() { cluster_.reset(); }

    void ranks_that_srun_starts_have_slurms_variables_alone() {
        const event::RunFolder run = bench_.folder("srun");
        const Ended ended = WorkerBench::wait(
            *bench_.start_program("srun",
                                  {"--nodes=2", "--ntasks=2", TUNEDESK_BIN_DIR "/tunedesk-worker",
                                   to_qt(run.root), "--preset", to_qt(preset())},
                                  cluster_->environment()));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QVERIFY(losses(run) == losses(undisturbed()));
    }

    void a_submitted_run_waits_and_trains_on_two_nodes() {
        const event::RunFolder run = bench_.folder("submitted");
        const std::string blocker = block(), job = submit(run, preset());
        const std::string state = listed(run);
        cancel(blocker);
        QVERIFY2(state.starts_with("queued (SLURM " + job + ", PENDING: "), state.c_str());
        QVERIFY2(ends(run, 0), log_of(run).c_str());
        QVERIFY(cluster_->reaches(job, ""));
        QVERIFY(losses(run) == losses(undisturbed()));
        QCOMPARE(listed(run), std::string("done"));
    }

    void a_job_that_waits_is_cancelled_by_stop() {
        const event::RunFolder run = bench_.folder("cancelled");
        const std::string blocker = block(), job = submit(run, preset());
        const Ended paused = tunedesk({"pause", to_qt(run.root)}),
                    stopped = tunedesk({"stop", to_qt(run.root)});
        cancel(blocker);
        QVERIFY2(paused.code == 6 && has(paused.err, "TD6064"), paused.err.c_str());
        QVERIFY2(stopped.code == 0 && has(stopped.out, job), (stopped.out + stopped.err).c_str());
        QVERIFY(cluster_->reaches(job, ""));
        QCOMPARE(listed(run), std::string("stopped"));
    }

    // Otherwise the author of a run folder could end another job of its reader.
    void a_job_that_a_folder_names_is_left_alone() {
        const event::RunFolder run = bench_.folder("strange");
        fs::create_directories(run.root);
        fs::copy_file(preset(), run.preset());
        const std::string blocker = block();
        write_file_atomically(run.root / "slurm.json", "{\"job\": " + blocker + "}\n");
        const Ended stopped = tunedesk({"stop", to_qt(run.root)});
        const std::string state = cluster_->state_of(blocker);
        cancel(blocker);
        QCOMPARE(stopped.code, 6);
        QCOMPARE(state, std::string("RUNNING"));
    }

    // On a cluster, what row 16 of the faults says.
    void a_preempted_run_is_requeued_and_resumes() {
        const event::RunFolder run = bench_.folder("preempted");
        const QString long_enough = "training.num_train_epochs=60"; // scancel takes a while
        const std::string job = submit(run, preset(long_enough));
        QVERIFY2(WorkerBench::journal_has(run, "\"step\":4,", 120), log_of(run).c_str());
        cluster_->call("scancel", {"--batch", "--signal=USR1", QString::fromStdString(job)});
        QVERIFY2(ends(run, 75, 60), log_of(run).c_str());
        QVERIFY2(cluster_->reaches(job, "PENDING"), log_of(run).c_str());
        QVERIFY(listed(run).starts_with("queued (SLURM " + job));
        // SLURM lets two minutes pass.
        cluster_->call("scontrol", {"update", "JobId=" + QString::fromStdString(job), "StartTime=now"});
        QVERIFY2(ends(run, 0), log_of(run).c_str());
        QCOMPARE(events_of(run, event::Type::Resumed).size(), std::size_t(1));
        QCOMPARE(difference(traces_but_saves(undisturbed(long_enough)), traces_but_saves(run)),
                 std::string());
    }
};

QTEST_GUILESS_MAIN(SlurmTest)
#include "slurm_test.moc"
