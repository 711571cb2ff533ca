// SPDX-License-Identifier: GPL-3.0-or-later
// The report of a run of task: regression: which tabs there are, the points, the rows that are furthest off,
// and the PDF.

#include "ui/report/numbers_view.h"

#include "report/predictions/predictions.h"
#include "report/regression.h"
#include "report/run_report.h"
#include "ui/display.h"
#include "ui/report/look.h"
#include "ui/report/report_page.h"
#include "ui/report/square_plot.h"
#include "ui/report/worst_rows.h"

#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableWidget>

using namespace tunedesk;
using namespace tunedesk::ui;

class NumbersViewTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path root() const { return folder_.path().toStdString(); }

    /// Row i has the number i / 10 and is missed by (i % 5) / 10.
    void make_run(const fs::path& run, std::size_t rows, bool labelled) const {
        fs::create_directories(run);
        write_file_atomically(run / "preset.yaml",
                              "tunedesk: 1\nname: stars\ntask: regression\n"
                              "model: {path: /models/tiny}\n"
                              "data: {train: a.csv, test: b.csv, validation_split: 0.1}\n");
        write_file_atomically(run / "exit.json", R"({"code": 0, "error": null, "line": "", "time": ""})");
        report::PredictionsWriter writer(run / "predictions.csv", {}, false);
        std::vector<float> truth, predicted;
        for (std::size_t i = 0; i < rows; ++i) {
            truth.push_back(static_cast<float>(i) / 10);
            predicted.push_back(truth.back() + static_cast<float>(i % 5) / 10);
            const double error = predicted.back() - truth.back();
            writer.add("text <b>" + std::to_string(i) + "</b>", {},
                       labelled ? std::optional(truth.back()) : std::nullopt, predicted.back(), error * error,
                       i + 2);
        }
        writer.close();
        report::RunReport report;
        report.task = task::Kind::regression;
        report.steps = report.best_step = 10;
        if (labelled) report.metrics = report::values_of(report::regression_scores(truth, predicted), 0.06);
        write_report_json(run / "report.json", report);
    }

    static void show(ReportPage& page, const fs::path& run) {
        QSignalSpy shown(&page, &ReportPage::shown);
        page.show_run(run);
        QVERIFY(shown.wait(20000));
    }

    static NumbersView& numbers_of(ReportPage& page) { return *page.findChild<NumbersView*>(); }

    static QStringList shown_tabs(const ReportPage& page) {
        QStringList names;
        const auto* tabs = page.findChild<QTabWidget*>();
        for (int tab = 0; tab < tabs->count(); ++tab)
            if (tabs->isTabVisible(tab))
                names << tabs->tabText(tab) + (tabs->isTabEnabled(tab) ? "" : " (off)");
        return names;
    }

private Q_SLOTS:
    void initTestCase() {
        test::use_asked_look();
        make_run(root() / "stars", 50, true);
        make_run(root() / "unlabelled", 20, false);
    }

    void points_and_rows_furthest_off() {
        ReportPage page;
        page.resize(1200, 700);
        page.show();
        show(page, root() / "stars");
        QCOMPARE(shown_tabs(page), (QStringList{"Scores", "Numbers"}));
        QCOMPARE(numbers_of(page).scatter().curves().size(), std::size_t{1});
        QCOMPARE(numbers_of(page).scatter().curves()[0].points.size(), 50);
        QTableWidget& worst = numbers_of(page).worst().table();
        QCOMPARE(worst.rowCount(), 50);
        QCOMPARE(worst.item(0, 3)->text(), QString("0.4000"));
        QCOMPARE(worst.item(49, 3)->text(), QString("0.0000"));
        worst.selectRow(0);
        QVERIFY(numbers_of(page).findChild<QPlainTextEdit*>()->toPlainText().startsWith("text <b>"));
        QVERIFY(numbers_of(page).scatter().csv().startsWith("curve,x,y\n"));
        QSignalSpy saved(&page, &ReportPage::document_saved);
        page.save_document(root() / "stars.pdf");
        QVERIFY(saved.wait(20000));
        QVERIFY(fs::file_size(root() / "stars.pdf") > 5000);
    }

    void without_labels_there_is_nothing_to_compare() {
        ReportPage page;
        page.show();
        show(page, root() / "unlabelled");
        QCOMPARE(shown_tabs(page), (QStringList{"Scores", "Numbers (off)"}));
        QCOMPARE(numbers_of(page).worst().table().rowCount(), 0);
    }

    void ticks_are_round() {
        SquarePlot plot;
        SquareCurve dots;
        dots.points = {{1.03, 4.7}, {4.98, 1.2}};
        dots.line = false;
        dots.markers = true;
        plot.set_range(1.03, 4.98);
        plot.set_curves({dots});
        QCOMPARE(plot.curves()[0].points.size(), 2);
        QCOMPARE(plot.ticks_of_axes(), (QStringList{"1", "2", "3", "4", "5", "6"}));
        plot.set_range(-0.002, 0.0071);
        QCOMPARE(plot.ticks_of_axes(), (QStringList{"-0.002", "0", "0.002", "0.004", "0.006", "0.008"}));
    }
};

TUNEDESK_WINDOW_TEST_MAIN(NumbersViewTest)
#include "numbers_view_test.moc"
