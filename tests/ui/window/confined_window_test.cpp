// A window that opens a run and shows all its pages reads the run's files on threads that may not write.

#include "tracing.h"
#include "ui/display.h"
#include "ui/widgets/background.h"
#include "ui/widgets/text.h"
#include "ui/window/lazy_tabs.h"
#include "ui/window/main_window.h"
#include "ui/window/runs.h"
#include "ui/window/theme.h"
#include "ui/window/workspace.h"

#include <QProcess>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <cerrno>
#include <fcntl.h>
#include <map>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

constexpr int page_ms = 700, window_ms = 120'000;

/// A window in a process of its own that opens the run, shows one page after the other, and ends.
int be_a_window(const QString& run) {
    QTemporaryDir place;
    QSettings settings(place.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
    Theme theme;
    MainWindow window(&theme, &settings);
    window.show();
    window.open(to_path(run));
    QTimer turn;
    int page = 0;
    QObject::connect(&turn, &QTimer::timeout, [&] {
        LazyTabs* tabs = window.workspace()->tabs();
        if (!tabs) return;
        if (page == tabs->count()) return QApplication::exit(page == 0);
        tabs->setCurrentIndex(page++);
    });
    turn.start(page_ms);
    return QApplication::exec();
}

/// What a trace says of one thread.
struct Thread {
    bool is_confined = false;
    QStringList opened_before; ///< below the run, before it was confined
    int opened = 0;            ///< below the run, at any time
};

std::map<QString, Thread> threads_of(const QString& trace, const QString& run) {
    std::map<QString, Thread> threads;
    for (const QString& line : trace.split(u'\n')) {
        const QString id = line.section(u' ', 0, 0);
        Thread& thread = threads[id];
        if (line.contains(QStringLiteral("landlock_restrict_self"))) thread.is_confined = true;
        if (!line.contains(run) || line.contains(QStringLiteral("O_PATH"))) continue;
        ++thread.opened;
        if (!thread.is_confined) thread.opened_before << line;
    }
    return threads;
}

} // namespace

class ConfinedWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_read_in_the_background_cannot_write() {
        QTemporaryDir place;
        const std::string file = place.filePath(QStringLiteral("file")).toStdString();
        const auto failure = [file](const Wanted&) {
            const FileDescriptor made(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
            return made ? 0 : errno;
        };
        int reading = -1, working = -1;
        read_in_background(this, failure, [&](int found) { reading = found; });
        QTRY_VERIFY(reading >= 0);
        QCOMPARE(reading, EACCES);
        in_background(this, failure, [&](int found) { working = found; });
        QTRY_VERIFY(working >= 0);
        QCOMPARE(working, 0);
    }

    void every_file_of_a_run_is_read_by_a_thread_that_may_not_write() {
        if (!tracing_works()) QSKIP(no_tracing);
        const QTemporaryDir place;
        const fs::path run = test::make_finished_run(to_path(place.filePath(QStringLiteral("strangers-run"))),
                                                     "run", 0.9, 1e-4);
        const QString calls = place.filePath(QStringLiteral("calls"));
        QProcess window;
        window.start(QStringLiteral("strace"),
                     {QStringLiteral("-f"), QStringLiteral("-s"), QStringLiteral("4096"),
                      QStringLiteral("-o"), calls, QStringLiteral("-e"),
                      QStringLiteral("trace=open,openat,openat2,landlock_restrict_self"),
                      QCoreApplication::applicationFilePath(), QStringLiteral("--window"), to_qt(run)});
        QVERIFY2(window.waitForFinished(window_ms), "the window does not end");
        QCOMPARE(window.exitCode(), 0);
        QFile file(calls);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto threads = threads_of(QString::fromUtf8(file.readAll()), QStringLiteral("/strangers-run/"));
        int opened = 0;
        QStringList unconfined;
        for (const auto& [id, thread] : threads) {
            opened += thread.opened;
            unconfined += thread.opened_before;
        }
        QVERIFY2(opened >= 5, qPrintable(QString::number(opened)));
        QVERIFY2(unconfined.isEmpty(), qPrintable(unconfined.join(u'\n')));
    }
};

TUNEDESK_TWO_WINDOWS_TEST_MAIN(ConfinedWindowTest, be_a_window)
#include "confined_window_test.moc"
