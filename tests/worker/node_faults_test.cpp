// SPDX-License-Identifier: GPL-3.0-or-later
// `tunedesk run` as the tasks of a launcher on two nodes: task 0 supervises, and a rank of the other node
// that is killed, frozen or cut off is named with its host and the collective that waits for it.

#include "base/clock.h"
#include "patience.h"
#include "texts.h"
#include "worker/two_nodes.h"

#include <QTest>
#include <array>
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
        start_each({arguments, arguments}, more);
    }
    void start_each(const std::array<QStringList, 2>& of_nodes, const Environment& more) {
        tasks_.clear();
        ++started_;
        for (const int node : {0, 1}) {
            const QStringList& arguments = of_nodes.at(static_cast<std::size_t>(node));
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
        const Ended ended = WorkerBench::wait(*tasks_[0], 60 + static_cast<int>(seconds));
        const double took = monotonic_seconds() - start;
        qInfo("%.1f s: %s", took, ended.err.c_str());
        QVERIFY2(ended.code == 7, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        QVERIFY2(took < seconds, std::to_string(took).c_str());
        for (const QString& part : parts)
            QVERIFY2(has(ended.err, part.toStdString()),
                     (part.toStdString() + " is not in " + ended.err).c_str());
        QCOMPARE(event::read_exit(run)->code, 7);
    }

    /// That the diagnosis has both ranks' calls.
    static void verify_compared(const event::RunFolder& run) {
        const std::string line = event::read_exit(run)->line;
        for (const char* part : {"rank 1 (node-b) called ", "rank 0 (node-a) called ", "rank 1: "})
            QVERIFY2(has(line, part), line.c_str());
        const auto diagnosis = event::read_exit(run)->diagnosis;
        QVERIFY(diagnosis && diagnosis->kind == event::Diagnosis::Kind::parted);
        QVERIFY(diagnosis->call.sequence > 0 && diagnosis->other_call.sequence > 0);
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

    /// The nodes see no folder of each other: killed in step 8, and resumed.
    void folders_apart_are_collected() {
        const fs::path settings =
            preset("parallel.backend=gloo parallel.strategy=zero1 training.max_steps=12 "
                   "training.num_train_epochs=2 checkpoint.every_n_steps=3 "
                   "training.gradient_accumulation_steps=1");
        const event::RunFolder here = bench_.folder("collected here"), first = bench_.folder("collected a"),
                               second = bench_.folder("collected b");
        const Ended alone = WorkerBench::wait(
            *bench_.start_tunedesk({"run", to_qt(settings), "--run-dir", to_qt(here.root)}));
        QVERIFY2(alone.code == 0, alone.err.c_str());
        const Environment secret{{"TUNEDESK_RENDEZVOUS_SECRET", "0123456789abcdef0123456789abcdef"}};
        Environment killed = secret;
        killed["TUNEDESK_FAULT"] = "forward@1:8:kill";
        const auto run = [&](const event::RunFolder& folder) {
            return QStringList{"run", to_qt(settings), "--run-dir", to_qt(folder.root), "--collect"};
        };
        start_each({run(first), run(second)}, killed);
        QCOMPARE(WorkerBench::wait(*tasks_[0]).code, 7);
        QCOMPARE(WorkerBench::wait(*tasks_[1]).code, 7);
        QCOMPARE(checkpoints(first).front(), std::int64_t{6});
        const auto resume = [&](const event::RunFolder& folder) {
            return QStringList{"resume", to_qt(folder.root), "--collect"};
        };
        start_each({resume(first), resume(second)}, secret);
        for (const auto& task : tasks_) {
            const Ended ended = WorkerBench::wait(*task);
            QVERIFY2(ended.code == 0, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        }
        QCOMPARE(difference(traces_but_saves(here), traces_but_saves(first)), std::string());
        QVERIFY(!second.holds_run() && !fs::exists(second.checkpoints()));
    }

    /// Longer than supervision.rank_timeout_seconds: the disk of either node takes its time.
    void a_save_longer_than_every_timeout_data() {
        QTest::addColumn<int>("rank");
        QTest::newRow("of the supervisor's node") << 0;
        QTest::newRow("of the other node") << 1;
    }
    void a_save_longer_than_every_timeout() {
        QFETCH(int, rank);
        const event::RunFolder run = bench_.folder("long save " + std::to_string(rank));
        const double start = monotonic_seconds();
        start_run(run,
                  preset("parallel.strategy=zero2 supervision.start_timeout_seconds=20 "
                         "supervision.heartbeat_seconds=1 training.max_steps=4 checkpoint.every_n_steps=2"),
                  {{"TUNEDESK_FAULT", "checkpoint@" + std::to_string(rank) + ":1:nap24"}});
        for (const auto& task : tasks_) {
            const Ended ended = WorkerBench::wait(*task, 240);
            QVERIFY2(ended.code == 0, (std::to_string(ended.code) + ended.out + ended.err).c_str());
        }
        QVERIFY(monotonic_seconds() - start > 24);
        QCOMPARE(checkpoints(run), (std::vector<std::int64_t>{4, 2}));
    }

    /// Which of both calls something else is told by both records, of which one comes from the other node.
    void ranks_of_two_nodes_that_call_different_collectives_data() {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<bool>("is_compared"); // Gloo may end the other rank before its record has come
        QTest::newRow("one that is left out, there") << "call gradient sum@1:11:skip" << false;
        QTest::newRow("another operation, there") << "call gradient sum@1:11:swap" << true;
        QTest::newRow("one of twice the size, here") << "call gradient sum@0:11:grow" << false;
    }
    void ranks_of_two_nodes_that_call_different_collectives() {
        QFETCH(QString, fault);
        QFETCH(bool, is_compared);
        const event::RunFolder run = bench_.folder(std::string("parted ") + QTest::currentDataTag());
        start_run(run,
                  preset("parallel.bucket_mb=0.02 training.num_train_epochs=100000 "
                         "supervision.rank_timeout_seconds=300"),
                  {{"TUNEDESK_FAULT", fault.toStdString()}});
        verify_named(run, 150, {"rank 1 (node-b)", "gradient sum", "rank 0: "});
        if (!is_compared) return;
        verify_compared(run);
    }

    /// A rank that hangs has called nothing else: it has not come so far.
    void a_rank_of_another_node_that_hangs_is_behind() {
        const event::RunFolder run = bench_.folder("hangs");
        start_run(run, preset("training.num_train_epochs=100000"), {{"TUNEDESK_FAULT", "forward@1:9:hang"}});
        verify_named(run, 150, {"rank 1 (node-b) did not enter ", "rank 0 (node-a)", "rank 1: "});
        QCOMPARE(event::read_exit(run)->diagnosis->kind, event::Diagnosis::Kind::behind);
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
