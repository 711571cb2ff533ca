// SPDX-License-Identifier: GPL-3.0-or-later
// The published lines of a language model's training.

#include "event/batch_lines.h"

#include <QTest>

using namespace tunedesk;
using event::Type;

namespace {

event::Event made(Type type, Json fields, double t = 0) {
    event::Event event;
    event.type = type;
    event.t = t;
    event.fields = std::move(fields);
    return event;
}

} // namespace

class BatchLinesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void as_published() {
        event::BatchLines lines;
        QCOMPARE(QString::fromStdString(lines.take(made(Type::Started, {{"epoch_steps", 2928}}, 100))), "");
        const Json step{{"step", 2938}, {"learning_rate", 4.75}, {"step_seconds", 0.01234}, {"loss", 5.5}};
        QCOMPARE(QString::fromStdString(lines.take(made(Type::Step, step))),
                 "| epoch   2 |    10/ 2928 batches | lr 4.75 | ms/batch 12.34 | loss  5.50 | ppl   244.69");
        const Json eval{
            {"split", "val"}, {"step", 2928}, {"loss", 5.0}, {"perplexity", 148.413}, {"best", true}};
        QCOMPARE(QString::fromStdString(lines.take(made(Type::Eval, eval, 112.5))),
                 "| end of epoch   1 | time: 12.50s | valid loss  5.00 | valid ppl   148.41 | best");
        Json within = eval;
        within["step"] = 2930;
        within["best"] = false;
        QCOMPARE(QString::fromStdString(lines.take(made(Type::Eval, within, 113))),
                 "| within epoch   2 | time:  0.50s | valid loss  5.00 | valid ppl   148.41");
        const Json test{{"split", "test"}, {"epoch", 1}, {"loss", 5.0}, {"perplexity", 148.413}};
        QCOMPARE(QString::fromStdString(lines.take(made(Type::Eval, test, 113))),
                 "| End of training | test loss  5.00 | test ppl   148.41");
    }

    void each_rank_has_a_line() {
        event::BatchLines lines;
        lines.take(made(Type::Started, {{"epoch_steps", 10}}));
        Json step{{"step", 2}, {"learning_rate", 5.0}, {"step_seconds", 0.01}, {"loss", 2.0}};
        step["rank_losses"] = {1.5, "nan", 2.5};
        const QStringList all = QString::fromStdString(lines.take(made(Type::Step, step))).split(u'\n');
        QCOMPARE(all.size(), 3);
        QCOMPARE(all[0],
                 "[rank 0] | epoch   1 |     2/   10 batches | lr 5.00 | ms/batch 10.00 | loss  1.50 | "
                 "ppl     4.48");
        QVERIFY(all[1].startsWith("[rank 1] |") && all[1].contains("nan"));
        QVERIFY(all[2].startsWith("[rank 2] |") && all[2].contains("loss  2.50"));
    }

    void the_last_batch_of_an_epoch_is_its_own() {
        event::BatchLines lines;
        lines.take(made(Type::Started, {{"epoch_steps", 10}}));
        const auto line = [&](int step) {
            return QString::fromStdString(lines.take(made(Type::Step, {{"step", step}})));
        };
        QVERIFY(line(10).startsWith("| epoch   1 |    10/   10 batches"));
        QVERIFY(line(11).startsWith("| epoch   2 |     1/   10 batches"));
    }

    void another_task_has_none() {
        event::BatchLines lines;
        lines.take(made(Type::Started, {{"steps", 10}}));
        QVERIFY(lines.take(made(Type::Step, {{"step", 1}, {"loss", 1.0}})).empty());
        lines.take(made(Type::Step, Json::array()));
    }
};

QTEST_GUILESS_MAIN(BatchLinesTest)
#include "batch_lines_test.moc"
