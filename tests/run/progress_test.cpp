// The numbers of bars, as terminal and window tell them.

#include "run/progress.h"

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
        QCOMPARE(bar.told(", loss=0.5"), "89/250 [00:26<00:48, 3.31it/s, loss=0.5]");
        bar = {"total", 2, 10, 0, 8, 0};
        QCOMPARE(bar.told(), "2/10 [00:08<00:32, 4.00s/it]");
        bar = {"loading", 0, 0, 5, 5, 0};
        QCOMPARE(bar.percent(), "0%");
        QCOMPARE(bar.told(), "0/0 [00:00]");
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
        QCOMPARE(run.total()->told(), "9/30 [00:08<00:21, 1.00it/s]");
        QCOMPARE(run.epoch()->label, "epoch 1/3");
        QCOMPARE(run.epoch()->told(), "9/10 [00:08<00:01, 1.00it/s]");
        run.take(progress("evaluation", 3, 12), 19);
        QCOMPARE(run.phase_bar()->told(), "3/12 [00:00]");
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

    void figures() {
        RunProgress run;
        QCOMPARE(run.figures(), "");
        run.take(make(Type::Step, {{"loss", 0.31884}, {"accuracy", 0.8441}, {"rss_bytes", 613416960}}), 1);
        QCOMPARE(run.figures(), ", loss=0.3188, acc=0.844, 585 MiB");
        run.take(make(Type::Eval, {{"accuracy", 0.5}}), 1);
        run.take(make(Type::Step, {{"loss", "nan"}, {"accuracy", 1}, {"rss_bytes", 5}}), 1);
        QCOMPARE(run.figures(), ", loss=nan, acc=1.000, val_acc=0.500, 585 MiB");
        QCOMPARE(run.figures(false), ", 585 MiB");
    }
};

QTEST_GUILESS_MAIN(TestProgress)
#include "progress_test.moc"
