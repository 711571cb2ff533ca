// The GPU path against the host's, on a machine with an NVIDIA GPU: logits, gradients, training, resume,
// NCCL. Exit code 77: there is no GPU here. The figures it prints are what a first run on a GPU should
// report.

#include "model/support.h"
#include "parallel/device.h"
#include "train/eviction.h"
#include "train/late_value.h"
#include "worker/worker_bench.h"

#include "base/error.h"

#include <QCoreApplication>
#include <csignal>
#include <cstdio>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/HashStore.hpp>

using namespace tunedesk;
using namespace tunedesk::model;
using namespace tunedesk::test;

namespace {

constexpr int no_gpu = 77;
const fs::path minilm = TUNEDESK_SOURCE_DIR "/.deps/models/all-MiniLM-L6-v2";

parallel::Device gpu() {
    return parallel::choose_device("cuda", {});
}

SequenceClassifier model_on(const fs::path& folder, std::int64_t labels, at::Device device, double dropout) {
    format::ModelConfig config = format::read_model_config(folder);
    config.hidden_dropout = config.attention_dropout = config.classifier_dropout = dropout;
    SequenceClassifier model(config, labels, placement_on(device));
    model.initialise(3);
    model.load(format::ModelWeights(folder));
    return model;
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
        QVERIFY(losses(host).size() >= 50);
        const double loss = largest_difference(losses(host), losses(device));
        const double weight = largest_difference(host.final_model() / "model.safetensors",
                                                 device.final_model() / "model.safetensors");
        qInfo("loss %.2g, weights %.2g", loss, weight);
        QVERIFY(loss < 1e-4);
        QVERIFY(weight < 1e-3); // Adam turns rounding of near-zero gradients into whole steps
    }

private Q_SLOTS:
    void initTestCase() { qInfo("%s", gpu().name().c_str()); }

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
        constexpr std::uint32_t passes = 2000;
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
        const train::LateValue late(number);
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
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addRow("adamw") << "training.optim"
                               << "adamw";
        QTest::addRow("sgd") << "training.optim"
                             << "sgd";
        QTest::addRow("padded") << "data.batching"
                                << "padded";
        QTest::addRow("last layers") << "model.train"
                                     << "last_layers";
        QTest::addRow("features") << "model.train"
                                  << "features";
    }
    void trainingFollowsTheHost() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const std::string name = QTest::currentDataTag();
        Settings host = long_run("cpu"), device = long_run("cuda");
        host[key.toStdString()] = device[key.toStdString()] = value.toStdString();
        run(bench_.folder(name + " host"), bench_.preset(host));
        run(bench_.folder(name + " device"), bench_.preset(device));
        compare(bench_.folder(name + " host"), bench_.folder(name + " device"));
        for (const event::Event& step : events_of(bench_.folder(name + " device"), event::Type::Step))
            QVERIFY(step.fields.at("gpu_allocated_bytes").get<std::int64_t>() > 0);
    }

    /// Two ranks: over NCCL where there are two GPUs, else over Gloo on the one.
    void twoRanksFollowOne() {
        Settings alone = long_run("cuda"), pair = long_run("cuda");
        pair["training.per_device_train_batch_size"] = "4";
        const bool nccl = gpu().accelerator()->device_count() > 1;
        pair["parallel.backend"] = nccl ? "nccl" : "gloo";
        run(bench_.folder("alone"), bench_.preset(alone));
        const fs::path preset = bench_.preset(pair);
        std::vector<std::unique_ptr<QProcess>> ranks;
        for (const char* rank : {"0", "1"})
            ranks.push_back(bench_.start(bench_.folder("pair"), preset,
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
        compare(bench_.folder("alone"), bench_.folder("pair"));
    }

    /// With dropout: the generators' places follow from the step.
    void aKilledRunGoesOnToTheSameBits() {
        const fs::path preset = bench_.preset(on("cuda", {{"model.dropout", "0.2"}}));
        const event::RunFolder whole = bench_.folder("whole"), killed = bench_.folder("killed");
        run(whole, preset);
        run(killed, preset, 128 + SIGKILL, {{"TUNEDESK_FAULT", "optimizer:9:kill"}});
        run(killed, preset);
        auto a = traces(whole), b = traces(killed);
        a.erase("journal"), b.erase("journal"); // it tells of allocated memory
        QCOMPARE(difference(a, b), std::string());
        QVERIFY(losses(whole) == losses(killed));
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
    try {
        gpu();
    } catch (const Error& error) {
        std::printf("no GPU: %s\n", error.line().c_str());
        return no_gpu;
    }
    QCoreApplication application(argc, argv);
    DeviceTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "device_test.moc"
