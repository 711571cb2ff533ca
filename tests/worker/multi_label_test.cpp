// SPDX-License-Identifier: GPL-3.0-or-later
// task: multi-label-classification, from preset to predictions: checked, trained, killed and resumed to the
// same bits, on two ranks, used, and compared with transformers and scikit-learn
// (multi_label_with_transformers.py).

#include "worker/task_bench.h"

#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

struct Meal {
    bool sweet, hot, fish;
};

Meal meal(int i) {
    return {i % 2 == 0, i % 3 == 0, i % 5 == 0};
}

std::string text_of(const Meal& meal) {
    return fmt::format("a meal of {}{}{}bread", meal.sweet ? "honey and " : "", meal.hot ? "pepper and " : "",
                       meal.fish ? "cod and " : "");
}

/// Meals with what they are: every thirtieth row has all labels, many have none.
std::string meals(int rows, int shift) {
    std::string text = "text,label\n";
    for (int i = 0; i < rows; ++i) {
        const Meal of = meal(i + shift);
        std::string labels;
        for (const auto& [has, name] : {std::pair(of.sweet, "sweet"), {of.hot, "hot"}, {of.fish, "fish"}})
            if (has) labels += (labels.empty() ? "" : "|") + std::string(name);
        text += fmt::format("{} {},{}\n", text_of(of), i, labels);
    }
    return text;
}

/// The same with a column of 1 and 0 for each label.
std::string flagged(int rows, int shift) {
    std::string text = "text,sweet,hot,fish\n";
    for (int i = 0; i < rows; ++i) {
        const Meal of = meal(i + shift);
        text += fmt::format("{} {},{},{},{}\n", text_of(of), i, int(of.sweet), int(of.hot), int(of.fish));
    }
    return text;
}

} // namespace

class MultiLabelTest : public QObject {
    Q_OBJECT

    TaskBench bench_{"multi-label-classification", {{"data.label_separator", "'|'"}}};

    Settings of_columns() const {
        return {{"data.label_column", "'sweet, hot, fish'"},
                {"data.train", bench_.place("flags_train.csv")},
                {"data.validation", bench_.place("flags_validation.csv")},
                {"data.test", bench_.place("flags_test.csv")}};
    }

private Q_SLOTS:
    void initTestCase() {
        for (const auto& [split, rows, shift] :
             {std::tuple("train", 60, 0), {"validation", 24, 7}, {"test", 33, 11}}) {
            bench_.write(fmt::format("multi-label-classification_{}.csv", split), meals(rows, shift));
            bench_.write(fmt::format("flags_{}.csv", split), flagged(rows, shift));
        }
    }

    void check_counts_each_label() {
        for (const Settings& settings : {Settings(), of_columns()}) {
            const Ended checked = bench_.check(settings);
            QVERIFY2(checked.code == 0, (checked.out + checked.err).c_str());
            QVERIFY2(checked.out.find("60 rows") != std::string::npos &&
                         checked.out.find("fish: 12, hot: 20, sweet: 30") != std::string::npos &&
                         checked.out.find("3: 0 = fish, 1 = hot, 2 = sweet") != std::string::npos,
                     checked.out.c_str());
        }
    }

    void from_preset_to_predictions() {
        const event::RunFolder whole = bench_.train_killed_and_resumed(
            {{"training.num_train_epochs", "30"}, {"training.learning_rate", "5e-3"}});
        QVERIFY2(TaskBench::read(whole.metrics())
                     .starts_with("step,epoch,train_loss,lr,grad_norm,val_loss,val_micro_f1,val_f1,"
                                  "val_samples_f1,val_subset_acc,val_map,test_loss,test_micro_f1,test_f1,"
                                  "test_samples_f1,test_subset_acc,test_map\n"),
                 TaskBench::read(whole.metrics()).c_str());
        const double micro = TaskBench::test_metric(whole, "micro_f1");
        QVERIFY2(micro > 0.9, TaskBench::read(whole.report_json()).c_str());
        const QString folder = QString::fromStdString(whole.root.string());
        const Ended one =
            bench_.tunedesk({"predict", folder, "--json", "--text", "a meal of honey and cod and bread 3"});
        QVERIFY2(one.code == 0, one.err.c_str());
        QCOMPARE(parse_json(one.out, "answer", ErrorId::file_unreadable).at("labels").dump(),
                 std::string("[\"fish\",\"sweet\"]"));
        const Ended none = bench_.tunedesk({"predict", folder, "--text", "a meal of bread 4"});
        QVERIFY2(none.out.starts_with("-\t"), (none.out + none.err).c_str());
        const Ended report = bench_.tunedesk({"report", folder});
        QVERIFY2(report.out.find("samples avg") != std::string::npos &&
                     report.out.find("Subset accuracy") != std::string::npos,
                 report.out.c_str());
        const QString answers = QString::fromStdString(bench_.place("answers.csv"));
        for (const char* file : {"multi-label-classification_test.csv", "flags_test.csv"}) {
            QStringList arguments{"predict", folder, "--file", QString::fromStdString(bench_.place(file)),
                                  "--out",   answers};
            if (QByteArrayView(file).startsWith("flags"))
                arguments << "--label-column"
                          << "sweet,hot,fish";
            const Ended many = bench_.tunedesk(arguments);
            const std::string said = fmt::format("micro F1 {:.4f}, ", micro);
            QVERIFY2(many.code == 0 && many.out.find(said) != std::string::npos &&
                         many.out.find("of 33 labelled rows") != std::string::npos,
                     (said + "; not " + many.out + many.err).c_str());
        }
        QVERIFY2(TaskBench::read(bench_.place("answers.csv"))
                     .starts_with("text,sweet,hot,fish,predictions,prob_fish,prob_hot,prob_sweet,line\n"),
                 TaskBench::read(bench_.place("answers.csv")).c_str());
    }

    void columns_of_flags_are_the_same_labels() {
        const event::RunFolder listed = bench_.bench().folder("listed"),
                               flags = bench_.bench().folder("flags");
        TaskBench::require_success(bench_.bench().call(listed, bench_.preset()));
        TaskBench::require_success(bench_.bench().call(flags, bench_.preset(of_columns())));
        QCOMPARE(TaskBench::read(flags.metrics()), TaskBench::read(listed.metrics()));
        QCOMPARE(TaskBench::read(flags.predictions()), TaskBench::read(listed.predictions()));
    }

    void two_ranks_learn_the_same() { QVERIFY(bench_.difference_of_two_ranks() < 1e-4); }

    void rows_that_cannot_be_used_are_named() {
        bench_.write("unseen.csv", meals(20, 0) + "a meal of dust,sweet|dusty\n");
        const Ended unseen = bench_.check({{"data.test", bench_.place("unseen.csv")}});
        QVERIFY2(unseen.code == 3 && unseen.err.find("unseen.csv:22") != std::string::npos &&
                     unseen.err.find("unknown label \"dusty\"") != std::string::npos,
                 (unseen.out + unseen.err).c_str());
        bench_.write("flags.csv", flagged(20, 0) + "a meal of dust,1,2,0\n");
        Settings settings = of_columns();
        settings["data.train"] = bench_.place("flags.csv");
        const Ended flag = bench_.check(settings);
        QVERIFY2(flag.code == 3 && flag.err.find("the label column \"hot\" has \"2\", neither 1 nor 0") !=
                                       std::string::npos,
                 (flag.out + flag.err).c_str());
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
            "multi_label_with_transformers.py",
            {QString::fromStdString(run.root.string()),
             one_step ? QString::fromStdString(bench_.place("multi-label-classification_train.csv"))
                      : QString()});
        if (wrong.starts_with("skip: ")) QSKIP(wrong.c_str());
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
};

QTEST_GUILESS_MAIN(MultiLabelTest)
#include "multi_label_test.moc"
