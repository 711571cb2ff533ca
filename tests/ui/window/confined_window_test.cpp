// SPDX-License-Identifier: GPL-3.0-or-later
// A window that opens a run and shows all its pages reads the run's files on threads that may not write.

#include "base/files/landlock.h"
#include "tracing.h"
#include "ui/display.h"
#include "ui/report/report_page.h"
#include "ui/run/watch_page.h"
#include "ui/widgets/background.h"
#include "ui/widgets/text.h"
#include "ui/window/runs.h"
#include "ui/window/shell/lazy_tabs.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QProcess>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <map>
#include <thread>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

constexpr int look_ms = 20, page_ms = 120'000, window_ms = 600'000;

constexpr const char* no_landlock = "this kernel has no Landlock";

/// Tried on a thread that ends with it.
bool landlock_works() {
    bool works = false;
    std::thread([&] { works = forbid_writes_outside({}); }).join();
    return works;
}

/// Whether a page shows what its run's files say, all of them.
bool is_filled(LazyTabs& tabs) {
    const QString name = tabs.current_name();
    QWidget* page = tabs.page(name);
    if (name == QStringLiteral("watch")) {
        const auto* watch = static_cast<WatchPage*>(page);
        const auto labels = page->findChildren<QLabel*>();
        const bool named = std::ranges::any_of(labels, [](const QLabel* label) {
            return label->text() == QStringLiteral("run – strangers-run"); // its preset has told
        });
        return named && watch->feed()->source() == RunFeed::Source::journal && watch->feed()->exit() &&
               watch->feed()->history() && watch->feed()->history()->steps().rows() > 0;
    }
    if (name == QStringLiteral("report")) return static_cast<ReportPage*>(page)->current() != nullptr;
    if (name == QStringLiteral("preset")) return !page->findChild<QPlainTextEdit*>()->toPlainText().isEmpty();
    return name == QStringLiteral("try") && page->isEnabled();
}

/// A window in a process of its own that opens the run, shows one page after the other, and ends. Nothing
/// else is to be shown when a page is filled.
int be_a_window(const QString& run) {
    QTemporaryDir place;
    QSettings settings(place.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
    Theme theme;
    MainWindow window(&theme, &settings);
    window.show();
    window.open(to_path(run));
    QTimer look, late;
    int page = 0;
    QObject::connect(&look, &QTimer::timeout, [&] {
        LazyTabs* tabs = window.workspace()->tabs();
        if (!tabs || tabs->count() == 0) return;
        tabs->setCurrentIndex(page);
        if (!is_filled(*tabs)) return;
        late.start();
        if (++page == tabs->count()) QApplication::exit(0);
    });
    QObject::connect(&late, &QTimer::timeout, [&] {
        std::fprintf(stderr, "page %d stays empty\n", page);
        QApplication::exit(1);
    });
    look.start(look_ms);
    late.start(page_ms);
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
        // In one line, or in "<... landlock_restrict_self resumed>) = 0" after another thread's.
        if (line.contains(QStringLiteral("landlock_restrict_self")) && line.endsWith(QStringLiteral("= 0")))
            thread.is_confined = true;
        if (line.contains(QStringLiteral("+++ exited with")))
            thread.is_confined = false; // the next of its id
        if (!line.contains(run) || line.contains(QStringLiteral("O_PATH"))) continue;
        ++thread.opened;
        if (!thread.is_confined) thread.opened_before << line;
    }
    return threads;
}

/// A command under strace, which writes these calls of all its threads to a file.
void trace(QProcess& process, const QString& calls, const QString& of, const QStringList& command) {
    process.start(QStringLiteral("strace"),
                  QStringList{QStringLiteral("-f"), QStringLiteral("-s"), QStringLiteral("4096"),
                              QStringLiteral("-o"), calls, QStringLiteral("-e"),
                              QStringLiteral("trace=open,openat,openat2,landlock_restrict_self,") + of} +
                      command);
}

} // namespace

class ConfinedWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void only_a_call_that_went_well_confines() {
        const auto before = [](const char* calls) {
            QStringList all;
            for (const auto& [id, thread] : threads_of(QString::fromLatin1(calls), QStringLiteral("/run/")))
                all += thread.opened_before;
            return all.size();
        };
        constexpr const char* opens = "7 openat(AT_FDCWD, \"/run/journal\", O_RDONLY) = 9\n";
        const auto after = [&](const char* call) { return before((std::string(call) + opens).c_str()); };
        QCOMPARE(after(""), 1);
        QCOMPARE(after("7 landlock_restrict_self(5, 0) = 0\n"), 0);
        QCOMPARE(after("8 landlock_restrict_self(5, 0) = 0\n"), 1);
        QCOMPARE(after("7 landlock_restrict_self(5, 0) = -1 EPERM (Operation not permitted)\n"), 1);
        QCOMPARE(after("7 landlock_restrict_self(5, 0 <unfinished ...>\n"), 1);
        QCOMPARE(after("7 landlock_restrict_self(5, 0 <unfinished ...>\n8 open(\"/x\", O_RDONLY) = 3\n"
                       "7 <... landlock_restrict_self resumed>) = 0\n"),
                 0);
        QCOMPARE(after("7 <... landlock_restrict_self resumed>) = -1 E2BIG (Argument list too long)\n"), 1);
        QCOMPARE(after("7 landlock_restrict_self(5, 0) = 0\n7 +++ exited with 0 +++\n"), 1);
    }

    void a_read_in_the_background_cannot_write() {
        if (!landlock_works()) QSKIP(no_landlock);
        QTemporaryDir place;
        const std::string file = place.filePath(QStringLiteral("file")).toStdString();
        const auto failure = [file](const CancelToken&) {
            const FileDescriptor made(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
            return made ? 0 : errno;
        };
        int reading = -1, working = -1;
        read_in_background(this, failure, [&](int found) { reading = found; });
        QTRY_VERIFY_WITH_TIMEOUT(reading >= 0, page_ms);
        QCOMPARE(reading, EACCES);
        in_background(this, failure, [&](int found) { working = found; });
        QTRY_VERIFY_WITH_TIMEOUT(working >= 0, page_ms);
        QCOMPARE(working, 0);
    }

    void every_file_of_a_run_is_read_by_a_thread_that_may_not_write() {
        if (!tracing_works()) QSKIP(no_tracing);
        if (!landlock_works()) QSKIP(no_landlock);
        const QTemporaryDir place;
        const fs::path run = test::make_finished_run(to_path(place.filePath(QStringLiteral("strangers-run"))),
                                                     "run", 0.9, 1e-4);
        const QString calls = place.filePath(QStringLiteral("calls"));
        QProcess window;
        trace(window, calls, QStringLiteral("creat"),
              {QCoreApplication::applicationFilePath(), QStringLiteral("--window"), to_qt(run)});
        QVERIFY2(window.waitForFinished(window_ms), "the window does not end");
        QVERIFY2(window.exitCode() == 0, window.readAllStandardError().constData());
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

    /// Every thread of the program is confined before it opens anything of the run, and no file is opened to
    /// be written.
    void a_read_only_window_writes_nothing() {
        if (!tracing_works()) QSKIP(no_tracing);
        if (!landlock_works()) QSKIP(no_landlock);
        const QTemporaryDir place;
        const fs::path run = test::make_finished_run(to_path(place.filePath(QStringLiteral("strangers-run"))),
                                                     "run", 0.9, 1e-4);
        const QString calls = place.filePath(QStringLiteral("calls"));
        const auto traced = [&] {
            QFile file(calls);
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        QProcess window;
        trace(window, calls, QStringLiteral("creat,clone,clone3"),
              {QStringLiteral(TUNEDESK_BIN_DIR "/tunedesk-gui"), QStringLiteral("--read-only"), to_qt(run)});
        QTRY_VERIFY_WITH_TIMEOUT(traced().contains(QStringLiteral("/strangers-run/events.jsonl")), page_ms);
        QTest::qWait(10 * look_ms);
        window.kill();
        QVERIFY(window.waitForFinished(window_ms));
        bool is_confined = false;
        QStringList written, before;
        for (const QString& line : traced().split(u'\n')) {
            if (line.contains(QStringLiteral("landlock_restrict_self")) &&
                line.endsWith(QStringLiteral("= 0")))
                is_confined = true;
            if (!is_confined &&
                (line.contains(QStringLiteral("clone")) || line.contains(QStringLiteral("/strangers-run/"))))
                before << line; // a thread that is not confined, or a file of the run
            static const QRegularExpression writes(QStringLiteral("O_WRONLY|O_RDWR|O_CREAT|O_TRUNC"));
            static const QRegularExpression device(QStringLiteral("\"/dev/|\"/proc/self/"));
            const bool opened = !line.contains(QStringLiteral("= -1")) && line.contains(u'=');
            if (is_confined && opened && line.contains(writes) && !line.contains(device)) written << line;
        }
        QVERIFY(is_confined);
        QVERIFY2(before.isEmpty(), qPrintable(before.join(u'\n')));
        QVERIFY2(written.isEmpty(), qPrintable(written.join(u'\n')));
    }
};

TUNEDESK_TWO_WINDOWS_TEST_MAIN(ConfinedWindowTest, be_a_window)
#include "confined_window_test.moc"
