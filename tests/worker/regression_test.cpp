// task: regression, from preset to predictions: checked, trained, killed and resumed to the same bits, on two
// ranks, used, and compared with transformers, scikit-learn and SciPy (regression_with_transformers.py).

#include "base/files/file.h"
#include "base/json.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <cmath>
#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

QString python() {
    const QString chosen = qEnvironmentVariable("TUNEDESK_PYTHON");
    return chosen.isEmpty() ? QStringLiteral(TUNEDESK_SOURCE_DIR "/.deps/peer/bin/python") : chosen;
}

std::string read(const fs::path& file) {
    return fs::exists(file) ? read_file(file, 1) : std::string("(missing)");
}

/// Films with stars: the number follows from the words.
std::string films(int rows, int shift) {
    const std::pair<const char*, double> words[] = {
        {"awful", 0.5}, {"dull", 1.5}, {"fine", 3}, {"great", 4.75}};
    std::string text = "text,label\n";
    for (int i = 0; i < rows; ++i) {
        const auto& [word, stars] = words[(i * 7 + shift) % 4];
        text +=
            fmt::format("the film was {}{},{}\n", word, i % 3 ? " and good" : "", stars + (i % 3 ? 0.25 : 0));
    }
    return text;
}

} // namespace

class RegressionTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    void write(const std::string& name, const std::string& text) const {
        write_file_atomically(bench_.root() / name, text);
    }
    std::string place(const std::string& name) const { return (bench_.root() / name).string(); }

    Settings regression(Settings more = {}) const {
        Settings all{{"task", "regression"},
                     {"model.path", TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-bert"},
                     {"model.init", "pretrained"},
                     {"model.ignore_mismatched_sizes", "true"},
                     {"data.train", place("films_train.csv")},
                     {"data.validation", place("films_validation.csv")},
                     {"data.test", place("films_test.csv")},
                     {"data.max_length", "40"},
                     {"training.learning_rate", "3e-3"},
                     {"training.num_train_epochs", "2"}};
        for (const auto& [key, value] : more)
            all[key] = value;
        return all;
    }
    QString preset(const Settings& more = {}) const {
        return QString::fromStdString(bench_.preset(regression(more)).string());
    }
    Ended tunedesk(const QStringList& arguments) const {
        return WorkerBench::wait(*bench_.start_tunedesk(arguments));
    }
    static double test_metric(const event::RunFolder& run, const char* name) {
        return parse_json(read(run.report_json()), "report.json", 1).at("metrics").at(name).get<double>();
    }

private Q_SLOTS:
    void initTestCase() {
        write("films_train.csv", films(60, 0));
        write("films_validation.csv", films(24, 1));
        write("films_test.csv", films(33, 2));
    }

    void check_says_how_the_numbers_are_spread() {
        const Ended checked = tunedesk({"check", preset()});
        QVERIFY2(checked.code == 0, (checked.out + checked.err).c_str());
        QVERIFY2(checked.out.find("films_train.csv: 60 rows") != std::string::npos &&
                     checked.out.find("0.5 to 5, mean 2.6") != std::string::npos &&
                     checked.out.find("classes") == std::string::npos,
                 checked.out.c_str());
    }

    void from_preset_to_predictions() {
        const event::RunFolder whole = bench_.folder("whole"), killed = bench_.folder("killed");
        const fs::path file = bench_.preset(
            regression({{"training.num_train_epochs", "25"}, {"training.learning_rate", "5e-3"}}));
        Ended ended = bench_.call(whole, file);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(bench_.call(killed, file, {{"TUNEDESK_FAULT", "backward:7:kill"}}).code, 137);
        ended = bench_.call(killed, file);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const auto expected = traces(whole), found = traces(killed);
        QCOMPARE(difference(found, expected), std::string());
        QVERIFY2(
            read(whole.metrics())
                .starts_with(
                    "step,epoch,train_loss,lr,grad_norm,val_loss,val_pearson,val_spearman,val_mse,val_mae,"
                    "val_r2,test_loss,test_pearson,test_spearman,test_mse,test_mae,test_r2\n"),
            read(whole.metrics()).c_str());
        QVERIFY2(test_metric(whole, "pearson") > 0.9, read(whole.report_json()).c_str());

        const QString folder = QString::fromStdString(whole.root.string());
        const Ended one = tunedesk({"predict", folder, "--json", "--text", "the film was great"});
        QVERIFY2(one.code == 0, one.err.c_str());
        const Json answer = parse_json(one.out, "answer", 1);
        QCOMPARE(answer.at("name").get<std::string>(), std::string("label"));
        QVERIFY2(answer.at("number").get<double>() > 3, one.out.c_str());
        const Ended many =
            tunedesk({"predict", folder, "--file", QString::fromStdString(place("films_test.csv")), "--out",
                      QString::fromStdString(place("answers.csv"))});
        // Rows of one text tie, but for the last bits, which follow from their batches: no Spearman here.
        for (const std::string& said :
             {fmt::format("Pearson {:.4f}, ", test_metric(whole, "pearson")),
              fmt::format("MSE {:.4f} of 33 labelled rows", test_metric(whole, "mse"))})
            QVERIFY2(many.code == 0 && many.out.find(said) != std::string::npos,
                     (said + "; not " + many.out + many.err).c_str());
        QVERIFY2(read(place("answers.csv")).starts_with("text,label,prediction,line\n"),
                 read(place("answers.csv")).c_str());
        const Ended report = tunedesk({"report", folder});
        QVERIFY2(report.out.find("pearson 0.9") != std::string::npos &&
                     report.out.find("Mean absolute error") != std::string::npos,
                 report.out.c_str());
        const Ended list = tunedesk({"list"});
        QVERIFY2(list.code == 0, list.err.c_str());
    }

    void two_ranks_learn_the_same() {
        const event::RunFolder one = bench_.folder("one"), two = bench_.folder("two");
        const Settings plain{{"training.max_steps", "6"}, {"model.dropout", "0"}};
        Settings ddp = plain;
        ddp["parallel.strategy"] = "ddp";
        ddp["parallel.processes"] = "2";
        Ended ended = bench_.call(one, bench_.preset(regression(plain)));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        ddp["training.per_device_train_batch_size"] = "2"; // of 4: a step has as many samples
        for (const Ended& each : bench_.call_ranks(2, two, bench_.preset(regression(ddp))))
            QVERIFY2(each.code == 0, (each.out + each.err).c_str());
        QVERIFY2(
            std::abs(losses(one).begin()->second - losses(two).begin()->second) < 1e-4,
            qPrintable(
                QStringLiteral("%1 %2").arg(losses(one).begin()->second).arg(losses(two).begin()->second)));
    }

    void rows_without_a_number_are_named() {
        write("mixed.csv", films(20, 0) + "no stars,good\nnothing,nan\n");
        const Ended stopped = tunedesk({"check", preset({{"data.train", place("mixed.csv")}})});
        QVERIFY2(stopped.code == 3 && stopped.err.find("mixed.csv:22:1") != std::string::npos &&
                     stopped.err.find("the label \"good\" is no number") != std::string::npos,
                 (stopped.out + stopped.err).c_str());
        const Ended skipped =
            tunedesk({"check", preset({{"data.train", place("mixed.csv")}, {"data.bad_rows", "skip"}})});
        QVERIFY2(skipped.code == 0 && skipped.out.find("2 rejected") != std::string::npos,
                 (skipped.out + skipped.err).c_str());
    }

    void what_is_of_classes_is_refused_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("said");
        QTest::newRow("weights") << "training.class_weights"
                                 << "balanced"
                                 << "task: regression has none";
        QTest::newRow("smoothing") << "training.label_smoothing_factor"
                                   << "0.1"
                                   << "task: regression has none";
        QTest::newRow("monitor") << "checkpoint.monitor"
                                 << "val_acc"
                                 << "is no metric of task: regression";
    }
    void what_is_of_classes_is_refused() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, said);
        const Ended ended = tunedesk({"check", preset({{key.toStdString(), value.toStdString()}})});
        QVERIFY2(ended.code == 2 && ended.err.find(said.toStdString()) != std::string::npos,
                 ended.err.c_str());
    }

    void equals_transformers_data() {
        QTest::addColumn<QString>("steps");
        QTest::newRow("one step that changes nothing") << "1";
        QTest::newRow("two epochs") << "-1";
    }
    void equals_transformers() {
        QFETCH(QString, steps);
        const bool one = steps == "1";
        const event::RunFolder run = bench_.folder("opened" + steps.toStdString());
        const Ended ended = bench_.call(
            run, bench_.preset(regression({{"training.max_steps", steps.toStdString()},
                                           {"training.learning_rate", one ? "1e-12" : "3e-3"},
                                           {"training.per_device_train_batch_size", one ? "60" : "8"},
                                           {"model.dropout", one ? "0" : "0.1"},
                                           {"evaluation.strategy", "epoch"},
                                           {"logging.every_n_steps", "1"}})));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QProcess reader;
        reader.setProcessChannelMode(QProcess::MergedChannels);
        reader.start(python(),
                     {QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/worker/regression_with_transformers.py"),
                      QString::fromStdString(run.root.string()),
                      one ? QString::fromStdString(place("films_train.csv")) : QString()});
        if (!reader.waitForStarted())
            QSKIP("no Python with transformers: set TUNEDESK_PYTHON or run packaging/setup.sh");
        QVERIFY(reader.waitForFinished(400'000));
        const QByteArray result = reader.readAllStandardOutput();
        if (reader.exitCode() == 42) QSKIP("Python lacks a package: " + result);
        QVERIFY2(reader.exitStatus() == QProcess::NormalExit && reader.exitCode() == 0, result.constData());
    }
};

QTEST_GUILESS_MAIN(RegressionTest)
#include "regression_test.moc"
