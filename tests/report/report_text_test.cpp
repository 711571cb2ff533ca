// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/report_text.h"
#include "texts.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::report;
using namespace tunedesk::test;

class ReportTextTest : public QObject {
    Q_OBJECT

    static ComparedRun run() {
        ConfusionMatrix matrix(2);
        matrix.add(0, 0, 30);
        matrix.add(0, 1, 10);
        matrix.add(1, 1, 1160);
        ComparedRun run;
        run.name = "reviews_1 & \"more\"";
        run.settings = {
            {"task", "text-classification"}, {"training.seed", "123"}, {"model.path", "/home/x/bert"}};
        run.summary.environment = Json{{"tunedesk", {{"version", "0.1.0"}}}};
        run.summary.report.emplace();
        run.summary.report->classification =
            classification_report(matrix, std::vector<std::string>{"bad_one", "50% good"});
        run.summary.report->train_seconds = 65;
        return run;
    }

private Q_SLOTS:
    void scores() {
        const TextTable table = score_table(*run().summary.report->classification);
        QCOMPARE(table.rows[0], (std::vector<std::string>{"bad_one", "1.0000", "0.7500", "0.8571", "40"}));
        QCOMPARE(table.rows[2], (std::vector<std::string>{"Accuracy", "", "", "0.9917", "1,200"}));
        QCOMPARE(table.rows.size(), std::size_t{5});
        ConfusionMatrix matrix(2);
        matrix.add(0, 0);
        const TextTable one = score_table(classification_report(matrix, std::vector<std::string>{"a", "b"}));
        QCOMPARE(one.rows[1], (std::vector<std::string>{"b", "-", "-", "-", "0"}));
    }

    void markdown() {
        const std::string text = report_markdown(run());
        QVERIFY(has(text, "| Training time | 01:05 |"));
        QVERIFY(has(text, "\n### Classification report\n\n| Class | Precision |"));
        QVERIFY(has(text, "| bad_one | 1.0000 | 0.7500 | 0.8571 | 40 |"));
        QVERIFY(!has(report_markdown(ComparedRun()), "Precision"));
    }

    void every_report_has_the_same_scores() {
        ComparedRun entities = run();
        entities.summary.report->classification.reset();
        entities.summary.report->entities.emplace();
        QVERIFY(has(report_markdown(entities), "### Scores of each type of entities"));
        QVERIFY(has(report_latex(entities), "\\caption{Scores of each type of entities of"));
        ComparedRun untested = run();
        untested.summary.report->classification =
            classification_report(ConfusionMatrix(2), std::vector<std::string>{"bad_one", "50% good"});
        QVERIFY(!has(report_markdown(untested), "Precision"));
        QVERIFY(!has(report_latex(untested), "Classification report"));
    }

    void latex_escapes() {
        const std::string text = report_latex(run());
        QVERIFY(has(text, "\\caption{Classification report of reviews\\_1 \\& \"more\"}"));
        QVERIFY(has(text, "  50\\% good & 0.9915 & 1.0000 & 0.9957 & 1,160 \\\\\n"));
        QVERIFY(has(text, "\\begin{tabular}{lrrrr}\n  \\toprule\n"));
        const TextTable special{{"a"}, {{"\\~^{}"}}, {}};
        QVERIFY(has(special.to_latex(""), "\\textbackslash{}\\textasciitilde{}\\textasciicircum{}\\{\\}"));
    }

    void the_card_is_no_place_for_paths() {
        const std::string card = model_card(run(), {"bert", "the best model"});
        QVERIFY(card.starts_with("---\nlibrary_name: transformers\npipeline_tag: text-classification\n"
                                 "base_model: \"bert\"\n"));
        QVERIFY(has(card, "- name: \"reviews_1 & \\\"more\\\"\"\n"));
        QVERIFY(has(card, "| training.seed | 123 |"));
        QVERIFY(has(card, "bert (the best model), fine-tuned with TuneDesk 0.1.0."));
        QVERIFY(!has(card, "/home/x"));
    }
};

QTEST_GUILESS_MAIN(ReportTextTest)
#include "report_text_test.moc"
