// SPDX-License-Identifier: GPL-3.0-or-later
// A step's passes of a pipeline as an event, and what is made of them.

#include "event/pipeline_passes.h"

#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::event;

class PipelinePassesTest : public QObject {
    Q_OBJECT

    static PipelinePasses two_stages() {
        return {7,
                {{{true, 0, 0, 0.1}, {true, 1, 0.1, 0.2}, {false, 0, 0.4, 0.6}, {false, 1, 0.7, 0.9}},
                 {{true, 0, 0.1, 0.2}, {false, 0, 0.2, 0.4}, {true, 1, 0.4, 0.5}, {false, 1, 0.5, 0.7}}}};
    }

private Q_SLOTS:
    void the_share_of_waiting() {
        const PipelinePasses passes = two_stages();
        QCOMPARE(passes.seconds(), 0.9);
        QVERIFY(std::abs(passes.idle_share() - (1 - 1.2 / 1.8)) < 1e-12);
        QCOMPARE(PipelinePasses().idle_share(), 0.0);
        QCOMPARE(PipelinePasses().seconds(), 0.0);
    }

    void is_read_as_it_was_written() {
        const Event read = parse_event(to_line(to_event(two_stages())));
        const auto passes = passes_of(read);
        QVERIFY(passes);
        QCOMPARE(passes->step, std::int64_t{7});
        QCOMPARE(passes->stages.size(), std::size_t{2});
        QVERIFY(std::abs(passes->stages[1][3].end - 0.7) < 1e-6);
        QVERIFY(!passes->stages[1][3].is_forward);
        QCOMPARE(passes->stages[0][1].micro_batch, 1);
    }

    void what_is_damaged_is_refused_data() {
        QTest::addColumn<QString>("fields");
        QTest::newRow("no stages") << R"({"step": 1})";
        QTest::newRow("no step") << R"({"stages": []})";
        QTest::newRow("negative step") << R"({"step": -1, "stages": []})";
        QTest::newRow("a step that is no number") << R"({"step": "nan", "stages": []})";
        QTest::newRow("stages of another type") << R"({"step": 1, "stages": {"a": 1}})";
        QTest::newRow("a stage of another type") << R"({"step": 1, "stages": [3]})";
        QTest::newRow("a pass of three numbers") << R"({"step": 1, "stages": [[[1, 0, 5]]]})";
        QTest::newRow("a pass that ends before") << R"({"step": 1, "stages": [[[1, 0, 5, 4]]]})";
        QTest::newRow("a negative time") << R"({"step": 1, "stages": [[[1, 0, -5, 4]]]})";
        QTest::newRow("a fraction") << R"({"step": 1, "stages": [[[1, 0.5, 1, 4]]]})";
        QTest::newRow("another pass") << R"({"step": 1, "stages": [[[2, 0, 1, 4]]]})";
    }
    void what_is_damaged_is_refused() {
        QFETCH(QString, fields);
        Event event;
        event.type = Type::Pipeline;
        event.fields = Json::parse(fields.toStdString());
        QVERIFY(!passes_of(event));
    }

    void other_events_and_too_many_passes_are_none() {
        Event event = to_event(two_stages());
        event.type = Type::Step;
        QVERIFY(!passes_of(event));
        PipelinePasses many;
        many.stages.resize(1025);
        QVERIFY(!passes_of(to_event(many)));
        many.stages.assign(1, std::vector<StagePass>(65'537));
        QVERIFY(!passes_of(to_event(many)));
    }
};

QTEST_APPLESS_MAIN(PipelinePassesTest)
#include "pipeline_passes_test.moc"
