// The techniques of precision and memory in the real worker: what they may not change stays as it is, and an
// interrupted run goes on to the bit.

#include "base/file.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::test;

class TechniquesTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    event::RunFolder finish(const std::string& name, const Settings& settings, int ranks = 1) {
        const event::RunFolder run = bench_.folder(name);
        for (const Ended& rank : bench_.call_ranks(ranks, run, bench_.preset(settings)))
            if (rank.code != 0) qWarning("%s", (rank.out + rank.err).c_str());
        return run;
    }
    static std::string weights(const event::RunFolder& run) {
        return read_file(run.final_model() / "model.safetensors", 1);
    }

private Q_SLOTS:
    void the_weights_are_the_same_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("more");
        QTest::addColumn<int>("ranks");
        const auto row = [](const char* key, const char* value, const char* more, int ranks) {
            QTest::addRow("%s %s, %s, %d ranks", key, value, more, ranks) << key << value << more << ranks;
        };
        row("memory.activation_checkpointing", "block", "", 1);
        row("memory.activation_checkpointing", "2", "model.train=last_layers", 1);
        row("memory.activation_checkpointing", "block", "", 2);
        row("memory.optimizer_in_backward", "true", "", 1);
        row("memory.optimizer_in_backward", "true", "model.train=last_layers", 1);
    }
    void the_weights_are_the_same() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, more);
        QFETCH(int, ranks);
        Settings settings{{"training.max_grad_norm", "0"}, {"training.gradient_accumulation_steps", "1"}};
        if (!more.isEmpty())
            settings[more.section('=', 0, 0).toStdString()] = more.section('=', 1).toStdString();
        const std::string tag = QTest::currentDataTag();
        const event::RunFolder plain = finish(tag + " without", settings, ranks);
        settings[key.toStdString()] = value.toStdString();
        const event::RunFolder run = finish(tag + " with", settings, ranks);
        QVERIFY(losses(run).size() > 2);
        QCOMPARE(losses(run), losses(plain));
        QVERIFY(weights(run) == weights(plain));
    }

    void bf16_follows_fp32() {
        const event::RunFolder full = finish("fp32", {}),
                               half = finish("bf16", {{"precision.compute", "bf16"}});
        const auto expected = losses(full), found = losses(half);
        QCOMPARE(found.size(), expected.size());
        QVERIFY(found != expected); // something was rounded
        for (const auto& [step, loss] : expected)
            QVERIFY2(std::abs(found.at(step) - loss) <= 0.02 * (1 + loss),
                     qPrintable(
                         QStringLiteral("step %1: %2, in fp32 %3").arg(step).arg(found.at(step)).arg(loss)));
    }

    void a_killed_run_goes_on_to_the_bit_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addRow("bf16") << "precision.compute"
                              << "bf16";
        QTest::addRow("in backward") << "memory.optimizer_in_backward"
                                     << "true";
    }
    void a_killed_run_goes_on_to_the_bit() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const Settings settings{{"training.max_grad_norm", "0"},
                                {"training.gradient_accumulation_steps", "1"},
                                {key.toStdString(), value.toStdString()}};
        const std::string tag = QTest::currentDataTag();
        const event::RunFolder whole = finish(tag + " whole", settings), cut = bench_.folder(tag + " cut");
        const fs::path preset = bench_.preset(settings);
        QCOMPARE(bench_.call(cut, preset, {{"TUNEDESK_FAULT", "backward:8:kill"}}).code, 128 + 9);
        const Ended ended = bench_.call(cut, preset);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(difference(traces(whole), traces(cut)), std::string());
    }
};

QTEST_GUILESS_MAIN(TechniquesTest)
#include "techniques_test.moc"
