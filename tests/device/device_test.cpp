// SPDX-License-Identifier: GPL-3.0-or-later
// The GPU path against the host's, on a machine with an NVIDIA GPU: logits, gradients, training, resume,
// NCCL. The figures it prints are what a first run on a GPU should report.

#include "device/device_support.h"
#include "train/memory/eviction.h"
#include "train/memory/offloaded_activations.h"
#include "train/replayed.h"
#include "train/small_training.h"
#include "train/step/async_scalar.h"
#include "train/step/static_graph.h"
#include "worker/worker_bench.h"

#include "base/files/file.h"
#include "base/json.h"

#include <csignal>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/HashStore.hpp>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

/// Twelve steps of two micro-batches each; what was recorded is forgotten at half, as by a new loss scale.
void take_steps(const SmallTraining& small, SmallTraining::Trained& one) {
    for (std::uint32_t number = 0; number < 12; ++number) {
        if (number == 6) one.execution->invalidate();
        small.step(one, number, 2);
    }
}

} // namespace

class DeviceTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    static Settings on(const char* devices, Settings more = {}) {
        more["parallel.devices"] = devices;
        return more;
    }
    /// 50 steps and more, every one logged.
    static Settings long_run(const char* devices) {
        return on(devices, {{"model.dropout", "0"},
                            {"training.per_device_train_batch_size", "8"},
                            {"training.gradient_accumulation_steps", "1"},
                            {"training.num_train_epochs", "5"},
                            {"logging.every_n_steps", "1"},
                            {"checkpoint.every_n_steps", "100"}});
    }
    void run(const event::RunFolder& folder, const fs::path& preset, int code = 0,
             const Environment& environment = {}) {
        const Ended ended = bench_.call(folder, preset, environment);
        QVERIFY2(ended.code == code, (ended.out + ended.err).c_str());
    }
    static void compare(const event::RunFolder& host, const event::RunFolder& device) {
        if (QTest::currentTestFailed()) return; // a run left nothing to compare
        QVERIFY(losses(host).size() >= 50);
        const double loss = largest_difference(losses(host), losses(device));
        const double weight = largest_difference(host.final_model() / "model.safetensors",
                                                 device.final_model() / "model.safetensors");
        qInfo("loss %.2g, weights %.2g", loss, weight);
        QVERIFY(loss < 1e-4);
        QVERIFY(weight < 1e-3); // Adam turns rounding of near-zero gradients into whole steps
    }

private Q_SLOTS:
    void initTestCase() {
        qInfo("%s", gpu().name().c_str());
        at::globalContext().setDeterministicAlgorithms(true,
                                                       /*warn_only=*/false); // steps are compared by bits
    }

    void modelsAgree_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("labels");
        QTest::addColumn<bool>("padded");
        for (const bool padded : {false, true}) {
            const char* form = padded ? "padded" : "packed";
            for (const char* name : {"tiny-bert", "tiny-distilbert"})
                QTest::addRow("%s %s", name, form)
                    << QString::fromStdString((golden_folder / "models" / name).string())
                    << (std::string(name) == "tiny-bert" ? 3 : 2) << padded;
            if (fs::exists(minilm))
                QTest::addRow("MiniLM %s", form) << QString::fromStdString(minilm.string()) << 2 << padded;
        }
    }
    void modelsAgree() {
        QFETCH(QString, folder);
        QFETCH(int, labels);
        QFETCH(bool, padded);
        const Samples samples({5, 48, 1, 17, 48, 16, 9, 40}, 80, 2);
        std::vector<float> logits[2];
        std::map<std::string, std::vector<float>> gradients[2];
        for (const int i : {0, 1}) {
            SequenceClassifier model =
                model_on(folder.toStdString(), labels, i ? gpu().place() : at::Device(at::kCPU), 0);
            const auto batch = samples.batch(padded, model);
            logits[i] = values_of(model.forward(batch, {}));
            train_pass(model, batch, {}, 8);
            gradients[i] = gradients_of(model.parameters());
        }
        qInfo("logits %.2g", difference(logits[0], logits[1]));
        QVERIFY(difference(logits[0], logits[1]) <= 1e-5);
        QVERIFY(close(gradients[1], gradients[0], 1e-4));
    }

    /// The same place of the training draws the same masks, another place others; means agree.
    void dropoutIsDrawnByPlace() {
        const SequenceClassifier host = model_on(golden_folder / "models/tiny-bert", 3, at::kCPU, 0.2),
                                 device = model_on(golden_folder / "models/tiny-bert", 3, gpu().place(), 0.2);
        const Samples samples({12, 30, 7}, 80, 3);
        const at::NoGradGuard no_gradients;
        const auto batch = samples.batch(false, device), host_batch = samples.batch(false, host);
        const auto pass = [](std::uint32_t step, std::uint32_t micro = 0, std::uint32_t rank = 0) {
            return Pass{true, 42, step, micro, 4, rank};
        };
        const at::Tensor logits = device.forward(batch, pass(3));
        QVERIFY(logits.equal(device.forward(batch, pass(3))));
        for (const Pass& other : {pass(4), pass(3, 1), pass(3, 0, 1)})
            QVERIFY(!logits.allclose(device.forward(batch, other)));
        const std::uint32_t passes = is_simulated() ? 500 : 2000;
        at::Tensor sums[2], squares[2];
        for (std::uint32_t step = 0; step < passes; ++step)
            for (const int i : {0, 1}) {
                const at::Tensor one =
                    (i ? device.forward(batch, pass(step)) : host.forward(host_batch, pass(step))).cpu();
                sums[i] = step ? sums[i] + one : one;
                squares[i] = step ? squares[i] + one * one : one * one;
            }
        const auto variance = [&](int i) { return squares[i] / passes - (sums[i] / passes).square(); };
        const at::Tensor error = ((variance(0) + variance(1)) / passes).sqrt();
        QVERIFY(((sums[0] - sums[1]).abs() / passes / error).max().item<double>() < 5);
    }

    void numbersComeLateAndWhole() {
        const at::Tensor number = at::full({}, 2.5, at::TensorOptions(gpu().place()).dtype(at::kFloat));
        const train::AsyncScalar late(number);
        number.fill_(7);
        QCOMPARE(late.get(), 2.5);
    }

    /// A pause gives the memory back, and the contents return.
    void evictionFreesTheDevice() {
        const parallel::Device device = gpu();
        const at::Tensor tensor = at::randn({1 << 22}, at::TensorOptions(device.place()));
        const at::Tensor copy = tensor.cpu();
        const std::uint64_t before = device.memory().allocated;
        train::Eviction eviction({tensor});
        QVERIFY(device.memory().allocated + (16u << 20) <= before);
        device.accelerator()->release_cached_memory();
        eviction.restore();
        QVERIFY(tensor.cpu().equal(copy));
        QVERIFY(device.memory().peak >= before);
    }

    void ncclOfOneRankAddsUp() {
        const parallel::Device device = gpu();
        const auto backend = device.accelerator()->nccl(c10::make_intrusive<c10d::HashStore>(), 0, 1,
                                                        std::chrono::seconds(60));
        std::vector<at::Tensor> tensors{
            at::arange(1000, at::TensorOptions(device.place()).dtype(at::kFloat))};
        const at::Tensor expected = tensors[0].cpu();
        backend->allreduce(tensors)->wait();
        QVERIFY(tensors[0].cpu().equal(expected));
        backend->shutdown();
    }

    void trainingFollowsTheHost_data() {
        QTest::addColumn<QString>("more");
        QTest::addRow("adamw") << "training.optim=adamw";
        QTest::addRow("sgd") << "training.optim=sgd";
        QTest::addRow("padded") << "data.batching=padded";
        QTest::addRow("last layers") << "model.train=last_layers";
        QTest::addRow("features")
            << "model.train=features training.optim=sgd"; // many gradients are next to zero
    }
    void trainingFollowsTheHost() {
        QFETCH(QString, more);
        const std::string name = QTest::currentDataTag();
        const Settings host = with_words(long_run("cpu"), more), device = with_words(long_run("cuda"), more);
        run(bench_.folder(name + " host"), bench_.preset(host));
        run(bench_.folder(name + " device"), bench_.preset(device));
        compare(bench_.folder(name + " host"), bench_.folder(name + " device"));
        if (QTest::currentTestFailed()) return;
        for (const event::Event& step : events_of(bench_.folder(name + " device"), event::Type::Step))
            QVERIFY(step.fields.at("gpu_allocated_bytes").get<std::int64_t>() > 0);
    }

    void twoRanksFollowOne_data() {
        QTest::addColumn<QString>("strategy");
        for (const char* strategy : {"ddp", "zero1", "zero2", "zero3"})
            QTest::addRow("%s", strategy) << strategy;
    }
    /// Two ranks: over NCCL where there are two GPUs, else over Gloo on the one.
    void twoRanksFollowOne() {
        QFETCH(QString, strategy);
        const std::string name = "pair " + strategy.toStdString();
        Settings alone = long_run("cuda"), pair = long_run("cuda");
        pair["training.per_device_train_batch_size"] = "4";
        pair["parallel.strategy"] = strategy.toStdString();
        const bool nccl = gpu().accelerator()->device_count() > 1;
        pair["parallel.backend"] = nccl ? "nccl" : "gloo";
        if (!fs::exists(bench_.folder("alone").root)) run(bench_.folder("alone"), bench_.preset(alone));
        const fs::path preset = bench_.preset(pair);
        std::vector<std::unique_ptr<QProcess>> ranks;
        for (const char* rank : {"0", "1"})
            ranks.push_back(bench_.start(bench_.folder(name), preset,
                                         {{"RANK", rank},
                                          {"LOCAL_RANK", nccl ? rank : "0"},
                                          {"WORLD_SIZE", "2"},
                                          {"MASTER_ADDR", "127.0.0.1"},
                                          {"MASTER_PORT", "29617"}}));
        for (const auto& rank : ranks) {
            const Ended ended = WorkerBench::wait(*rank);
            QVERIFY2(ended.code == 0, ended.err.c_str());
        }
        qInfo("over %s", nccl ? "NCCL" : "Gloo");
        compare(bench_.folder("alone"), bench_.folder(name));
    }

    /// With dropout: the generators' places follow from the step.
    void aKilledRunGoesOnToTheSameBits() {
        const fs::path preset = bench_.preset(on("cuda", {{"model.dropout", "0.2"}}));
        const event::RunFolder whole = bench_.folder("whole"), killed = bench_.folder("killed");
        run(whole, preset);
        run(killed, preset, 128 + SIGKILL, {{"TUNEDESK_FAULT", "optimizer:9:kill"}});
        run(killed, preset);
        if (QTest::currentTestFailed()) return;
        auto a = traces(whole), b = traces(killed);
        a.erase("journal"), b.erase("journal"); // it tells of allocated memory
        QCOMPARE(difference(a, b), std::string());
        QVERIFY(losses(whole) == losses(killed));
    }

    void staticGraphIsTheEagerStep_data() {
        QTest::addColumn<bool>("fused");
        QTest::addColumn<double>("dropout");
        QTest::addColumn<int>("type");
        for (const bool fused : {false, true})
            for (const double dropout : {0.0, 0.3})
                for (const at::ScalarType type : {at::kFloat, at::kBFloat16})
                    QTest::addRow("%s, dropout %g, %s", fused ? "fused" : "aten", dropout, at::toString(type))
                        << fused << dropout << static_cast<int>(type);
    }
    /// Bit for bit, on the same batches of fixed shapes.
    void staticGraphIsTheEagerStep() {
        QFETCH(bool, fused);
        QFETCH(double, dropout);
        QFETCH(int, type);
        // The recorder takes a stream for the thread; the others of this test run there too.
        std::unique_ptr<parallel::Recorder> recorder = gpu().accelerator()->recorder();
        SmallTraining small;
        small.preset.model.dropout = dropout;
        small.preset.training.optim = Preset::Optim::adamw;
        const Placement placement = on_gpu(fused, static_cast<at::ScalarType>(type));
        SmallTraining::Trained eager = small.trained(placement), graph = small.trained(placement);
        Replayed::Counts counts;
        eager.execution = std::make_unique<train::StaticGraph>(
            *eager.trainable, std::make_unique<Replayed>(counts),
            eager.trainable->model().parameters().trained(), SmallTraining::longest);
        graph.execution = std::make_unique<train::StaticGraph>(
            *graph.trainable, std::move(recorder), graph.trainable->model().parameters().trained(),
            SmallTraining::longest);
        take_steps(small, eager);
        take_steps(small, graph);
        const train::Execution::Preparation& prepared = graph.execution->preparation();
        qInfo("%lld shapes, warm-up %.3f s, recording %.3f s", static_cast<long long>(prepared.shapes),
              prepared.warmup_seconds, prepared.capture_seconds);
        QVERIFY(graph.losses == eager.losses);
        QVERIFY(graph.norms == eager.norms);
        QCOMPARE(SmallTraining::difference(graph, eager), 0.0);
    }

    void offloadChangesNothing_data() {
        QTest::addColumn<bool>("optimizer");
        QTest::addColumn<bool>("parameters");
        QTest::addColumn<bool>("activations");
        QTest::addColumn<bool>("inBackward");
        QTest::addRow("optimizer") << true << false << false << false;
        QTest::addRow("parameters") << false << true << false << false;
        QTest::addRow("activations") << false << false << true << false;
        QTest::addRow("all") << true << true << true << false;
        QTest::addRow("parameters, in backward") << false << true << false << true;
        QTest::addRow("parameters and activations, in backward") << false << true << true << true;
    }
    void offloadChangesNothing() {
        QFETCH(bool, optimizer);
        QFETCH(bool, parameters);
        QFETCH(bool, activations);
        QFETCH(bool, inBackward);
        SmallTraining small;
        small.preset.model.dropout = 0.2;
        small.preset.training.optim = Preset::Optim::adamw;
        small.preset.memory.optimizer_in_backward = inBackward;
        if (inBackward) small.preset.training.max_grad_norm = 0;
        SmallTraining::Trained plain = small.trained(on_gpu(false)),
                               offloaded = parameters ? small.trained_from_host(
                                                            on_gpu(false), train::host_link(gpu().place()))
                                                      : small.trained(on_gpu(false));
        if (optimizer) offloaded.optimizer->offload(train::host_link(gpu().place()), 1000);
        if (activations)
            offloaded.execution = std::make_unique<train::OffloadedActivations>(
                *offloaded.trainable, false, train::host_link(gpu().place()), 1024);
        for (std::uint32_t number = 0; number < 12; ++number)
            for (SmallTraining::Trained* one : {&plain, &offloaded})
                small.step(*one, number, inBackward ? 1 : 2);
        QVERIFY(offloaded.losses == plain.losses);
        QCOMPARE(SmallTraining::difference(offloaded, plain), 0.0);
    }

    void figures_data() {
        QTest::addColumn<QString>("more");
        const auto row = [](const char* name, const char* more) {
            QTest::addRow("%s", name) << QString(more);
        };
        row("fp32", "");
        row("tf32", "precision.compute=tf32");
        row("bf16", "precision.compute=bf16");
        row("bf16, static graph", "precision.compute=bf16 precision.static_graph=true");
        row("bf16, static graph, 16k tokens a batch",
            "precision.compute=bf16 precision.static_graph=true training.max_tokens_per_batch=16384");
        row("fp32, optimizer offloaded", "memory.offload=[optimizer]");
        row("fp32, activations offloaded", "memory.offload=[activations]");
        row("fp32, parameters offloaded", "memory.offload=[parameters]");
        row("fp32, in backward, parameters and activations offloaded",
            "memory.optimizer_in_backward=true training.max_grad_norm=0 "
            "training.gradient_accumulation_steps=1 "
            "memory.offload=[parameters,activations]");
    }
    /// For docs/benchmarks.csv: IMDb, MiniLM, batch 12, one epoch of the training rows. On the simulated
    /// device a few steps of a tiny model.
    void figures() {
        QFETCH(QString, more);
        Settings settings = on("cuda", {{"training.max_steps", "6"}});
        if (!is_simulated()) {
            const char* data = std::getenv("TUNEDESK_DATA");
            const fs::path rows =
                fs::path(data ? data : TUNEDESK_SOURCE_DIR "/../shared/data") / "imdb" / "train.csv";
            if (!fs::exists(rows) || !fs::exists(minilm)) QSKIP("needs $TUNEDESK_DATA/imdb and MiniLM");
            settings = on("cuda", {{"model.path", minilm.string()},
                                   {"model.init", "pretrained"},
                                   {"data.train", rows.string()},
                                   {"data.validation", "''"},
                                   {"data.test", "''"},
                                   {"data.max_length", "512"},
                                   {"evaluation.strategy", "\"no\""},
                                   {"training.per_device_train_batch_size", "12"},
                                   {"training.gradient_accumulation_steps", "1"},
                                   {"training.num_train_epochs", "1"},
                                   {"logging.every_n_steps", "100"},
                                   {"checkpoint.every_n_steps", "100000"}});
        }
        settings = with_words(settings, more);
        const event::RunFolder folder = bench_.folder(QTest::currentDataTag());
        const Ended ended = WorkerBench::wait(*bench_.start(folder, bench_.preset(settings)), 1500);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const Json report = parse_json(read_file(folder.report_json(), ErrorId::file_unreadable),
                                       "report.json", ErrorId::file_unreadable);
        qInfo("%.0f tokens/s, %.1f s, peak %.2f GiB on the GPU, warm-up %.1f s, recording %.1f s",
              report.value("train_tokens_per_second", 0.0), report.value("train_seconds", 0.0),
              report.value("peak_gpu_bytes", 0.0) / (1 << 30),
              report.value("static_graph_warmup_seconds", 0.0),
              report.value("static_graph_capture_seconds", 0.0));
        QVERIFY(report.value("train_tokens_per_second", 0.0) > 0);
    }

    /// A batch that no GPU holds: exit 5, with what to do.
    void memoryThatRunsOutIsExplained() {
        const parallel::Device device = gpu();
        try {
            at::empty({std::int64_t{1} << 48}, at::TensorOptions(device.place()).dtype(at::kByte));
            QFAIL("256 TiB were allocated");
        } catch (const c10::OutOfMemoryError&) {
        }
        QVERIFY(at::ones({8}, at::TensorOptions(device.place())).sum().item<float>() == 8); // it goes on
    }
};

int main(int argc, char** argv) {
    return run_on_gpu<DeviceTest>(argc, argv);
}

#include "device_test.moc"
