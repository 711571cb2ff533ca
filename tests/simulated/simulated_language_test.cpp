// SPDX-License-Identifier: GPL-3.0-or-later
// Language models with the real worker on the simulated device: losses, evaluations and samples are the
// host's, and streams that are late by random times leave the same bits.

#include "long_tests.h"
#include "simulated/simulated_bench.h"
#include "worker/decoder_settings.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

// The device's attention rounds to bf16 where LibTorch's operations on the host compute it in fp32.
constexpr double in_bf16 = 2e-3;

} // namespace

class SimulatedLanguageTest : public QObject {
    Q_OBJECT

    SimulatedBench bench_;
    std::map<Settings, event::RunFolder> on_host_; ///< finished there

    event::RunFolder run(const Settings& settings, const Environment& environment) {
        const event::RunFolder folder = bench_.next_folder();
        const Ended ended = bench_.worker.call(folder, bench_.worker.preset(settings), environment);
        if (ended.code != 0) qWarning("%d: %s", ended.code, (ended.out + ended.err).c_str());
        return folder;
    }

private Q_SLOTS:
    void followsTheHost_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<bool>("words");
        QTest::addColumn<QString>("more");
        QTest::addColumn<double>("bound");
        QTest::addColumn<bool>("also_late");
        const auto row = [](const char* model, bool words, const char* more, double bound = 1e-6,
                            bool also_late = true) {
            QTest::addRow("%s, %s%s%s", model, words ? "words" : "classes", *more ? ", " : "", more)
                << model << words << more << bound << also_late;
        };
        row("tiny-llama", true, "");
        for (const char* model : {"tiny-gpt2", "tiny-qwen3"}) // copies and streams are that one's
            row(model, true, "", 1e-6, takes_every_case());
        row("tiny-llama", false, "");
        row("tiny-llama3", true, "precision.compute=bf16", in_bf16, takes_every_case());
        row("tiny-gpt2", true, "precision.compute=bf16 precision.params=bf16", in_bf16);
        row("tiny-llama", true, "precision.static_graph=true");
        row("tiny-gpt2", false, "precision.static_graph=true precision.compute=bf16", in_bf16);
        row("tiny-mistral", true, "model.train=lora lora.rank=4");
        row("tiny-llama", true, "model.train=lora lora.rank=4 precision.static_graph=true");
        row("tiny-qwen2", false, "model.train=lora lora.rank=4 precision.compute=bf16", in_bf16);
        row("tiny-llama", true, "model.train=lora lora.rank=4 lora.quantization=nf4");
        row("tiny-gpt2", true,
            "model.train=lora lora.rank=4 lora.quantization=nf4 precision.static_graph=true");
        row("tiny-llama", true, "memory.activation_checkpointing=block memory.offload=[optimizer]");
        row("tiny-gpt2", true, "memory.offload=[parameters]");
    }
    void followsTheHost() {
        QFETCH(QString, model);
        QFETCH(bool, words);
        QFETCH(QString, more);
        QFETCH(double, bound);
        QFETCH(bool, also_late);
        const std::string name = model.toStdString();
        Settings settings = words ? decoder_of_text(bench_.worker, name, {{"evaluation.max_new_tokens", "6"}})
                                  : decoder_settings(bench_.worker, name);
        settings = with_words(std::move(settings), more);
        if (words) settings["evaluation.prompts"] = "\"word1 word4 | word9\"";
        settings.insert({{"parallel.devices", "cuda"},
                         {"model.dropout", "0"}, // drawn otherwise on a device
                         {"logging.every_n_steps", "1"},
                         {"training.max_steps", "8"}});
        const event::RunFolder device = run(settings, SimulatedBench::on_device());
        Settings on_host = settings;
        on_host["parallel.devices"] = "cpu";
        for (const char* key : {"memory.offload", "precision.static_graph"})
            on_host.erase(key);
        if (!on_host_.contains(on_host)) on_host_[on_host] = run(on_host, {{"TUNEDESK_OPERATIONS", "aten"}});
        const event::RunFolder& host = on_host_.at(on_host);
        QVERIFY(losses(host).size() == 8);
        const double gap = largest_difference(losses(host), losses(device));
        qInfo("losses differ from the host's by %.2g", gap);
        QVERIFY(gap < bound);
        QCOMPARE(last_samples(device), last_samples(host));
        QCOMPARE(last_samples(host).empty(), !words);
        if (!also_late) return;
        auto expected = traces(device), found = traces(run(settings, SimulatedBench::delayed(5)));
        expected.erase("journal"), found.erase("journal"); // it has the allocated memory
        QCOMPARE(difference(expected, found), std::string());
    }
};

QTEST_GUILESS_MAIN(SimulatedLanguageTest)
#include "simulated_language_test.moc"
