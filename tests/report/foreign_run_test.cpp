// SPDX-License-Identifier: GPL-3.0-or-later
// Files as Lightning's CSVLogger and transformers' Trainer write them.
#include "base/error.h"
#include "report/foreign_run.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::report;

class ForeignRunTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    static std::string sample(const char* name) {
        return read_file(fs::path(TUNEDESK_SOURCE_DIR "/tests/report/foreign") / name,
                         ErrorId::file_unreadable);
    }
    fs::path write(const char* place, const char* name, const std::string& text) {
        const fs::path folder = fs::path(folder_.path().toStdString()) / place;
        fs::create_directories(folder);
        write_file_atomically(folder / name, text);
        return folder / name;
    }

private Q_SLOTS:
    void lightnings_metrics() {
        const fs::path file = write("lightning_logs/version_0", "metrics.csv", sample("metrics.csv"));
        QVERIFY(is_foreign_run(file));
        const ForeignRun run = read_foreign_run(file);
        QCOMPARE(run.tool, std::string("Lightning"));
        QCOMPARE(run.compared.name, std::string("lightning_logs/version_0"));
        const MetricSeries* loss = find_series(run.series, "train_loss");
        QVERIFY(loss);
        QCOMPARE(loss->steps, (std::vector<double>{9, 19, 39}));
        QCOMPARE(loss->values[1], 0.41);
        QVERIFY(
            std::isnan(loss->values[2])); // a loss that was not a number is a point, an empty cell is none
        QCOMPARE(find_series(run.series, "lr")->values, (std::vector<double>{5e-05}));
        QVERIFY(find_series(run.series, "train_acc_epoch"));
        QCOMPARE(*run.compared.test_accuracy, 0.9012);
        QCOMPARE(task::value_of(run.compared.summary.progress.best, "accuracy").value_or(-1), 0.9125);
        QCOMPARE(run.compared.summary.progress.step, std::int64_t{40});
        QCOMPARE(run.compared.summary.progress.epoch, 1.0);
    }

    void an_accuracy_that_was_no_number_is_not_the_best() {
        const fs::path file =
            write("logs/nan", "metrics.csv",
                  "epoch,step,val_acc,test_acc\n0,1,nan,\n1,2,0.8,\n2,3,0.7,\n2,3,,0.6\n2,4,,nan\n");
        const ForeignRun run = read_foreign_run(file);
        QCOMPARE(task::value_of(run.compared.summary.progress.best, "accuracy").value_or(-1), 0.8);
        QCOMPARE(run.compared.test_accuracy.value_or(-1), 0.6);
    }

    void the_trainers_state() {
        const fs::path file = write("out/checkpoint-40", "trainer_state.json", sample("trainer_state.json"));
        const ForeignRun run = read_foreign_run(file.parent_path()); // the folder will do
        QCOMPARE(run.tool, std::string("Hugging Face Trainer"));
        QCOMPARE(run.compared.name, std::string("out/checkpoint-40"));
        const MetricSeries* loss = find_series(run.series, "train_loss");
        QCOMPARE(loss->values, (std::vector<double>{0.6931, 0.5}));
        QVERIFY(std::isnan(find_series(run.series, "grad_norm")->values[1]));
        QCOMPARE(find_series(run.series, "val_acc")->values, (std::vector<double>{0.88, 0.86}));
        QCOMPARE(find_series(run.series, "val_loss")->steps, (std::vector<double>{20, 40}));
        QVERIFY(!find_series(run.series, "val_runtime"));
        QCOMPARE(run.compared.summary.report->train_seconds, 61.5);
        QCOMPARE(run.compared.summary.progress.steps, std::int64_t{40});
        QCOMPARE(task::value_of(run.compared.summary.progress.best, "accuracy").value_or(-1), 0.88);
        const std::pair<std::string, std::string> batch = {"training.per_device_train_batch_size", "16"};
        QVERIFY(std::find(run.compared.settings.begin(), run.compared.settings.end(), batch) !=
                run.compared.settings.end());
    }

    void our_own_metrics_read_too() {
        const auto series =
            parse_metrics_csv("step,epoch,train_loss,val_acc\n1,0.5,0.7,\n2,1,,0.75\n", "m").series;
        QCOMPARE(find_series(series, "val_acc")->epochs, (std::vector<double>{1}));
        QCOMPARE(find_series(series, "train_loss")->steps, (std::vector<double>{1}));
    }

    void damaged_lines_are_skipped_and_counted() {
        const Metrics metrics = parse_metrics_csv(
            "step,epoch,train_loss\n1,0.5,0.7\n{\"code\":0,\"line\":\"\"}\n2,x,0.6\n3,1.5,0.5\n", "m");
        QCOMPARE(find_series(metrics.series, "train_loss")->values, (std::vector<double>{0.7, 0.5}));
        QCOMPARE(metrics.skipped, std::uint64_t{2});
        QVERIFY2(metrics.warning().find("2 damaged lines skipped, the first: m:3: 2 fields") == 0,
                 metrics.warning().c_str());
        QCOMPARE(parse_metrics_csv("step,loss\n1,2\n", "m").warning(), std::string());
    }

    void damaged_files_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("id");
        QTest::newRow("empty") << "metrics.csv"
                               << "" << 4192;
        QTest::newRow("other columns") << "metrics.csv"
                                       << "a,b\n1,2\n"
                                       << 4192;
        QTest::newRow("torn") << "metrics.csv"
                              << "step,loss\n1\n"
                              << 4192;
        QTest::newRow("no number") << "metrics.csv"
                                   << "step,loss\n1,x\n"
                                   << 4192;
        QTest::newRow("no JSON") << "trainer_state.json"
                                 << "{\"log_history\": [" << 4193;
        QTest::newRow("no history") << "trainer_state.json"
                                    << "{\"log_history\": 3}" << 4194;
        QTest::newRow("a list") << "trainer_state.json"
                                << "[]" << 4194;
        QTest::newRow("another name") << "state.json"
                                      << "{}" << 4195;
    }

    void damaged_files() {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(int, id);
        const fs::path file = write("damaged", name.toUtf8().constData(), text.toStdString());
        int found = 0;
        try {
            (void)read_foreign_run(file);
        } catch (const Error& error) {
            found = error.id();
        }
        QCOMPARE(found, id);
        fs::remove(file);
    }
};

QTEST_GUILESS_MAIN(ForeignRunTest)
#include "foreign_run_test.moc"
