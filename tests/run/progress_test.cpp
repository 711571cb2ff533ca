// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of bars, as terminal and window tell them.

#include "run/follow/progress.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::run;
using event::Type;

namespace {

event::Event make(Type type, Json fields, int rank = 0) {
    event::Event event;
    event.type = type;
    event.rank = rank;
    event.fields = std::move(fields);
    return event;
}

event::Event progress(const char* phase, double done, double total, int rank = 0) {
    return make(Type::Progress, {{"phase", phase}, {"done", done}, {"total", total}}, rank);
}

} // namespace

class TestProgress : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatTqdmTells() {
        ProgressBar bar{"total", 89, 250, 100, 126, 3};
        QCOMPARE(bar.percent(), "35%");
        QCOMPARE(bar.percent(true), " 35%");
        QCOMPARE(bar.text(", loss=0.5"), "89/250 [00:26<00:48, 3.31it/s, loss=0.5]");
        bar = {"total", 2, 10, 0, 8, 0};
        QCOMPARE(bar.text(), "2/10 [00:08<00:32, 4.00s/it]");
        bar = {"loading", 0, 0, 5, 5, 0};
        QCOMPARE(bar.percent(), "0%");
        QCOMPARE(bar.text(), "0/0 [00:00]");
    }

    void phasesThenTraining() {
        RunProgress run;
        run.take(make(Type::Started, {{"steps", 30}, {"epochs", 3}}), 0);
        run.take(progress("reading", 0, 1), 1);
        QCOMPARE(run.phase_bar()->label, "reading");
        run.take(progress("tokenizing", 5, 10), 2);
        QCOMPARE(run.phase_bar()->label, "tokenizing");
        QVERIFY(!run.total() && !run.epoch());
        run.take(progress(event::training_phase, 1, 30), 10);
        run.take(progress(event::training_phase, 9, 30), 18);
        QVERIFY(!run.phase_bar());
        QCOMPARE(run.total()->text(), "9/30 [00:08<00:21, 1.00it/s]");
        QCOMPARE(run.epoch()->label, "epoch 1/3");
        QCOMPARE(run.epoch()->text(), "9/10 [00:08<00:01, 1.00it/s]");
        run.take(progress("evaluation", 3, 12), 19);
        QCOMPARE(run.phase_bar()->text(), "3/12 [00:00]");
        QCOMPARE(run.epoch()->done, 9.0);
        run.take(progress(event::training_phase, 12, 30), 24);
        QCOMPARE(run.epoch()->label, "epoch 2/3");
        QCOMPARE(run.epoch()->done, 2.0);
        run.take(progress(event::training_phase, 30, 30), 50);
        QCOMPARE(run.epoch()->label, "epoch 3/3");
        QCOMPARE(run.epoch()->percent(), "100%");
    }

    void aRankEach() {
        RunProgress run;
        run.take(progress(event::training_phase, 4, 30, 0), 1);
        run.take(progress(event::training_phase, 5, 30, 1), 1);
        QCOMPARE(run.ranks().size(), 2u);
        QCOMPARE(run.ranks().at(1).label, "rank 1");
        QCOMPARE(run.ranks().at(1).done, 5.0);
        QCOMPARE(run.phases().at(1), event::training_phase);
    }

    void memoryOfARank() {
        RunProgress run;
        QCOMPARE(run.memory(1, true), "");
        const Json bytes{{"weights", 91'226'112u}, {"gradients", 0u}, {"optimizer", 182'452'224u}};
        QVERIFY(run.take(make(Type::Heartbeat, {{"step", 3}, {"memory", bytes}}, 1), 1));
        QVERIFY(!run.take(make(Type::Heartbeat, {{"step", 4}}, 1), 2)); // it says so at logging steps alone
        QCOMPARE(run.memory(1, true), "weights 87 MiB, optimizer 174 MiB");
        QCOMPARE(run.memory(1, false), "261 MiB");
        QCOMPARE(run.memory(0, false), "");
    }

    void figures() {
        RunProgress run;
        QCOMPARE(run.figures(), "");
        run.take(make(Type::Step, {{"loss", 0.31884}, {"accuracy", 0.8441}, {"rss_bytes", 613416960}}), 1);
        QCOMPARE(run.figures(), ", loss=0.3188, acc=0.844, 585 MiB");
        run.take(make(Type::Eval, {{"accuracy", 0.5}}), 1);
        run.take(make(Type::Eval, {{"split", "other"}, {"accuracy", 0.25}}), 1); // is watched, not chosen by
        run.take(make(Type::Step, {{"loss", "nan"}, {"accuracy", 1}, {"rss_bytes", 5}}), 1);
        QCOMPARE(run.figures(), ", loss=nan, acc=1.000, val_acc=0.500, 585 MiB");
        QCOMPARE(run.figures(false), ", 585 MiB");
    }

    // Neither the time of a pause nor that between an end and a resumption is training.
    void pausesAndResumptionsCountForNoRate() {
        RunProgress run;
        run.take(make(Type::Started, {{"steps", 30}, {"epochs", 3}}), 1);
        run.take(progress(event::training_phase, 1, 30), 10);
        run.take(progress(event::training_phase, 5, 30), 14);
        for (double now = 14; now <= 114; now += 10)
            run.take(progress("paused", 5, 30), now);
        QVERIFY(!run.phase_bar()); // it is no second bar beside the run's own
        QCOMPARE(run.total()->text(), "5/30 [00:04<00:25, 1.00it/s]");
        run.take(progress(event::training_phase, 6, 30), 115);
        QCOMPARE(run.total()->text(), "6/30 [00:05<00:24, 1.00it/s]");
        QCOMPARE(run.epoch()->text(), "6/10 [00:05<00:04, 1.00it/s]");
        // A checkpoint while it is paused is work, the rest is not.
        run.take(progress("paused", 6, 30), 116);
        run.take(progress("saving", 0, 1), 216);
        run.take(progress("paused", 6, 30), 217);
        run.take(progress("paused", 6, 30), 317);
        run.take(progress(event::training_phase, 7, 30), 317);
        QVERIFY2(run.total()->text().find("7/30 [00:0") == 0, run.total()->text().c_str());

        run.take(make(Type::State, {{"state", "starting"}}), 1000);
        QVERIFY(!run.total() && !run.epoch());
        run.take(make(Type::Resumed, {{"from_step", 7}}), 1001);
        run.take(progress(event::training_phase, 8, 30), 1010);
        run.take(progress(event::training_phase, 9, 30), 1011);
        QCOMPARE(run.total()->text(), "9/30 [00:01<00:21, 1.00it/s]");
    }

    // The journal's events have no time on this clock; what comes live after them has.
    void aRateBeginsWithWhatIsHeardLive() {
        RunProgress run;
        run.take(make(Type::Started, {{"steps", 100}, {"epochs", 1}}), 0);
        run.take(progress(event::training_phase, 50, 100), 0);
        run.take(progress(event::training_phase, 51, 100), 5000);
        run.take(progress(event::training_phase, 53, 100), 5002);
        QCOMPARE(run.total()->text(), "53/100 [00:02<00:47, 1.00it/s]");
        QCOMPARE(run.epoch()->text(), "53/100 [00:02<00:47, 1.00it/s]");
    }
};

QTEST_GUILESS_MAIN(TestProgress)
#include "progress_test.moc"
