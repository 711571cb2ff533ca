// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/folder/run_folder.h"
#include "event/folder/run_lock.h"
#include "patience.h"
#include "report/run_summary.h"
#include "ui/display.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/setup_page.h"
#include "ui/report/doctor/doctor_model.h"
#include "ui/report/doctor/doctor_view.h"
#include "ui/report/report_page.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/csv/csv_page.h"
#include "ui/window/library/library.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/new_run/preset_views.h"
#include "ui/window/shell/lazy_tabs.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QAbstractButton>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>
#include <csignal>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

const QString source = QStringLiteral(TUNEDESK_SOURCE_DIR);
constexpr int run_ms = 400'000; // two cores, shared with other tests

/// The button that says so, once it is there and can be pressed.
QAbstractButton* button(QWidget* window, const QString& text) {
    for (QAbstractButton* candidate : window->findChildren<QAbstractButton*>())
        if (candidate->isVisible() && candidate->isEnabled() &&
            candidate->text().remove(u'&').startsWith(text))
            return candidate;
    return nullptr;
}

std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Every third row has the label of the one 15 rows further on, so that the label doctor has something to
/// say.
void write_mislabeled(const QString& from, const QString& to) {
    QFile table(from), copy(to);
    QVERIFY(table.open(QIODevice::ReadOnly) && copy.open(QIODevice::WriteOnly));
    const QByteArrayList lines = table.readAll().trimmed().split('\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QByteArray& other = lines[1 + (i + 14) % (lines.size() - 1)];
        const bool turned = i > 0 && i % 3 == 0;
        copy.write(turned ? lines[i].left(lines[i].lastIndexOf(',')) + other.mid(other.lastIndexOf(','))
                          : lines[i]);
        copy.write("\n");
    }
}

bool has_ended(const fs::path& run) {
    return fs::exists(run / "exit.json") && !event::RunLock::is_held({run});
}

/// The window of another process, to be killed: opens a preset, starts it, says where the run is.
int be_a_window(const QString& preset) {
    QTemporaryDir place;
    QSettings settings(place.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
    Theme theme;
    MainWindow window(&theme, &settings);
    window.show();
    window.open(to_path(preset));
    QObject::connect(window.workspace()->presets(), &PresetViews::run_started, [](const QString& run) {
        std::printf("%s\n", qPrintable(run));
        std::fflush(stdout);
    });
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, [&] {
        PresetView* view = window.workspace()->preset_view();
        if (!view || !view->setup()->strip()->start_button()->isEnabled()) return;
        poll.stop();
        view->start();
    });
    poll.start(50);
    return QApplication::exec();
}

} // namespace

/// From the first start to a finished report with the mouse and the keyboard only, with the real supervisor
/// and the real worker.
class FirstRunTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        if (!qEnvironmentVariableIsSet("TUNEDESK_WORKER") &&
            !QFile::exists(QStringLiteral(TUNEDESK_BIN_DIR "/tunedesk-worker")))
            QSKIP("tunedesk-worker is not built (TUNEDESK_TORCH=OFF)");
        if (!QFile::exists(source + QStringLiteral("/.deps/models/all-MiniLM-L6-v2/config.json")))
            QSKIP("the small model is not there: packaging/setup.sh");
    }

    void csv_to_report() {
        QTemporaryDir folder;
        const QString csv = folder.filePath(QStringLiteral("own.csv"));
        write_mislabeled(source + QStringLiteral("/resources/samples/own.csv"), csv);
        QSettings settings(folder.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
        Theme theme;
        MainWindow window(&theme, &settings);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY(!window.library()->entries().empty()); // shipped presets

        click(&window, QStringLiteral("Fine-tune my CSV"));
        QFileDialog* dialog = nullptr;
        QTRY_VERIFY((dialog = window.findChild<QFileDialog*>()) && dialog->isVisible());
        auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        QVERIFY(name);
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        QApplication::setActiveWindow(dialog); // no window manager does it here
        QTRY_VERIFY(name->hasFocus());
        QTest::keyClicks(name, csv);
        QCOMPARE(name->text(), csv);
        ++actions_;
        QTest::keyClick(name, Qt::Key_Return);
        ++actions_;
        CsvPage* page = nullptr;
        QTRY_VERIFY((page = window.findChild<CsvPage*>()));
        QTRY_VERIFY_WITH_TIMEOUT(page->start_button()->isEnabled(), 60'000);
        QTest::mouseClick(page->start_button(), Qt::LeftButton);
        ++actions_;
        QVERIFY2(actions_ <= 4, qPrintable(QString::number(actions_)));

        QTRY_VERIFY_WITH_TIMEOUT(window.workspace()->run_view(), 120'000);
        click(&window, QStringLiteral("Open the report"), run_ms);
        LazyTabs* tabs = window.workspace()->tabs();
        QCOMPARE(tabs->current_name(), QStringLiteral("report"));
        auto* report = qobject_cast<ReportPage*>(tabs->page(QStringLiteral("report")));
        QTRY_VERIFY_WITH_TIMEOUT(report->current(), 20'000);
        const fs::path run = window.workspace()->run_view()->run();
        QVERIFY(to_qt(run).startsWith(folder.path() + QStringLiteral("/runs/own-")));
        const report::RunSummary summary = report::read_run(run);
        QVERIFY(summary.exit && summary.exit->code == 0);
        QVERIFY(summary.report && summary.report->classification);
        QVERIFY(summary.has_best);
        retrain_with_a_correction(window, report);
    }

    /// The window that started a run is killed in its middle: the weights are those of a run that no window
    /// ever saw.
    void a_killed_window_changes_nothing() {
        QTemporaryDir folder;
        const QString preset = folder.filePath(QStringLiteral("p.yaml"));
        QFile file(preset);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            QStringLiteral("tunedesk: 1\nname: killed\nmodel: {path: %1/.deps/models/all-MiniLM-L6-v2}\n"
                           "data: {train: %1/resources/samples/own.csv, validation_split: 0.2, test_split: "
                           "0.2}\ntraining: {per_device_train_batch_size: 4, num_train_epochs: 10}\n")
                .arg(source)
                .toUtf8());
        file.close();

        QProcess window;
        window.setWorkingDirectory(folder.path());
        window.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        window.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--window"), preset});
        QTRY_VERIFY_WITH_TIMEOUT(window.canReadLine() || window.state() == QProcess::NotRunning, 200'000);
        const fs::path run = to_path(QString::fromUtf8(window.readLine()).trimmed());
        QVERIFY(event::RunFolder{run}.holds_run());
        ::kill(static_cast<pid_t>(window.processId()), SIGKILL);
        QVERIFY(window.waitForFinished(10'000));
        QVERIFY2(event::RunLock::is_held({run}), "the run was over before the window was killed");
        QTRY_VERIFY_WITH_TIMEOUT(has_ended(run), run_ms);
        QCOMPARE(event::read_exit({run})->code, 0);

        QProcess alone;
        const QString other = folder.filePath(QStringLiteral("alone"));
        alone.setStandardOutputFile(QProcess::nullDevice());
        alone.start(
            QStringLiteral(TUNEDESK_BIN_DIR "/tunedesk"),
            {QStringLiteral("--no-gui"), QStringLiteral("run"), preset, QStringLiteral("--run-dir"), other});
        QVERIFY(alone.waitForFinished(run_ms));
        QCOMPARE(alone.exitCode(), 0);
        const std::string weights = bytes_of(run / "final" / "model.safetensors");
        QVERIFY(weights.size() > 1'000'000);
        QVERIFY(weights == bytes_of(to_path(other) / "final" / "model.safetensors"));
    }

private:
    /// Gives the doctor's first row another class: a run of the copy, on the same split, says what it has
    /// gained.
    void retrain_with_a_correction(MainWindow& window, ReportPage* report) {
        DoctorView& doctor = report->doctor();
        QSignalSpy loaded(&doctor, &DoctorView::loaded);
        report->findChild<QTabWidget*>()->setCurrentWidget(&doctor);
        QVERIFY(!loaded.empty() || loaded.wait(20'000));
        QVERIFY2(doctor.model().rowCount() > 0, "the report lists no row");
        QTest::keyClick(&doctor.table(), doctor.model().issue(0).label == 0 ? Qt::Key_2 : Qt::Key_1);
        const fs::path first = window.workspace()->run_view()->run();
        click(&window, QStringLiteral("Retrain with corrections"));
        QTRY_VERIFY_WITH_TIMEOUT(
            window.workspace()->run_view() && window.workspace()->run_view()->run() != first, 120'000);
        const fs::path second = window.workspace()->run_view()->run();
        QTRY_VERIFY_WITH_TIMEOUT(has_ended(second), run_ms);
        LazyTabs* tabs = window.workspace()->run_view()->tabs(); // a message may still offer the first report
        tabs->go_to(QStringLiteral("report"));
        auto* page = qobject_cast<ReportPage*>(tabs->page(QStringLiteral("report")));
        QVERIFY(page);
        QTRY_VERIFY_WITH_TIMEOUT(page->current() && page->current()->effect, 20'000);
        const CorrectionEffect& effect = *page->current()->effect;
        QCOMPARE(effect.labels, 1U);
        QCOMPARE(effect.change.rows, report::read_run(second).report->classification->total);
        QVERIFY2(effect.settings.empty(), effect.settings.empty() ? "" : effect.settings.front().c_str());
        QCOMPARE(event::read_exit({second})->code, 0);
        test::keep(window, QStringLiteral("retrained"));
    }

    void click(QWidget* window, const QString& text, int wait_ms = 20'000) {
        QAbstractButton* found = nullptr;
        QTRY_VERIFY2_WITH_TIMEOUT((found = button(window, text)), qPrintable(text), wait_ms);
        QTest::mouseClick(found, Qt::LeftButton);
        ++actions_;
    }

    int actions_ = 0;
};

TUNEDESK_TWO_WINDOWS_TEST_MAIN(FirstRunTest, be_a_window)
#include "first_run_test.moc"
