// SPDX-License-Identifier: GPL-3.0-or-later
// model.freeze with the real programs: frozen weights leave a run as they came, whatever the strategy,
// through a kill and a resume; and what is frozen from below costs what model.train: last_layers costs.

#include "base/text.h"
#include "format/safetensors.h"
#include "long_tests.h"
#include "worker/worker_bench.h"

#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <fmt/format.h>
#include <string_view>

using namespace tunedesk;
using namespace tunedesk::test;

class FrozenRunsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    Settings settings_;

    static QString text_of(const fs::path& path) { return QString::fromStdString(path.string()); }
    Settings with(const Settings& more) const {
        Settings settings = settings_;
        for (const auto& [key, value] : more)
            settings[key] = value;
        return settings;
    }
    static std::map<std::string, std::string> weights_of(const fs::path& folder) {
        const format::SafetensorsFile file(folder / "model.safetensors");
        std::map<std::string, std::string> weights;
        for (const auto& [name, info] : file.tensors()) {
            const std::span<const std::byte> bytes = file.data(name);
            weights[name].assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        }
        return weights;
    }
    /// What the optimizer keeps, by the names in a checkpoint.
    static std::string checkpoint_text(const event::RunFolder& run) {
        std::string names;
        for (const auto& entry : fs::recursive_directory_iterator(run.checkpoints())) {
            if (entry.path().extension() != ".safetensors") continue;
            const format::SafetensorsFile file(entry.path());
            for (const auto& [name, info] : file.tensors())
                names += name + '\n';
        }
        return names;
    }

private Q_SLOTS:
    void initTestCase() {
        const event::RunFolder base = bench_.finish("base", {{"training.max_steps", "4"}});
        settings_ = {{"model.path", base.final_model().string()},
                     {"model.init", "pretrained"},
                     {"training.weight_decay", "0.1"},
                     {"training.max_steps", "8"},
                     {"checkpoint.every_n_steps", "2"}};
    }

    void frozenWeightsStay_data() {
        QTest::addColumn<QString>("patterns");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<QString>("strategy");
        const char* const parts = "['embeddings.*', '*.layer.0.*', '*.query.*', classifier.bias]";
        QTest::addRow("from below") << "['embeddings.*', '*.layer.0.*']" << 1 << "ddp";
        QTest::addRow("in parts") << parts << 1 << "ddp";
        QTest::addRow("above what learns") << "['*.layer.*', 'pooler.*']" << 1 << "ddp";
        for (const char* strategy : {"ddp", "zero1", "zero2", "zero3"})
            if (takes_every_case() || std::string_view(strategy) != "zero1") // divides less than zero2
                QTest::addRow("in parts, %s", strategy) << parts << 2 << strategy;
    }
    void frozenWeightsStay() {
        QFETCH(QString, patterns);
        QFETCH(int, ranks);
        QFETCH(QString, strategy);
        const std::string name = QTest::currentDataTag();
        const Settings settings = with({{"model.freeze", patterns.toStdString()}});
        const event::RunFolder whole = bench_.finish("whole " + name, settings, ranks, qPrintable(strategy));
        const auto before = weights_of(settings.at("model.path")), after = weights_of(whole.final_model());
        QCOMPARE(after.size(), before.size());
        const std::string kept = checkpoint_text(whole);
        const QStringList list = patterns.mid(1, patterns.size() - 2).remove('\'').split(", ");
        int same = 0, changed = 0;
        for (const auto& [weight, values] : before) {
            const bool is_frozen = std::ranges::any_of(list, [&](const QString& pattern) {
                return QRegularExpression(QRegularExpression::wildcardToRegularExpression('*' + pattern))
                    .match(QString::fromStdString(weight))
                    .hasMatch();
            });
            ++(is_frozen ? same : changed);
            QVERIFY2((after.at(weight) == values) == is_frozen || weight.ends_with("key.bias"),
                     weight.c_str());
            QVERIFY2((kept.find(weight + ".exp_avg") == std::string::npos) == is_frozen, weight.c_str());
        }
        QVERIFY(same > 1 && changed > 1);

        const event::RunFolder run = bench_.folder("killed " + name);
        const Ended killed = WorkerBench::wait(
            *bench_.start_supervised(ranks, run, bench_.preset(settings),
                                     {{"TUNEDESK_FAULT", "backward:9:kill"}}, qPrintable(strategy)));
        QVERIFY(killed.code != 0);
        const Ended ended = WorkerBench::wait(*bench_.start_tunedesk({"resume", text_of(run.root)}));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(difference(traces(whole), traces(run)), std::string());
    }

    /// To the bit without clipping and accumulation, whose sums are in another order.
    void strategiesAgree() {
        const Settings settings = with({{"model.freeze", "['*word_embeddings*', '*.value.*', '*.layer.1.*']"},
                                        {"training.gradient_accumulation_steps", "1"},
                                        {"training.max_grad_norm", "0"}});
        const auto expected = losses(bench_.finish("copies", settings, 2));
        QVERIFY(expected.size() > 2);
        for (const char* strategy : {"zero1", "zero2", "zero3"}) {
            const double apart =
                largest_difference(losses(bench_.finish(strategy, settings, 2, strategy)), expected);
            QVERIFY2(apart == 0, fmt::format("{}: {}", strategy, apart).c_str());
        }
        for (const char* option : {"memory.activation_checkpointing", "memory.optimizer_in_backward"}) {
            const auto plain = losses(bench_.finish(std::string("without ") + option, settings));
            Settings more = settings;
            more[option] = option == std::string("memory.optimizer_in_backward") ? "true" : "block";
            QVERIFY(losses(bench_.finish(std::string("with ") + option, more)) == plain);
        }
    }

    /// The same run to the bit, and as many trained parameters in `check`.
    void fromBelowEqualsLastLayers() {
        const Settings frozen = with({{"model.freeze", "['embeddings.*', '*.layer.0.*']"}}),
                       last = with({{"model.train", "last_layers"}, {"model.last_layers", "1"}});
        const event::RunFolder one = bench_.finish("frozen", frozen), other = bench_.finish("last", last);
        QVERIFY(losses(one) == losses(other));
        QVERIFY(weights_of(one.final_model()) == weights_of(other.final_model()));
        const auto trained = [&](const event::RunFolder& run) {
            return events_of(run, event::Type::Started).at(0).fields.at("trainable").get<std::uint64_t>();
        };
        QCOMPARE(trained(one), trained(other));
        const Ended checked =
            WorkerBench::wait(*bench_.start_tunedesk({"check", text_of(bench_.preset(frozen))}));
        QVERIFY2(checked.out.find(grouped(trained(one)) + " of them trained") != std::string::npos,
                 (checked.out + checked.err).c_str());
    }

    void mistakesAreNamed_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("says");
        QTest::addRow("nothing fits") << "model.freeze"
                                      << "embedings.*"
                                      << "the nearest are bert.embeddings.";
        QTest::addRow("everything") << "model.freeze"
                                    << "'*'"
                                    << "TD4357";
        QTest::addRow("lora") << "model.train"
                              << "lora"
                              << "belongs to train: all and";
        QTest::addRow("features") << "model.train"
                                  << "features"
                                  << "belongs to train: all and";
    }
    void mistakesAreNamed() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, says);
        Settings settings = with({{"model.freeze", "['embeddings.*']"}});
        settings[key.toStdString()] = value.toStdString();
        const Ended ended =
            WorkerBench::wait(*bench_.start_tunedesk({"check", text_of(bench_.preset(settings))}));
        const std::string said = ended.out + ended.err;
        QVERIFY2(ended.code != 0 && said.find(says.toStdString()) != std::string::npos, said.c_str());
    }
};

QTEST_GUILESS_MAIN(FrozenRunsTest)
#include "frozen_test.moc"
