// Rows whose labels are likely wrong, by hand-made predictions.

#include "report/predictions/label_issues.h"

#include "base/error.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::report;

class LabelIssuesTest : public QObject {
    Q_OBJECT

    static PredictionTable table(const std::string& rows) {
        return PredictionTable::parse("text,label,prediction,prob_neg,prob_neu,prob_pos,loss,line\n" + rows,
                                      "test");
    }

private Q_SLOTS:
    void the_model_speaks_against_labels() {
        const PredictionTable one = table("awful,pos,neg,0.9,0.06,0.04,3.2,2\n"
                                          "lovely,pos,pos,0.05,0.05,0.9,0.1,3\n"
                                          "so so,neg,neu,0.3,0.5,0.2,1.2,4\n");
        const PredictionTable* tables[] = {&one};
        const std::vector<LabelIssue> issues = find_label_issues(tables);
        QCOMPARE(issues.size(), std::size_t{2});
        QCOMPARE(issues[0].row, 0u);
        QCOMPARE(issues[0].suggested, 0);
        QVERIFY(std::abs(issues[0].evidence() - 0.86f) < 1e-6f); // 0.9 - 0.04
        QCOMPARE(issues[1].row, 2u);
        QVERIFY(std::abs(issues[1].model - 0.2f) < 1e-6f);
    }

    /// Also over tables, and whatever case, blanks and punctuation are.
    void equal_rows_contradict_each_other() {
        const PredictionTable one = table("\"Good, really!\",pos,pos,0.1,0.1,0.8,0.2,2\n"
                                          "fine,neu,neu,0.1,0.8,0.1,0.2,3\n"),
                              two = table("good  REALLY,pos,pos,0.1,0.1,0.8,0.2,2\n"
                                          "good really,neg,pos,0.2,0.2,0.6,0.3,3\n");
        const PredictionTable* tables[] = {&one, &two};
        const std::vector<LabelIssue> issues = find_label_issues(tables);
        QCOMPARE(issues.size(), std::size_t{3});
        QCOMPARE(issues[0].table, std::size_t{1}); // two of three say pos
        QCOMPARE(issues[0].row, 1u);
        QCOMPARE(issues[0].suggested, 2);
        QCOMPARE(issues[0].twin_count, 2u);
        QVERIFY(std::abs(issues[0].twins - 2.f / 3) < 1e-6f);
        QVERIFY(std::abs(issues[1].twins - 1.f / 3) < 1e-6f && std::abs(issues[2].twins - 1.f / 3) < 1e-6f);
        QCOMPARE(issues[1].suggested, 0);
    }

    void rows_without_a_label_are_left_out() {
        const PredictionTable one = table("awful,,neg,0.9,0.06,0.04,,2\n");
        const PredictionTable* tables[] = {&one};
        QVERIFY(find_label_issues(tables).empty());
    }

    void other_classes_are_refused() {
        const PredictionTable one = table("a,pos,pos,0.1,0.1,0.8,0.2,2\n"),
                              other = PredictionTable::parse("text,label,prediction,prob_a,prob_b,loss,line\n"
                                                             "x,a,a,0.9,0.1,0.1,2\n",
                                                             "test"),
                              numbers = PredictionTable::parse("text,label,prediction,loss,line\nx,1,2,1,2\n",
                                                               "test");
        const PredictionTable *names[] = {&one, &other}, *targets[] = {&numbers};
        QVERIFY_THROWS_EXCEPTION(Error, find_label_issues(names));
        QVERIFY_THROWS_EXCEPTION(Error, find_label_issues(targets));
    }
};

QTEST_GUILESS_MAIN(LabelIssuesTest)
#include "label_issues_test.moc"
