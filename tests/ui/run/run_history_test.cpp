// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's events come to over ends and resumptions.

#include "event/journal/step_line.h"
#include "ui/run/rank_model.h"
#include "ui/run/run_history.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::ui;

class RunHistoryTest : public QObject {
    Q_OBJECT

    static event::Event make(event::Type type, Json fields, double t) {
        event::Event event;
        event.type = type;
        event.rank = 0;
        event.t = t;
        event.fields = std::move(fields);
        return event;
    }
    static event::Event step(int number, int tokens, double t) {
        return make(
            event::Type::Step,
            {{"step", number}, {"epoch", 0.5}, {"loss", 0.5}, {"tokens", tokens}, {"step_seconds", 0.1}}, t);
    }

private Q_SLOTS:
    // 100 tokens a step and 0.1 s: 1,000 a second, also where a checkpoint lies between two logged steps and
    // the first step after it is logged with the tokens since the step logged before.
    void the_throughput_after_a_resumption_has_no_spike() {
        RunHistory history;
        history.take(make(event::Type::Started, {{"steps", 100}, {"epochs", 1}}, 1), 0);
        for (int at = 10; at <= 40; at += 10)
            history.take(step(at, 1000, at), 0);
        history.take(make(event::Type::Resumed, {{"from_step", 45}, {"from_epoch", 0.45}}, 100), 0);
        history.take(step(46, 600, 101), 0);
        history.take(step(50, 400, 102), 0);
        const auto throughput = history.steps().series("tokens_per_second");
        QVERIFY(throughput);
        QCOMPARE(throughput->size(), std::size_t(6));
        for (std::size_t i = 0; i < throughput->size(); ++i)
            QCOMPARE((*throughput)[i], 1000.0f);
    }

    void ranks_of_an_ended_run_are_in_no_phase() {
        RunHistory history;
        history.take(make(event::Type::Progress, {{"phase", "saving"}, {"done", 0}, {"total", 1}}, 1), 1);
        RankModel model;
        model.show_ranks(history.ranks(), true, 2);
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("saving"));
        model.show_ranks(history.ranks(), false, 3);
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("ended"));
    }
};

QTEST_GUILESS_MAIN(RunHistoryTest)
#include "run_history_test.moc"
