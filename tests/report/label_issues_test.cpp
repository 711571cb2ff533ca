// SPDX-License-Identifier: GPL-3.0-or-later
// Rows whose labels are likely wrong, and two runs on the same rows, by hand-made predictions.

#include "report/predictions/label_issues.h"

#include "base/error.h"
#include "report/predictions/paired_change.h"

#include <QTest>
#include <cmath>

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

    /// The model is undecided, and the rows of the most similar texts are not.
    void similar_rows_disagree() {
        const PredictionTable one = table("a truly lovely film,pos,pos,0.1,0.1,0.8,0.2,2\n"
                                          "one lovely film,pos,pos,0.1,0.1,0.8,0.2,3\n"
                                          "what a lovely film it is,neg,neg,0.5,0,0.5,0.7,4\n"
                                          "that lovely film again,pos,pos,0.1,0.1,0.8,0.2,5\n"
                                          "a dull evening,neg,neg,0.8,0.1,0.1,0.2,6\n"
                                          "no relation whatever,neu,neu,0.1,0.8,0.1,0.2,7\n");
        const PredictionTable* tables[] = {&one};
        const std::vector<LabelIssue> issues = find_label_issues(tables);
        QCOMPARE(issues.size(), std::size_t{1});
        QCOMPARE(issues[0].row, 2u);
        QCOMPARE(issues[0].reason(), LabelReason::neighbors);
        QCOMPARE(issues[0].suggested, 2);
        QCOMPARE(issues[0].neighbors.others, 3u);
        QVERIFY(issues[0].neighbors.against > 0 && issues[0].neighbors.against < 1);
    }

    void neighbors_are_the_nearest_ten_and_bounded() {
        std::vector<std::string> texts;
        std::vector<std::int32_t> labels;
        for (std::int32_t i = 0; i < 40; ++i) {
            texts.push_back("word" + std::to_string(i / 20) + " other" + std::to_string(i));
            labels.push_back(i / 20);
        }
        labels[3] = 1;
        const auto votes = neighbor_votes(texts, labels);
        QCOMPARE(votes[3].count, static_cast<std::uint32_t>(most_neighbors));
        QCOMPARE(votes[3].others, static_cast<std::uint32_t>(most_neighbors));
        QCOMPARE(votes[3].label, 0);
        QVERIFY(votes[25].against < 0 && votes[25].others == 0);
        // Characters without blanks between them are words, too.
        const std::vector<std::string> chinese{"好看", "很好", "书桌"};
        QCOMPARE(neighbor_votes(chinese, std::vector<std::int32_t>{0, 1, 1})[0].count, 1u);
        texts.resize(most_neighbor_rows + 1, "the same");
        labels.resize(texts.size());
        QCOMPARE(neighbor_votes(texts, labels)[3].count, 0u);
    }

    void a_class_that_looks_like_a_more_frequent_one() {
        const PredictionTable one = PredictionTable::parse(
            "text,label,prediction,prob_Perl,prob_perl,loss,line\n"
            "a,perl,perl,0.1,0.9,0.1,2\nb,perl,perl,0.1,0.9,0.1,3\nc,perl,perl,0.1,0.9,0.1,4\n"
            "d,Perl,Perl,0.9,0.1,0.1,5\n",
            "test");
        const PredictionTable* tables[] = {&one};
        const std::vector<LabelIssue> issues = find_label_issues(tables);
        QCOMPARE(issues.size(), std::size_t{1});
        QCOMPARE(issues[0].row, 3u);
        QCOMPARE(issues[0].reason(), LabelReason::look_alike);
        QCOMPARE(issues[0].suggested, 1);
        QCOMPARE(issues[0].look_alike, 0.75f);
    }

    /// Row 3 is corrected from neg to pos, which the second model says; row 5 is tested by one run alone.
    void two_runs_on_the_same_rows() {
        const PredictionTable first = table("a,neg,neg,0.8,0.1,0.1,0.2,2\nb,neg,neg,0.8,0.1,0.1,0.2,3\n"
                                            "c,neu,pos,0.1,0.1,0.8,2,4\nd,neg,neg,0.8,0.1,0.1,0.2,5\n"),
                              second =
                                  table("a,neg,neg,0.8,0.1,0.1,0.2,2\nb,pos,pos,0.1,0.1,0.8,0.2,3\n"
                                        "c,neu,neu,0.1,0.8,0.1,0.2,4\nother,neg,neg,0.8,0.1,0.1,0.2,5\n");
        const PairedChange change = compare_predictions(first, second);
        QCOMPARE(change.rows, std::size_t{3});
        QCOMPARE(change.relabelled, std::size_t{1});
        QCOMPARE(change.reported, std::size_t{2});
        QCOMPARE(change.before, std::size_t{1});
        QCOMPARE(change.after, std::size_t{3});
        QCOMPARE(change.only_before, std::size_t{0});
        QCOMPARE(change.only_after, std::size_t{2});
        QVERIFY(std::abs(change.p_value - 0.5) < 1e-12);
        QCOMPARE(change.changed.size(), std::size_t{4});
        QCOMPARE(change.changed[0].change(), std::int64_t{-1}); // neg as neg: 2, then 1
        QCOMPARE(change.changed[0].before, std::size_t{2});
        QCOMPARE(change.changed[3].label, std::size_t{2});
    }

    /// By hand: 2 (1 + 6) / 2^6, and 2 (1 + 10 + 45) / 2^10.
    void mcnemars_test_is_exact() {
        QVERIFY(std::abs(mcnemar_p(1, 5) - 14.0 / 64) < 1e-12);
        QVERIFY(std::abs(mcnemar_p(8, 2) - 112.0 / 1024) < 1e-12);
        QCOMPARE(mcnemar_p(4, 4), 1.0);
        QCOMPARE(mcnemar_p(0, 0), 1.0);
        QVERIFY(mcnemar_p(100'000, 101'000) > 0.02 && mcnemar_p(100'000, 101'000) < 0.03);
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
