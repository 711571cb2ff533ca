// SPDX-License-Identifier: GPL-3.0-or-later
// A worker alone trains a tiny model; then the user's own tools open what it left
// (open_with_transformers.py).

#include "base/files/file.h"
#include "base/text.h"
#include "python_server.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

using namespace tunedesk;

namespace {

/// Sentences of the tiny models' vocabulary, some with what CSV must quote, words cut into letters, and rows
/// longer than max_length.
std::string table(int rows, int shift, int classes) {
    const char* const good[] = {"good", "great", "fine"};
    const char* const bad[] = {"bad", "dull", "awful"};
    std::string text = "text,second,label\n";
    for (int i = 0; i < rows; ++i) {
        const int kind = (i + shift) % classes, word = (i / 3 + shift) % 3;
        std::string sentence = "the film was ";
        sentence += kind == 0 ? good[word] : kind == 1 ? bad[word] : "not very zwq";
        if (i % 4 == 1) sentence += ", \"so\" said\nthe caf\u00e9 \u4e2d\u6587";
        if (i % 11 == 5)
            for (int k = 0; k < 40; ++k)
                sentence += " movie" + std::to_string(k);
        text += csv_field(sentence) + "," + (i % 5 ? "a plot with no story" : "it is") + "," +
                (kind == 0   ? "good"
                 : kind == 1 ? "bad"
                             : "\"so, so\"") +
                "\n";
    }
    return text;
}

} // namespace

class OpenWithTransformersTest : public QObject {
    Q_OBJECT

    test::PythonServer python_{{"sklearn.metrics", "tensorboard.backend.event_processing.event_accumulator",
                                "transformers.models.auto.modeling_auto",
                                "transformers.models.auto.tokenization_auto"}};

private Q_SLOTS:
    void run_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("extra");
        QTest::addColumn<bool>("pairs");
        QTest::addRow("bert, pairs") << "tiny-bert"
                                     << "" << true;
        QTest::addRow("bert, features") << "tiny-bert"
                                        << "" << true;
        QTest::addRow("bert, bf16 parameters") << "tiny-bert"
                                               << "" << true;
        QTest::addRow("electra, pairs") << "tiny-electra"
                                        << "" << true;
        QTest::addRow("electra, features") << "tiny-electra"
                                           << "" << true;
        QTest::addRow("roberta, pairs") << "tiny-roberta"
                                        << "" << true;
        QTest::addRow("roberta, cut left") << "tiny-roberta"
                                           << "truncation_side: left" << true;
        QTest::addRow("distilbert, features") << "tiny-distilbert"
                                              << "" << false;
        QTest::addRow("distilbert, bucketed, cut left")
            << "tiny-distilbert"
            << "batching: bucketed\n  truncation_side: left" << false;
    }
    void run() {
        QFETCH(QString, model);
        QFETCH(QString, extra);
        QFETCH(bool, pairs);
        QTemporaryDir dir;
        const fs::path root = dir.path().toStdString();
        const char* const type = QByteArray(QTest::currentDataTag()).contains("bf16") ? "bf16" : "fp32";
        const int classes = pairs ? 3 : 2; // as the models' heads have them
        write_file_atomically(root / "train.csv", table(60, 0, classes));
        write_file_atomically(root / "validation.csv", table(24, 1, classes));
        write_file_atomically(root / "test.csv", table(33, 2, classes));
        write_file_atomically(
            root / "preset.yaml",
            fmt::format(
                "tunedesk: 1\nname: tiny\n"
                "model: {{path: {}/tests/golden/models/{}, train: {}}}\n"
                "data:\n  train: train.csv\n  validation: validation.csv\n  test: test.csv\n"
                "  max_length: 40\n  {}\n  {}\n"
                "training: {{per_device_train_batch_size: 8, num_train_epochs: 2, learning_rate: 3e-3, "
                "optim: adamw, lr_scheduler_type: linear, threads: 1}}\n"
                "precision: {{compute: {}, params: {}}}\n"
                "parallel: {{devices: cpu}}\n"
                "checkpoint: {{every_n_steps: 5, monitor: val_loss, mode: min}}\n"
                "logging: {{every_n_steps: 2}}\n",
                TUNEDESK_SOURCE_DIR, model.toStdString(),
                QByteArray(QTest::currentDataTag()).contains("features") ? "features" : "all",
                extra.toStdString(), pairs ? "text_pair_column: second" : "", type, type));
        const QString folder = QString::fromStdString((root / "run").string());
        QProcess worker;
        worker.setProcessChannelMode(QProcess::MergedChannels);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_CACHE_HOME", dir.filePath("cache"));
        environment.insert("XDG_STATE_HOME", dir.filePath("state"));
        worker.setProcessEnvironment(environment);
        worker.start(QStringLiteral(TUNEDESK_BIN_DIR "/tunedesk-worker"),
                     {folder, "--preset", QString::fromStdString((root / "preset.yaml").string())});
        QVERIFY(worker.waitForFinished(240'000));
        const QByteArray said = worker.readAllStandardOutput();
        QVERIFY2(worker.exitStatus() == QProcess::NormalExit && worker.exitCode() == 0, said.constData());
        for (const char* name : {"best", "final", "checkpoints", "report.txt", "report.json", "metrics.csv",
                                 "predictions.csv", "environment.json", "events.jsonl", "exit.json"})
            QVERIFY2(fs::exists(root / "run" / name), name);

        if (!python_.is_running())
            QSKIP("no Python with transformers: set TUNEDESK_PYTHON or run packaging/setup.sh");
        const auto [code, out, err] =
            python_.run(QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/worker/open_with_transformers.py"),
                        {folder, pairs ? "1" : "0", extra.contains("left") ? "left" : "right", type});
        if (code == 42) QSKIP("Python lacks a package: " + out);
        QVERIFY2(code == 0, (out + err).constData());
    }
};

QTEST_GUILESS_MAIN(OpenWithTransformersTest)
#include "open_with_transformers_test.moc"
