// SPDX-License-Identifier: GPL-3.0-or-later
// task: regression, from preset to predictions: checked, trained, killed and resumed to the same bits, on two
// ranks, used, and compared with transformers, scikit-learn and SciPy (regression_with_transformers.py).

#include "worker/task_bench.h"

#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

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

    TaskBench bench_{"regression", {}};

private Q_SLOTS:
    void initTestCase() {
        bench_.write("regression_train.csv", films(60, 0));
        bench_.write("regression_validation.csv", films(24, 1));
        bench_.write("regression_test.csv", films(33, 2));
    }

    void check_says_how_the_numbers_are_spread() {
        const Ended checked = bench_.check();
        QVERIFY2(checked.code == 0, (checked.out + checked.err).c_str());
        QVERIFY2(checked.out.find("regression_train.csv: 60 rows") != std::string::npos &&
                     checked.out.find("0.5 to 5, mean 2.6") != std::string::npos &&
                     checked.out.find("classes") == std::string::npos,
                 checked.out.c_str());
    }

    void from_preset_to_predictions() {
        const event::RunFolder whole = bench_.train_killed_and_resumed(
            {{"training.num_train_epochs", "25"}, {"training.learning_rate", "5e-3"}});
        QVERIFY2(
            TaskBench::read(whole.metrics())
                .starts_with(
                    "step,epoch,train_loss,lr,grad_norm,val_loss,val_pearson,val_spearman,val_mse,val_mae,"
                    "val_r2,test_loss,test_pearson,test_spearman,test_mse,test_mae,test_r2\n"),
            TaskBench::read(whole.metrics()).c_str());
        QVERIFY2(TaskBench::test_metric(whole, "pearson") > 0.9,
                 TaskBench::read(whole.report_json()).c_str());

        const QString folder = QString::fromStdString(whole.root.string());
        const Ended one = bench_.tunedesk({"predict", folder, "--json", "--text", "the film was great"});
        QVERIFY2(one.code == 0, one.err.c_str());
        const Json answer = parse_json(one.out, "answer", ErrorId::file_unreadable);
        QCOMPARE(answer.at("name").get<std::string>(), std::string("label"));
        QVERIFY2(answer.at("number").get<double>() > 3, one.out.c_str());
        const Ended many = bench_.tunedesk({"predict", folder, "--file",
                                            QString::fromStdString(bench_.place("regression_test.csv")),
                                            "--out", QString::fromStdString(bench_.place("answers.csv"))});
        // Rows of one text tie, but for the last bits, which follow from their batches: no Spearman here.
        for (const std::string& said :
             {fmt::format("Pearson {:.4f}, ", TaskBench::test_metric(whole, "pearson")),
              fmt::format("MSE {:.4f} of 33 labelled rows", TaskBench::test_metric(whole, "mse"))})
            QVERIFY2(many.code == 0 && many.out.find(said) != std::string::npos,
                     (said + "; not " + many.out + many.err).c_str());
        QVERIFY2(TaskBench::read(bench_.place("answers.csv")).starts_with("text,label,prediction,line\n"),
                 TaskBench::read(bench_.place("answers.csv")).c_str());
        const Ended report = bench_.tunedesk({"report", folder});
        QVERIFY2(report.out.find("pearson 0.9") != std::string::npos &&
                     report.out.find("Mean absolute error") != std::string::npos,
                 report.out.c_str());
        const Ended list = bench_.tunedesk({"list"});
        QVERIFY2(list.code == 0, list.err.c_str());
    }

    void two_ranks_learn_the_same() { QVERIFY(bench_.difference_of_two_ranks() < 1e-4); }

    void rows_without_a_number_are_named() {
        bench_.write("mixed.csv", films(20, 0) + "no stars,good\nnothing,nan\n");
        const Ended stopped = bench_.check({{"data.train", bench_.place("mixed.csv")}});
        QVERIFY2(stopped.code == 3 && stopped.err.find("mixed.csv:22:1") != std::string::npos &&
                     stopped.err.find("the label \"good\" is not a number") != std::string::npos,
                 (stopped.out + stopped.err).c_str());
        const Ended skipped =
            bench_.check({{"data.train", bench_.place("mixed.csv")}, {"data.bad_rows", "skip"}});
        QVERIFY2(skipped.code == 0 && skipped.out.find("2 rejected") != std::string::npos,
                 (skipped.out + skipped.err).c_str());
    }

    void what_is_of_classes_is_refused_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("said");
        QTest::newRow("weights") << "training.class_weights"
                                 << "balanced"
                                 << "which task: regression does not have";
        QTest::newRow("smoothing") << "training.label_smoothing_factor"
                                   << "0.1"
                                   << "which task: regression does not have";
        QTest::newRow("monitor") << "checkpoint.monitor"
                                 << "val_acc"
                                 << "is not a metric of task: regression";
    }
    void what_is_of_classes_is_refused() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, said);
        const std::string wrong =
            bench_.not_refused({{key.toStdString(), value.toStdString()}}, said.toStdString());
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void equals_transformers_data() {
        QTest::addColumn<bool>("one_step");
        QTest::newRow("one step that changes nothing") << true;
        QTest::newRow("two epochs") << false;
    }
    void equals_transformers() {
        QFETCH(bool, one_step);
        const event::RunFolder run = bench_.bench().folder(one_step ? "opened1" : "opened");
        TaskBench::require_success(
            bench_.bench().call(run, bench_.preset(one_step ? TaskBench::one_idle_step(60) : Settings())));
        const std::string wrong = bench_.compared_by(
            "regression_with_transformers.py",
            {QString::fromStdString(run.root.string()),
             one_step ? QString::fromStdString(bench_.place("regression_train.csv")) : QString()});
        if (wrong.starts_with("skip: ")) QSKIP(wrong.c_str());
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
};

QTEST_GUILESS_MAIN(RegressionTest)
#include "regression_test.moc"
