// `tunedesk run` as the tasks of a launcher on two nodes: task 0 supervises, and a rank of the other node
// that is killed, frozen or cut off is named with its host and the collective that waits for it.

#include "base/clock.h"
#include "patience.h"
#include "texts.h"
#include "worker/two_nodes.h"

#include <QTest>
#include <csignal>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

const QString program_binary = TUNEDESK_BIN_DIR "/tunedesk";

} // namespace

class NodeFaultsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    std::unique_ptr<TwoNodes> nodes_;
    std::vector<std::unique_ptr<QProcess>> tasks_;
    int started_ = 0;

    static constexpr double rank_timeout = 8;

    fs::path preset(const QString& words) const {
        return bench_.preset(with_words({{"parallel.processes", "2"},
                                         {"parallel.strategy", "ddp"},
                                         {"training.num_train_epochs", "1"},
                                         {"logging.every_n_steps", "1"},
                                         {"supervision.rank_timeout_seconds", "8"}},
                                        words));
    }
    /// `run`, or `resume`, as two tasks.
    void start(const QStringList& arguments, const Environment& more = {}) {
        tasks_.clear();
        ++started_;
        for (const int node : {0, 1}) {
            Environment environment{{"RANK", std::to_string(node)},
                                    {"WORLD_SIZE", "2"},
                                    {"MASTER_ADDR", nodes_->address(0)},
                                    {"MASTER_PORT", std::to_string(29900 + started_)}};
            environment.insert(more.begin(), more.end());
            tasks_.push_back(nodes_->start(node, bench_, program_binary, QStringList{"--no-gui"} + arguments,
                                           environment));
        }
    }
    void start_run(const event::RunFolder& run, const fs::path& preset, const Environment& more = {}) {
        start({"run", to_qt(preset), "--run-dir", to_qt(run.root)}, more);
    }
    /// The worker of a rank.
    static int worker_of(const event::RunFolder& run, int rank) {
        for (const int pid : RunBench::processes_of(run)) {
            const std::string environment =
                read_file("/proc/" + std::to_string(pid) + "/environ", ErrorId::file_unreadable);
            if (has(environment, std::string("\0RANK=", 6) + std::to_string(rank))) return pid;
        }
        return 0;
    }
    void start_endless(const event::RunFolder& run) {
        start_run(run, preset("training.num_train_epochs=100000"));
        if (!WorkerBench::journal_has(run, "\"step\":3,", 180)) qFatal("no step of %s", run.root.c_str());
    }
    /// That task 0 ended with 7 in time and its line has all of these.
    void verify_named(const event::RunFolder& run, double seconds, const QStringList& parts) {
        const double start = monotonic_seconds();
        const Ended ended = WorkerBench::wait(*tasks_[0], 60);
        const double took = monotonic_seconds() - start;
        qInfo("%.1f s: %s", took, ended.err.c_str());
        QVERIFY2(ended.code == 7, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        QVERIFY2(took < seconds, std::to_string(took).c_str());
        for (const QString& part : parts)
            QVERIFY2(has(ended.err, part.toStdString()),
                     (part.toStdString() + " is not in " + ended.err).c_str());
        QCOMPARE(event::read_exit(run)->code, 7);
    }

private Q_SLOTS:
    void initTestCase() {
        nodes_ = std::make_unique<TwoNodes>();
        if (!nodes_->problem().empty()) QSKIP(("no network namespaces: " + nodes_->problem()).c_str());
    }
    void cleanup() {
        if (nodes_) nodes_->cut(false);
        for (const auto& task : tasks_)
            task->kill();
        for (const auto& task : tasks_)
            task->waitForFinished(10'000);
        tasks_.clear();
    }
    void cleanupTestCase() { nodes_.reset(); }

    void two_tasks_train_as_one_process_starts_both_ranks_data() {
        QTest::addColumn<QString>("words");
        QTest::newRow("ddp") << "";
        QTest::newRow("zero3") << "parallel.strategy=zero3";
    }
    void two_tasks_train_as_one_process_starts_both_ranks() {
        QFETCH(QString, words);
        const fs::path settings = preset("parallel.backend=gloo " + words);
        const std::string name = QTest::currentDataTag();
        const event::RunFolder here = bench_.folder(name + "-here"), apart = bench_.folder(name);
        const Ended alone = WorkerBench::wait(*bench_.start_supervised(1, here, settings));
        QVERIFY2(alone.code == 0, alone.err.c_str());
        start_run(apart, settings);
        for (const auto& task : tasks_) {
            const Ended ended = WorkerBench::wait(*task);
            QVERIFY2(ended.code == 0, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        }
        QVERIFY(losses(here) == losses(apart));
        QCOMPARE(largest_difference(here.final_model() / "model.safetensors",
                                    apart.final_model() / "model.safetensors"),
                 0.0);
    }

    // Rank 0 relays the other node's frames: a viewer of task 0 sees both.
    void a_viewer_sees_the_ranks_of_both_nodes() {
        const event::RunFolder run = bench_.folder("viewed");
        start_endless(run);
        const auto viewer = bench_.start_tunedesk({"attach", to_qt(run.root)});
        QByteArray seen;
        const double deadline = monotonic_seconds() + 30;
        while (!seen.contains("rank 1: ") && monotonic_seconds() < deadline) {
            viewer->waitForReadyRead(200);
            seen += viewer->readAllStandardOutput();
        }
        viewer->kill();
        viewer->waitForFinished();
        QVERIFY(seen.contains("rank 1: "));
        const Ended stop = WorkerBench::wait(*bench_.start_tunedesk({"stop", to_qt(run.root)}));
        QVERIFY2(stop.code == 0, stop.err.c_str());
        QCOMPARE(WorkerBench::wait(*tasks_[0]).code, 75);
        QCOMPARE(WorkerBench::wait(*tasks_[1]).code, 0);
        QVERIFY(RunBench::all_gone(run, patience_s));
        QVERIFY(!checkpoints(run).empty());
    }

    void a_rank_that_is_killed() {
        const event::RunFolder run = bench_.folder("killed");
        start_endless(run);
        ::kill(worker_of(run, 1), SIGKILL);
        verify_named(run, 10, {"rank 1 on host node-b", "step ", "sum"});
        QVERIFY(WorkerBench::wait(*tasks_[1], 30).code == 7);
        QVERIFY(RunBench::all_gone(run, patience_s));
    }

    void a_rank_that_is_frozen() {
        const event::RunFolder run = bench_.folder("frozen");
        start_endless(run);
        const int frozen = worker_of(run, 1);
        ::kill(frozen, SIGSTOP);
        verify_named(run, rank_timeout + 10, {"rank 1 on node-b", "step ", "sum"});
        // What nothing can reach any more is ended on its own node.
        QVERIFY(WorkerBench::wait(*tasks_[1], 60).code != 0);
        QVERIFY(RunBench::all_gone(run, patience_s));
    }

    void a_node_that_is_cut_off() {
        const event::RunFolder run = bench_.folder("cut");
        start_endless(run);
        nodes_->cut();
        verify_named(run, rank_timeout + 10, {"rank 1 on node-b", "step ", "sum"});
        QVERIFY(WorkerBench::wait(*tasks_[1], 60).code != 0);
        QVERIFY(RunBench::all_gone(run, patience_s));
    }

    void ranks_that_cannot_be_divided_are_refused() {
        start_run(bench_.folder("uneven"), preset("parallel.processes=3"));
        for (const auto& task : tasks_) {
            const Ended ended = WorkerBench::wait(*task);
            QVERIFY2(ended.code == 2 && has(ended.err, "error[TD2610]"), ended.err.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(NodeFaultsTest)
#include "node_faults_test.moc"
