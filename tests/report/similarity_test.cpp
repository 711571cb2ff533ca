// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics of sentence embeddings: of ranks by hand, of scores those of SciPy (regression_test).
#include "report/scores/similarity.h"

#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::report;

class SimilarityTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ranks() {
        const std::uint32_t ranks[] = {1, 2, 6, 11};
        const task::Values pairs = ranking_values(0.5, ranks, std::nullopt);
        const std::vector<std::pair<std::string, double>> expected{
            {"loss", 0.5},
            {"mrr", (1 + 0.5 + 1.0 / 6 + 1.0 / 11) / 4},
            {"recall_at_1", 0.25},
            {"recall_at_5", 0.5},
            {"recall_at_10", 0.75}};
        QCOMPARE(pairs.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(pairs[i].first, expected[i].first);
            QVERIFY(std::abs(pairs[i].second - expected[i].second) < 1e-12);
        }
        QCOMPARE(*task::value_of(ranking_values(0.5, ranks, 0.75), "triplet_accuracy"), 0.75);
    }

    /// Spearman's correlation sees the order alone.
    void scores() {
        const float scores[] = {0, 0.5f, 1}, cosines[] = {-0.9f, 0, 0.1f};
        const task::Values values = scored_values(0.25, scores, cosines);
        QCOMPARE(*task::value_of(values, "spearman_cosine"), 1.0);
        QVERIFY(*task::value_of(values, "pearson_cosine") < 0.95);
        QVERIFY(!task::value_of(values, "mrr"));
    }

    /// A metric of the task has each name.
    void names_are_the_tasks() {
        const task::Task& task = task::task_of(task::Kind::sentence_embedding);
        const std::uint32_t ranks[] = {1};
        const float numbers[] = {0, 1};
        for (const task::Values& values : {ranking_values(0, ranks, 1.0), scored_values(0, numbers, numbers)})
            for (const auto& [name, value] : values)
                QVERIFY2(task.find_metric(name), name.c_str());
    }
};

QTEST_APPLESS_MAIN(SimilarityTest)
#include "similarity_test.moc"
