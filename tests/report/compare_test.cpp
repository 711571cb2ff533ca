// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/published_table.h"
#include "report/state_table.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::report;

class CompareTest : public QObject {
    Q_OBJECT

    static ComparedRun run(const char* folder, double accuracy, const char* rate, const char* environment) {
        ComparedRun run;
        run.name = "IMDb";
        run.summary.folder = folder;
        run.summary.environment = Json::parse(environment);
        run.settings = {{"name", folder}, {"training.optim", "adam"}, {"training.learning_rate", rate}};
        run.summary.exit = event::ExitRecord{};
        RunReport report;
        report.classification.emplace();
        report.classification->accuracy = accuracy;
        report.classification->macro.f1 = accuracy / 2;
        report.test_loss = 0.25;
        report.train_seconds = 65;
        report.train_tokens_per_second = 1161.4;
        report.peak_rss_bytes = 3u << 30;
        report.steps = 8748;
        run.summary.report = report;
        return run;
    }

    static std::vector<ComparedRun> three() {
        std::vector<ComparedRun> runs = {
            run("/r/one", 0.9, "5e-05", R"({"pid":1,"host":"a","devices":{"cuda":[],"cores":2}})"),
            run("/r/two", 0.875, "2e-05", R"({"pid":2,"host":"a","devices":{"cuda":["H200"],"cores":2}})")};
        ComparedRun died;
        died.summary.folder = "/r/died";
        died.summary.exit = event::ExitRecord{7, 7004, {}, "rank 1 died", "", "", "", "", ""};
        died.summary.progress.step = 1200;
        runs.push_back(died);
        return runs;
    }

private Q_SLOTS:
    void text() {
        const std::string text = to_text(compare(std::vector<ComparedRun>{three()[0], three()[1]}));
        QCOMPARE(
            QString::fromStdString(text),
            QString(
                "run  state  accuracy  macro F1  test loss  training  tokens/s  memory  GPU memory  steps\n"
                "one  done     0.9000    0.4500     0.2500     01:05     1,161   3 GiB           -  8,748\n"
                "two  done     0.8750    0.4375     0.2500     01:05     1,161   3 GiB           -  8,748\n"
                "\n"
                "what differs               one    two\n"
                "training.learning_rate     5e-05  2e-05\n"
                "environment: devices.cuda  []     [\"H200\"]\n"));
    }

    /// 1,000 parameters in fp32 with AdamW: 4 + 4 + 8 bytes each with copies of everything.
    void state_of_a_rank_beside_theory() {
        const auto of = [](const char* folder, const char* strategy, const char* ranks,
                           MemoryFigures::Bytes step) {
            ComparedRun each = run(folder, 0.9, "5e-05", "{}");
            each.settings = {
                {"parallel.strategy", strategy}, {"parallel.processes", ranks}, {"training.optim", "adamw"}};
            each.summary.report->parameters = each.summary.report->trainable = 1000;
            each.summary.report->memory.emplace().phases[3] = step;
            return each;
        };
        const Comparison comparison =
            compare(std::vector<ComparedRun>{of("/r/one", "single", "1", {4000, 4000, 8000, 0, 9}),
                                             of("/r/ddp", "ddp", "2", {4000, 4000, 8000, 0, 9}),
                                             of("/r/zero1", "zero1", "4", {4000, 4000, 2000, 7, 9}),
                                             of("/r/zero2", "zero2", "4", {4000, 1200, 2000, 7, 9}),
                                             of("/r/fsdp", "fsdp", "2", {2000, 2000, 4000, 7, 9})});
        QCOMPARE(comparison.state.rows.size(), std::size_t{4}); // one rank alone divides nothing
        const auto cells = [&](std::size_t row) {
            const auto& all = comparison.state.rows[row];
            return all[1] + " " + all[2] + " " + all[4] + " " + all[5];
        };
        QCOMPARE(cells(0), std::string("ddp 2 1.000 1.000"));
        QCOMPARE(cells(1), std::string("zero1 4 0.625 0.625"));
        QCOMPARE(cells(2), std::string("zero2 4 0.450 0.438"));
        QCOMPARE(cells(3), std::string("fsdp 2 0.500 0.500"));
        QVERIFY(to_text(comparison).find(state_title) != std::string::npos);
        QVERIFY(to_markdown(comparison).find(state_title) != std::string::npos);
    }

    void a_run_without_report() {
        const Comparison comparison = compare(three());
        QCOMPARE(comparison.figures.rows[2], (std::vector<std::string>{"died", "failed (7)", "-", "-", "-",
                                                                       "-", "-", "-", "-", "1,200"}));
        // a preset that could not be read differs in every key
        QCOMPARE(comparison.differences.rows[0],
                 (std::vector<std::string>{"training.optim", "adam", "adam", "-"}));
    }

    void nothing_differs() {
        const std::vector<ComparedRun> runs = {three()[0], three()[0]};
        const Comparison comparison = compare(runs);
        QVERIFY(comparison.differences.rows.empty());
        QVERIFY(to_text(comparison).find("Nothing differs") != std::string::npos);
        QCOMPARE(comparison.figures.rows[0][0], std::string("/r/one")); // two of one name
    }

    void csv() {
        const std::string csv = to_csv(compare(three()));
        const QStringList lines = QString::fromStdString(csv).split('\n');
        QCOMPARE(lines.size(), 5);
        const QStringList header = lines[0].split(','), row = lines[1].split(',');
        const auto cell = [&](const char* name) { return row.value(header.indexOf(name)); };
        QCOMPARE(cell("accuracy"), QString("0.9"));
        QCOMPARE(cell("train_tokens_per_second"), QString("1161.4"));
        QCOMPARE(cell("peak_rss_bytes"), QString("3221225472"));
        QCOMPARE(cell("training.learning_rate"), QString("5e-05"));
        QVERIFY(lines[2].contains("\"[\"\"H200\"\"]\""));
        for (const QString& line : lines.mid(0, 4))
            QCOMPARE(line.count(','), lines[0].count(',')); // no cell here holds a comma
    }

    void markdown() {
        std::vector<ComparedRun> runs = three();
        runs[0].settings[1].second = "a|b *c*\n";
        const std::string markdown = to_markdown(compare(runs));
        QVERIFY(markdown.find("| one | done | 0.9000 |") != std::string::npos);
        QVERIFY(markdown.find("| ---: |") != std::string::npos);
        QVERIFY(markdown.find("| training.optim | a\\|b \\*c\\*  | adam | - |") != std::string::npos);
    }

    void published_figures_stand_beside_ours() {
        std::vector<ComparedRun> runs = three();
        QVERIFY(compare(runs).published.rows.empty());
        runs[0].settings.emplace_back("recipe", "R1-plain");
        runs[1].settings.emplace_back("recipe", "R1-fp16");
        runs[1].summary.report->train_seconds = 26;
        const Comparison comparison = compare(runs);
        const TextTable& table = comparison.published;
        QCOMPARE(table.header, (std::vector<std::string>{"run", "time", "published", "accuracy", "published",
                                                         "published experiment"})); // no memory published
        QCOMPARE(table.rows.size(), std::size_t{3});
        QCOMPARE(table.rows[0][1], std::string("01:05"));
        QCOMPARE(table.rows[0][2], std::string("21:47"));
        QCOMPARE(table.rows[1][1], std::string("00:26 (40 %)"));
        QCOMPARE(table.rows[1][2], std::string("08:15 (38 %)"));
        QCOMPARE(table.rows[1][4], std::string("0.9320"));
        QCOMPARE(table.rows[2], (std::vector<std::string>{"died", "-", "-", "-", "-", "-"}));
        QVERIFY(to_text(comparison).find(published_title) != std::string::npos);
        QVERIFY(to_markdown(comparison).find("| 08:15 (38 %) |") != std::string::npos);
        const QStringList lines = QString::fromStdString(to_csv(comparison)).split('\n');
        QVERIFY(lines[0].contains("published_train_seconds"));
        QVERIFY(lines[1].endsWith("0.926,1307.4,,one A100"));
        QVERIFY(lines[3].endsWith(",,,"));
    }

    void published_memory_is_the_devices() {
        std::vector<ComparedRun> runs = {three()[0], three()[0], three()[0]};
        runs[0].settings.emplace_back("recipe", "R4-fp32");
        runs[1].settings.emplace_back("recipe", "R4-fp16");
        runs[2].settings.emplace_back("recipe", "R4-batch16");
        runs[1].summary.report->peak_rss_bytes = 2u << 30;
        runs[2].summary.report->peak_gpu_bytes = 1u << 30;
        const Figure &host = *find_figure("peak_rss_bytes"), &gpu = *find_figure("peak_gpu_bytes");
        QCOMPARE(published_figure(runs[0], host).value(), 26.79e9);
        QVERIFY(!published_figure(runs[0], gpu));
        QVERIFY(!published_figure(runs[2], host));
        QCOMPARE(published_figure(runs[2], gpu).value(), 5.69e9);
        const TextTable table = compare(runs).published;
        QCOMPARE(table.header[3], std::string("peak memory")); // no accuracy published
        QCOMPARE(table.rows[0][3], std::string("3.22 GB"));
        QCOMPARE(table.rows[0][4], std::string("26.79 GB"));
        QCOMPARE(table.rows[1][3], std::string("2.15 GB (67 %)"));
        QCOMPARE(table.rows[1][4], std::string("18.21 GB (68 %)"));
        QCOMPARE(table.rows[2][3], std::string("1.07 GB (33 %)"));
    }

    void a_figure_published_alone_stands_below_its_run() {
        std::vector<ComparedRun> runs = {three()[0], three()[0], three()[0]};
        runs[0].settings.emplace_back("recipe", "R4-bf16");
        runs[1].settings.emplace_back("recipe", "R4-batch16");
        runs[2].settings.emplace_back("recipe", "R4-bf16"); // its memory was not measured by part
        runs[1].summary.folder = "/r/two";
        runs[2].summary.folder = "/r/three";
        MemoryFigures& memory = runs[0].summary.report->memory.emplace();
        memory.parts = {1u << 30, 5, 5, 5, 5};
        memory.phases[0] = {1u << 30, 0, 0, 0, 1u << 28};
        const Comparison comparison = compare(runs);
        const TextTable& table = comparison.published;
        QCOMPARE(table.rows.size(), std::size_t{5});
        QCOMPARE(table.rows[1],
                 (std::vector<std::string>{
                     "one, memory while loading", "-", "-", "1.34 GB (1.25 × weights)", "0.65 GB",
                     "ViT-L/16, made on the device in 16 bits, one A100; loading alone; 1.24 "
                     "GB before"}));
        QCOMPARE(table.rows[2][4], std::string("5.69 GB (41 %)"));
        QCOMPARE(table.rows[4][3], std::string("-"));
        QCOMPARE(table.rows[4][4], std::string("0.65 GB"));
        const QStringList lines = QString::fromStdString(to_csv(comparison)).split('\n');
        const qsizetype column = lines[0].split(',').indexOf("loading_bytes");
        QVERIFY(column > 0);
        QCOMPARE(lines[1].split(',')[column], QString::number((1u << 30) + (1u << 28)));
    }

    void other_scripts_stay_aligned() {
        const TextTable table{{"a", "b"}, {{"schön", "1"}, {"x\x1b[31m", "22"}}, {false, true}};
        QCOMPARE(table.to_text(), std::string("a        b\nschön    1\nx [31m  22\n"));
    }
};

QTEST_GUILESS_MAIN(CompareTest)
#include "compare_test.moc"
