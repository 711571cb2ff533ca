// SPDX-License-Identifier: GPL-3.0-or-later
// The real worker and supervisor on the simulated device: what is offloaded, delayed, paused or divided among
// ranks ends with the same bits; and the checker of stream order finds waits that are left out.

#include "long_tests.h"
#include "simulated/simulated_bench.h"
#include "simulated/verdict.h"
#include "texts.h"

#include <QTest>
#include <sstream>

using namespace tunedesk;
using namespace tunedesk::test;

class SimulatedRunsTest : public QObject {
    Q_OBJECT

    SimulatedBench bench_;
    std::map<Settings, std::string> copies_; ///< weights of two ranks by ddp
    std::string plain_;                      ///< weights without offloading

    static Settings small(Settings more = {}) { return SimulatedBench::small(std::move(more)); }
    static Environment on_device(Environment more = {}) { return SimulatedBench::on_device(std::move(more)); }
    Ended call(const event::RunFolder& run, const Settings& settings, const Environment& environment = {}) {
        return bench_.worker.call(run, bench_.worker.preset(small(settings)), on_device(environment));
    }
    /// The weights that a run ends with.
    std::string weights(const Settings& settings, const Environment& environment = {}) {
        const event::RunFolder run = bench_.next_folder();
        const Ended ended = call(run, settings, environment);
        if (ended.code != 0) return "failed: " + ended.out + ended.err;
        return read_file(run.final_model() / "model.safetensors", ErrorId::file_unreadable);
    }
    /// The simulation's figures of a run.
    Json figures(const Settings& settings) {
        const fs::path report = bench_.worker.root() / "figures.json";
        fs::remove(report);
        const std::string trained = weights(settings, {{"TUNEDESK_SIMULATED_REPORT", report.string()}});
        return trained.starts_with("failed") ? Json()
                                             : parse_json(read_file(report, ErrorId::file_unreadable),
                                                          "figures", ErrorId::file_unreadable);
    }

private Q_SLOTS:
    /// The rows get a column of numbers beside their labels.
    void initTestCase() {
        for (const char* split : {"train", "validation", "test"}) {
            std::istringstream rows(read_file(bench_.worker.rows(split), ErrorId::file_unreadable));
            std::string text, line;
            std::getline(rows, line);
            for (int i = 0; std::getline(rows, line); ++i)
                text += line + "," + std::to_string(i % 7) + ".5\n";
            write_file_atomically(bench_.worker.rows(split), "text,label,number\n" + text);
        }
    }

    void offloadChangesNothing_data() {
        QTest::addColumn<QString>("offload");
        for (const char* what :
             {"optimizer", "parameters", "optimizer, parameters"}) // activations: device_test.cpp
            QTest::addRow("%s", what) << what;
    }
    void offloadChangesNothing() {
        QFETCH(QString, offload);
        if (plain_.empty()) plain_ = weights({});
        const std::string& plain = plain_;
        QVERIFY2(!plain.starts_with("failed"), plain.c_str());
        const Settings settings{{"memory.offload", "[" + offload.toStdString() + "]"}};
        QVERIFY(weights(settings) == plain);
        const std::string late =
            weights(settings, {{"TUNEDESK_SIMULATED_DELAY_US", "60"}, {"TUNEDESK_SIMULATED_SEED", "7"}});
        QVERIFY2(late == plain, late.starts_with("failed") ? late.c_str() : "other bits with delays");
    }

    /// A number that is read before its copy is waited for faults, and the memory is named.
    void aNumberReadTooEarlyFaults() {
        const Ended ended =
            call(bench_.next_folder(), {},
                 {{"TUNEDESK_SIMULATED_WITHOUT_HOST_WAIT", "1"}, {"TUNEDESK_SIMULATED_DELAY_US", "2000"}});
        QVERIFY2(ended.code == simulated::fault_code && has(ended.err, "pinned memory"),
                 (std::to_string(ended.code) + ended.out + ended.err).c_str());
    }

    void aStepDoesNotWait_data() {
        QTest::addColumn<QString>("settings");
        QTest::addColumn<int>("steps");
        const auto row = [](const char* name, const char* settings, int steps = 2) {
            QTest::addRow("%s", name) << settings << steps;
        };
        row("fp32", "");
        row("bf16", "precision.compute=bf16");
        row("static graph", "precision.static_graph=true", 30); // every shape is recorded by then
        row("several labels, static graph", "task=multi-label-classification precision.static_graph=true",
            30);
        row("numbers", "task=regression data.label_column=number");
        row("numbers, static graph", "task=regression data.label_column=number precision.static_graph=true",
            30);
        row("in backward", "memory.optimizer_in_backward=true training.max_grad_norm=0 "
                           "training.gradient_accumulation_steps=1");
        row("optimizer and activations offloaded", "memory.offload=[optimizer,activations]");
    }
    void aStepDoesNotWait() {
        QFETCH(QString, settings);
        QFETCH(int, steps);
        const auto after = [&](int count) {
            return figures(with_words({{"training.max_steps", std::to_string(count)},
                                       {"logging.every_n_steps", "100"},
                                       {"checkpoint.every_n_steps", "1000"}},
                                      settings));
        };
        const Json few = after(steps), more = after(steps + 3);
        QVERIFY(few.is_object() && more.is_object());
        for (const auto& [operation, count] : more.at("host_waits").items())
            qInfo("%s: %d, of more steps %d", operation.c_str(),
                  int(few.at("host_waits").value(operation, 0)), int(count.get<int>()));
        QVERIFY(few.at("jobs").get<int>() < more.at("jobs").get<int>());
        QVERIFY(more.at("host_waits") == few.at("host_waits"));
    }

    void twoRanksDivideTheirState_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("more");
        QTest::addRow("zero1, accumulation") << "zero1"
                                             << "training.gradient_accumulation_steps=2";
        for (const char* strategy : {"zero1", "zero2", "zero3"}) {
            QTest::addRow("%s", strategy) << strategy << "";
            QTest::addRow("%s, optimizer offloaded", strategy) << strategy << "memory.offload=[optimizer]";
        }
        QTest::addRow("zero3, checkpointing") << "zero3"
                                              << "memory.activation_checkpointing=block";
    }
    /// In NCCL's place, whose collectives have a stream of their own: the bits of ddp, also with delays.
    void twoRanksDivideTheirState() {
        QFETCH(QString, strategy);
        QFETCH(QString, more);
        const Settings plain = with_words(small({{"parallel.backend", "nccl"},
                                                 {"training.max_grad_norm", "0"},
                                                 {"training.gradient_accumulation_steps", "1"}}),
                                          more);
        const auto weights_of = [&](const char* which, const Environment& environment) {
            const event::RunFolder run = bench_.next_folder();
            const fs::path preset = bench_.worker.preset(plain);
            const Ended ended =
                WorkerBench::wait(*bench_.worker.start_supervised(2, run, preset, environment, which));
            if (ended.code != 0) qWarning("%d: %s%s", ended.code, ended.out.c_str(), ended.err.c_str());
            return SimulatedBench::weights(run);
        };
        std::string& copies = copies_[plain];
        if (copies.empty()) copies = weights_of("ddp", on_device());
        QVERIFY(copies != "failed");
        QVERIFY2(weights_of(qPrintable(strategy), on_device()) == copies, "other bits than ddp's");
        // Of the first two, another row below has the same collectives and more.
        if (more.isEmpty() && strategy != "zero3" && !takes_every_case()) return;
        QVERIFY2(weights_of(qPrintable(strategy), SimulatedBench::delayed(3)) == copies,
                 "other bits with delays");
    }

    void twoRanksUnderTheSupervisor_data() {
        QTest::addColumn<QString>("backend");
        QTest::newRow("NCCL's place") << "nccl";
        QTest::newRow("Gloo") << "gloo";
    }
    void twoRanksUnderTheSupervisor() {
        QFETCH(QString, backend);
        const Settings plain = small({{"parallel.backend", backend.toStdString()},
                                      {"model.dropout", "0"}, // drawn otherwise on a device
                                      {"logging.every_n_steps", "1"}});
        const auto on_two_ranks = [&](const char* more, const Environment& environment) {
            const event::RunFolder run = bench_.next_folder();
            const fs::path preset = bench_.worker.preset(with_words(plain, more));
            const Ended ended =
                WorkerBench::wait(*bench_.worker.start_supervised(2, run, preset, environment));
            if (ended.code != 0) qWarning("%d: %s%s", ended.code, ended.out.c_str(), ended.err.c_str());
            return run;
        };
        const event::RunFolder device = on_two_ranks("", on_device());
        const event::RunFolder offloaded =
            on_two_ranks("memory.offload=[optimizer]", SimulatedBench::delayed(5));
        QVERIFY(SimulatedBench::weights(device) != "failed");
        QVERIFY(SimulatedBench::weights(device) == SimulatedBench::weights(offloaded));
        const event::RunFolder host =
            on_two_ranks("parallel.devices=cpu parallel.backend=gloo", {{"TUNEDESK_OPERATIONS", "aten"}});
        QVERIFY(losses(device).size() >= 12);
        const double difference = largest_difference(losses(host), losses(device));
        qInfo("losses differ from the host's by %.2g", difference);
        QVERIFY(difference < 1e-6);
    }
};

QTEST_GUILESS_MAIN(SimulatedRunsTest)
#include "simulated_runs_test.moc"
