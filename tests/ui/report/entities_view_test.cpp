// SPDX-License-Identifier: GPL-3.0-or-later
// The report of a run of task: token-classification: which tabs there are, each type's scores, the rows that
// are furthest off with their entities marked, and the PDF.

#include "ui/report/entities_view.h"

#include "ui/display.h"
#include "ui/report/look.h"
#include "ui/report/made_run.h"
#include "ui/report/marked_text.h"
#include "ui/report/report_page.h"
#include "ui/report/table_row.h"
#include "ui/report/worst_rows.h"

#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableWidget>

using namespace tunedesk;
using namespace tunedesk::ui;

class EntitiesViewTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path root() const { return folder_.path().toStdString(); }

private Q_SLOTS:
    void initTestCase() { test::use_asked_look(); }

    void types_and_rows() {
        test::make_tags_run(root() / "names", "<b>Rome");
        ReportPage page;
        page.resize(1280, 720);
        page.show();
        QSignalSpy shown(&page, &ReportPage::shown);
        page.show_run(root() / "names");
        QVERIFY(shown.wait(20000));
        QStringList tabs;
        const auto* all = page.findChild<QTabWidget*>();
        for (int tab = 0; tab < all->count(); ++tab)
            if (all->isTabVisible(tab)) tabs << all->tabText(tab) + (all->isTabEnabled(tab) ? "" : " (off)");
        QCOMPARE(tabs, (QStringList{"Scores", "Entities"}));
        auto& view = *page.findChild<EntitiesView*>();
        QCOMPARE(view.types().rowCount(), 5);
        QCOMPARE(test::row_of(view.types(), 0), (QStringList{"LOC", "1.0000", "0.5000", "0.6667", "2"}));
        QCOMPARE(test::row_of(view.types(), 1), (QStringList{"PER", "0.6667", "1.0000", "0.8000", "2"}));
        QTableWidget& worst = view.worst().table();
        QCOMPARE(test::row_of(worst, 0), (QStringList{"Bo left <b>Rome soon", "PER: Bo; LOC: <b>Rome",
                                                      "PER: Bo; PER: <b>Rome", "2.5000"}));
        worst.setCurrentCell(0, 0);
        const QString whole = view.worst().findChild<QPlainTextEdit*>()->toPlainText();
        QCOMPARE(whole.count("Bo"), 2); // as it is, and as it was predicted
        QVERIFY(whole.contains("<b>Rome") && whole.contains("LOC"));
        QSignalSpy saved(&page, &ReportPage::document_saved);
        page.save_document(root() / "names.pdf");
        QVERIFY(saved.wait(20000));
        QVERIFY(fs::file_size(root() / "names.pdf") > 3000);
    }

    /// Offsets count characters, of which QString has two units for some; what a text says is no HTML.
    void marks_are_of_characters() {
        const QString text = QString::fromUtf8("\xF0\x9F\x8C\x8D <Rome>");
        const QString html = marked_text(text, {{2, 8, "LOC"}});
        QVERIFY2(html.contains(">&lt;Rome&gt;</span>"), qPrintable(html));
        QVERIFY(html.startsWith(QString::fromUtf8("\xF0\x9F\x8C\x8D ")));
        QCOMPARE(listed_marks(text, {{2, 8, "LOC"}}), QString("LOC: <Rome>"));
        QCOMPARE(marked_text("a", {{5, 9, "X"}}).left(1), QString("a")); // marks of another text
    }
};

TUNEDESK_WINDOW_TEST_MAIN(EntitiesViewTest)
#include "entities_view_test.moc"
