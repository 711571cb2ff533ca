// SPDX-License-Identifier: GPL-3.0-or-later
// The Watch page in a real window over real supervisors with tiny workers, and over finished runs.

#include "base/clock.h"
#include "event/evaluation.h"
#include "event/prediction_sample.h"
#include "event/samples.h"
#include "event/warning_id.h"
#include "patience.h"
#include "run/devices/device_report.h"
#include "run/run_bench.h"
#include "ui/display.h"
#include "ui/plot/qcp.h"
#include "ui/run/action_bar.h"
#include "ui/run/gpu_model.h"
#include "ui/run/log_view.h"
#include "ui/run/plot_board.h"
#include "ui/run/progress_panel.h"
#include "ui/run/rank_model.h"
#include "ui/run/run_ending.h"
#include "ui/run/run_warnings.h"
#include "ui/run/watch/event_strip.h"
#include "ui/run/watch/prediction_view.h"
#include "ui/run/watch/run_summary_text.h"
#include "ui/run/watch/warning_list.h"
#include "ui/run/watch/watch_tiles.h"
#include "ui/run/watch_page.h"
#include "ui/run/watch_tabs.h"
#include "ui/widgets/message_bar.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyleFactory>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>
#include <cmath>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::test;
using namespace tunedesk::ui;

namespace {

QPalette dark() {
    QPalette palette(QColor(45, 45, 48));
    palette.setColor(QPalette::Base, QColor(30, 30, 32));
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        palette.setColor(role, QColor(230, 230, 230));
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, QColor(130, 130, 130));
    return palette;
}

std::unique_ptr<QProcess> started(RunBench& bench, int ranks, int steps, int ms = 20) {
    bench.set("TUNEDESK_FAKE_STEPS", std::to_string(steps));
    bench.set("TUNEDESK_FAKE_MS", std::to_string(ms));
    auto process = bench.start(bench.run_arguments(ranks));
    return RunBench::journal_has(bench.folder(), "\"Step\"") ? std::move(process) : nullptr;
}

void show(WatchPage& page, QSize size = {1100, 800}) {
    page.resize(size);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
}

/// A finished run with everything that a page can show.
void write_run(const event::RunFolder& folder) {
    fs::create_directories(folder.root);
    std::ofstream(folder.preset())
        << "tunedesk: 1\nname: IMDb sentiment\nmodel: {path: model}\ndata: {train: train.csv}\n";
    std::ofstream(folder.exit()) << R"({"code":0,"error":null,"line":"","time":"2026-11-21T10:00:00Z"})";
    std::ofstream journal(folder.journal());
    std::uint64_t seq = 0;
    const auto add = [&](event::Event event) {
        event.seq = ++seq;
        journal << event::to_line(event) << "\n";
    };
    add(event::make_event(event::Type::State, {{"state", "running"}}));
    add(event::make_event(event::Type::Started, {{"steps", 3000}, {"epochs", 3}}));
    for (int step = 1; step <= 3000; ++step) {
        event::Event event = event::step_at(step);
        event.fields["epoch"] = step / 1000.0;
        event.fields["loss"] =
            step == 1500 ? Json("nan")
                         : Json(0.25 + 1 / std::sqrt(1 + step / 40.0) *
                                           (1 + 0.3 * std::sin(step * 1.7) * std::cos(step * 0.31)));
        event.fields["accuracy"] =
            std::min(1.0, 0.5 + 0.45 * (1 - std::exp(-step / 700.0)) + 0.05 * std::sin(step * 2.1));
        event.fields["learning_rate"] = 5e-5 * std::min(step / 300.0, (3000 - step) / 2700.0);
        event.fields["grad_norm"] = 1 + 0.5 * std::abs(std::sin(step * 0.7));
        event.fields["rss_bytes"] = (900ull << 20) + static_cast<std::uint64_t>(step) * 20'000;
        event.fields["gpu_allocated_bytes"] = 0;
        add(std::move(event));
        if (step % 500 == 0)
            add(event::make_event(event::Type::CheckpointSaved,
                                  {{"step", step}, {"path", "c"}, {"bytes", 1}, {"seconds", 1}}));
        if (step % 1000 == 0) {
            event::Event eval = event::eval_at(step, "val");
            eval.fields["epoch"] = step / 1000;
            eval.fields["loss"] = 0.5 - step / 10000.0;
            eval.fields["accuracy"] = 0.85 + step / 40000.0;
            eval.t = 1795246757 + step;
            add(std::move(eval));
        }
        if (step == 1700)
            add(event::make_event(event::Type::Log,
                                  {{"level", "warning"},
                                   {"text", "loss spike at step 1700: 4.2, 8.1 times its running mean"}}));
    }
    add(event::make_event(event::Type::Finished, {{"steps", 3000}}));
}

} // namespace

class TestWatchPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFinishedRunInBothThemes() {
        RunBench bench;
        write_run(bench.folder());
        for (const bool is_dark : {false, true}) {
            QApplication::setStyle(QStyleFactory::create("Fusion"));
            QApplication::setPalette(is_dark ? dark() : QPalette(QColor(239, 239, 239)));
            WatchPage page;
            show(page, {1240, 900});
            page.show_run(bench.folder().root);
            QTRY_COMPARE(page.feed()->source(), RunFeed::Source::journal);
            QCOMPARE(page.state_text(), "done");
            const auto filled = page.board()->filled();
            QCOMPARE(filled, (std::vector<std::string>{"loss", "accuracy", "learning_rate", "grad_norm",
                                                       "throughput", "memory"}));
            QCOMPARE(page.tabs()->warnings().size(), 2u); // the spike, the loss that is not finite
            QVERIFY(page.tabs()->tabText(3).contains("2"));
            QTest::qWait(500);
            test::keep(page, is_dark ? "watch-done-dark" : "watch-done-light");
            page.tabs()->setCurrentIndex(3);
            page.resize(1000, 640);
            QTest::qWait(300);
            test::keep(page, is_dark ? "watch-small-dark" : "watch-small-light");
        }
        QApplication::setPalette(QPalette(QColor(239, 239, 239)));
    }

    /// A run at a glance: how it ended, its loss, its best value with the step, its speed and memory.
    void tilesAndEventsOfAFinishedRun() {
        RunBench bench;
        write_run(bench.folder());
        WatchPage page;
        show(page);
        page.show_run(bench.folder().root);
        QTRY_COMPARE(page.feed()->source(), RunFeed::Source::journal);
        const QStringList tiles = page.findChild<WatchTiles*>()->texts();
        QCOMPARE(tiles.size(), 4);
        QVERIFY2(tiles[0].startsWith("Total time: "), qPrintable(tiles[0]));
        QVERIFY2(tiles[0].contains("step 3,000"), qPrintable(tiles[0]));
        QVERIFY2(tiles[1].startsWith("Loss: "), qPrintable(tiles[1]));
        // eval_at() calls none the best.
        QVERIFY2(tiles[2].contains("no evaluation") || tiles[2].contains("at step"), qPrintable(tiles[2]));
        QVERIFY2(page.findChild<ProgressPanel*>()->findChild<QLabel*>()->text().startsWith("Finished in "),
                 qPrintable(page.findChild<ProgressPanel*>()->findChild<QLabel*>()->text()));
        const QStringList events = page.findChild<EventStrip*>()->texts();
        QVERIFY(page.findChild<EventStrip*>()->isVisible());
        QVERIFY(events.contains("Checkpoint at step 500"));
        QVERIFY(std::ranges::any_of(events, [](const QString& text) {
            return text.startsWith("Warning at step 1,700: loss spike");
        }));
        for (std::size_t i = 0; i < static_cast<std::size_t>(events.size()); ++i) // none is cut at an edge
            QVERIFY(page.findChild<EventStrip*>()->rect().contains(page.findChild<EventStrip*>()->symbol(i)));
        QVERIFY(!page.tabs()->isTabVisible(0)); // of one rank there is no table
    }

    /// The best evaluation is that of the preset's monitor, and of the last event that was the best.
    void furtherSetsAndSamplesOfAnEvaluation() {
        RunBench bench;
        write_run(bench.folder());
        std::ofstream journal(bench.folder().journal(), std::ios::app);
        std::uint64_t seq = 100'000;
        for (const int step : {3010, 3020}) {
            event::Event other = event::eval_at(step, "another"), val = event::eval_at(step, "val");
            event::add_predictions(val, {{"good", "yes", step == 3010 ? "no" : "yes", 0.5},
                                         {"a bad film", "no", "no", 0.75},
                                         {"odd", "no", step == 3010 ? "no" : "yes", 0.625}});
            for (event::Event* event : {&other, &val}) {
                event->seq = ++seq;
                journal << event::to_line(*event) << "\n";
            }
        }
        journal.close();
        WatchPage page;
        show(page, {1240, 900});
        page.show_run(bench.folder().root);
        QTRY_COMPARE(page.feed()->source(), RunFeed::Source::journal);
        QStringList names;
        for (const Curve& curve : page.board()->plot("loss")->curves().snapshot())
            names << curve.name;
        QVERIFY2(names.contains("another loss") && names.contains("validation loss"),
                 qPrintable(names.join(", ")));
        QVERIFY(names.indexOf("validation loss") < names.indexOf("another loss"));
        PredictionView* view = page.tabs()->predictions();
        QTRY_COMPARE(view->rows()->rowCount(), 3);
        page.tabs()->setCurrentWidget(view);
        QTRY_VERIFY(view->isVisible());
        QCOMPARE(view->summary()->text(), QStringLiteral("Step 3020: 2 of 3 correct, 2 at step 3010"));
        const auto cell = [&](int row, int column) { return view->rows()->item(row, column)->text(); };
        QCOMPARE(cell(0, 2), QStringLiteral("✓ yes"));
        QCOMPARE(cell(0, 4), QStringLiteral("now right, was no"));
        QCOMPARE(cell(1, 4), QStringLiteral("unchanged"));
        QCOMPARE(cell(2, 2), QStringLiteral("✗ yes"));
        QCOMPARE(cell(2, 4), QStringLiteral("now wrong, was no"));
    }

    void theBestValueIsTheMonitors() {
        RunHistory history;
        const auto evaluate = [&](double step, double accuracy, double loss, bool best) {
            history.take(event::step_at(static_cast<std::int64_t>(step)), 0);
            history.take(event::evaluation_event("val", static_cast<std::int64_t>(step), step / 100,
                                                 {{"loss", loss}, {"accuracy", accuracy}}, best),
                         0);
        };
        evaluate(100, 0.7, 0.6, true);
        evaluate(200, 0.8, 0.5, true);
        evaluate(300, 0.75, 0.4, false);
        const auto best = best_of(history, "val_acc");
        QVERIFY(best);
        QCOMPARE(best->step, 200.0);
        QCOMPARE(figure_text(best->value), QString("0.8000"));
        QCOMPARE(QString::fromStdString(best->metric), QString("accuracy"));
        QCOMPARE(figure_text(best_of(history, "val_loss")->value), QString("0.5000"));
        QVERIFY(summary_of(history, {std::string(event::state::done), 0, {}}, "val_acc")
                    .endsWith("best 0.8000 at step 200"));
    }

    /// A double click shows one plot alone; Esc brings the others back.
    void aPlotFillsTheBoard() {
        RunBench bench;
        write_run(bench.folder());
        PlotBoard board;
        board.resize(1200, 800);
        board.show_history(bench.folder().root, read_history(bench.folder()));
        board.show();
        QApplication::setActiveWindow(&board);
        QCustomPlot& chart = board.plot("loss")->chart();
        const int before = board.plot("loss")->width();
        QTest::mouseDClick(&chart, Qt::LeftButton, {}, chart.rect().center());
        QVERIFY(!board.plot("accuracy")->isVisible());
        QTRY_VERIFY(board.plot("loss")->width() > before * 3 / 2);
        QTest::keyClick(&chart, Qt::Key_Escape);
        QTRY_VERIFY(board.plot("accuracy")->isVisible());
        QTRY_COMPARE(board.plot("loss")->width(), before);
    }

    /// What is known to mend a warning is a button beside it.
    void aWarningOffersItsFix() {
        ActionBar actions;
        WarningList list(&actions);
        LogLine full, spike;
        full.text = "a checkpoint could not be saved";
        full.warning = event::warning::save_failed;
        spike.text = "loss spike at step 3";
        spike.warning = event::warning::loss_spike;
        list.show_warnings({logged_warning(full), logged_warning(spike), {"only said", {}}});
        QList<QAction*> fixes;
        for (const QToolButton* button : list.findChildren<QToolButton*>())
            fixes << button->defaultAction();
        QCOMPARE(fixes, (QList<QAction*>{actions.action(RunAction::free_space),
                                         actions.action(RunAction::duplicate)}));
        QVERIFY(list.text().contains("only said"));
        list.show_warnings({});
        QCOMPARE(list.text(), QString("There are no warnings."));
    }

    void aLiveRunWithTwoRanks() {
        RunBench bench;
        bench.hold_halfway();
        const auto process = started(bench, 2, 150);
        QVERIFY(process);
        WatchPage page;
        QSignalSpy ended(&page, &WatchPage::ended), report(&page, &WatchPage::report_requested);
        show(page);
        page.show_run(bench.folder().root);
        QTRY_VERIFY(page.progress()->texts().size() >= 3); // total and a bar a rank
        QVERIFY(page.progress()->texts()[0].contains("/150 ["));
        QVERIFY(page.progress()->texts()[0].contains("loss="));
        QVERIFY(page.actions()->action(RunAction::stop)->isEnabled());
        QVERIFY(!page.actions()->action(RunAction::trash)->isEnabled());
        QVERIFY(page.actions()->action(RunAction::trash)->toolTip().contains("stop it first"));
        QTest::qWait(1200);
        test::keep(page, "watch-live");
        bench.let_go();
        QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), 30000);
        QCOMPARE(ended[0][1].toInt(), 0);
        QCOMPARE(page.news()->text(), "Report ready: a tiny run");
        QTest::mouseClick(page.news()->findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(report.count(), 1);
        QCOMPARE(page.state_text(), "done");
        QVERIFY(page.actions()->action(RunAction::trash)->isEnabled());
        QCOMPARE(page.feed()->history()->steps().rows(), 150u);
        RunBench::wait(*process);
    }

    void pauseContinueStopAndResumeByButtons() {
        RunBench bench;
        qputenv("TUNEDESK_WORKER", TUNEDESK_BIN_DIR "/fake_worker");
        qputenv("TUNEDESK_FAKE_STEPS", "200");
        const auto process = started(bench, 1, 400);
        QVERIFY(process);
        WatchPage page;
        QSignalSpy ended(&page, &WatchPage::ended);
        show(page);
        page.show_run(bench.folder().root);
        QTRY_VERIFY(page.actions()->action(RunAction::pause)->isEnabled());
        page.actions()->action(RunAction::pause)->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(page.state_text(), "paused", 10000);
        QTRY_VERIFY(page.actions()->action(RunAction::go_on)->isVisible());
        QTRY_VERIFY(page.actions()->action(RunAction::go_on)->isEnabled());
        QVERIFY(!page.actions()->action(RunAction::pause)->isVisible());
        page.actions()->action(RunAction::go_on)->trigger();
        QTRY_VERIFY(page.state_text() != "paused");
        QTRY_VERIFY(page.actions()->action(RunAction::stop)->isEnabled());
        page.actions()->action(RunAction::stop)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), 20000);
        QCOMPARE(ended[0][1].toInt(), 75);
        QCOMPARE(page.state_text(), "stopped");
        RunBench::wait(*process);
        QTRY_VERIFY(page.actions()->action(RunAction::resume)->isEnabled());
        page.actions()->action(RunAction::resume)->trigger();
        QVERIFY2(page.news()->text().contains("stopped"), qPrintable(page.news()->text()));
        QTRY_COMPARE_WITH_TIMEOUT(page.feed()->source(), RunFeed::Source::live, 20000);
        QTRY_VERIFY(!page.news()->text().contains("stopped")); // it is running again
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 30000);
        QCOMPARE(ended[1][1].toInt(), 0);
        qunsetenv("TUNEDESK_WORKER");
    }

    void aFailedRunSaysWhyAndWhatNext() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE", "signal9@1");
        const auto process = started(bench, 2, 100, 300);
        QVERIFY(process);
        WatchPage page;
        QSignalSpy ended(&page, &WatchPage::ended);
        show(page);
        page.show_run(bench.folder().root);
        QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), 30000);
        QCOMPARE(ended[0][1].toInt(), 7);
        QVERIFY(page.news()->text().contains("error[TD7"));
        QVERIFY(page.news()->text().contains("rank 1"));
        QVERIFY(!page.tabs()->warnings().empty());
        test::keep(page, "watch-failed");
        RunBench::wait(*process);
    }

    /// One action, and the one that helps: what only another preset mends offers a copy of it.
    void theNextActionFitsTheEnd_data() {
        QTest::addColumn<QByteArray>("fake");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("button");
        QTest::newRow("a rank was lost") << QByteArray("loses-contact") << 7 << "Resume";
        QTest::newRow("it diverged") << QByteArray("diverges") << 8 << "Duplicate";
    }
    void theNextActionFitsTheEnd() {
        QFETCH(QByteArray, fake);
        QFETCH(int, code);
        QFETCH(QString, button);
        RunBench bench;
        bench.set("TUNEDESK_FAKE", fake.toStdString());
        bench.set("TUNEDESK_FAKE_MS", "100");
        const auto process = bench.start(bench.run_arguments(1));
        QTRY_VERIFY(fs::exists(bench.folder().journal()));
        WatchPage page;
        QSignalSpy ended(&page, &WatchPage::ended), copied(&page, &WatchPage::preset_requested);
        show(page);
        page.show_run(bench.folder().root);
        QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), 30000);
        QCOMPARE(ended[0][1].toInt(), code);
        auto* next = page.news()->findChild<QPushButton*>();
        QVERIFY(next->isVisible());
        QCOMPARE(next->text(), button);
        RunBench::wait(*process);
        if (button != "Duplicate") return;
        QTest::mouseClick(next, Qt::LeftButton);
        auto* dialog = page.findChild<QFileDialog*>();
        QVERIFY(dialog);
        const QString copy = QString::fromStdString((bench.root() / "again.yaml").string());
        dialog->findChild<QLineEdit*>()->setText(copy);
        QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_COMPARE(copied.count(), 1);
        QCOMPARE(copied[0][0].toString(), copy);
        QVERIFY(QFile::exists(copy));
    }

    void whatTheKeyboardReaches() {
        RunBench bench;
        write_run(bench.folder());
        WatchPage page;
        show(page);
        page.show_run(bench.folder().root);
        QTRY_COMPARE(page.feed()->source(), RunFeed::Source::journal);
        QApplication::setActiveWindow(&page); // there is no window manager to do it
        QSet<QWidget*> reached;
        for (int i = 0; i < 80; ++i) {
            QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &page, Qt::Key_Tab);
            reached.insert(QApplication::focusWidget());
        }
        for (QWidget* widget : page.findChildren<QWidget*>()) {
            if (!widget->isVisible() || !widget->isEnabled() || !(widget->focusPolicy() & Qt::TabFocus))
                continue;
            if (qobject_cast<QTabWidget*>(widget)) continue; // its bar takes the focus
            if (qobject_cast<QAbstractScrollArea*>(widget) && widget->accessibleName().isEmpty()) continue;
            QVERIFY2(reached.contains(widget),
                     qPrintable(widget->metaObject()->className() + widget->accessibleName()));
        }
    }

    void theLogIsFilteredAndSearched() {
        RunHistory history;
        LogModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        LogView view(&model);
        const auto log = [&](const char* level, const std::string& text) {
            history.take(event::make_event(event::Type::Log, {{"level", level}, {"text", text}}), 0);
        };
        log("info", "reading train.csv");
        log("warning", "a loss spike");
        model.show_log(history);
        log("error", "rank 1 died");
        model.show_log(history);
        QCOMPARE(model.rowCount(), 3);
        view.level()->setCurrentIndex(1);
        QCOMPARE(view.list()->model()->rowCount(), 2);
        view.search()->setText("SPIKE");
        QCOMPARE(view.list()->model()->rowCount(), 1);
        view.search()->clear();
        view.level()->setCurrentIndex(0);
        for (int i = 0; i < 21000; ++i)
            log("info", "line " + std::to_string(i));
        model.show_log(history);
        QCOMPARE(model.rowCount(), 20000);
        QVERIFY(model.index(19999, 0).data().toString().endsWith("line 20999"));
    }

    void ranksThatAreSlowSilentOrDead() {
        RankModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.set_limits(1, 10);
        std::map<int, RankView> ranks = {{0, {"training", 50, 99.5, {}}},
                                         {1, {"training", 40, 99.5, {}}},
                                         {2, {"training", 50, 95, {}}},
                                         {3, {"training", 50, 80, {}}},
                                         {4, {"training", 50, 99, "a bad row"}}};
        model.show_ranks(ranks, true, 100);
        const auto remark = [&](int row) { return model.index(row, RankModel::remark).data().toString(); };
        QCOMPARE(remark(0), "");
        QCOMPARE(remark(1), "slow: 10 steps behind");
        QCOMPARE(remark(2), "waits for rank 3"); // silent, too, but heard of later
        QVERIFY(remark(3).startsWith("dead"));
        QCOMPARE(remark(4), "dead: a bad row");
        QCOMPARE(model.remarkable(), 4);
        QCOMPARE(model.index(0, RankModel::heartbeat).data().toString(), "0.5 s ago");
        model.show_memory({{0, 77, 1u << 30, 10, 'R'}}, 100);
        model.show_memory({{0, 77, 1u << 30, 13, 'R'}, {2, 78, 1, 1, 'T'}, {3, 79, 1, 1, 'S'}}, 102);
        QCOMPARE(model.cores_used(), 1.5);
        ranks.erase(4);
        model.show_ranks(ranks, true, 102);
        QCOMPARE(remark(2), "silent: stopped by a signal; kill -CONT 78 continues it");
        QCOMPARE(remark(3), "waits for rank 2"); // it sleeps
        ranks[2].waits_for = "ranks";
        model.show_ranks(ranks, true, 102);
        QCOMPARE(remark(2), "waits for rank 3"); // as it said itself
        ranks[2].waits_for.clear();
        model.show_memory({{0, 77, 1u << 30, 13, 'R'}}, 103);
        ranks.erase(3);
        model.show_ranks(ranks, true, 102);
        QVERIFY(remark(2).startsWith("silent: counts as hung"));
        ranks[3] = {"training", 50, 80, {}};
        model.show_ranks(ranks, true, 102);
        model.show_memory({{0, 77, 1u << 30, 10, 'R'}}, 104);
        model.show_memory({{0, 77, 1u << 30, 13, 'R'}}, 106);
        model.show_ranks(ranks, true, 102);
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(model.index(0, RankModel::memory).data().toString(), "1 GiB");
        QCOMPARE(model.index(0, RankModel::load).data().toString(), "1.5 cores");
        for (auto& [number, rank] : ranks) {
            rank.step = number == 1 ? 246 : 250;
            rank.heard = 103.9;
        }
        model.show_ranks(ranks, true, 104); // a hundred steps a second: heard of a moment apart
        QCOMPARE(remark(1), "");
        QVERIFY(!model.knows_parts());
        ranks[1].memory = {3u << 20, 2u << 20, 0, 0, 1};
        model.show_ranks(ranks, true, 104);
        QVERIFY(model.knows_parts());
        QCOMPARE(model.index(1, RankModel::first_part).data().toString(), "3 MiB");
        QCOMPARE(model.headerData(RankModel::first_part + 1, Qt::Horizontal, Qt::DisplayRole).toString(),
                 "Gradients");
        QCOMPARE(model.index(1, RankModel::first_part + 2).data().toString(), "");
        QCOMPARE(model.index(0, RankModel::first_part).data().toString(), "");
        model.show_ranks(ranks, false, 500);
        QCOMPARE(model.index(1, RankModel::heartbeat).data().toString(), "");
    }

    void gpusOfARun() {
        GpuModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        Gpu gpu;
        gpu.index = 1;
        gpu.name = "NVIDIA H200";
        gpu.memory_used = 3ull << 30;
        gpu.memory_total = 139ull << 30;
        gpu.utilization = 97;
        gpu.temperature = 91;
        gpu.processes = {{77, 2ull << 30}, {5, 1ull << 30}};
        gpu.processes[0].utilization = 60;
        GpuModel::Host host{{0, 0, 3ull << 30, 16ull << 30, 4}, 75};
        model.show_devices({gpu}, host, {{0, 77, 1ull << 30, 0, 'R'}}, 1.0);
        const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(cell(0, GpuModel::memory_run), "2 GiB");
        QCOMPARE(cell(0, GpuModel::load_run), "60%");
        QCOMPARE(cell(0, GpuModel::load), "97%");
        QCOMPARE(cell(1, GpuModel::load), "75%");
        QCOMPARE(cell(1, GpuModel::load_run), "25%"); // a core of four
        QCOMPARE(cell(1, GpuModel::memory_run), "1 GiB");
        QCOMPARE(cell(1, GpuModel::memory_total), "3 GiB of 16 GiB");
        model.show_devices({}, {}, {}, 0);
        QCOMPARE(model.rowCount(), 0);
    }

    void memoryOfEachRankAndGpu() {
        auto history = std::make_shared<RunHistory>();
        for (int step = 1; step <= 20; ++step) {
            event::Event event = event::step_at(step);
            event.fields["gpu_allocated_bytes"] = 3u << 30;
            history->take(event, 0);
            if (step % 5) continue;
            run::RankUse first{0, 77, step, 1u << 30, 3ull << 30}, second{1, 78, step, 2u << 30, 4ull << 30};
            Gpu gpu;
            gpu.memory_used = 9ull << 30;
            gpu.memory_total = 80ull << 30;
            gpu.utilization = 90 + step / 5;
            gpu.processes = {{77, 5ull << 30}, {5, 1ull << 30}};
            event::Event devices = run::device_report({first, second}, {gpu}, {}, {});
            devices.t = event.t;
            history->take(event::parse_event(event::to_line(devices)), 0);
        }
        PlotBoard board;
        board.resize(1200, 900);
        board.show_history("/runs/devices", history);
        QCOMPARE(board.plot("memory")->values_at(20), (QStringList{"rank 0 1 GiB", "rank 1 2 GiB"}));
        QCOMPARE(board.plot("gpu_memory")->values_at(20),
                 (QStringList{"rank 0, allocated 3 GiB", "rank 1, allocated 4 GiB",
                              "GPU 0, in use of 80 GiB 9 GiB", "GPU 0, this run 5 GiB"}));
        QCOMPARE(board.plot("gpu_load")->values_at(20), QStringList{"GPU 0 94"});
        test::keep(board, "devices");
        QCOMPARE(history->ranks().at(1).step, 20);
        history->take(event::resumed_from(12), 0); // what was measured later is taken back, too
        QCOMPARE(history->devices().rows(), 2u);
    }

    void oneBarOfControlsForAllPlots() {
        RunBench bench;
        write_run(bench.folder());
        PlotBoard board;
        board.resize(1200, 800);
        board.show_history(bench.folder().root, read_history(bench.folder()));
        board.show();
        auto* by = board.findChild<QComboBox*>();
        const auto range = [&](const char* name) {
            board.plot(name)->redraw();
            return board.plot(name)->chart().xAxis->range();
        };
        for (const char* name : {"loss", "learning_rate", "memory"}) {
            by->setCurrentIndex(0);
            QVERIFY(std::abs(range(name).upper - 3000) < 60);
            by->setCurrentIndex(1);
            QVERIFY(std::abs(range(name).upper - 3) < 0.1);
            by->setCurrentIndex(2);
            QVERIFY(std::abs(range(name).upper - 3000) < 60); // a step a second
            QVERIFY(board.plot(name)->chart().xAxis->ticker().dynamicCast<QCPAxisTickerTime>());
        }
        auto* logarithmic = board.findChild<QCheckBox*>();
        logarithmic->setChecked(true);
        QVERIFY(board.plot("loss")->axes().log_values() && board.plot("memory")->axes().log_values());
        logarithmic->setChecked(false);
        board.plot("loss")->chart().xAxis->setRange(10, 20);
        Q_EMIT board.plot("loss")->chart().selectionRect()->accepted({}, nullptr); // as a drag does
        QVERIFY(!board.plot("loss")->axes().follows());
        board.findChild<QPushButton*>()->click();
        QVERIFY(board.plot("loss")->axes().follows());
        QVERIFY(range("loss").upper > 2900);
    }

    void overlaysAndUnknownFigures() {
        RunBench bench;
        write_run(bench.folder());
        const auto history = read_history(bench.folder());
        PlotBoard board;
        board.resize(900, 700);
        auto growing = std::make_shared<RunHistory>();
        board.show_history(bench.folder().root, growing);
        QVERIFY(board.filled().empty());
        event::Event step = event::step_at(1);
        step.fields["loss_scale"] = 65536;
        growing->take(step, 0);
        board.data_changed();
        QVERIFY(board.plot("loss_scale") != nullptr);
        QCOMPARE(board.plot("loss")->curves().size(), 1u);
        board.set_overlay(bench.root() / "other", history);
        QCOMPARE(board.plot("loss")->curves().size(), 3u); // its loss and its validation loss
        board.set_overlay(bench.root() / "other", nullptr);
        QCOMPARE(board.plot("loss")->curves().size(), 1u);
    }
};

QTEST_MAIN(TestWatchPage)
#include "watch_page_test.moc"
