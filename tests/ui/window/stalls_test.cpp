// SPDX-License-Identifier: GPL-3.0-or-later
// The window is used while a real training takes all cores: it must never hang. How smooth it is,
// tests/bench/bench_stalls.cpp measures.

#include "ui/display.h"
#include "ui/real_run.h"
#include "ui/window/busy_window.h"
#include "ui/window/runs.h"
#include "ui/window/shell/theme.h"

#include <QSettings>

using namespace tunedesk;
using namespace tunedesk::ui;

class StallsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_window_answers_while_two_ranks_train() {
        if (const QString missing = test::RealRun::missing(); !missing.isEmpty()) QSKIP(qPrintable(missing));
        constexpr double hang_ms = 5000;
        const QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        const fs::path other = test::make_finished_run(root / "other", "other", 0.8, 1e-5);
        test::RealRun run(root, 2, 100'000);
        QTRY_VERIFY_WITH_TIMEOUT(fs::exists(run.folder().journal()), 60'000);
        QSettings settings(to_qt(root / "window.ini"), QSettings::IniFormat);
        Theme theme;
        MainWindow window(&theme, &settings);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        test::BusyWindow busy(window, run.folder().root, run.preset(), {other});
        for (int i = 0; i < 10 && busy.rounds() < 2; ++i)
            busy.work_for(8, 250);
        QVERIFY(busy.rounds() >= 2);
        QCOMPARE(run.process().state(), QProcess::Running);
        QVERIFY(busy.watchdog().waits().size() > 100);
        QVERIFY2(busy.watchdog().longest() < hang_ms, qPrintable(QString::number(busy.watchdog().longest())));
        window.close_now();
    }
};

TUNEDESK_WINDOW_TEST_MAIN(StallsTest)
#include "stalls_test.moc"
