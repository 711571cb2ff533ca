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
                                    const std::string& master, const Environment& more = {}) const {
        Environment environment{{"RANK", std::to_string(node)},
                                {"WORLD_SIZE", "2"},
                                {"MASTER_ADDR", master},
                                {"MASTER_PORT", "29871"}};
        environment.insert(more.begin(), more.end());
        return nodes_->start(node, bench_, worker_binary, {to_qt(run.root), "--preset", to_qt(preset)},
                             environment);
    }
    /// Both ranks to their end.
    std::vector<Ended> call(const event::RunFolder& run, const fs::path& preset, const std::string& master,
                            const Environment& more = {}) const {
        const auto first = start(0, run, preset, master, more), second = start(1, run, preset, master, more);
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
            "parallel.strategy=ddp supervision.start_timeout_seconds=20 supervision.rank_timeout_seconds=20");
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
