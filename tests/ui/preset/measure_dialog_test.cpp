// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line measures, in a real dialog, by the real command and the real worker.

#include "patience.h"
#include "ui/preset/estimate/measure_dialog.h"

#include "preset/schema/schema.h"
#include "preset/yaml/load.h"
#include "ui/display.h"
#include "ui/real_run.h"

#include "ui/plot/qcp.h"
#include "ui/preset/estimate/learning_rate_plot.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <csignal>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

constexpr int patience = 120'000;

} // namespace

class MeasureDialogTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    Preset preset(const std::string& model) const {
        const fs::path file = to_path(folder_.filePath(QStringLiteral("p.yaml")));
        std::ofstream(file) << "tunedesk: 1\nname: p\nmodel: {path: " << model
                            << ", ignore_mismatched_sizes: true}\ndata: {train: " TUNEDESK_SOURCE_DIR
                               "/resources/samples/own.csv, max_length: 12}\n"
                               "training: {per_device_train_batch_size: 4}\nevaluation: {strategy: \"no\"}\n";
        return preset::load(file).preset;
    }
    fs::path runs_place() const { return to_path(folder_.path()); }
    static std::string tiny() { return TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-distilbert"; }

private Q_SLOTS:
    void init() {
        if (const QString why = test::RealRun::missing(); !why.isEmpty()) QSKIP(qPrintable(why));
    }

    void a_step_beside_its_estimate() {
        MeasureDialog dialog(MeasureDialog::What::step, preset(tiny()), runs_place());
        dialog.show();
        QSignalSpy finished(&dialog, &MeasureDialog::finished_measuring);
        QVERIFY(finished.wait(patience));
        QVERIFY2(dialog.output().contains(QStringLiteral("measured")), qPrintable(dialog.output()));
        QVERIFY(dialog.output().contains(QStringLiteral("optimizer")));
        QVERIFY(!dialog.use_button()->isVisible()); // nothing to be taken
        test::keep(dialog, QStringLiteral("measure-step"));
    }

    void a_value_is_taken_when_accepted_data() {
        QTest::addColumn<int>("what");
        QTest::addColumn<QString>("key");
        QTest::newRow("batch size") << static_cast<int>(MeasureDialog::What::batch_size)
                                    << QStringLiteral("training.per_device_train_batch_size");
    }
    void a_value_is_taken_when_accepted() {
        QFETCH(int, what);
        QFETCH(QString, key);
        MeasureDialog dialog(static_cast<MeasureDialog::What>(what), preset(tiny()), runs_place());
        dialog.show();
        QSignalSpy used(&dialog, &MeasureDialog::use_requested);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.use_button()->isVisible() || !dialog.is_running(), patience);
        QVERIFY2(dialog.use_button()->isVisible(), qPrintable(dialog.output()));
        test::keep(dialog, QStringLiteral("measure-batch-size"));
        QCOMPARE(used.size(), 0);
        QTest::mouseClick(dialog.use_button(), Qt::LeftButton);
        QCOMPARE(used.size(), 1);
        QCOMPARE(used.first().at(0).toString(), key);
        QVERIFY(used.first().at(1).toInt() >= 1);
        QVERIFY(!dialog.isVisible());
    }

    /// All its keys are taken by one click, where another layout than the preset's is faster.
    void a_layout_is_taken_when_accepted() {
        MeasureDialog dialog(MeasureDialog::What::layout, preset(tiny()), runs_place());
        dialog.show();
        QSignalSpy finished(&dialog, &MeasureDialog::finished_measuring),
            used(&dialog, &MeasureDialog::use_requested);
        QVERIFY(finished.wait(patience));
        QVERIFY2(dialog.output().contains(QStringLiteral("The fastest: ")), qPrintable(dialog.output()));
        const bool is_own = dialog.output().contains(QStringLiteral("It is the preset's own"));
        QCOMPARE(dialog.use_button()->isVisible(), !is_own);
        test::keep(dialog, QStringLiteral("measure-layout"));
        if (is_own) return;
        QTest::mouseClick(dialog.use_button(), Qt::LeftButton);
        QVERIFY(used.size() >= 1);
        for (const QList<QVariant>& one : used)
            QVERIFY(preset::find_key(one.at(0).toString().toStdString()));
    }

    /// It begins by a click, and its runs are runs like others.
    void the_best_within_some_minutes() {
        qputenv("XDG_STATE_HOME", QFile::encodeName(folder_.filePath(QStringLiteral("state"))));
        Preset short_one = preset(tiny());
        short_one.training.max_steps = 20;
        MeasureDialog dialog(MeasureDialog::What::best, short_one, runs_place());
        dialog.show();
        QVERIFY(!dialog.is_running());
        QSignalSpy finished(&dialog, &MeasureDialog::finished_measuring),
            used(&dialog, &MeasureDialog::use_requested);
        dialog.minutes()->setValue(1);
        QTest::mouseClick(dialog.begin_button(), Qt::LeftButton);
        QVERIFY(!dialog.begin_button()->isEnabled());
        QVERIFY(finished.wait(patience));
        const QString output = dialog.output();
        QVERIFY2(output.contains(QStringLiteral("Recommended: ")), qPrintable(output));
        QVERIFY2(!output.contains(QStringLiteral("tunedesk run")), qPrintable(output));
        QVERIFY(fs::exists(runs_place() / "runs"));
        test::keep(dialog, QStringLiteral("measure-best"));
        QTest::mouseClick(dialog.use_button(), Qt::LeftButton);
        QVERIFY(used.size() >= 2);
        for (const QList<QVariant>& one : used)
            QVERIFY(preset::find_key(one.at(0).toString().toStdString()));
    }

    /// As Ctrl-C does: what has begun is stopped.
    void closing_ends_a_search_for_the_best() {
        auto* dialog = new MeasureDialog(MeasureDialog::What::best, preset(tiny()), runs_place());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
        QTest::mouseClick(dialog->begin_button(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(dialog->output().contains(QStringLiteral("batch of")), patience);
        const auto process = static_cast<pid_t>(dialog->process_id());
        QVERIFY(process > 0);
        dialog->close();
        QTRY_VERIFY_WITH_TIMEOUT(kill(process, 0) != 0, patience);
    }

    void learning_rates_are_a_plot() {
        MeasureDialog dialog(MeasureDialog::What::learning_rate, preset(tiny()), runs_place());
        dialog.show();
        QSignalSpy finished(&dialog, &MeasureDialog::finished_measuring);
        QVERIFY(finished.wait(patience));
        QVERIFY2(dialog.plot()->isVisible(), qPrintable(dialog.output()));
        QCustomPlot& chart = dialog.plot()->chart();
        QVERIFY(chart.xAxis->scaleType() == QCPAxis::stLogarithmic);
        QVERIFY(chart.graph(0)->dataCount() >= 10);
        QCOMPARE(chart.graph(1)->dataCount(), chart.graph(0)->dataCount());
        const auto* line = chart.findChild<QCPItemStraightLine*>();
        QCOMPARE(line->visible(), dialog.use_button()->isVisible());
        if (line->visible()) // both say the same rate
            QCOMPARE(dialog.use_button()->text(), QStringLiteral("Use %1").arg(QString::fromStdString(
                                                      fmt::format("{:.1e}", line->point1->coords().x()))));
        test::keep(dialog, QStringLiteral("measure-learning-rate"));
    }

    void a_suggestion_is_marked() {
        std::vector<run::RangePoint> points;
        for (int i = 0; i < 60; ++i) { // flat, then falling around 1e-3, then blown up
            const double place = -6 + 6.0 * i / 59;
            const double loss = 0.7 - 0.3 / (1 + std::exp(-4 * (place + 3))) + std::exp(6 * (place + 0.6));
            points.push_back({std::pow(10, place), i == 59 ? NAN : loss});
        }
        const run::RangeAdvice advice = run::advise_rate(points, {});
        QVERIFY(advice.suggested && advice.diverges_above);
        LearningRatePlot plot;
        plot.resize(720, 400);
        plot.show_search({points, {}, advice});
        plot.show();
        QCOMPARE(plot.usable_band(), std::optional(std::pair(advice.usable_from, advice.usable_to)));
        QCOMPARE(plot.divergence(), advice.diverges_above);
        QVERIFY(plot.chart().findChild<QCPItemStraightLine*>()->visible());
        QCOMPARE(plot.chart().xAxis->range().lower, points.front().learning_rate);
        QVERIFY(plot.chart().yAxis->range().upper < 2); // the loss that has blown up is beyond it
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        test::keep(plot, QStringLiteral("learning-rate-plot"));
    }

    void where_a_rising_rate_shows_nothing_constant_ones_are_tried() {
        const fs::path rows = to_path(folder_.filePath(QStringLiteral("chance.csv")));
        std::ofstream file(rows);
        file << "text,label\n";
        for (unsigned i = 0; i < 400; ++i) // labels that no text explains
            file << "row " << i << " says nothing," << (i * 2654435761U >> 31U ? "yes" : "no") << '\n';
        file.close();
        Preset of_chance = preset(tiny());
        of_chance.data.train = rows.string();
        MeasureDialog dialog(MeasureDialog::What::learning_rate, of_chance, runs_place());
        dialog.show();
        QSignalSpy finished(&dialog, &MeasureDialog::finished_measuring);
        QVERIFY(finished.wait(patience));
        QVERIFY2(dialog.plot()->isVisible(), qPrintable(dialog.output()));
        QCustomPlot& chart = dialog.plot()->chart();
        QCOMPARE(chart.graph(2)->dataCount(), 4); // what would ruin the weights is not tried
        QCOMPARE(chart.legend->itemCount(), 3);
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        test::keep(dialog, QStringLiteral("measure-constant-rates"));
    }

    void says_what_went_wrong() {
        MeasureDialog dialog(MeasureDialog::What::step, preset("/nowhere/model"), runs_place());
        dialog.show();
        QSignalSpy finished(&dialog, &MeasureDialog::finished_measuring);
        QVERIFY(finished.wait(patience));
        QVERIFY2(dialog.output().contains(QStringLiteral("/nowhere/model")), qPrintable(dialog.output()));
        QVERIFY(!dialog.use_button()->isVisible());
    }

    void closing_ends_the_command() {
        auto dialog =
            std::make_unique<MeasureDialog>(MeasureDialog::What::learning_rate, preset(tiny()), runs_place());
        QTRY_VERIFY(dialog->is_running());
        const qint64 pid = dialog->process_id();
        dialog.reset();
        QTRY_VERIFY(::kill(static_cast<pid_t>(pid), 0) != 0);
    }
};

TUNEDESK_WINDOW_TEST_MAIN(MeasureDialogTest)
#include "measure_dialog_test.moc"
