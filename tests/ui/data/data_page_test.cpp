// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "format/hub/hub_cache.h"
#include "format/hub/hub_data.h"
#include "patience.h"
#include "preset/yaml/load.h"
#include "ui/data/data_findings.h"
#include "ui/data/data_page.h"
#include "ui/data/length_plot.h"
#include "ui/data/rows_model.h"
#include "ui/data/token_view.h"
#include "ui/display.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

fs::path root() {
    return TUNEDESK_SOURCE_DIR;
}

bool has_model() {
    return fs::exists(root() / ".deps/models/all-MiniLM-L6-v2/config.json");
}

void show(DataPage& page) {
    page.resize(1040, 640);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
}

QString cell(QTableWidget* table, int row, int column) {
    return table->item(row, column) ? table->item(row, column)->text() : QString();
}

} // namespace

// The data page: first rows at once, columns by a click, all rows in the background.
class DataPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        std::ofstream(file("train.csv")) << "id,body,kind,note\n"
                                            "1,good and long,a,x\n"
                                            "2,\"two\nlines, quoted\",b,\n"
                                            "3,torn,a\n"
                                            "4,fine,b,y\n"
                                            "5,fine too,a,z\n";
        std::ofstream(file("test.csv")) << "id,body,kind,note\n9,fine,b,y\n10,new,a,y\n";
        preset_ = {};
        preset_.data.train = file("train.csv").string();
        preset_.data.test = file("test.csv").string();
        preset_.data.text_column = "body";
        preset_.data.label_column = "kind";
        preset_.data.bad_rows = Preset::BadRows::skip;
        preset_.model.path = (root() / ".deps/models/all-MiniLM-L6-v2").string();
    }

    void shows_first_rows() {
        DataPage page;
        QAbstractItemModelTester tester(page.rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        show(page);
        QSignalSpy shown(&page, &DataPage::rows_shown);
        page.show_preset(preset_);
        QVERIFY(shown.wait(10000));
        const RowsModel& rows = *page.rows();
        QCOMPARE(rows.columnCount(), 4);
        QCOMPARE(rows.rowCount(), 5);
        QCOMPARE(rows.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("text: body"));
        QCOMPARE(rows.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("label: kind"));
        QCOMPARE(rows.data(rows.index(1, 1), Qt::DisplayRole).toString(),
                 QStringLiteral("two lines, quoted"));
        QCOMPARE(rows.cell(1, QStringLiteral("body")), QStringLiteral("two\nlines, quoted"));
        QVERIFY(rows.data(rows.index(2, 0), Qt::DisplayRole).toString().contains(QStringLiteral("3 fields")));
        QCOMPARE(rows.headerData(2, Qt::Vertical, Qt::DisplayRole).toInt(), 5);
        // The other files, and none.
        auto* box = page.findChild<QComboBox*>();
        box->setCurrentIndex(2);
        Q_EMIT box->activated(2);
        QVERIFY(shown.wait(10000));
        QCOMPARE(rows.rowCount(), 2);
        box->setCurrentIndex(1);
        Q_EMIT box->activated(1);
        QCOMPARE(rows.rowCount(), 0);
    }

    void shows_rows_by_name() {
        const QByteArray caches = qgetenv("XDG_CACHE_HOME");
        const auto restored = qScopeGuard([&] {
            qunsetenv("HF_HUB_CACHE");
            qputenv("XDG_CACHE_HOME", caches);
        });
        qputenv("HF_HUB_CACHE", file("hub").c_str());
        qputenv("XDG_CACHE_HOME", file("caches").c_str());
        const auto preset = [] {
            return preset::parse_draft("data: {train: org/rows, text_column: body}", "p.yaml", "/tmp")
                .loaded.preset;
        };
        DataPage page;
        show(page);
        QSignalSpy shown(&page, &DataPage::rows_shown);
        page.show_preset(preset());
        QVERIFY(shown.wait(10000));
        const auto* messages = page.findChild<MessageBar*>();
        QVERIFY2(messages->text().contains("tunedesk data get org/rows"), qPrintable(messages->text()));
        const format::HubModel at_commit{"org/rows", std::string(40, 'a'), format::HubKind::data_set};
        const fs::path rows = format::data_set_folder(at_commit) / "train.csv";
        fs::create_directories(rows.parent_path());
        fs::copy(file("train.csv"), rows);
        format::note_splits(at_commit, {{{"default", "train"}, rows}});
        format::HubCache(format::HubKind::data_set)
            .set_ref({"org/rows", "main", format::HubKind::data_set}, at_commit.revision);
        page.show_preset(preset());
        QVERIFY(shown.wait(10000));
        QCOMPARE(page.rows()->rowCount(), 5);
        QVERIFY2(messages->isHidden(), qPrintable(messages->text()));
    }

    void maps_columns_by_click() {
        DataPage page;
        show(page);
        QSignalSpy shown(&page, &DataPage::rows_shown), asked(&page, &DataPage::set_requested);
        page.show_preset(preset_);
        QVERIFY(shown.wait(10000));
        QHeaderView* header = page.table()->horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          QPoint(header->sectionViewportPosition(3) + 5, header->height() / 2));
        QMenu* menu = nullptr;
        QTRY_VERIFY((menu = page.findChild<QMenu*>()) && menu->isVisible());
        QCOMPARE(menu->actions().size(), 3);
        menu->actions().at(0)->trigger();
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), QStringLiteral("data.text_column"));
        QCOMPARE(asked[0][1].toString(), QStringLiteral("note"));
        QCOMPARE(page.rows()->role_of(3), QStringLiteral("text"));
        QCOMPARE(page.rows()->role_of(1), QString());
    }

    void counts_all_rows() {
        DataPage page;
        show(page);
        QSignalSpy counted(&page, &DataPage::counted);
        page.show_preset(preset_);
        QVERIFY2(counted.wait(60000), qPrintable(page.messages()->text()));
        DataFindings& found = *page.findings();
        QCOMPARE(found.classes()->rowCount(), 2);
        QCOMPARE(cell(found.classes(), 0, 0), QStringLiteral("a"));
        QCOMPARE(cell(found.classes(), 0, 1), QStringLiteral("2"));
        QCOMPARE(cell(found.classes(), 0, 2), QStringLiteral("50.0%"));
        QCOMPARE(cell(found.classes(), 1, 4), QStringLiteral("1"));
        QCOMPARE(found.rejected()->rowCount(), 1);
        QCOMPARE(cell(found.rejected(), 0, 1), QStringLiteral("5"));
        QVERIFY(cell(found.rejected(), 0, 3).contains(QStringLiteral("3 fields")));
        QCOMPARE(found.duplicates()->rowCount(), 1);
        QVERIFY(cell(found.duplicates(), 0, 1).contains(QStringLiteral("test.csv")));
        QVERIFY(!page.is_counting());
        if (!has_model()) QSKIP("the model of packaging/setup.sh is not here");
        QVERIFY2(found.lengths()->sentence().contains(QStringLiteral("truncates no row")),
                 qPrintable(found.lengths()->sentence()));
        preset_.data.max_length = 5;
        page.show_preset(preset_);
        QTRY_VERIFY_WITH_TIMEOUT(found.lengths()->sentence().contains(QStringLiteral("truncates 1 rows")),
                                 10000);
        QCOMPARE(counted.count(), 1);
    }

    void says_what_is_wrong_with_rows() {
        DataPage page;
        show(page);
        preset_.data.bad_rows = Preset::BadRows::stop;
        QSignalSpy counted(&page, &DataPage::counted);
        page.show_preset(preset_);
        QVERIFY(counted.wait(60000));
        QCOMPARE(page.findings()->rejected()->rowCount(), 1);
        QCOMPARE(page.messages()->text(), QString()); // the data check says it, with a remedy
        // The other rows are counted all the same.
        QCOMPARE(page.findings()->classes()->rowCount(), 2);
        QCOMPARE(cell(page.findings()->classes(), 1, 4), QStringLiteral("1"));
        if (has_model())
            QVERIFY(page.findings()->lengths()->sentence().contains(QStringLiteral("truncates no row")));
        preset_.data.train = file("none.csv").string();
        page.show_preset(preset_);
        QTRY_VERIFY_WITH_TIMEOUT(page.messages()->text().contains(QStringLiteral("none.csv")), 30000);
    }

    void splits_are_those_of_the_run() {
        std::ofstream rows(file("all.csv"));
        rows << "body,kind\n";
        for (int i = 0; i < 40; ++i)
            rows << (i < 8 ? std::string("the same") : "row " + std::to_string(i))
                 << (i % 2 ? ",a\n" : ",b\n");
        rows.close();
        preset_.data.train = file("all.csv").string();
        preset_.data.test.clear();
        preset_.data.validation_split = 0.1;
        preset_.data.test_split = 0.2;
        DataPage page;
        show(page);
        QSignalSpy counted(&page, &DataPage::counted), shown(&page, &DataPage::rows_shown);
        page.show_preset(preset_);
        QVERIFY2(counted.wait(60000), qPrintable(page.messages()->text()));
        QTableWidget* classes = page.findings()->classes();
        const auto of_both = [&](int column) {
            return cell(classes, 0, column) + u' ' + cell(classes, 1, column);
        };
        QCOMPARE(of_both(1), QStringLiteral("14 14"));
        QCOMPARE(of_both(3), QStringLiteral("2 2"));
        QCOMPARE(of_both(4), QStringLiteral("4 4"));
        QString counts;
        for (const auto* label : page.findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("Training: "))) counts = label->text();
        for (const char* part :
             {"Training: 28 rows (70.0%)", "Validation: 4 rows (10.0%)", "Test: 8 rows (20.0%)"})
            QVERIFY2(counts.contains(QLatin1String(part)), qPrintable(counts));
        // What the run warns of: which split is which.
        const run::CheckedInputs found = run::inspect_inputs(preset_);
        std::uint64_t twins = 0;
        for (const data::Finding& finding : found.findings)
            if (finding.kind == data::Finding::Kind::leak) twins += finding.count;
        QVERIFY(twins > 0);
        QTableWidget* duplicates = page.findings()->duplicates();
        QCOMPARE(static_cast<std::uint64_t>(duplicates->rowCount()), twins);
        QVERIFY2(cell(duplicates, 0, 0).endsWith(QStringLiteral(" and Training")),
                 qPrintable(cell(duplicates, 0, 0)));
        QVERIFY(cell(duplicates, 0, 1).startsWith(QStringLiteral("all.csv:")));
        auto* box = page.findChild<QComboBox*>();
        QCOMPARE(box->itemText(1), QStringLiteral("Validation (10% of the rows)"));
        box->setCurrentIndex(1);
        Q_EMIT box->activated(1);
        QVERIFY(shown.wait(10000));
        QCOMPARE(page.rows()->rowCount(), 40); // those that they are chosen from
    }

    void shows_tokens() {
        if (!has_model()) QSKIP("the model of packaging/setup.sh is not here");
        DataPage page;
        show(page);
        QSignalSpy shown(&page, &DataPage::rows_shown), tokens(page.findings()->tokens(), &TokenView::shown);
        preset_.data.max_length = 4;
        page.show_preset(preset_);
        QVERIFY(shown.wait(10000));
        page.table()->selectRow(0);
        QVERIFY(tokens.wait(30000));
        // [CLS] good and long [SEP]
        QCOMPARE(page.findings()->tokens()->summary(), QStringLiteral("5 tokens, 4 of them kept"));
        preset_.data.stride = 1; // shown without choosing the row again
        page.show_preset(preset_);
        QVERIFY(tokens.wait(30000));
        // [CLS] good and [SEP] [CLS] and long [SEP]
        QCOMPARE(page.findings()->tokens()->summary(),
                 QStringLiteral("5 token(s), all of them kept, read in 2 windows"));
        preset_.data.stride = 0;
    }

    void cancels() {
        // Enough rows to keep the other process busy for a while.
        std::ofstream big(file("big.csv"));
        big << "body,kind\n";
        for (int i = 0; i < 400000; ++i)
            big << "some words of row " << i << " that take their time to tokenize,"
                << "ab"[i % 2] << "\n";
        big.close();
        preset_.data.train = file("big.csv").string();
        preset_.data.test.clear();
        DataPage page;
        show(page);
        QSignalSpy counted(&page, &DataPage::counted);
        page.show_preset(preset_);
        QTRY_VERIFY_WITH_TIMEOUT(page.is_counting(), 10000);
        QPushButton* cancel = nullptr;
        for (auto* button : page.findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Cancel")) cancel = button;
        QTRY_VERIFY(cancel->isVisible());
        QTest::mouseClick(cancel, Qt::LeftButton);
        QVERIFY(!page.is_counting());
        QTest::qWait(300);
        QCOMPARE(counted.count(), 0);
        QCOMPARE(page.rows()->rowCount(), 500);
    }

    void guesses_a_table() {
        DataPage page;
        show(page);
        QSignalSpy asked(&page, &DataPage::set_requested);
        page.show_table(root() / "resources/samples/own.csv");
        QTRY_COMPARE_WITH_TIMEOUT(asked.count(), 2, 10000);
        QCOMPARE(asked[0][1].toString(), QStringLiteral("text"));
        QCOMPARE(asked[1][1].toString(), QStringLiteral("label"));
        QTRY_VERIFY_WITH_TIMEOUT(page.rows()->rowCount() > 5, 10000);
    }

    void reads_other_formats_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("rows");
        QTest::addColumn<bool>("fails");
        QTest::newRow("TSV") << QStringLiteral("a.tsv") << QByteArray("t\tl\nx \"y\t1\nz\t2\n") << 2 << false;
        QTest::newRow("JSONL") << QStringLiteral("a.jsonl")
                               << QByteArray(
                                      "{\"t\": \"x\", \"l\": 1}\nbroken\n{\"t\": \"y\", \"extra\": [1]}\n")
                               << 3 << false;
        QTest::newRow("empty") << QStringLiteral("a.csv") << QByteArray() << 0 << true;
        QTest::newRow("header alone") << QStringLiteral("a.csv") << QByteArray("t,l\n") << 0 << false;
        QTest::newRow("UTF-16") << QStringLiteral("a.csv") << QByteArray("\xFF\xFEt\0e\0x\0t\0\n\0", 12) << 0
                                << true;
        QTest::newRow("garbage") << QStringLiteral("a.jsonl") << QByteArray("\x01\x02\xff\n\n{[") << 0
                                 << true;
        QTest::newRow("other name") << QStringLiteral("a.parquet") << QByteArray("PAR1") << 0 << true;
    }
    void reads_other_formats() {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(int, rows);
        QFETCH(bool, fails);
        std::ofstream(file(name.toStdString().c_str())) << bytes.toStdString();
        try {
            const data::FirstRows found = data::read_first_rows(file(name.toStdString().c_str()));
            QVERIFY(!fails);
            QCOMPARE(static_cast<int>(found.rows.size()), rows);
            for (const auto& row : found.rows)
                QCOMPARE(row.cells.size(), found.columns.size());
        } catch (const Error& error) {
            QVERIFY2(fails, error.what());
        }
    }

    void measures_the_cut() {
        const LengthPlot::Cut cut = LengthPlot::cut_of({{5, 10}, {100, 3}, {200, 1}}, 100);
        QCOMPARE(cut.rows, 14U);
        QCOMPARE(cut.cut_rows, 1U);
        QCOMPARE(cut.cut_tokens, 100U);
        QCOMPARE(cut.tokens, 550U);
        QCOMPARE(cut.longest, 200U);
    }

private:
    fs::path file(const char* name) const { return to_path(folder_->path()) / name; }

    std::unique_ptr<QTemporaryDir> folder_;
    Preset preset_;
};

TUNEDESK_WINDOW_TEST_MAIN(DataPageTest)
#include "data_page_test.moc"
