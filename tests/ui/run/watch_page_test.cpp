// The Watch page in a real window over real supervisors with tiny workers, and over finished runs.

#include "base/clock.h"
#include "event/samples.h"
#include "run/run_bench.h"
#include "ui/run/action_bar.h"
#include "ui/run/gpu_model.h"
#include "ui/run/log_view.h"
#include "ui/run/plot_board.h"
#include "ui/run/progress_panel.h"
#include "ui/run/rank_model.h"
#include "ui/run/watch_page.h"
#include "ui/widgets/message_bar.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyleFactory>
#include <QTabWidget>
#include <QTest>
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

/// Where tests leave what a person should look at; empty: nowhere.
void keep(QWidget& widget, const QString& name) {
    const QString folder = qEnvironmentVariable("TUNEDESK_SCREENSHOTS");
    if (!folder.isEmpty()) widget.grab().save(folder + u'/' + name + QStringLiteral(".png"));
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
            QCOMPARE(page.warnings().size(), 2); // the spike, the loss that is not finite
            QVERIFY(page.tabs()->tabText(3).contains("2"));
            QTest::qWait(500);
            keep(page, is_dark ? "watch-done-dark" : "watch-done-light");
            page.tabs()->setCurrentIndex(3);
            page.resize(1000, 640);
            QTest::qWait(300);
            keep(page, is_dark ? "watch-small-dark" : "watch-small-light");
        }
        QApplication::setPalette(QPalette(QColor(239, 239, 239)));
    }

    void aLiveRunWithTwoRanks() {
        RunBench bench;
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
        keep(page, "watch-live");
        QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), 30000);
        QCOMPARE(ended[0][1].toInt(), 0);
        QCOMPARE(page.news()->text(), "Report ready");
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
        QTRY_COMPARE_WITH_TIMEOUT(page.feed()->source(), RunFeed::Source::live, 20000);
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
        QVERIFY(!page.warnings().isEmpty());
        keep(page, "watch-failed");
        RunBench::wait(*process);
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
        QVERIFY(advice_on("loss spike at step 3").contains("learning_rate"));
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
        QVERIFY(remark(2).startsWith("silent"));
        QVERIFY(remark(3).startsWith("dead"));
        QCOMPARE(remark(4), "dead: a bad row");
        QCOMPARE(model.remarkable(), 4);
        QCOMPARE(model.index(0, RankModel::heartbeat).data().toString(), "0.5 s ago");
        model.show_memory({{0, 77, 1u << 30, 10}}, 100);
        model.show_memory({{0, 77, 1u << 30, 13}}, 102);
        ranks.erase(4);
        model.show_ranks(ranks, true, 102);
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(model.index(0, RankModel::memory).data().toString(), "1 GiB");
        QCOMPARE(model.index(0, RankModel::load).data().toString(), "1.5 cores");
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
        model.show_gpus({gpu}, {{0, 77, 0, 0}});
        QCOMPARE(model.index(0, GpuModel::memory_run).data().toString(), "2 GiB");
        QCOMPARE(model.index(0, GpuModel::load).data().toString(), "97%");
        const QStringList warnings = gpu_warnings({gpu});
        QCOMPARE(warnings.size(), 1);
        QVERIFY(!advice_on(warnings[0]).isEmpty());
        model.show_gpus({}, {});
        QCOMPARE(model.rowCount(), 0);
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
        QCOMPARE(board.plot("loss")->curve_count(), 1u);
        board.set_overlay(bench.root() / "other", history);
        QCOMPARE(board.plot("loss")->curve_count(), 3u); // its loss and its validation loss
        board.set_overlay(bench.root() / "other", nullptr);
        QCOMPARE(board.plot("loss")->curve_count(), 1u);
    }
};

QTEST_MAIN(TestWatchPage)
#include "watch_page_test.moc"
