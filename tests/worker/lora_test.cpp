// SPDX-License-Identifier: GPL-3.0-or-later
// model.train: lora with the real programs: adapters alone in checkpoints and models, the same bits after a
// kill, on one process and several, read back by predict, by a further run and by an export.

#include "arch/adapter_folder.h"
#include "base/json.h"
#include "format/checkpoint.h"
#include "long_tests.h"
#include "run/folder/export_model.h"
#include "worker/undisturbed_runs.h"

#include <QTest>
#include <csignal>
#include <functional>

using namespace tunedesk;
using namespace tunedesk::test;

class LoraRunsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    UndisturbedRuns undisturbed_{bench_};
    fs::path base_; ///< a trained model
    Settings settings_;

    static QString text_of(const fs::path& path) { return QString::fromStdString(path.string()); }

    Ended check(const Settings& settings) const {
        return WorkerBench::wait(*bench_.start_tunedesk({"check", text_of(bench_.preset(settings))}));
    }
    Settings with(const Settings& more) const {
        Settings settings = settings_;
        for (const auto& [key, value] : more)
            settings[key] = value;
        return settings;
    }
    /// The probabilities that `predict` gives of the test rows.
    std::string predicted(const fs::path& model) const {
        const Ended ended =
            WorkerBench::wait(*bench_.start_tunedesk({"predict", text_of(model), "--json", "--file",
                                                      text_of(bench_.rows("test")), "--column", "text"}));
        if (ended.code != 0 || ended.out.empty()) qWarning("%s %s", model.c_str(), ended.err.c_str());
        return ended.out;
    }
    static std::vector<double> numbers_in(const std::string& lines) {
        std::vector<double> numbers;
        for (const QString& line : QString::fromStdString(lines).split('\n', Qt::SkipEmptyParts)) {
            const Json row = Json::parse(line.toStdString());
            for (const Json& value : row.at("probabilities"))
                numbers.push_back(value.get<double>());
        }
        return numbers;
    }
    static double largest_gap(const std::string& a, const std::string& b) {
        const std::vector<double> one = numbers_in(a), two = numbers_in(b);
        if (one.empty() || one.size() != two.size()) return INFINITY;
        double gap = 0;
        for (std::size_t i = 0; i < one.size(); ++i)
            gap = std::max(gap, std::abs(one[i] - two[i]));
        return gap;
    }

    /// `act` finds one bit of the base's weights changed.
    void with_another_base(const std::function<void()>& act) const {
        const fs::path weights = base_ / "model.safetensors", kept = base_ / "kept";
        fs::copy_file(weights, kept);
        std::string bytes = read_file(weights, ErrorId::file_unreadable);
        bytes[bytes.size() - 3] = static_cast<char>(bytes[bytes.size() - 3] ^ 1);
        write_file_atomically(weights, bytes);
        act();
        fs::rename(kept, weights);
    }

private Q_SLOTS:
    void initTestCase() {
        const event::RunFolder run = bench_.finish("base", {{"training.num_train_epochs", "1"}});
        base_ = bench_.root() / "base model";
        run::export_model(run.root, {"final", run.final_model()}, base_);
        settings_ = {{"model.path", base_.string()},
                     {"model.init", "pretrained"},
                     {"model.train", "lora"},
                     {"lora.rank", "4"},
                     {"lora.alpha", "8"},
                     {"lora.dropout", "0.1"},
                     {"training.num_train_epochs", "2"},
                     {"training.learning_rate", "1e-2"},
                     {"checkpoint.every_n_steps", "3"}};
    }

    void adaptersAloneAreSaved() {
        const event::RunFolder run = undisturbed_.of(settings_);
        QVERIFY(fs::exists(run.report_json()));
        for (const fs::path& folder : {run.best(), run.final_model()}) {
            QVERIFY(!fs::exists(folder / "model.safetensors"));
            const auto adapters = arch::read_adapter_folder(folder);
            QVERIFY(adapters && adapters->base == base_ && adapters->lora.rank == 4);
            const format::SafetensorsFile file(folder / arch::adapter_weights_name);
            // of two layers each six linear ones, and the classifier
            QCOMPARE(file.tensors().size(), std::size_t{2 * 6 * 2 + 2});
            for (const auto& [name, info] : file.tensors())
                QVERIFY2(name.starts_with("base_model.model.bert.encoder.layer.") ||
                             name.starts_with("base_model.model.classifier."),
                         name.c_str());
        }
        for (const std::int64_t step : checkpoints(run)) {
            const fs::path folder = run.checkpoints() / format::checkpoint_name(step);
            QCOMPARE(format::SafetensorsFile(folder / "model.safetensors").tensors().size(),
                     std::size_t{2 * 6 * 2 + 2});
        }
        QVERIFY(!says(run, "model folder is incomplete"));
    }

    void killedAndResumed_data() {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<QString>("strategy");
        QTest::addRow("one process") << 1 << "ddp";
        for (const char* strategy : {"ddp", "zero1", "zero2", "zero3"})
            if (takes_every_case() || std::string_view(strategy) != "zero1") // divides less than zero2
                QTest::addRow("two ranks, %s", strategy) << 2 << strategy;
    }
    void killedAndResumed() {
        QFETCH(int, ranks);
        QFETCH(QString, strategy);
        const std::string name = std::to_string(ranks) + strategy.toStdString();
        const event::RunFolder whole = undisturbed_.of(settings_, ranks, qPrintable(strategy));
        const event::RunFolder run = bench_.folder("killed " + name);
        const fs::path preset = bench_.preset(settings_);
        const Ended killed = WorkerBench::wait(*bench_.start_supervised(
            ranks, run, preset, {{"TUNEDESK_FAULT", "backward:5:kill"}}, qPrintable(strategy)));
        QVERIFY(killed.code != 0);
        const Ended ended = WorkerBench::wait(*bench_.start_tunedesk({"resume", text_of(run.root)}));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        for (const char* file : {"best/adapter_model.safetensors", "final/adapter_model.safetensors"})
            QVERIFY2(read_file(whole.root / file, ErrorId::file_unreadable) ==
                         read_file(run.root / file, ErrorId::file_unreadable),
                     file);
        QCOMPARE(difference(traces(whole), traces(run)), std::string());
    }

    /// Ranks compute what one process computes.
    void ranksFollowOne_data() {
        QTest::addColumn<QString>("strategy");
        for (const char* strategy : {"ddp", "zero1", "zero2", "zero3"})
            QTest::addRow("%s", strategy) << strategy;
    }
    void ranksFollowOne() {
        QFETCH(QString, strategy);
        const Settings settings = with({{"lora.dropout", "0"}, {"model.dropout", "0"}});
        Settings halved = settings;
        halved["training.per_device_train_batch_size"] = "4";
        Settings one = settings;
        one["training.per_device_train_batch_size"] = "8";
        const double gap = largest_difference(
            losses(undisturbed_.of(one)),
            losses(bench_.finish("two of " + strategy.toStdString(), halved, 2, qPrintable(strategy))));
        QVERIFY2(gap <= 1e-5, qPrintable(QString::number(gap)));
    }

    void packedEqualsPadded() {
        const Settings off{{"lora.dropout", "0"}, {"model.dropout", "0"}};
        Settings padded = with(off);
        padded["data.batching"] = "padded";
        const double gap =
            largest_difference(losses(undisturbed_.of(with(off))), losses(bench_.finish("padded", padded)));
        QVERIFY2(gap <= 1e-5, qPrintable(QString::number(gap)));
    }

    void oneFileServesAll() {
        const event::RunFolder run = undisturbed_.of(settings_);
        const std::string own = predicted(run.root);
        QVERIFY(!numbers_in(own).empty());
        QVERIFY(largest_gap(own, predicted(base_)) > 1e-3);
        // The exported models hold the products, of a checkpoint too.
        const std::vector<run::RunModel> models = run::models_of_run(run.root);
        QVERIFY(models.size() >= 3);
        for (const run::RunModel& model : models) {
            const fs::path target = bench_.root() / ("merged " + model.name);
            run::export_model(run.root, model, target);
            QVERIFY(fs::exists(target / "model.safetensors") && !fs::exists(target / "model.own"));
            QCOMPARE(format::SafetensorsFile(target / "model.safetensors").tensors().size(),
                     format::SafetensorsFile(base_ / "model.safetensors").tensors().size());
            if (model.name == "best") QVERIFY(largest_gap(own, predicted(target)) < 1e-5);
        }
        // A further run goes on from the adapters: with no step taken it is the same model.
        const event::RunFolder again = bench_.finish("again", with({{"model.path", run.best().string()},
                                                                    {"training.learning_rate", "1e-30"},
                                                                    {"training.max_steps", "1"}}));
        QVERIFY(largest_gap(own, predicted(again.final_model())) < 1e-6);
        QVERIFY(arch::read_adapter_folder(again.final_model())->base == base_);
    }

    /// Adapters beside other weights than they were trained on make another model.
    void anotherBaseIsRefused() {
        const event::RunFolder run = bench_.finish("moved base", with({{"training.max_steps", "3"}}));
        const std::string own = predicted(run.root);
        QVERIFY(!own.empty());
        const auto refused = [](const Ended& ended) {
            return ended.code == 4 && ended.err.find("TD4420") != std::string::npos &&
                   ended.err.find("model.safetensors differs") != std::string::npos &&
                   ended.err.find("next: restore the model") != std::string::npos;
        };
        with_another_base([&] {
            for (const QStringList& arguments :
                 {QStringList{"predict", text_of(run.root), "--text", "word1"},
                  QStringList{"predict", text_of(run.final_model()) + "/", "--text", "word1"},
                  QStringList{"export", text_of(run.root), text_of(bench_.root() / "refused")}}) {
                const Ended ended = WorkerBench::wait(*bench_.start_tunedesk(arguments));
                QVERIFY2(refused(ended), qPrintable(arguments[0] + QString::fromStdString(ended.err)));
            }
            QVERIFY(!fs::exists(bench_.root() / "refused"));
            // The adapters alone are what they were.
            run::export_model(run.root, {"best", run.best()}, bench_.root() / "alone",
                              run::ExportForm::adapters);
        });
        QCOMPARE(predicted(run.root), own);
    }

    void frozenWeightsInFourBits_data() {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("compute");
        QTest::addRow("one process") << 1 << "ddp"
                                     << "fp32";
        QTest::addRow("bf16") << 1 << "ddp"
                              << "bf16";
        for (const char* strategy : {"ddp", "zero2"})
            QTest::addRow("two ranks, %s", strategy) << 2 << strategy << "fp32";
    }
    /// Trains as beside whole weights, nearly; a kill leaves no trace; what is saved is as ever.
    void frozenWeightsInFourBits() {
        QFETCH(int, ranks);
        QFETCH(QString, strategy);
        QFETCH(QString, compute);
        const std::string name = std::string("few bits ") + QTest::currentDataTag();
        const Settings few_bits = with({{"lora.quantization", "nf4"},
                                        {"precision.compute", compute.toStdString()},
                                        {"logging.every_n_steps", "1"}});
        Settings plain = few_bits;
        plain.erase("lora.quantization");
        const event::RunFolder whole = bench_.finish("whole " + name, few_bits, ranks, qPrintable(strategy)),
                               beside = bench_.finish("plain " + name, plain, ranks, qPrintable(strategy));
        QVERIFY(steps_of(whole) > 9 && steps_of(beside) == steps_of(whole));
        const double first = std::abs(losses(whole).begin()->second - losses(beside).begin()->second),
                     any = largest_difference(losses(whole), losses(beside));
        QVERIFY2(first > 1e-7 && first < 0.05 && any < 0.3, qPrintable(QString("%1 %2").arg(first).arg(any)));
        const event::RunFolder run = bench_.folder("killed " + name);
        const Ended killed = WorkerBench::wait(
            *bench_.start_supervised(ranks, run, bench_.preset(few_bits),
                                     {{"TUNEDESK_FAULT", "backward:5:kill"}}, qPrintable(strategy)));
        QVERIFY(killed.code != 0);
        const Ended ended = WorkerBench::wait(*bench_.start_tunedesk({"resume", text_of(run.root)}));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(difference(traces(whole), traces(run)), std::string());
        QCOMPARE(format::SafetensorsFile(run.final_model() / arch::adapter_weights_name).tensors().size(),
                 std::size_t{2 * 6 * 2 + 2});
        QVERIFY(!numbers_in(predicted(run.final_model())).empty());
    }

    void mistakesAreNamed() {
        const event::RunFolder run = bench_.finish("adapters", with({{"training.max_steps", "1"}}));
        const std::string adapters = run.final_model().string();
        const auto expect = [&](const Settings& more, const char* id, const char* what) {
            const Ended ended = check(with(more));
            QVERIFY2(ended.code != 0 && (ended.out + ended.err).find(id) != std::string::npos &&
                         (ended.out + ended.err).find(what) != std::string::npos,
                     (ended.out + ended.err).c_str());
        };
        expect({{"lora.targets", "[query, q_proj]"}}, "TD4352", "q_proj");
        expect({{"model.path", adapters}, {"lora.rank", "8"}}, "TD4353", "lora.rank");
        expect({{"model.path", adapters}, {"model.train", "all"}}, "TD4354", "all");
        expect({{"model.init", "random"}}, "TD2", "adapts existing weights");
        expect({{"lora.quantization", "nf4"}, {"parallel.strategy", "zero3"}, {"parallel.processes", "2"}},
               "TD2", "every rank");
        // Other weights are another base.
        const event::RunFolder stopped = bench_.folder("stopped");
        WorkerBench::wait(*bench_.start_supervised(1, stopped, bench_.preset(settings_),
                                                   {{"TUNEDESK_FAULT", "backward:9:kill"}}));
        Ended resumed;
        with_another_base([&] {
            resumed = WorkerBench::wait(*bench_.start_tunedesk({"resume", text_of(stopped.root)}));
        });
        QVERIFY2(resumed.code != 0 &&
                     (resumed.out + resumed.err).find("model.safetensors") != std::string::npos,
                 (resumed.out + resumed.err).c_str());
    }
};

QTEST_GUILESS_MAIN(LoraRunsTest)
#include "lora_test.moc"
