// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "ui/display.h"
#include "ui/widgets/text.h"
#include "ui/window/library/library_model.h"
#include "ui/window/runs.h"
#include "ui/window/runs/runs_page.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/stall_watchdog.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <cstdio>

// Prints how long the window takes to its first paint, how long 2,000 runs take to be listed, read and
// filtered, also in the table of runs, and how long the window's thread left events waiting meanwhile. Run by
// hand.

namespace {

using namespace tunedesk;
using namespace tunedesk::ui;

constexpr int runs = 2000;

/// Sees the first paint of a window.
class FirstPaint : public QObject {
public:
    double at = 0;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint && at == 0) at = monotonic_seconds();
        return QObject::eventFilter(watched, event);
    }
};

template <class Done>
double milliseconds_until(double start, Done done) {
    while (!done() && monotonic_seconds() - start < 120)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 20);
    return (monotonic_seconds() - start) * 1e3;
}

void measure_table(MainWindow& window) {
    auto* page = window.findChild<RunsPage*>();
    QTableView& table = *page->table();
    const auto show = [&](const char* what, auto act) {
        const double begin = monotonic_seconds();
        act();
        page->grab();
        std::printf("table of runs, %s: %.1f ms\n", what, (monotonic_seconds() - begin) * 1e3);
    };
    show("shown", [&] { window.workspace()->setCurrentWidget(page); });
    milliseconds_until(monotonic_seconds(), [&] { return table.model()->rowCount() >= runs; });
    for (int column : {0, 1, table.model()->columnCount() - 1})
        show("sorted", [&] { table.sortByColumn(column, Qt::AscendingOrder); });
    show("filtered", [&] { page->filter()->setText(QStringLiteral("run 17")); });
    show("all again", [&] { page->filter()->clear(); });
    show("scrolled to the end", [&] { table.scrollToBottom(); });
}

void measure(const QString& folder) {
    const double start = monotonic_seconds();
    QSettings settings(folder + QStringLiteral("/window.ini"), QSettings::IniFormat);
    Theme theme;
    MainWindow window(&theme, &settings);
    FirstPaint paint;
    window.centralWidget()->installEventFilter(&paint);
    window.show();
    milliseconds_until(start, [&] { return paint.at > 0; });
    std::printf("first paint: %.0f ms after the application stood\n", (paint.at - start) * 1e3);

    const StallWatchdog watchdog;
    const auto count = [&](bool read) {
        int number = 0;
        for (const LibraryEntryPtr& entry : window.library()->entries())
            number += entry->is_run() && (!read || entry->stamp >= 0);
        return number;
    };
    std::printf("listed %d runs: %.0f ms\n", runs,
                milliseconds_until(start, [&] { return count(false) >= runs; }));
    std::printf("all settings and metrics read: %.0f ms\n",
                milliseconds_until(start, [&] { return count(true) >= runs; }));
    auto* filter = window.findChild<LibraryFilter*>();
    for (const char* text : {"accuracy>0.5", "learning_rate=0.00002 accuracy<0.9", "run 17", ""}) {
        const double begin = monotonic_seconds();
        filter->set_filter(QString::fromLatin1(text));
        std::printf("filter \"%s\": %.1f ms\n", text, (monotonic_seconds() - begin) * 1e3);
    }
    for (const char* field : {"accuracy", "training.learning_rate"}) {
        const double begin = monotonic_seconds();
        filter->set_order(QString::fromLatin1(field), true);
        std::printf("sort by %s: %.1f ms\n", field, (monotonic_seconds() - begin) * 1e3);
    }
    measure_table(window);
    std::printf("window's thread: p99.9 %.1f ms, longest %.1f ms of %zu events\n", watchdog.percentile(0.999),
                watchdog.longest(), watchdog.waits().size());
}

} // namespace

int main(int argc, char** argv) {
    const test::Home home;
    const test::Display display;
    const QApplication application(argc, argv);
    QTemporaryDir folder;
    for (int i = 0; i < runs; ++i)
        test::make_finished_run(fs::path(folder.path().toStdString()) / "work" / std::to_string(i),
                                "run " + std::to_string(i), 0.5 + i / 5000.0, 1e-5 * (1 + i % 7));
    measure(folder.path());
    return 0;
}
