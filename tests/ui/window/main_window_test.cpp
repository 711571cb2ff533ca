// SPDX-License-Identifier: GPL-3.0-or-later
#include "patience.h"
#include "ui/display.h"
#include "ui/plot/run_colours.h"
#include "ui/widgets/text.h"
#include "ui/window/library/library.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/runs.h"
#include "ui/window/shell/command_palette.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/stall_watchdog.h"
#include "ui/window/shell/theme.h"

#include <QAction>
#include <QColorDialog>
#include <QFile>
#include <QLineEdit>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QThread>
#include <QThreadPool>
#include <csignal>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

QProcessEnvironment without_display() {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("DISPLAY"));
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
    return environment;
}

/// Whether a process has a handler for the signal.
bool catches(qint64 process, int number) {
    QFile status(QStringLiteral("/proc/%1/status").arg(process));
    if (!status.open(QIODevice::ReadOnly)) return false;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("SigCgt:"))
            return line.mid(7).trimmed().toULongLong(nullptr, 16) >> (number - 1) & 1;
    return false;
}

QString program(const char* name) {
    return QStringLiteral(TUNEDESK_BIN_DIR "/") + QLatin1String(name);
}

} // namespace

class MainWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sigterm_closes_the_program() {
        QProcess process;
        process.start(program("tunedesk"), {});
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY(catches(process.processId(), SIGTERM)); // the sign that it is up
        QVERIFY(!process.waitForFinished(1500));
        process.terminate();
        QVERIFY(process.waitForFinished(test::patience_ms));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(process.readAllStandardError(), QByteArray());
    }

    void no_display_is_one_clear_error_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("display");
        QTest::newRow("none") << "tunedesk"
                              << "";
        QTest::newRow("one that does not answer") << "tunedesk"
                                                  << ":4711";
        QTest::newRow("the window itself") << "tunedesk-gui"
                                           << "";
    }
    void no_display_is_one_clear_error() {
        QFETCH(QString, name);
        QFETCH(QString, display);
        QProcess process;
        QProcessEnvironment environment = without_display();
        if (!display.isEmpty()) environment.insert(QStringLiteral("DISPLAY"), display);
        process.setProcessEnvironment(environment);
        process.start(program(name.toUtf8().constData()), {});
        QVERIFY(process.waitForFinished(20'000));
        const QString error = QString::fromUtf8(process.readAllStandardError());
        QCOMPARE(process.exitCode(), 2);
        QVERIFY2(error.contains(QStringLiteral("--no-gui")), qPrintable(error));
        QCOMPARE(error.count(u'\n'), 1);
    }

    void shows_a_run_and_remembers_it() {
        QTemporaryDir folder;
        const fs::path run =
            test::make_finished_run(folder.filePath(QStringLiteral("r")).toStdString(), "tickets", 0.9, 1e-5);
        QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        Theme theme;
        {
            MainWindow window(&theme, &settings);
            QVERIFY(window.windowTitle().contains(QStringLiteral("TuneDesk")));
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            window.open(run);
            QTRY_VERIFY(window.windowTitle().contains(QStringLiteral("tickets")) ||
                        window.windowTitle().startsWith(u'r'));
            QTRY_VERIFY(window.library()->find(run));
            QTest::qWait(100);
            window.close();
        }
        MainWindow again(&theme, &settings);
        again.show();
        QTRY_VERIFY(again.windowTitle().startsWith(QStringLiteral("tickets")));
        QVERIFY(again.windowTitle().contains(QStringLiteral("TuneDesk")));
    }

    void a_run_gets_another_colour() {
        QTemporaryDir folder;
        const fs::path run =
            test::make_finished_run(folder.filePath(QStringLiteral("r")).toStdString(), "tickets", 0.9, 1e-5);
        QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        Theme theme;
        MainWindow window(&theme, &settings);
        window.show();
        QAction* colour = nullptr;
        for (QAction* each : window.findChildren<QAction*>())
            if (each->text() == QStringLiteral("Co&lour…")) colour = each;
        QVERIFY(colour && !colour->isEnabled());
        QVERIFY2(colour->toolTip().contains(QStringLiteral("Select one run")), qPrintable(colour->toolTip()));
        QTRY_VERIFY(window.library()->find(run));
        window.sidebar()->select(run);
        QTRY_VERIFY(colour->isEnabled());
        QSignalSpy changes(&run_colour_changes(), &RunColourChanges::changed);
        // By the palette, which offers what the sidebar's menu does.
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QApplication::setActiveWindow(&window);
        window.findChild<QAction*>(QStringLiteral("palette"))->trigger();
        auto* palette = window.findChild<CommandPalette*>();
        QTRY_VERIFY(palette && palette->isVisible());
        auto* words = palette->findChild<QLineEdit*>();
        QTest::keyClicks(words, QStringLiteral("colour"));
        QTest::keyClick(words, Qt::Key_Return);
        QColorDialog* dialog = nullptr;
        QTRY_VERIFY((dialog = window.findChild<QColorDialog*>()));
        QCOMPARE(dialog->currentColor(), run_colour(run));
        dialog->setCurrentColor(QColor(120, 20, 140));
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_COMPARE(changes.count(), 1);
        QCOMPARE(run_colour(run), QColor(120, 20, 140));
        QThreadPool::globalInstance()->waitForDone();
        const QSettings kept(to_qt(state_home() / "colours.ini"), QSettings::IniFormat);
        QStringList values;
        for (const QString& key : kept.allKeys())
            values << kept.value(key).toString();
        QVERIFY(values.contains(QColor(120, 20, 140).name()));
    }

    void themes_differ_and_are_kept() {
        Theme theme;
        theme.choose(Theme::Choice::dark);
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 80);
        QVERIFY(QApplication::palette().color(QPalette::WindowText).lightness() > 180);
        theme.choose(Theme::Choice::light);
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() > 200);
        for (const auto choice : {Theme::Choice::system, Theme::Choice::light, Theme::Choice::dark})
            QCOMPARE(theme_choice(theme_name(choice)), choice);
    }

    void watchdog_sees_a_stall() {
        StallWatchdog watchdog;
        QTest::qWait(200);
        QVERIFY(!watchdog.waits().empty());
        QThread::msleep(400);
        QTest::qWait(50);
        QVERIFY2(watchdog.longest() >= 380, qPrintable(QString::number(watchdog.longest())));
        QVERIFY(watchdog.percentile(0.1) <= watchdog.percentile(0.9));
    }
};

TUNEDESK_WINDOW_TEST_MAIN(MainWindowTest)
#include "main_window_test.moc"
