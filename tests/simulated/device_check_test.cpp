// SPDX-License-Identifier: GPL-3.0-or-later
// `tunedesk device`, its self-check and what `parallel.devices: auto` makes of the verdict, by the real
// programs on the simulated device: one that is right, and ones that are not, each in its way.

#include "base/fake_nvml.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include "base/json.h"
#include "preset/yaml/load.h"

#include <QTest>
#include <algorithm>
#include <csignal>
#include <set>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

const QString a_loaded_machine = QStringLiteral("600"); // seconds that a check may take there

constexpr const char* ampere =
    R"({"driver": "580.65", "gpus": [{"name": "NVIDIA A100", "uuid": "GPU-0a", "bus": 1, "total": 80000000000,
        "used": 1000000, "major": 8, "processes": [{"pid": 1, "bytes": 900000}]}]})";
constexpr const char* an_ampere_and_a_turing =
    R"({"driver": "580.65", "gpus": [{"name": "NVIDIA A100", "uuid": "GPU-0a", "bus": 1, "total": 80000000000,
        "used": 1000000, "major": 8}, {"name": "NVIDIA T4", "uuid": "GPU-0c", "bus": 2, "total": 16000000000,
        "used": 1000000, "major": 7, "minor": 5}, {"name": "NVIDIA A100", "uuid": "GPU-0d", "bus": 3,
        "lost": true}]})";
constexpr const char* pascal =
    R"({"driver": "580.65", "gpus": [{"name": "NVIDIA P100", "uuid": "GPU-0b", "bus": 1, "total": 16000000000,
        "used": 1000000, "major": 6}]})";

/// How a verdict's row ended, or "".
std::string outcome_in(const Json& verdict, const char* id) {
    for (const Json& row : verdict.at("rows"))
        if (row.at("id") == id) return row.at("outcome").get<std::string>();
    return "";
}

} // namespace

class DeviceCheckTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    int runs_ = 0;

    fs::path machine() const { return bench_.root() / "gpus.json"; }
    Environment environment(Environment more = {}) const {
        more.insert({{"TUNEDESK_CUDA_LIBRARY", TUNEDESK_BIN_DIR "/libtunedesk-simulated.so"},
                     {"FAKE_NVML", machine().string()}});
        return more;
    }
    Ended device(const QStringList& arguments, const Environment& more = {}) const {
        return WorkerBench::wait(
            *bench_.start_tunedesk(QStringList{QStringLiteral("device")} + arguments, environment(more)),
            300);
    }
    /// The verdict that a check prints.
    Json checked(const QStringList& more, const Environment& variables, int code) const {
        const Ended ended =
            device(QStringList{QStringLiteral("check"), QStringLiteral("--json")} + more, variables);
        if (ended.code != code) qWarning("%d: %s%s", ended.code, ended.out.c_str(), ended.err.c_str());
        return ended.code == code ? parse_json(ended.out, "verdicts", ErrorId::file_unreadable).at(0)
                                  : Json::object();
    }
    /// One that is kept apart from the others' verdicts.
    Environment apart(const std::string& name, Environment more = {}) const {
        more["XDG_STATE_HOME"] = (bench_.root() / name).string();
        more["TUNEDESK_DEVICE_CHECK_SECONDS"] = a_loaded_machine.toStdString();
        return more;
    }
    /// The run of a preset, and what it ran with.
    Preset ran_with(const Settings& settings, const QStringList& arguments, const Environment& variables = {},
                    std::string* log = nullptr) {
        const event::RunFolder run = bench_.folder("auto" + std::to_string(++runs_));
        const Settings all = [&] {
            Settings some{
                {"training.max_steps", "2"}, {"evaluation.strategy", "\"no\""}, {"parallel.devices", "auto"}};
            some.insert(settings.begin(), settings.end());
            return some;
        }();
        const Ended ended = WorkerBench::wait(
            *bench_.start_tunedesk(QStringList{QStringLiteral("run"), to_qt(bench_.preset(all)),
                                               QStringLiteral("--run-dir"), to_qt(run.root)} +
                                       arguments,
                                   environment(variables)),
            300);
        if (ended.code != 0) qWarning("%d: %s%s", ended.code, ended.out.c_str(), ended.err.c_str());
        if (log) *log = read_file(run.journal(), ErrorId::file_unreadable);
        return preset::load(run.preset()).preset;
    }

private Q_SLOTS:
    /// The first run makes the check, of each GPU and of all that train together. Its verdict of the first
    /// GPU is kept for the tests below.
    void initTestCase() {
        show_gpus(machine(), an_ampere_and_a_turing);
        const Preset ran = ran_with({{"parallel.strategy", "ddp"}, {"parallel.processes", "2"}}, {},
                                    {{"TUNEDESK_DEVICE_CHECK_SECONDS", a_loaded_machine.toStdString()}});
        const Ended listed = device({"--json"});
        show_gpus(machine(), ampere);
        QCOMPARE(ran.parallel.devices, std::string("cuda"));
        const Json gpus = parse_json(listed.out, "devices", ErrorId::file_unreadable).at("gpus");
        QCOMPARE(gpus.size(), std::size_t(3));
        QVERIFY(gpus[2].at("lost").get<bool>() && gpus[2].at("verdict").is_null());
        for (std::size_t i = 0; i < 2; ++i) {
            const Json row = gpus[i].at("verdict").at("rows").back();
            QVERIFY2(row.at("id") == "nccl, 2 GPUs" && row.at("outcome") == "passed", row.dump().c_str());
        }
        const Json older = gpus[1].at("verdict");
        QVERIFY2(older.at("good").get<bool>() && outcome_in(older, "training fp16") == "passed" &&
                     outcome_in(older, "training bf16") == "not offered",
                 older.dump().c_str());
        const Json verdict = gpus[0].at("verdict");
        QVERIFY(verdict.value("good", false));
        QCOMPARE(verdict.at("left_out").size(), std::size_t{0});
        std::vector<std::string> ids;
        for (const Json& row : verdict.at("rows")) {
            QVERIFY2(row.at("outcome") == "passed", row.dump().c_str());
            ids.push_back(row.at("id").get<std::string>());
        }
        const std::vector<std::string> expected{"libraries",
                                                "device",
                                                "copy",
                                                "kernel",
                                                "logits fp32",
                                                "gradients fp32",
                                                "logits bf16",
                                                "gradients bf16",
                                                "logits fp16",
                                                "gradients fp16",
                                                "nccl",
                                                "memory",
                                                "training fp32",
                                                "training bf16",
                                                "training fp16",
                                                "training tf32",
                                                "static graph",
                                                "static graph, bf16",
                                                "static graph, fp16",
                                                "8-bit AdamW",
                                                "activation checkpointing",
                                                "optimizer in backward",
                                                "optimizer offloaded",
                                                "parameters offloaded",
                                                "activations offloaded",
                                                "nccl, 2 GPUs"};
        for (const std::string& id : expected)
            QVERIFY2(std::ranges::count(ids, id) >= 1, id.c_str());
        QCOMPARE(std::set<std::string>(ids.begin(), ids.end()).size(), expected.size());
    }

    void listsWhatIsThere() {
        const Ended ended = device({});
        QCOMPARE(ended.code, 0);
        for (const char* text : {"GPU 0: NVIDIA A100", "driver 580.65", "compute capability 8.0", "process 1",
                                 "check: good", "sm_80"})
            QVERIFY2(has(ended.out, text), (std::string(text) + " in " + ended.out).c_str());
    }

    void aFaultIsFound_data() {
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("row");
        QTest::addColumn<QString>("reason");
        QTest::newRow("wrong numbers") << "TUNEDESK_SIMULATED_MISBEHAVIOUR"
                                       << "numbers"
                                       << "kernel"
                                       << "";
        QTest::newRow("no kernels for it") << "TUNEDESK_SIMULATED_MISBEHAVIOUR"
                                           << "architecture"
                                           << "kernel"
                                           << "no kernel image";
        QTest::newRow("hangs") << "TUNEDESK_SIMULATED_MISBEHAVIOUR"
                               << "hang"
                               << "logits fp32"
                               << "hung";
        QTest::newRow("vanishes") << "TUNEDESK_SIMULATED_MISBEHAVIOUR"
                                  << "vanish"
                                  << "logits fp32"
                                  << "GPU is lost";
        QTest::newRow("no memory") << "TUNEDESK_SIMULATED_MEBIBYTES"
                                   << "1"
                                   << "copy"
                                   << "out of memory";
        QTest::newRow("no library") << "TUNEDESK_CUDA_LIBRARY"
                                    << "/nowhere/libtunedesk-cuda.so"
                                    << "libraries"
                                    << "library is missing";
    }
    void aFaultIsFound() {
        QFETCH(QString, variable);
        QFETCH(QString, value);
        QFETCH(QString, row);
        QFETCH(QString, reason);
        const Environment variables = apart("fault", {{variable.toStdString(), value.toStdString()}});
        // A third of it may pass in silence: what hangs is waited for so long, the others never come near it.
        const QString seconds = reason == QStringLiteral("hung") ? QStringLiteral("45") : a_loaded_machine;
        const Json verdict = checked({QStringLiteral("--seconds"), seconds}, variables, 5);
        QVERIFY(!verdict.value("good", true));
        const auto failed = std::ranges::find_if(
            verdict.at("rows"), [](const Json& one) { return one.at("outcome") == "failed"; });
        QVERIFY(failed != verdict.at("rows").end());
        QCOMPARE(failed->at("id").get<std::string>(), row.toStdString());
        QVERIFY2(has(failed->at("reason").get<std::string>(), reason.toStdString()), failed->dump().c_str());
    }

    void aGpuThatLibTorchHasNoKernelsForIsNamed() {
        show_gpus(machine(), pascal);
        const Json verdict = checked({}, apart("pascal"), 5);
        show_gpus(machine(), ampere);
        QVERIFY2(has(verdict.value("summary", ""), "LibTorch has no kernels for sm_60, only for sm_75"),
                 verdict.dump().c_str());
    }

    void theReportHasNoPrivateData() {
        const fs::path report = bench_.root() / "report.json", library = bench_.root() / "secret" / "lib.so";
        QCOMPARE(device({"check", "--report", to_qt(report)},
                        apart("report", {{"TUNEDESK_CUDA_LIBRARY", library.string()}}))
                     .code,
                 5);
        const std::string text = read_file(report, ErrorId::file_unreadable);
        char host[256] = {};
        ::gethostname(host, sizeof host - 1);
        for (const std::string& name : {std::string("GPU-0a"), bench_.root().string(), std::string(host)})
            QVERIFY2(!has(text, name), text.c_str());
        QVERIFY(has(text, "580.65") && has(text, "libraries"));
    }

    void autoTakesAGpuThatPassed() {
        std::string log;
        QCOMPARE(ran_with({}, {}, {}, &log).parallel.devices, std::string("cuda"));
        QVERIFY2(has(log, "auto takes GPU 0 (NVIDIA A100)"), log.c_str());
        const Ended check = WorkerBench::wait(*bench_.start_tunedesk(
            {"check", to_qt(bench_.preset({{"parallel.devices", "auto"}})), "--json"}, environment()));
        QVERIFY2(has(check.out, "\"cuda\": true"), check.out.c_str());
    }

    void autoNeedsAGpuForEachRank() {
        QCOMPARE(ran_with({{"parallel.strategy", "ddp"}, {"parallel.processes", "2"}}, {}).parallel.devices,
                 std::string("cpu"));
    }

    void anotherDriverIsCheckedAgain() {
        std::string machine_then = ampere;
        machine_then.replace(machine_then.find("580.65"), 6, "590.10");
        show_gpus(machine(), machine_then);
        const Ended listed = device({});
        std::string log;
        const Preset ran = ran_with({}, {"--skip-device-check"}, {}, &log);
        show_gpus(machine(), ampere);
        QVERIFY2(has(listed.out, "not checked yet"), listed.out.c_str());
        QCOMPARE(ran.parallel.devices, std::string("cpu"));
        QVERIFY2(has(log, "not checked yet"), log.c_str());
    }

    void aPresetWithMistakesIsToldBeforeTheCheck() {
        const event::RunFolder run = bench_.folder("mistaken");
        const fs::path preset = bench_.preset(
            {{"parallel.devices", "auto"}, {"data.train", (bench_.root() / "nowhere.csv").string()}});
        const Ended ended = WorkerBench::wait(*bench_.start_tunedesk(
            {"run", to_qt(preset), "--run-dir", to_qt(run.root)}, environment(apart("mistaken state"))));
        QVERIFY2(ended.code == 3 && !has(ended.err, "checks the GPU"), ended.err.c_str());
    }

    void aCheckThatHadNoTimeIsMadeAgain() {
        const Environment variables = apart("hasty");
        QCOMPARE(device({"check", "--seconds", "0.2"}, variables).code, 5);
        const Ended listed = device({}, variables);
        QVERIFY2(has(listed.out, "not checked yet"), listed.out.c_str());
    }

    void whoEndsTheCheckLeavesNothing() {
        const fs::path temporary = bench_.root() / "temporary";
        fs::create_directory(temporary);
        const auto process = bench_.start_tunedesk(
            {"device", "check"}, environment(apart("ended", {{"TMPDIR", temporary.string()}})));
        QTRY_VERIFY_WITH_TIMEOUT(!fs::is_empty(temporary), 60'000);
        process->terminate();
        QVERIFY(process->waitForFinished(60'000));
        QCOMPARE(process->exitStatus(), QProcess::CrashExit);
        QCOMPARE(process->exitCode(), SIGTERM);
        QVERIFY(fs::is_empty(temporary));
    }

    /// One check finds them all; a run with each is one without it.
    void techniquesThatFailAreLeftOut() {
        const Environment variables =
            apart("without", {{"TUNEDESK_SIMULATED_MISBEHAVIOUR", "bf16,fp16,replay"}});
        const Json verdict = checked({QStringLiteral("--seconds"), a_loaded_machine}, variables, 0);
        QCOMPARE(verdict.value("summary", ""), std::string("good, without bf16, fp16, static_graph"));
        for (const auto& [technique, key, value] : {std::tuple("bf16", "precision.compute", "bf16"),
                                                    {"fp16", "precision.compute", "fp16"},
                                                    {"static_graph", "precision.static_graph", "true"}}) {
            std::string log;
            const Preset ran = ran_with({{key, value}}, {}, variables, &log);
            QCOMPARE(ran.parallel.devices, std::string("cuda"));
            QVERIFY(ran.precision.compute == Preset::Compute::fp32 && !ran.precision.static_graph);
            QVERIFY2(has(log, std::string(technique) + " is not used"), log.c_str());
        }
    }

    void aGpuThatFailedIsNotUsed() {
        const Environment variables = apart("bad", {{"TUNEDESK_SIMULATED_MISBEHAVIOUR", "numbers"}});
        std::string log;
        QCOMPARE(ran_with({}, {}, variables, &log).parallel.devices, std::string("cpu"));
        QVERIFY2(has(log, "is not used: its check failed: kernel") && has(log, "--report"), log.c_str());
    }
};

QTEST_GUILESS_MAIN(DeviceCheckTest)
#include "device_check_test.moc"
