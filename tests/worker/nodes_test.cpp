// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks on two nodes, which have no more than RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT.

#include "patience.h"
#include "texts.h"
#include "worker/listening.h"
#include "worker/two_nodes.h"

#include <QTest>
#include <algorithm>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

const QString worker_binary = TUNEDESK_BIN_DIR "/tunedesk-worker";

} // namespace

class NodesTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    std::unique_ptr<TwoNodes> nodes_;

    fs::path preset(const QString& words) const {
        return bench_.preset(with_words({{"parallel.processes", "2"},
                                         {"parallel.backend", "gloo"},
                                         {"training.num_train_epochs", "1"},
                                         {"logging.every_n_steps", "1"}},
                                        words));
    }
    std::unique_ptr<QProcess> start(int node, const event::RunFolder& run, const fs::path& preset,
                                    const std::string& master, const Environment& more = {},
                                    const QStringList& options = {}) const {
        Environment environment{{"RANK", std::to_string(node)},
                                {"WORLD_SIZE", "2"},
                                {"MASTER_ADDR", master},
                                {"MASTER_PORT", "29871"}};
        environment.insert(more.begin(), more.end());
        return nodes_->start(node, bench_, worker_binary,
                             QStringList{to_qt(run.root), "--preset", to_qt(preset)} + options, environment);
    }
    /// Both ranks to their end.
    std::vector<Ended> call(const event::RunFolder& run, const fs::path& preset, const std::string& master,
                            const Environment& more = {}) const {
        const auto first = start(0, run, preset, master, more), second = start(1, run, preset, master, more);
        return {WorkerBench::wait(*first), WorkerBench::wait(*second)};
    }
    /// Both ranks to their end, each with a run folder of its own whose files are collected.
    std::vector<Ended> call_apart(const event::RunFolder& first_run, const event::RunFolder& second_run,
                                  const fs::path& preset, const std::string& fault = {}) const {
        const Environment more{{"TUNEDESK_RENDEZVOUS_SECRET", "0123456789abcdef0123456789abcdef"},
                               {"TUNEDESK_FAULT", fault}};
        const QStringList options{"--collect"};
        const auto first = start(0, first_run, preset, nodes_->address(0), more, options),
                   second = start(1, second_run, preset, nodes_->address(0), more, options);
        return {WorkerBench::wait(*first), WorkerBench::wait(*second)};
    }
    void verify_done(const std::vector<Ended>& ranks) const {
        for (const Ended& rank : ranks)
            QVERIFY2(rank.code == 0, (std::to_string(rank.code) + rank.err).c_str());
    }

private Q_SLOTS:
    void initTestCase() {
        nodes_ = std::make_unique<TwoNodes>();
        if (!nodes_->problem().empty()) QSKIP(("no network namespaces: " + nodes_->problem()).c_str());
    }
    void cleanupTestCase() { nodes_.reset(); }

    void they_train_as_on_one_node_data() {
        QTest::addColumn<QString>("words");
        QTest::newRow("ddp") << "parallel.strategy=ddp";
        QTest::newRow("zero2") << "parallel.strategy=zero2";
        QTest::newRow("zero3") << "parallel.strategy=zero3";
        QTest::newRow("pipeline") << "parallel.strategy=single parallel.pipeline_stages=2";
    }
    void they_train_as_on_one_node() {
        QFETCH(QString, words);
        const fs::path settings = preset(words);
        const std::string name = QTest::currentDataTag();
        const event::RunFolder here = bench_.folder(name + "-here"), apart = bench_.folder(name);
        verify_done(bench_.call_ranks(2, here, settings));
        verify_done(call(apart, settings, nodes_->address(0)));
        QVERIFY(losses(here) == losses(apart));
        QCOMPARE(largest_difference(here.final_model() / "model.safetensors",
                                    apart.final_model() / "model.safetensors"),
                 0.0);
    }

    // On Debian a host's own name is 127.0.1.1, by which no other node reaches it.
    void the_address_is_that_of_the_route() {
        const event::RunFolder run = bench_.folder("by-name");
        const fs::path endless = preset("parallel.strategy=ddp training.num_train_epochs=100000");
        const auto first = start(0, run, endless, nodes_->host(0)),
                   second = start(1, run, endless, nodes_->host(0));
        if (!WorkerBench::journal_has(run, "\"Step\"", 120)) {
            first->kill();
            second->kill();
            QFAIL((WorkerBench::wait(*first).err + WorkerBench::wait(*second).err).c_str());
        }
        // Of the ranks' sockets all but the store's are on the cable's address: 10.213.7.1 and 2.
        int on_cable = 0, elsewhere = 0;
        for (const int pid : RunBench::processes_of(run))
            for (const Listening& socket : listening_sockets({pid})) {
                if (socket.table != "tcp") continue;
                const bool is_store = socket.name.ends_with(":74AF"); // 29871
                on_cable += socket.name.starts_with("0107D50A:") || socket.name.starts_with("0207D50A:");
                elsewhere += !is_store && socket.name.starts_with("0100007F:");
            }
        first->terminate();
        second->terminate();
        QCOMPARE(WorkerBench::wait(*first).code, 75);
        QCOMPARE(WorkerBench::wait(*second).code, 75);
        qInfo("%d sockets on the cable's addresses", on_cable);
        QCOMPARE(elsewhere, 0);
    }

    void a_run_folder_that_is_not_shared_ends_both_with_4_data() {
        QTest::addColumn<QString>("secret");
        QTest::newRow("the secret is in the folder") << "";
        QTest::newRow("the launcher gives one") << "0123456789abcdef0123456789abcdef";
    }
    void a_run_folder_that_is_not_shared_ends_both_with_4() {
        QFETCH(QString, secret);
        Environment more;
        if (!secret.isEmpty()) more["TUNEDESK_RENDEZVOUS_SECRET"] = secret.toStdString();
        const fs::path settings = preset(
            "parallel.strategy=ddp supervision.start_timeout_seconds=14 supervision.rank_timeout_seconds=14");
        const std::string name = secret.isEmpty() ? "apart" : "apart-secret";
        const event::RunFolder here = bench_.folder(name + "-a"), there = bench_.folder(name + "-b");
        const auto first = start(0, here, settings, nodes_->address(0), more),
                   second = start(1, there, settings, nodes_->address(0), more);
        const Ended ends[] = {WorkerBench::wait(*first), WorkerBench::wait(*second)};
        for (const Ended& rank : ends) {
            QVERIFY2(rank.code == 4, (std::to_string(rank.code) + rank.err).c_str());
            QVERIFY2(has(rank.err, "error[TD4601]"), rank.err.c_str());
            const bool knows_name = &rank == &ends[1] || !secret.isEmpty();
            QVERIFY2(has(rank.err, knows_name ? nodes_->host(1) : nodes_->address(1)), rank.err.c_str());
        }
        QVERIFY(!fs::exists(here.checkpoints()));
    }

    void folders_apart_are_collected_data() {
        QTest::addColumn<QString>("words");
        QTest::newRow("ddp") << "parallel.strategy=ddp";
        QTest::newRow("zero1") << "parallel.strategy=zero1";
        QTest::newRow("zero1, not saved beside training")
            << "parallel.strategy=zero1 checkpoint.asynchronous=true";
        QTest::newRow("zero3") << "parallel.strategy=zero3";
    }
    /// A run that is killed in step 8 of 12 and resumed leaves what an undisturbed one on one node does.
    void folders_apart_are_collected() {
        QFETCH(QString, words);
        const fs::path settings =
            preset("training.max_steps=12 training.num_train_epochs=2 training.gradient_accumulation_steps=1 "
                   "checkpoint.every_n_steps=3 evaluation.strategy=steps evaluation.every_n_steps=4 "
                   "checkpoint.monitor=val_loss checkpoint.mode=min " +
                   words);
        const std::string name = std::string("collected ") + QTest::currentDataTag();
        const event::RunFolder here = bench_.folder(name + " here"), first = bench_.folder(name + " a"),
                               second = bench_.folder(name + " b");
        verify_done(bench_.call_ranks(2, here, settings));
        const std::vector<Ended> killed = call_apart(first, second, settings, "forward@1:8:kill");
        QVERIFY2(killed[0].code == 7, killed[0].err.c_str());
        QVERIFY(!checkpoints(first).empty() && checkpoints(first).front() >= 6);
        QVERIFY(!fs::exists(second.checkpoints()));
        verify_done(call_apart(first, second, settings));
        QCOMPARE(difference(traces_but_saves(here), traces_but_saves(first)), std::string());
        QVERIFY(!fs::exists(second.checkpoints()) && !fs::exists(second.root / "parts" / "rank1"));
    }

    void a_file_that_arrives_damaged_is_not_committed_data() {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<int>("kept");
        QTest::newRow("a bit of the first") << "collect@1:1:fail" << 0;
        QTest::newRow("an end that is missing, later") << "collect@1:4:skip" << 3;
    }
    void a_file_that_arrives_damaged_is_not_committed() {
        QFETCH(QString, fault);
        QFETCH(int, kept);
        const fs::path settings =
            preset("parallel.strategy=zero1 checkpoint.every_n_steps=3 training.max_steps=9");
        const std::string name = std::string("damaged ") + QTest::currentDataTag();
        const event::RunFolder first = bench_.folder(name + " a"), second = bench_.folder(name + " b");
        const std::vector<Ended> ended = call_apart(first, second, settings, fault.toStdString());
        QVERIFY2(ended[0].code == 4 && has(ended[0].err, "error[TD4602]"),
                 (std::to_string(ended[0].code) + ended[0].err).c_str());
        QVERIFY2(has(ended[0].err, "optimizer-00002-of-00002.safetensors") ||
                     has(ended[0].err, "model-00002-of-00002.safetensors"),
                 ended[0].err.c_str());
        QVERIFY(ended[1].code != 0);
        QCOMPARE(checkpoints(first).empty() ? 0 : static_cast<int>(checkpoints(first).front()), kept);
        verify_done(call_apart(first, second, settings)); // from there, or from the beginning
    }

    void a_rank_that_does_not_come_is_named() {
        const event::RunFolder run = bench_.folder("alone");
        const fs::path settings = preset(
            "parallel.strategy=ddp supervision.start_timeout_seconds=8 supervision.rank_timeout_seconds=8");
        const Ended ended = WorkerBench::wait(*start(0, run, settings, nodes_->address(0)));
        QVERIFY2(ended.code == 7 && has(ended.err, "error[TD7605]") && has(ended.err, ": 1;"),
                 ended.err.c_str());
    }
};

QTEST_GUILESS_MAIN(NodesTest)
#include "nodes_test.moc"
