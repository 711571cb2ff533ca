// SPDX-License-Identifier: GPL-3.0-or-later
// The table of tasks holds together: whatever reads it finds what it names.
#include "task/task.h"

#include <QTest>
#include <algorithm>
#include <set>
#include <string>

using namespace tunedesk::task;

class TaskTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_task_is_found_by_its_name() {
        for (const Task& task : tasks()) {
            QVERIFY(kind_named(task.name) == task.kind);
            QCOMPARE(&task_of(task.kind), &task);
        }
        QVERIFY(!kind_named("text_classification"));
        QVERIFY(!kind_named(""));
    }

    void each_has_metrics_and_defaults_among_them() {
        for (const Task& task : tasks()) {
            QVERIFY(!task.metrics.empty());
            QCOMPARE(std::string(task.metrics.front().name), std::string("loss"));
            QVERIFY2(task.find_metric(task.headline), task.name);
            QVERIFY2(task.monitored(task.monitor), task.name);
            QVERIFY2(!*task.scored_headline ||
                         (task.find_metric(task.scored_headline) && task.monitored(task.scored_monitor)),
                     task.name);
            std::set<std::string> names, columns;
            for (const Metric& metric : task.metrics) {
                QVERIFY(names.insert(metric.name).second);
                QVERIFY(columns.insert(metric.column).second);
            }
        }
    }

    void monitors_are_columns_of_the_validation_rows() {
        const Task& task = task_of(Kind::text_classification);
        QCOMPARE(task.monitors(), (std::vector<std::string>{"val_loss", "val_acc", "val_f1"}));
        QCOMPARE(std::string(task.monitored("val_f1")->name), std::string("macro_f1"));
        for (const char* none : {"", "val_", "acc", "train_acc", "val_macro_f1", "val_pearson"})
            QVERIFY2(!task.monitored(none), none);
    }

    void a_model_folder_says_its_task_as_transformers_reads_it() {
        QCOMPARE(task_of_problem("", 1), &task_of(Kind::regression));
        QCOMPARE(task_of_problem("", 2), &task_of(Kind::text_classification));
        QCOMPARE(task_of_problem("single_label_classification", 1), &task_of(Kind::text_classification));
        QCOMPARE(task_of_problem("regression", 1), &task_of(Kind::regression));
        QCOMPARE(task_of_problem("multi_label_classification", 3), &task_of(Kind::multi_label));
        QVERIFY(!task_of_problem("token_classification", 3));
    }

    void a_list_shows_what_the_task_is_judged_by() {
        const auto among = [](std::set<std::string> names) {
            return headline_among([&](const char* name) { return names.contains(name); });
        };
        QCOMPARE(std::string(among({"loss", "accuracy", "macro_f1"})->name), std::string("accuracy"));
        QCOMPARE(std::string(among({"loss", "mse", "pearson"})->name), std::string("pearson"));
        QCOMPARE(std::string(among({"loss", "macro_f1", "micro_f1"})->name), std::string("micro_f1"));
        QCOMPARE(std::string(among({"loss", "mrr", "recall_at_1"})->name), std::string("mrr"));
        QCOMPARE(std::string(among({"loss", "pearson_cosine", "spearman_cosine"})->name),
                 std::string("spearman_cosine"));
        QVERIFY(!among({"loss"}));
    }
};

QTEST_GUILESS_MAIN(TaskTest)
#include "task_test.moc"
