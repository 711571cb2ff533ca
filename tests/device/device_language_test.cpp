// SPDX-License-Identifier: GPL-3.0-or-later
// Language models on a machine with an NVIDIA GPU: training follows the host's, samples are the host's, a
// killed run ends with the same bits.

#include "device/device_support.h"
#include "worker/decoder_settings.h"

#include <csignal>

using namespace tunedesk;
using namespace tunedesk::test;

class DeviceLanguageTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    static QString text(const Ended& ended) { return QString::fromStdString(ended.out + ended.err); }

    event::RunFolder run(const std::string& name, const Settings& settings, int code = 0,
                         const Environment& environment = {}) {
        const event::RunFolder folder = bench_.folder(name);
        const Ended ended = bench_.call(folder, bench_.preset(settings), environment);
        if (ended.code != code) qWarning("%s: %d, %s", name.c_str(), ended.code, qPrintable(text(ended)));
        return folder;
    }
    Settings settings_of(const QString& model, bool words, const Settings& more) const {
        Settings settings{{"model.dropout", "0"},
                          {"training.per_device_train_batch_size", "4"},
                          {"training.gradient_accumulation_steps", "1"},
                          {"training.num_train_epochs", "6"},
                          {"training.max_steps", "50"},
                          {"logging.every_n_steps", "1"},
                          {"checkpoint.every_n_steps", "20"}};
        if (words) {
            settings["evaluation.prompts"] = "\"word1 word4 | word9\"";
            settings["evaluation.max_new_tokens"] = "6";
        }
        settings = put_over(std::move(settings), more);
        const std::string name = model.toStdString();
        return words ? decoder_of_text(bench_, name, settings) : decoder_settings(bench_, name, settings);
    }

private Q_SLOTS:
    void initTestCase() { qInfo("%s", gpu().name().c_str()); }

    void trainingFollowsTheHost_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<bool>("words");
        QTest::addColumn<QString>("more");
        QTest::addColumn<double>("bound");
        const auto row = [](const char* model, bool words, const char* more = "", double bound = 1e-4) {
            QTest::addRow("%s, %s%s%s", model, words ? "words" : "classes", *more ? ", " : "", more)
                << model << words << more << bound;
        };
        for (const char* model : {"tiny-gpt2", "tiny-llama", "tiny-qwen3"})
            for (const bool words : {false, true})
                row(model, words);
        row("tiny-llama", true, "precision.static_graph=true");
        row("tiny-gpt2", false, "precision.static_graph=true");
        row("tiny-mistral", true, "model.train=lora lora.rank=4");
        row("tiny-mistral", true, "model.train=lora lora.rank=4 precision.static_graph=true");
        row("tiny-qwen2", false, "model.train=lora lora.rank=4 lora.quantization=nf4");
        row("tiny-llama", true, "precision.compute=bf16", 3e-2);
        row("tiny-gpt2", true, "precision.compute=bf16 precision.static_graph=true", 3e-2);
        row("tiny-llama", true, "memory.activation_checkpointing=block");
        row("tiny-gpt2", true, "memory.offload=[optimizer,parameters]");
    }
    void trainingFollowsTheHost() {
        QFETCH(QString, model);
        QFETCH(bool, words);
        QFETCH(QString, more);
        QFETCH(double, bound);
        const std::string name = QTest::currentDataTag();
        Settings settings = settings_of(model, words, with_words({}, more));
        settings["parallel.devices"] = "cuda";
        const event::RunFolder device = run(name + " device", settings);
        settings["parallel.devices"] = "cpu";
        for (const char* only_there : {"precision.static_graph", "memory.offload", "precision.compute"})
            settings.erase(only_there);
        const event::RunFolder host = run(name + " host", settings);
        QVERIFY(losses(host).size() >= 40 && losses(device).size() == losses(host).size());
        const double gap = largest_difference(losses(host), losses(device));
        qInfo("loss %.2g", gap);
        QVERIFY(gap < bound);
        if (bound < 1e-2) QCOMPARE(last_samples(device), last_samples(host));
        QCOMPARE(last_samples(device).empty(), !words);
    }

    /// With dropout, and samples at each evaluation: neither leaves a trace in the generators' places.
    void aKilledRunGoesOnToTheSameBits_data() {
        QTest::addColumn<QString>("model");
        for (const char* model : {"tiny-gpt2", "tiny-llama"})
            QTest::addRow("%s", model) << model;
    }
    void aKilledRunGoesOnToTheSameBits() {
        QFETCH(QString, model);
        const std::string name = model.toStdString();
        const Settings settings = settings_of(model, true,
                                              {{"parallel.devices", "cuda"},
                                               {"model.dropout", "0.2"},
                                               {"checkpoint.every_n_steps", "5"},
                                               {"training.max_steps", "20"}});
        const event::RunFolder whole = run(name + " whole", settings),
                               killed = run(name + " killed", settings, 128 + SIGKILL,
                                            {{"TUNEDESK_FAULT", "optimizer:9:kill"}});
        run(name + " killed", settings);
        auto a = traces(whole), b = traces(killed);
        a.erase("journal"), b.erase("journal"); // it has the allocated memory
        QVERIFY(losses(whole).size() == 20);
        QCOMPARE(difference(a, b), std::string());
        QVERIFY(losses(whole) == losses(killed));
    }
};

int main(int argc, char** argv) {
    return run_on_gpu<DeviceLanguageTest>(argc, argv);
}

#include "device_language_test.moc"
