// SPDX-License-Identifier: GPL-3.0-or-later
// What finished runs have measured replaces what is assumed, where they have the same shape.

#include "run/check/measured_runs.h"

#include "event/folder/run_folder.h"
#include "preset/schema/schema.h"
#include "preset/yaml/load.h"
#include "report/run_report.h"
#include "run/folder/prepare.h"

#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;

namespace {

constexpr std::uint64_t gb = 1'000'000'000;

Preset preset_with(const QString& sets) {
    std::vector<std::string> list;
    for (const QString& set : sets.split(u' ', Qt::SkipEmptyParts))
        list.push_back(set.toStdString());
    return preset::parse_draft("tunedesk: 1\nname: shape\nmodel: {path: /models/small}\n"
                               "data: {train: /data/train.csv}\nevaluation: {strategy: \"no\"}\n",
                               "shape.yaml", "/", list)
        .loaded.preset;
}

/// What a run of this preset leaves at its end.
void leave_run(const fs::path& folder, const Preset& preset, double tokens_per_second,
               std::uint64_t parameters = 22'000'000) {
    fs::create_directories(folder);
    run::begin_run({folder}, preset);
    report::RunReport report;
    report.parameters = report.trainable = parameters;
    report.train_tokens_per_second = tokens_per_second;
    report.train_seconds = 10;
    report.peak_rss_bytes = 3 * gb;
    report.peak_gpu_bytes = 7 * gb;
    report.steps = 40;
    write_report_json(event::RunFolder{folder}.report_json(), report);
    event::write_exit({folder}, {});
}

plan::Estimate planned() {
    plan::Estimate estimate;
    estimate.parameters = estimate.trainable = 22'000'000;
    estimate.train_tokens = 1'000'000;
    estimate.epochs = 3;
    estimate.train_flops = 3e6 * 132e6;
    estimate.seconds = 1e6;
    estimate.total_bytes = 1 * gb;
    estimate.basis = "assumed";
    return estimate;
}

} // namespace

class MeasuredRunsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", folder_->filePath(QStringLiteral("state")).toUtf8());
    }

    void the_shape_decides_data() {
        QTest::addColumn<QString>("run");
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("rate"); // whose: "same", "near" (other batches), "" (assumed)
        QTest::addColumn<bool>("memory");
        QTest::newRow("the same") << ""
                                  << ""
                                  << "same" << true;
        QTest::newRow("what changes no shape")
            << ""
            << "training.learning_rate=1e-3 training.num_train_epochs=9 training.seed=4"
            << "same" << true;
        QTest::newRow("other data") << ""
                                    << "data.train=/data/other.csv"
                                    << "same" << false;
        QTest::newRow("optimizer") << ""
                                   << "training.optim=sgd"
                                   << "same" << false;
        QTest::newRow("batch size") << ""
                                    << "training.per_device_train_batch_size=4"
                                    << "near" << false;
        QTest::newRow("length") << "data.max_length=64"
                                << "data.max_length=128"
                                << "near" << false;
        QTest::newRow("accumulation") << ""
                                      << "training.gradient_accumulation_steps=2"
                                      << "near" << false;
        QTest::newRow("precision") << ""
                                   << "precision.compute=bf16"
                                   << "" << false;
        QTest::newRow("devices") << ""
                                 << "parallel.strategy=ddp parallel.processes=2"
                                 << "" << false;
        QTest::newRow("checkpoints of activations") << ""
                                                    << "memory.activation_checkpointing=block"
                                                    << "" << false;
        QTest::newRow("both in bf16") << "precision.compute=bf16"
                                      << "precision.compute=bf16"
                                      << "same" << true;
    }
    void the_shape_decides() {
        QFETCH(QString, run);
        QFETCH(QString, asked);
        QFETCH(QString, rate);
        QFETCH(bool, memory);
        leave_run(path("measured"), preset_with(run), 5000);
        const plan::Estimate guess = planned();
        const plan::Estimate found = run::MeasuredRuns().measured(preset_with(asked), guess, {});
        if (rate.isEmpty()) {
            QCOMPARE(found.seconds, guess.seconds);
            QCOMPARE(found.basis, guess.basis);
            QVERIFY(found.measured_run.empty());
        } else {
            QCOMPARE(found.seconds, 3e6 / 5000);
            QCOMPARE(found.measured_run, std::string("measured"));
            QCOMPARE(QString::fromStdString(found.basis),
                     QStringLiteral("measured: 5,000 tokens/s in measured") +
                         (rate == "near" ? ", with other batches" : ""));
        }
        QCOMPARE(found.needed_bytes(), memory ? 3 * gb : guess.total_bytes);
        QCOMPARE(found.measured_bytes_run, std::string(memory ? "measured" : ""));
        QCOMPARE(found.total_bytes, guess.total_bytes); // the computed parts stay comparable
    }

    /// The device's memory counts where the ranks have one.
    void on_a_gpu() {
        leave_run(path("g"), preset_with("parallel.devices=cuda"), 90'000);
        plan::Estimate guess = planned();
        guess.runtime_bytes = gb;
        const auto found =
            run::MeasuredRuns().measured(preset_with("parallel.devices=cuda"), guess, {true, 0});
        QCOMPARE(found.measured_bytes, 7 * gb);
        QCOMPARE(found.needed_bytes(), 8 * gb); // the peak is of tensors, without CUDA's own
    }

    /// The same batches go before a later run with others; another model's runs say nothing.
    void the_nearest_shape_first() {
        leave_run(path("same"), preset_with(""), 5000);
        leave_run(path("other-batches"), preset_with("training.per_device_train_batch_size=2"), 4000);
        leave_run(path("other-model"), preset_with(""), 100, 1000);
        QCOMPARE(run::MeasuredRuns().measured(preset_with(""), planned(), {}).measured_run,
                 std::string("same"));
        fs::remove_all(path("same"));
        QCOMPARE(run::MeasuredRuns().measured(preset_with(""), planned(), {}).measured_run,
                 std::string("other-batches"));
    }

    void damaged_runs_say_nothing() {
        leave_run(path("bad"), preset_with(""), 5000);
        write_file_atomically(event::RunFolder{path("bad")}.report_json(), "{\"train_tokens_per_second\": ");
        QVERIFY(run::MeasuredRuns().measured(preset_with(""), planned(), {}).measured_run.empty());
    }

private:
    fs::path path(const char* name) const { return fs::path(folder_->path().toStdString()) / name; }

    std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(MeasuredRunsTest)
#include "measured_runs_test.moc"
