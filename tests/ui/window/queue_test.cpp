// SPDX-License-Identifier: GPL-3.0-or-later
// The queue in the window, over real supervisors: what waits is listed, moved, held and removed; Start
// becomes Queue; a sweep from its dialog to the comparison; and all of it outlives the window.

#include "event/folder/run_folder.h"
#include "event/folder/run_lock.h"
#include "patience.h"
#include "run/queue/queue.h"
#include "run/run_bench.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/figures_model.h"
#include "ui/display.h"
#include "ui/preset/estimate/estimate_figures.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/setup_page.h"
#include "ui/preset/sweep/sweep_dialog.h"
#include "ui/preset/sweep/sweep_model.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/library/library.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/new_run/preset_views.h"
#include "ui/window/queue/queued_view.h"
#include "ui/window/shell/lazy_tabs.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QDragEnterEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <csignal>

using namespace tunedesk;
using namespace tunedesk::ui;
using test::RunBench;

namespace {

const QString source = QStringLiteral(TUNEDESK_SOURCE_DIR);
constexpr int run_ms = 400'000; // two cores, shared with other tests

QString real_preset(int epochs) {
    return QStringLiteral(
               "tunedesk: 1\nname: tickets\nmodel: {path: %1/.deps/models/all-MiniLM-L6-v2}\n"
               "data: {train: %1/resources/samples/own.csv, validation_split: 0.2, test_split: 0.2}\n"
               "training: {per_device_train_batch_size: 4, num_train_epochs: %2}\n")
        .arg(source)
        .arg(epochs);
}

bool has_model() {
    return QFile::exists(source + QStringLiteral("/.deps/models/all-MiniLM-L6-v2/config.json"));
}

bool is_done(const fs::path& run) {
    const auto record = event::read_exit({run});
    return record && !event::RunLock::is_held({run});
}

/// A window of another process, to be killed: queues two runs of a preset and says where they are.
int be_a_window(const QString& preset) {
    QTemporaryDir place;
    QSettings settings(place.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
    Theme theme;
    MainWindow window(&theme, &settings);
    window.show();
    window.open(to_path(preset));
    while (!window.workspace()->preset_view())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    PresetView* view = window.workspace()->preset_view();
    int queued = 0;
    QObject::connect(window.workspace()->presets(), &PresetViews::run_queued, [&](const QString& run) {
        std::printf("%s\n", qPrintable(run));
        std::fflush(stdout);
        if (++queued < 2) view->queue_up();
    });
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, [&] {
        if (!view->setup()->strip()->start_button()->isEnabled()) return;
        poll.stop();
        view->queue_up();
    });
    poll.start(50);
    return QApplication::exec();
}

} // namespace

class WindowQueueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        worker_ = qEnvironmentVariable("TUNEDESK_WORKER");
        bench_ = std::make_unique<RunBench>();
        qputenv("TUNEDESK_WORKER", TUNEDESK_BIN_DIR "/fake_worker");
        qputenv("TUNEDESK_FAKE_STEPS", "5");
        settings_ = std::make_unique<QSettings>(to_qt(bench_->root() / "w.ini"), QSettings::IniFormat);
    }
    void cleanup() {
        window_.reset();
        for (const run::QueueEntry& entry : run::queue_entries())
            run::remove_from_queue(entry.run);
        bench_.reset();
        worker_.isEmpty() ? qunsetenv("TUNEDESK_WORKER") : qputenv("TUNEDESK_WORKER", worker_.toUtf8());
    }

    void what_waits_is_shown_and_changed() {
        occupy();
        for (const char* run : {"a", "b", "c"})
            add(run);
        open_window();
        QTRY_COMPARE(queued(), (QStringList{"a", "b", "c"}));
        window_->sidebar()->select(path("b"));
        QueuedView* view = nullptr;
        QTRY_VERIFY((view = window_->workspace()->queued_view()) && view->run() == path("b"));
        QTRY_VERIFY2(view->reason().contains(QStringLiteral("a CPU slot")), qPrintable(view->reason()));
        QVERIFY2(view->reason().contains(QStringLiteral("1 run")), qPrintable(view->reason()));
        choose("Move up in the queue");
        QTRY_COMPARE(queued(), (QStringList{"b", "a", "c"}));
        QTRY_VERIFY(!action("Move up in the queue")->isEnabled());
        QTest::keyClick(window_.get(), Qt::Key_Down, Qt::AltModifier);
        QTRY_COMPARE(queued(), (QStringList{"a", "b", "c"}));
        choose("Hold");
        QTRY_VERIFY(view->reason().contains(QStringLiteral("held")));
        window_->sidebar()->select(path("c"));
        QTRY_VERIFY(view->run() == path("c"));
        choose("Move to the front of the queue");
        QTRY_COMPARE(queued(), (QStringList{"c", "a", "b"}));
        choose("Remove from the queue");
        QTRY_COMPARE(queued(), (QStringList{"a", "b"}));
        QTRY_VERIFY(!fs::exists(path("c")));
        // The device becomes free: a goes, b is held.
        window_->sidebar()->select(path("a"));
        QTRY_VERIFY(view->run() == path("a"));
        release_device();
        QTRY_VERIFY_WITH_TIMEOUT(is_done(path("a")), 30'000);
        QTRY_VERIFY(window_->workspace()->run_view() && window_->workspace()->run_view()->run() == path("a"));
        QTRY_COMPARE(queued(), QStringList{"b"});
        window_->sidebar()->select(path("b"));
        QTRY_VERIFY(action("Release")->isEnabled());
        choose("Release");
        QTRY_VERIFY_WITH_TIMEOUT(is_done(path("b")), 30'000);
        QTRY_VERIFY(queued().isEmpty());
    }

    /// Dropped where the list would drop it: the model says what may be dragged, the view where it lands.
    void what_waits_is_dragged_to_its_place() {
        occupy();
        for (const char* run : {"a", "b", "c", "d"})
            add(run);
        open_window();
        QTRY_COMPARE(queued(), (QStringList{"a", "b", "c", "d"}));
        drag({"c"}, "a", -1);
        QTRY_COMPARE(queued(), (QStringList{"c", "a", "b", "d"}));
        drag({"c"}, "d", 1);
        QTRY_COMPARE(queued(), (QStringList{"a", "b", "d", "c"}));
        drag({"a", "c"}, "d", -1); // from both sides of the gap
        QTRY_COMPARE(queued(), (QStringList{"b", "a", "c", "d"}));
        drag({"b", "a"}, "d", 1);
        QTRY_COMPARE(queued(), (QStringList{"c", "d", "b", "a"}));
        // A run that trains is dragged nowhere, and nothing is dropped beside it.
        auto* list = window_->sidebar()->findChild<QTreeView*>();
        QVERIFY(!(index("busy").flags() & Qt::ItemIsDragEnabled));
        QCOMPARE(list->model()->mimeData({index("busy")}), nullptr);
        drag({"c"}, "busy", 1);
        QTest::qWait(500);
        QCOMPARE(queued(), (QStringList{"c", "d", "b", "a"}));
        std::vector<std::string> order;
        for (const run::QueueEntry& entry : run::queue_entries())
            order.push_back(entry.run.filename());
        QCOMPARE(order, (std::vector<std::string>{"c", "d", "b", "a"}));
        release_device();
    }

    /// A failure is told on any page, with the one thing to do; the others go on, and do not hide it.
    void a_failure_stops_nothing_and_stays_told() {
        occupy();
        add("bad");
        add("good");
        write_file_atomically(path("bad") / "preset.yaml", "tunedesk: 1\nname: bad\nmodel: {path: /nowhere}\n"
                                                           "evaluation: {strategy: \"no\"}\n"
                                                           "data: {train: /nowhere.csv}\n");
        open_window();
        QTRY_COMPARE(queued().size(), 2);
        release_device();
        QTRY_VERIFY_WITH_TIMEOUT(is_done(path("good")), 30'000);
        QCOMPARE(event::read_exit({path("bad")})->code, 4);
        MessageBar* bar = window_->news();
        // The one that was killed and the bad one.
        QTRY_VERIFY2(bar->text().contains(QStringLiteral("1 more run")), qPrintable(bar->text()));
        QTest::qWait(1000); // the good one's end is known by now
        QVERIFY2(bar->text().contains(QStringLiteral("1 more run")), qPrintable(bar->text()));
        if (!bar->text().contains(QStringLiteral("TD4001"))) // either may be told first
            QTest::mouseClick(bar->findChild<QToolButton*>(), Qt::LeftButton);
        QVERIFY2(bar->text().contains(QStringLiteral("TD4001")), qPrintable(bar->text()));
        auto* next = bar->findChild<QPushButton*>();
        QVERIFY(next->isVisible());
        QCOMPARE(next->text(), QString("Duplicate")); // only another preset can mend it
        QVERIFY(!window_->workspace()->run_view());   // no page was turned
    }

    void start_becomes_queue() {
        if (!has_model()) QSKIP("the small model is not there: packaging/setup.sh");
        open_preset();
        QPushButton* start = view()->setup()->strip()->start_button();
        QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), 60'000);
        QCOMPARE(start->text(), QString("Start on the CPU"));
        occupy();
        QTRY_COMPARE_WITH_TIMEOUT(start->text(), QString("Queue for the CPU"), 10'000);
        QVERIFY2(start->toolTip().contains(QStringLiteral("CPU slot")), qPrintable(start->toolTip()));
        QTest::mouseClick(start, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(window_->workspace()->queued_view(), 20'000);
        QCOMPARE(run::queue_entries().size(), std::size_t(1));
        const fs::path run = run::queue_entries()[0].run;
        QVERIFY(to_qt(run).startsWith(to_qt(bench_->root() / "runs" / "tickets-")));
        QTRY_COMPARE(queued().size(), 1);
        release_device();
        QTRY_VERIFY_WITH_TIMEOUT(is_done(run), 60'000);
        QTRY_VERIFY(window_->workspace()->run_view());
        window_->open(preset());
        QTRY_COMPARE_WITH_TIMEOUT(start->text(), QString("Start on the CPU"), 10'000);
    }

    void a_sweep_from_its_field_to_the_comparison() {
        if (!has_model()) QSKIP("the small model is not there: packaging/setup.sh");
        open_preset();
        QTRY_VERIFY_WITH_TIMEOUT(view()->setup()->strip()->start_button()->isEnabled(), 60'000);
        // Several values in a field: the text keeps its one, the bar offers the sweep.
        view()->setup()->set_key(QStringLiteral("training.learning_rate"), QStringLiteral("1e-5, 3e-5"));
        auto* bar = view()->setup()->messages();
        QVERIFY2(bar->text().contains(QStringLiteral("2 value")), qPrintable(bar->text()));
        QVERIFY(!view()->is_modified());
        QTest::mouseClick(bar->findChild<QPushButton*>(), Qt::LeftButton);
        auto* dialog = view()->findChild<SweepDialog*>();
        QVERIFY(dialog);
        const QAbstractItemModelTester tester(dialog->model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTRY_COMPARE(dialog->model()->rowCount(), 2);
        dialog->set_seeds(2);
        QTRY_COMPARE(dialog->model()->rowCount(), 4);
        QCOMPARE(dialog->model()->index(3, 0).data().toString(), QString("learning_rate=3e-5 seed=124"));
        QTRY_VERIFY2_WITH_TIMEOUT(dialog->summary().startsWith(QStringLiteral("4 run")) &&
                                      dialog->summary().contains(QStringLiteral("of training in all")),
                                  qPrintable(dialog->summary()), 60'000);
        QVERIFY2(dialog->summary().contains(QStringLiteral("Together they leave about")),
                 qPrintable(dialog->summary()));
        // Another key changes what its files give, and a wrong value is told with what is allowed.
        dialog->set_values(QStringLiteral("data.max_length"), QStringLiteral("16, many"));
        QTRY_VERIFY(!dialog->queue_button()->isEnabled());
        dialog->set_values(QStringLiteral("data.max_length"), QString());
        QTRY_VERIFY(dialog->queue_button()->isEnabled());
        QTRY_COMPARE(dialog->model()->rowCount(), 4);
        if (const QString to = qEnvironmentVariable("SCREENSHOT_TO"); !to.isEmpty()) {
            QTest::qWait(1000);
            dialog->grab().save(to + QStringLiteral("-dialog.png"));
        }
        QTest::mouseClick(dialog->queue_button(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!run::queue_entries().empty() || !group_runs().empty(), 20'000);
        QTRY_COMPARE_WITH_TIMEOUT(group_runs().size(), std::size_t(4), 20'000);
        for (const fs::path& run : group_runs())
            QTRY_VERIFY_WITH_TIMEOUT(is_done(run), 60'000);
        // The group is one item; selected, it is compared by setting.
        auto* list = window_->sidebar()->findChild<QTreeView*>();
        QModelIndex group;
        QTRY_VERIFY((group = find_group(list)).isValid());
        QTRY_COMPARE(list->model()->rowCount(group = find_group(list)), 4);
        list->setCurrentIndex(group);
        auto* compare = qobject_cast<ComparePage*>(window_->workspace()->currentWidget());
        QVERIFY(compare);
        QTRY_COMPARE(compare->figures().rowCount(), 6);
        QCOMPARE(compare->figures().index(0, 0).data().toString(), QString("learning_rate=1e-5: 2 seed(s)"));
        if (const QString to = qEnvironmentVariable("SCREENSHOT_TO"); !to.isEmpty()) {
            QTest::qWait(1000);
            window_->grab().save(to + QStringLiteral("-compare.png"));
        }
    }

    /// Two runs queued, the window killed: both finish, with the real worker.
    void the_queue_survives_the_window() {
        if (!has_model()) QSKIP("the small model is not there: packaging/setup.sh");
        if (worker_.isEmpty() && !QFile::exists(QStringLiteral(TUNEDESK_BIN_DIR "/tunedesk-worker")))
            QSKIP("tunedesk-worker is not built (TUNEDESK_TORCH=OFF)");
        worker_.isEmpty() ? qunsetenv("TUNEDESK_WORKER") : qputenv("TUNEDESK_WORKER", worker_.toUtf8());
        write_file_atomically(preset(), real_preset(1).toStdString());
        QProcess window;
        window.setWorkingDirectory(to_qt(bench_->root()));
        window.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        window.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--window"), to_qt(preset())});
        std::vector<fs::path> runs;
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                while (window.canReadLine())
                    runs.push_back(to_path(QString::fromUtf8(window.readLine()).trimmed()));
                return runs.size() == 2;
            }(),
            120'000);
        ::kill(static_cast<pid_t>(window.processId()), SIGKILL);
        QVERIFY(window.waitForFinished(10'000));
        QVERIFY2(!is_done(runs[1]), "both were over before the window was killed");
        for (const fs::path& run : runs) {
            QTRY_VERIFY_WITH_TIMEOUT(is_done(run), run_ms);
            QCOMPARE(event::read_exit({run})->code, 0);
            QVERIFY(fs::file_size(run / "final" / "model.safetensors") > 1'000'000);
        }
        QVERIFY(run::queue_entries().empty());
        // Another window finds them among the finished ones.
        open_window();
        for (const fs::path& run : runs)
            QTRY_VERIFY(window_->library()->find(run) &&
                        window_->library()->find(run)->status.is(event::state::done));
    }

private:
    fs::path path(const char* run) const { return fs::canonical(bench_->root()) / run; }
    fs::path preset() const { return bench_->root() / "tickets.yaml"; }

    void open_window() {
        window_ = std::make_unique<MainWindow>(&theme_, settings_.get());
        window_->resize(1280, 720);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        QApplication::setActiveWindow(window_.get());
    }
    void open_preset() {
        write_file_atomically(preset(), real_preset(1).toStdString());
        open_window();
        window_->open(preset());
        QTRY_VERIFY(view());
    }
    PresetView* view() const { return window_->workspace()->preset_view(); }

    /// A run that keeps the one CPU slot.
    void occupy() {
        bench_->set("TUNEDESK_FAKE_STEPS", "50000");
        add("busy");
        QVERIFY(RunBench::journal_has(bench_->folder("busy"), "\"Step\""));
        bench_->set("TUNEDESK_FAKE_STEPS", "5");
    }
    void release_device() { QCOMPARE(bench_->call({"kill", to_qt(path("busy"))}).code, 0); }
    void add(const char* run) {
        const test::Ended ended = bench_->call(
            {"queue", "add", to_qt(bench_->preset()), "--run-dir", to_qt(bench_->folder(run).root)});
        QVERIFY2(ended.code == 0, ended.err.c_str());
    }

    /// The folders of what the sidebar lists as queued, in its order.
    QStringList queued() const {
        LibraryEntries waiting;
        for (const LibraryEntryPtr& entry : window_->library()->entries())
            if (entry->section == Section::queued) waiting.push_back(entry);
        std::ranges::sort(waiting, {}, [](const auto& entry) { return entry->status.place; });
        QStringList names;
        for (const LibraryEntryPtr& entry : waiting)
            names << to_qt(entry->path.filename());
        return names;
    }
    std::vector<fs::path> group_runs() const {
        std::vector<fs::path> runs;
        for (const LibraryEntryPtr& entry : window_->library()->entries())
            if (entry->group == "tickets sweep") runs.push_back(entry->path);
        return runs;
    }
    static QModelIndex find_group(const QTreeView* list) {
        for (int section = 0; section < list->model()->rowCount(); ++section) {
            const QModelIndex above = list->model()->index(section, 0);
            for (int row = 0; row < list->model()->rowCount(above); ++row)
                if (const QModelIndex at = list->model()->index(row, 0, above);
                    at.data(LibraryModel::GroupRole).isValid())
                    return at;
        }
        return {};
    }
    QModelIndex index(const char* run) const {
        const auto* list = window_->sidebar()->findChild<QTreeView*>();
        const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(list->model());
        return proxy->mapFromSource(window_->sidebar()->model()->index_of(path(run)));
    }
    /// Drags runs to the upper (-1) or lower (1) edge of another one's row.
    void drag(const std::vector<const char*>& runs, const char* to, int edge) {
        auto* list = window_->sidebar()->findChild<QTreeView*>();
        QTRY_VERIFY(index(to).isValid());
        QModelIndexList dragged;
        for (const char* run : runs) {
            QVERIFY(index(run).flags() & Qt::ItemIsDragEnabled);
            dragged << index(run);
        }
        list->scrollTo(index(to));
        const QRect row = list->visualRect(index(to));
        const QPoint at(row.center().x(), edge < 0 ? row.top() + 1 : row.bottom() - 1);
        const std::unique_ptr<QMimeData> data(list->model()->mimeData(dragged));
        QDragEnterEvent enter(at, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(list->viewport(), &enter);
        QDragMoveEvent move(at, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(list->viewport(), &move);
        QDropEvent drop(at, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(list->viewport(), &drop);
    }
    QAction* action(const char* text) const {
        for (QAction* each : window_->findChildren<QAction*>())
            if (each->text().remove(u'&') == QLatin1String(text)) return each;
        return nullptr;
    }
    void choose(const char* text) {
        QVERIFY2(action(text), text);
        QTRY_VERIFY2(action(text)->isEnabled(), text);
        action(text)->trigger();
    }

    QString worker_;
    std::unique_ptr<RunBench> bench_;
    Theme theme_;
    std::unique_ptr<QSettings> settings_;
    std::unique_ptr<MainWindow> window_;
};

TUNEDESK_TWO_WINDOWS_TEST_MAIN(WindowQueueTest, be_a_window)
#include "queue_test.moc"
