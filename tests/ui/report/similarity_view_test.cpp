// SPDX-License-Identifier: GPL-3.0-or-later
// The report of a run of task: sentence-embedding: which tabs there are, the rows that are furthest off with
// their rank or score, and the PDF.

#include "ui/report/similarity_view.h"

#include "ui/display.h"
#include "ui/report/look.h"
#include "ui/report/made_run.h"
#include "ui/report/report_page.h"
#include "ui/report/table_row.h"
#include "ui/report/worst_rows.h"

#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableWidget>

using namespace tunedesk;
using namespace tunedesk::ui;

class SimilarityViewTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path root() const { return folder_.path().toStdString(); }

private Q_SLOTS:
    void initTestCase() { test::use_asked_look(); }

    void rows_that_are_furthest_off_data() {
        QTest::addColumn<bool>("scored");
        QTest::addColumn<QString>("truth");
        QTest::newRow("ranks") << false << "7";
        QTest::newRow("scores") << true << "0.70";
    }
    void rows_that_are_furthest_off() {
        QFETCH(bool, scored);
        QFETCH(QString, truth);
        const fs::path run = root() / (scored ? "scored" : "ranked");
        test::make_pairs_run(run, scored, "<b>GIMP");
        ReportPage page;
        page.resize(1280, 720);
        page.show();
        QSignalSpy shown(&page, &ReportPage::shown);
        page.show_run(run);
        QVERIFY(shown.wait(20000));
        QStringList tabs;
        const auto* all = page.findChild<QTabWidget*>();
        for (int tab = 0; tab < all->count(); ++tab)
            if (all->isTabVisible(tab)) tabs << all->tabText(tab) + (all->isTabEnabled(tab) ? "" : " (off)");
        QCOMPARE(tabs, (QStringList{"Scores", "Similarity"}));
        auto& view = *page.findChild<SimilarityView*>();
        QTableWidget& worst = view.worst().table();
        QCOMPARE(worst.rowCount(), 3);
        QCOMPARE(test::row_of(worst, 0), (QStringList{"<b>GIMP1", "draws 1", truth, "0.1250", "3.5000"}));
        worst.setCurrentCell(0, 0);
        QCOMPARE(view.worst().findChild<QPlainTextEdit*>()->toPlainText(), QString("<b>GIMP1\n\ndraws 1"));
        QSignalSpy saved(&page, &ReportPage::document_saved);
        page.save_document(root() / "pairs.pdf");
        QVERIFY(saved.wait(20000));
        QVERIFY(fs::file_size(root() / "pairs.pdf") > 2000);
    }
};

TUNEDESK_WINDOW_TEST_MAIN(SimilarityViewTest)
#include "similarity_view_test.moc"
