// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "ui/display.h"
#include "ui/plot/heat_map.h"
#include "ui/report/errors_view.h"
#include "ui/report/examples_model.h"
#include "ui/report/made_run.h"
#include "ui/report/report_page.h"

#include <QSignalSpy>
#include <QTabWidget>
#include <cstdio>
#include <functional>

// The report of a run with 100,000 predictions: prints how long a click on a cell of the confusion matrix
// takes until its texts are painted, and how long the window's thread takes to make the PDF. Ends with 1
// where a click takes longer than 200 ms. Run by hand, on an idle machine.

namespace {

using namespace tunedesk;
using namespace tunedesk::ui;

constexpr double most_click_ms = 200;

double milliseconds(const std::function<void()>& act) {
    const double start = monotonic_seconds();
    act();
    return (monotonic_seconds() - start) * 1e3;
}

} // namespace

int main(int argc, char** argv) {
    const test::Home home;
    const test::Display display;
    QApplication application(argc, argv);
    const QTemporaryDir folder;
    const fs::path run = fs::path(folder.path().toStdString()) / "run";
    test::make_run(run, 100'000, {"bad", "good"});
    ReportPage page;
    page.resize(1280, 720);
    page.show();
    QSignalSpy shown(&page, &ReportPage::shown);
    page.show_run(run);
    if (!shown.wait(60'000)) return 2;
    page.findChild<QTabWidget*>()->setCurrentWidget(&page.errors());
    HeatMap& matrix = page.errors().matrix();
    QCoreApplication::processEvents();
    double slowest = 0;
    for (const auto& [x, y] : {std::pair{3, 3}, {1, 1}, {3, 1}, {1, 3}}) {
        const double ms = milliseconds([&] {
            QTest::mouseClick(&matrix, Qt::LeftButton, {}, {matrix.width() * x / 4, matrix.height() * y / 4});
            QCoreApplication::processEvents();
            page.repaint();
        });
        std::printf("a click on a cell of %d rows: %.0f ms\n", page.errors().examples().rowCount(), ms);
        slowest = std::max(slowest, ms);
    }
    std::printf("the PDF's making: %.0f ms of the window's thread\n",
                milliseconds([&] { page.save_document(run / "report.pdf"); }));
    return slowest <= most_click_ms ? 0 : 1;
}
