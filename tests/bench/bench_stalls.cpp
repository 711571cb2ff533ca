// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how long the window's thread leaves events waiting while a real training with two ranks saturates
// the machine and somebody looks at every page and types (seconds: TUNEDESK_BENCH_SECONDS, 60 by default).
// Run it by hand on an otherwise quiet machine; `idle` as an argument leaves the training out.

#include "ui/display.h"
#include "ui/real_run.h"
#include "ui/window/busy_window.h"
#include "ui/window/runs.h"
#include "ui/window/shell/theme.h"

#include <QSettings>
#include <cstdio>

namespace {

using namespace tunedesk;
using namespace tunedesk::ui;

void measure(const fs::path& root, bool is_idle) {
    std::vector<fs::path> others;
    for (int i = 0; i < 4; ++i)
        others.push_back(test::make_finished_run(root / ("other" + std::to_string(i)),
                                                 "run " + std::to_string(i), 0.8 + 0.01 * i, 1e-5));
    test::RealRun run(root, 2, 1'000'000);
    const auto has_steps = [&] { return fs::exists(run.folder().metrics()); };
    while (!has_steps() && run.process().state() == QProcess::Running)
        QTest::qWait(200);
    QTest::qWait(20'000); // past its first steps, and some hundred of them in the journal
    if (is_idle) run.process().kill();
    QSettings settings(to_qt(root / "window.ini"), QSettings::IniFormat);
    Theme theme;
    MainWindow window(&theme, &settings);
    window.resize(1280, 800);
    window.show();
    QTest::qWait(2000);
    test::BusyWindow busy(window, run.folder().root, run.preset(), others);
    busy.work_for(qEnvironmentVariableIntValue("TUNEDESK_BENCH_SECONDS"), 700);
    const StallWatchdog& watchdog = busy.watchdog();
    std::printf("%-22s %12s %12s\n", "action", "itself, ms", "longest wait");
    for (const auto& [name, cost] : busy.costs())
        std::printf("%-22s %12.1f %12.1f\n", qPrintable(name), cost.action, cost.wait);
    std::printf("window's thread: p50 %.2f ms, p99 %.1f ms, p99.9 %.1f ms, longest %.1f ms of %zu events; %d "
                "rounds, %s\n",
                watchdog.percentile(0.5), watchdog.percentile(0.99), watchdog.percentile(0.999),
                watchdog.longest(), watchdog.waits().size(), busy.rounds(),
                is_idle ? "no training"
                        : (run.process().state() == QProcess::Running ? "two ranks trained to the end"
                                                                      : "THE TRAINING HAS ENDED EARLY"));
    window.close_now();
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("TUNEDESK_BENCH_SECONDS")) qputenv("TUNEDESK_BENCH_SECONDS", "60");
    const test::Home home;
    const test::Display display;
    const QApplication application(argc, argv);
    if (const QString missing = test::RealRun::missing(); !missing.isEmpty()) {
        std::fprintf(stderr, "%s\n", qPrintable(missing));
        return 77;
    }
    const QTemporaryDir root;
    measure(root.path().toStdString(), QApplication::arguments().contains(QStringLiteral("idle")));
    return 0;
}
