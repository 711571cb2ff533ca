// SPDX-License-Identifier: GPL-3.0-or-later
// data.stride: rows longer than data.max_length are read in windows, from preset to predictions, as
// transformers' tokenizers and models do (long_texts_with_transformers.py).

#include "worker/task_bench.h"

#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

/// Films whose judgement stands behind so many other words, often beyond the first window.
std::string films(int rows, int shift) {
    std::string text = "text,label\n";
    for (int i = 0; i < rows; ++i) {
        for (int word = 0; word < (i * 11 + shift) % 50; ++word)
            text += word % 3 ? "and " : "the film ";
        text +=
            fmt::format("was {},{}\n", (i + shift) % 2 ? "great" : "awful", (i + shift) % 2 ? "good" : "bad");
    }
    return text;
}

const Settings windows{{"data.max_length", "16"}, {"data.stride", "4"}, {"data.max_windows", "4"}};

Settings with(Settings more) {
    more.insert(windows.begin(), windows.end());
    return more;
}

} // namespace

class LongTextsTest : public QObject {
    Q_OBJECT

    TaskBench bench_{"text-classification", {}};

    double accuracy_with(const char* name, const Settings& more) {
        Settings all{{"training.num_train_epochs", "30"}, {"training.learning_rate", "5e-3"}};
        all.insert(more.begin(), more.end());
        const event::RunFolder run = bench_.bench().folder(name);
        TaskBench::require_success(bench_.bench().call(run, bench_.preset(all)));
        return TaskBench::test_metric(run, "accuracy");
    }

private Q_SLOTS:
    void initTestCase() {
        bench_.write("text-classification_train.csv", films(120, 0));
        bench_.write("text-classification_validation.csv", films(40, 1));
        bench_.write("text-classification_test.csv", films(50, 2));
    }

    void windows_see_what_truncation_hides() {
        const double truncated = accuracy_with("truncated", {{"data.max_length", "16"}});
        const double seen = accuracy_with("windows", with({{"data.max_windows", "8"}}));
        QVERIFY2(seen > 0.95 && truncated < 0.8, fmt::format("{} and {}", seen, truncated).c_str());
    }

    void check_and_report_say_so() {
        const Ended checked = bench_.check(windows);
        QVERIFY2(checked.code == 0, checked.err.c_str());
        const event::RunFolder run = bench_.bench().folder("said");
        TaskBench::require_success(bench_.bench().call(run, bench_.preset(windows)));
        const Json report =
            parse_json(TaskBench::read(run.report_json()), "report", ErrorId::file_unreadable);
        const auto rows = report.at("test_windowed_rows").get<int>(),
                   all = report.at("test_windows").get<int>();
        QVERIFY2(rows > 20 && rows < 50 && all > 50 + rows, TaskBench::read(run.report_json()).c_str());
        const std::string journal = TaskBench::read(run.journal());
        const std::string said =
            fmt::format("test: {} of 50 rows are read in several windows of 16 tokens that "
                        "share 4, {} windows in all",
                        rows, all);
        QVERIFY2(journal.find(said) != std::string::npos, (said + "\n" + journal).c_str());
        const Ended shown = bench_.tunedesk({"report", QString::fromStdString(run.root.string())});
        const std::string line =
            fmt::format("{} test rows are read in several windows, {} in all", rows, all);
        QVERIFY2(shown.out.find(line) != std::string::npos, (shown.out + shown.err).c_str());
    }

    void a_killed_run_resumes_to_the_same_bits() { bench_.train_killed_and_resumed(windows); }

    void two_ranks_learn_the_same() { QVERIFY(bench_.difference_of_two_ranks(windows) < 1e-5); }

    void other_batches_learn_the_same_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::newRow("bucketed") << "data.batching"
                                  << "bucketed";
        QTest::newRow("padded") << "data.batching"
                                << "padded";
        QTest::newRow("checkpointed") << "memory.activation_checkpointing"
                                      << "block";
        QTest::newRow("token budget") << "training.max_tokens_per_batch"
                                      << "64";
    }
    void other_batches_learn_the_same() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const Settings idle = with(TaskBench::one_idle_step(120));
        const event::RunFolder plain = bench_.bench().folder(("plain " + key + value).toStdString()),
                               other = bench_.bench().folder((key + value).toStdString());
        Settings changed = idle;
        changed[key.toStdString()] = value.toStdString();
        if (key == "training.max_tokens_per_batch") changed["training.gradient_accumulation_steps"] = "200";
        TaskBench::require_success(bench_.bench().call(plain, bench_.preset(idle)));
        TaskBench::require_success(bench_.bench().call(other, bench_.preset(changed)));
        const double ours = losses(other).begin()->second, whole = losses(plain).begin()->second;
        QVERIFY2(std::abs(ours - whole) < 1e-5, fmt::format("{} and {}", ours, whole).c_str());
    }

    void what_has_no_windows_is_refused_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("said");
        QTest::newRow("stride") << "data.stride"
                                << "9"
                                << "must be at most half of max_length";
        QTest::newRow("features") << "model.train"
                                  << "features"
                                  << "features needs rows with one window";
        QTest::newRow("graph") << "precision.static_graph"
                               << "true"
                               << "which a static graph cannot record";
        QTest::newRow("pairs") << "data.text_pair_column"
                               << "label2"
                               << "windows are for single texts";
        QTest::newRow("budget") << "training.max_tokens_per_batch"
                                << "63"
                                << "a row of 4 windows of 16 tokens";
    }
    void what_has_no_windows_is_refused() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, said);
        Settings settings = windows;
        settings[key.toStdString()] = value.toStdString();
        const Ended ended = bench_.check(settings);
        QVERIFY2(ended.code == 2 && ended.err.find(said.toStdString()) != std::string::npos,
                 (ended.out + ended.err).c_str());
    }

    void equals_transformers() {
        const event::RunFolder run = bench_.bench().folder("opened");
        TaskBench::require_success(
            bench_.bench().call(run, bench_.preset(with({{"training.max_steps", "20"}}))));
        const QString folder = QString::fromStdString(run.root.string());
        const QString answers = QString::fromStdString(bench_.place("answers.csv"));
        const Ended many = bench_.tunedesk(
            {"predict", folder, "--file",
             QString::fromStdString(bench_.place("text-classification_test.csv")), "--out", answers});
        QVERIFY2(many.code == 0, many.err.c_str());
        const std::string wrong = bench_.compared_by("long_texts_with_transformers.py", {folder, answers});
        if (wrong.starts_with("skip: ")) QSKIP(wrong.c_str());
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
};

QTEST_GUILESS_MAIN(LongTextsTest)
#include "long_texts_test.moc"
