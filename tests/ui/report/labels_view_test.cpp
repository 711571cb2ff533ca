// SPDX-License-Identifier: GPL-3.0-or-later
// The report of a run of task: multi-label-classification: which tabs there are, each label's counts, the
// curves over the threshold, the rows that are furthest off, and the PDF.

#include "ui/report/labels_view.h"

#include "ui/display.h"
#include "ui/report/look.h"
#include "ui/report/made_run.h"
#include "ui/report/report_page.h"
#include "ui/report/square_plot.h"
#include "ui/report/worst_rows.h"

#include <QSignalSpy>
#include <QTabWidget>
#include <QTableWidget>

using namespace tunedesk;
using namespace tunedesk::ui;

class LabelsViewTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path root() const { return folder_.path().toStdString(); }

    void make_run(const fs::path& run, int rows, bool labelled) const {
        test::make_labels_run(run, rows, labelled, {"<b>even", "third"});
    }

    static void show(ReportPage& page, const fs::path& run) {
        QSignalSpy shown(&page, &ReportPage::shown);
        page.show_run(run);
        QVERIFY(shown.wait(20000));
    }

    static LabelsView& labels_of(ReportPage& page) { return *page.findChild<LabelsView*>(); }

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
        make_run(root() / "kinds", 30, true);
        make_run(root() / "unlabelled", 10, false);
    }

    void labels_thresholds_and_rows() {
        ReportPage page;
        page.resize(1280, 720);
        page.show();
        show(page, root() / "kinds");
        QCOMPARE(shown_tabs(page), (QStringList{"Scores", "Labels", "Curves"}));
        QTableWidget& labels = labels_of(page).labels();
        QCOMPARE(labels.rowCount(), 2);
        QStringList even;
        for (int column = 0; column < labels.columnCount(); ++column)
            even << labels.item(0, column)->text();
        QCOMPARE(even, (QStringList{"<b>even", "15", "1", "0", "14", "0.9375", "1.0000", "0.9677", "0.9375",
                                    "0.900"}));
        QCOMPARE(labels.item(1, 3)->text(), QString("1")); // row 3 is missed
        QCOMPARE(labels_of(page).thresholds().curves().size(), std::size_t{3});
        const auto first = labels_of(page).thresholds().curves()[0].points;
        labels.setCurrentCell(1, 0);
        QVERIFY(labels_of(page).thresholds().curves()[0].points != first);
        QTableWidget& worst = labels_of(page).worst().table();
        QCOMPARE(worst.rowCount(), 30);
        QCOMPARE(worst.item(0, 0)->text(), QString("row <b>3</b>"));
        QCOMPARE(worst.item(0, 1)->text(), QString("third"));
        QCOMPARE(worst.item(0, 2)->text(), QString());
        QCOMPARE(worst.item(1, 2)->text(), QString("<b>even"));
        auto* tabs = page.findChild<QTabWidget*>();
        tabs->setCurrentIndex(1);
        QTest::qWait(100);
        const QString picture = qEnvironmentVariable("SCREENSHOT_TO");
        if (!picture.isEmpty()) QVERIFY(page.grab().save(picture + "labels.png"));
        QSignalSpy saved(&page, &ReportPage::document_saved);
        page.save_document(root() / "kinds.pdf");
        QVERIFY(saved.wait(20000));
        QVERIFY(fs::file_size(root() / "kinds.pdf") > 5000);
    }

    /// What a stranger's run may say in a megabyte: it is shown in time, and as far as there is room.
    void more_labels_than_anyone_reads() {
        make_run(root() / "many", 30, true);
        Json report = Json::parse(read_file(root() / "many" / "report.json", ErrorId::file_unreadable));
        Json& labels = report["multi_label"]["per_label"];
        for (int i = 0; i < 60'000; ++i)
            labels.push_back(Json{{"name", "l"}});
        write_file_atomically(root() / "many" / "report.json", report.dump());
        ReportPage page;
        page.show();
        show(page, root() / "many");
        QCOMPARE(labels_of(page).labels().rowCount(), 5000);
    }

    void without_labels_there_is_nothing_to_compare() {
        ReportPage page;
        page.show();
        show(page, root() / "unlabelled");
        QCOMPARE(shown_tabs(page), (QStringList{"Scores", "Labels (off)", "Curves (off)"}));
        QCOMPARE(labels_of(page).labels().rowCount(), 0);
        QCOMPARE(labels_of(page).worst().table().rowCount(), 0);
    }
};

TUNEDESK_WINDOW_TEST_MAIN(LabelsViewTest)
#include "labels_view_test.moc"
