// SPDX-License-Identifier: GPL-3.0-or-later
// One rank of many is tried without the others (check --measure --as-rank): it holds and sends what it does
// among real ones, and what the plan of 64 ranks says.

#include "base/files/file.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <algorithm>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::test;

class FakeRanksTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    Json measured(const Settings& settings, const QStringList& more) {
        const QString file = QString::fromStdString(bench_.preset(settings).string());
        const Ended ended = WorkerBench::wait(
            *bench_.start_tunedesk(QStringList{QStringLiteral("check"), file, QStringLiteral("--measure"),
                                               QStringLiteral("--json")} +
                                   more),
            120);
        if (ended.code != 0) qWarning("%s", (ended.out + ended.err).c_str());
        return Json::parse(ended.out, nullptr, false);
    }
    Settings divided(const char* strategy, int processes, const QString& more = {}) const {
        return with_words({{"data.train", many_rows().string()},
                           {"parallel.strategy", strategy},
                           {"parallel.processes", std::to_string(processes)}},
                          more);
    }
    fs::path many_rows() const { return bench_.root() / "many.csv"; }
    static double part(const Json& answer, const char* name) {
        return answer.at("measured").at("memory").at("parts").at(name).get<double>();
    }

private Q_SLOTS:
    void initTestCase() { bench_.write_rows(many_rows(), 600, 7); }

    void it_holds_and_sends_what_it_does_among_real_ones_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("more");
        for (const char* strategy : {"ddp", "zero1", "zero2", "zero3"})
            QTest::addRow("%s", strategy) << strategy << QString();
        QTest::addRow("pipeline") << QStringLiteral("single") << QStringLiteral("parallel.pipeline_stages=2");
        QTest::addRow("slices") << QStringLiteral("single") << QStringLiteral("parallel.tensor_size=2");
    }
    void it_holds_and_sends_what_it_does_among_real_ones() {
        QFETCH(QString, strategy);
        QFETCH(QString, more);
        const Settings settings = divided(qPrintable(strategy), 2, more);
        const Json together = measured(settings, {}), alone = measured(settings, {"--as-rank", "0"});
        QVERIFY(together.is_object() && alone.is_object());
        QCOMPARE(part(alone, "optimizer"), part(together, "optimizer"));
        // How many gathered blocks are there at once depends on how soon the others come.
        if (strategy != QStringLiteral("zero3"))
            for (const char* name : {"weights", "gradients", "activations"})
                QCOMPARE(part(alone, name), part(together, name));
        const Json &a = alone.at("measured"), &b = together.at("measured");
        QVERIFY(a.at("sent_bytes").get<std::uint64_t>() > 0);
        QCOMPARE(a.at("sent_bytes").get<std::uint64_t>(), b.at("sent_bytes").get<std::uint64_t>());
        QCOMPARE(a.at("tokens").get<std::uint64_t>(), b.at("tokens").get<std::uint64_t>());
    }

    void ranks_of_64_are_as_planned_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<int>("rank");
        for (const char* strategy : {"ddp", "zero1", "zero2", "zero3"})
            for (const int rank : {0, 31, 63})
                QTest::addRow("%s, rank %d", strategy, rank) << strategy << rank;
    }
    void ranks_of_64_are_as_planned() {
        QFETCH(QString, strategy);
        QFETCH(int, rank);
        const Json answer = measured(divided(qPrintable(strategy), 64), {"--as-rank", QString::number(rank)});
        QVERIFY(answer.is_object());
        const Json& estimate = answer.at("estimate");
        const auto planned = std::ranges::find_if(estimate.at("strategies"), [&](const Json& row) {
            return row.at("strategy") == strategy.toStdString();
        });
        QVERIFY(planned != estimate.at("strategies").end());
        const auto parameters = estimate.at("parameters").get<double>();
        const bool divides = strategy != QStringLiteral("ddp");
        // A chunk is a multiple of 256 numbers, of each block.
        const double of_chunks = parameters / 64 + 256 * 4;
        QVERIFY2(part(answer, "optimizer") <= 8 * (divides ? of_chunks : parameters),
                 qPrintable(QString::number(part(answer, "optimizer"))));
        QVERIFY(part(answer, "optimizer") > 0 || rank > 0); // a small block may not reach the last ranks
        if (strategy != QStringLiteral("zero3")) QVERIFY(part(answer, "weights") >= 4 * parameters);
        const auto sent = answer.at("measured").at("sent_bytes").get<double>(),
                   expected = planned->at("sent_bytes").get<double>();
        // Chunks are filled up to 256 numbers a rank, and figures are added up beside the gradients.
        const double filled = 64.0 * 256 * 4 * 4 * 6;
        QVERIFY2(sent >= 0.9 * expected && sent <= expected + (divides ? filled : 65536),
                 qPrintable(QStringLiteral("sent %1, planned %2").arg(sent).arg(expected)));
    }

    void stages_and_slices_of_64_run() {
        const double whole = part(measured(divided("zero1", 64), {"--as-rank", "0"}), "weights");
        for (const char* more : {"parallel.pipeline_stages=2", "parallel.tensor_size=2",
                                 "parallel.pipeline_stages=2 parallel.tensor_size=2"}) {
            const Settings settings = divided("zero1", 64, QString::fromLatin1(more));
            for (const char* rank : {"0", "63"}) {
                const Json answer = measured(settings, {"--as-rank", rank});
                QVERIFY2(answer.is_object() && answer.at("measured").at("sent_bytes") > 0, more);
                QVERIFY2(part(answer, "weights") < whole, more);
            }
        }
    }

    void a_rank_that_is_not_there_is_refused() {
        const QString file = QString::fromStdString(bench_.preset(divided("ddp", 64)).string());
        const Ended ended =
            WorkerBench::wait(*bench_.start_tunedesk({"check", file, "--measure", "--as-rank", "64"}), 60);
        QCOMPARE(ended.code, 2);
        QVERIFY2(ended.err.find("TD2605") != std::string::npos, ended.err.c_str());
        const Ended without =
            WorkerBench::wait(*bench_.start_tunedesk({"check", file, "--as-rank", "1"}), 60);
        QCOMPARE(without.code, 2);
    }

    /// A slower link makes the exchange longer, in its rate where messages are few.
    void a_link_is_planned_with() {
        const auto seconds = [&](const char* link) {
            const QString file = QString::fromStdString(bench_.preset(divided("zero3", 64)).string());
            const Ended ended =
                WorkerBench::wait(*bench_.start_tunedesk({"check", file, "--json", "--link", link}), 60);
            if (ended.code != 0) qWarning("%s", (ended.out + ended.err).c_str());
            return Json::parse(ended.out, nullptr, false).at("exchange_seconds").get<double>();
        };
        const double slow = seconds("0.001"), fast = seconds("100");
        QVERIFY2(fast > 0 && slow > 1.5 * fast, qPrintable(QStringLiteral("%1 %2").arg(slow).arg(fast)));
        const Ended shown = WorkerBench::wait(
            *bench_.start_tunedesk(
                {"check", QString::fromStdString(bench_.preset(divided("ddp", 64)).string()), "--link", "1"}),
            60);
        QVERIFY2(shown.out.find("\nexchange  ") != std::string::npos, shown.out.c_str());
        QVERIFY(shown.out.find("s a step") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(FakeRanksTest)
#include "fake_ranks_test.moc"
