// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_page.h"

#include "preset/yaml/load.h"
#include "report/document/document_colors.h"
#include "ui/display.h"
#include "ui/plot/heat_map.h"
#include "ui/report/curves_view.h"
#include "ui/report/document/document_items.h"
#include "ui/report/document/report_document.h"
#include "ui/report/errors_view.h"
#include "ui/report/examples_model.h"
#include "ui/report/look.h"
#include "ui/report/made_run.h"
#include "ui/report/scores_view.h"
#include "ui/report/square_plot.h"
#include "ui/style/tokens.h"
#include "ui/widgets/message_bar.h"

#include <QClipboard>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabWidget>

using namespace tunedesk;
using namespace tunedesk::ui;

class ReportPageTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path root() const { return folder_.path().toStdString(); }

    static void show(ReportPage& page, const fs::path& run) {
        QSignalSpy shown(&page, &ReportPage::shown);
        page.show_run(run);
        QVERIFY(shown.wait(20000));
    }

private Q_SLOTS:
    void initTestCase() {
        test::use_asked_look();
        test::make_run(root() / "run", 700, {"bad", "good"});
    }

    /// What a stranger's file may name in 200 kB; a matrix of them would take 2 GB.
    void more_classes_than_a_matrix_has_room_for() {
        const fs::path run = root() / "classes";
        test::make_run(run, 20, {"bad", "good"});
        std::string header = "text,label,prediction", row = "a,c1,c2";
        for (int i = 0; i < 16'000; ++i) {
            header += ",prob_c" + std::to_string(i);
            row += ",0";
        }
        write_file_atomically(run / "predictions.csv", header + ",loss,line\n" + row + ",1,2\n");
        ReportPage page;
        page.show();
        show(page, run);
        QString said;
        for (const MessageBar* bar : page.findChildren<MessageBar*>())
            said += bar->text();
        QVERIFY2(said.contains(QStringLiteral("cannot draw a confusion matrix of 16,000 classes")),
                 qPrintable(said));
        QVERIFY(page.current()->scores && !page.current()->confusion);
        QCOMPARE(page.current()->scores->classes[1].support, std::uint64_t{1});
        QCOMPARE(page.errors().matrix().matrix().names().size(), qsizetype{0});
    }

    void a_click_on_a_cell_lists_its_texts_and_labels_are_corrected() {
        ReportPage page;
        page.resize(1280, 720);
        page.show();
        show(page, root() / "run");
        auto* tabs = page.findChild<QTabWidget*>();
        tabs->setCurrentWidget(&page.errors());
        HeatMap& matrix = page.errors().matrix();
        QCOMPARE(matrix.matrix().count(0, 1), 50);
        // The real mouse, wherever the cell is.
        QTest::mouseClick(&matrix, Qt::LeftButton, {}, QPoint(matrix.width() * 3 / 4, matrix.height() / 4));
        QCOMPARE(page.errors().examples().rowCount(), 50);
        auto buttons = page.findChildren<QPushButton*>();
        const auto button = [&](const QString& text) {
            for (QPushButton* each : buttons)
                if (each->text().remove('&') == text) return each;
            return static_cast<QPushButton*>(nullptr);
        };
        QVERIFY(!button("Export corrected data")->isEnabled());
        QTest::mouseClick(button("Correct"), Qt::LeftButton);
        QCOMPARE(page.errors().corrections().size(), std::size_t{1});
        const std::string before = read_file(root() / "run.csv", ErrorId::file_unreadable);
        QSignalSpy preset(&page, &ReportPage::corrected_preset_made);
        QTest::mouseClick(button("Duplicate run with corrections"), Qt::LeftButton);
        QVERIFY(preset.wait(20000));
        QCOMPARE(read_file(root() / "run.csv", ErrorId::file_unreadable), before);
        const fs::path corrected = root() / "run-corrected"; // beside the run, not in it
        const std::string after = read_file(corrected / "run.csv", ErrorId::file_unreadable);
        QCOMPARE(after.size(), before.size() + 1); // one "bad" became "good"
        const auto row = page.errors().corrections().begin()->first;
        QCOMPARE(read_file(corrected / "corrections.csv", ErrorId::file_unreadable),
                 "file,row,old,new\n" + (root() / "run.csv").string() + "," + std::to_string(row + 1) +
                     ",bad,good\n");
        const auto draft = preset::load_draft(preset.at(0).at(1).toString().toStdString());
        QCOMPARE(draft.loaded.preset.data.test, (corrected / "run.csv").string());
        QCOMPARE(draft.loaded.preset.data.train, (root() / "run.csv").string());

        // Corrections outlive a look at another run.
        test::make_run(root() / "another", 10, {"a", "b", "c"});
        show(page, root() / "another");
        QVERIFY(page.errors().corrections().empty());
        show(page, root() / "run");
        QCOMPARE(page.errors().corrections().size(), std::size_t{1});
    }

    void copies() {
        ReportPage page;
        show(page, root() / "run");
        page.copy_markdown();
        QVERIFY(QApplication::clipboard()->text().contains("| Training time | 01:01 |"));
        page.copy_latex();
        QVERIFY(QApplication::clipboard()->text().contains("\\begin{tabular}"));
    }

    void curves_of_two_classes_are_one() {
        ReportPage page;
        show(page, root() / "run");
        QCOMPARE(page.curves().roc().curves().size(), std::size_t{1});
        QVERIFY(page.curves().roc().curves()[0].name.startsWith("area 0."));
        QVERIFY(!page.curves().calibration().curves()[0].points.isEmpty());
        test::make_run(root() / "three", 90, {"a", "b", "c"});
        show(page, root() / "three");
        QCOMPARE(page.curves().roc().curves().size(), std::size_t{3});
        QVERIFY(page.curves().roc().csv().startsWith("curve,x,y\n\"a: area"));
    }

    void one_pdf() {
        ReportPage page;
        page.set_baseline(root() / "another");
        show(page, root() / "run");
        QSignalSpy saved(&page, &ReportPage::document_saved);
        page.save_document(root() / "report.pdf");
        QVERIFY(saved.wait(20000));
        const std::string pdf = read_file(root() / "report.pdf", ErrorId::file_unreadable);
        QVERIFY(pdf.starts_with("%PDF-"));
        QVERIFY(pdf.size() > 20000);
        // No figure is a picture.
        QVERIFY(pdf.find("/Subtype /Image") == std::string::npos);
    }

    void one_html_page() {
        ReportPage page;
        show(page, root() / "run");
        QSignalSpy saved(&page, &ReportPage::document_saved);
        page.save_document(root() / "report.html");
        QVERIFY(saved.wait(20000));
        const QString html =
            QString::fromStdString(read_file(root() / "report.html", ErrorId::file_unreadable));
        QVERIFY(html.startsWith("<!DOCTYPE html>") && html.count("<svg") == 5);
        QVERIFY(html.contains("<td>good</td>"));
    }

    /// No heading alone at a page's end, no table in pieces that fit a page, the header above each piece.
    void pages_of_a_long_report() {
        std::vector<std::string> names;
        for (int i = 0; i < 70; ++i)
            names.push_back("class " + std::to_string(i));
        test::make_run(root() / "long", 700, names);
        const auto data = read_report(root() / "long", {});
        const report::Document document = document_of(*data, QStringLiteral("done"));
        QImage paper(642, 960, QImage::Format_RGB32);
        const std::vector<PrintedItem> items = printed_items(document, &paper);
        const std::vector<PrintedPage> pages = paginated(items, 930);
        QVERIFY(pages.size() > 3);
        std::size_t placed = 0, heads = 0;
        for (const PrintedPage& page : pages) {
            placed += page.places.size();
            QVERIFY(!page.places.empty() && !page.places.back().item->keeps_with_next);
            const auto& last = page.places.back();
            QVERIFY(last.top + last.item->height <= 930);
            heads += page.places.front().has_head;
            QCOMPARE(page.places.front().has_head, page.places.front().item->head_height > 0);
        }
        QCOMPARE(placed, items.size());
        QVERIFY(heads >= 1);
        const QString pdf = QString::fromLatin1(report_pdf(document));
        static const QRegularExpression page_object(QStringLiteral("/Type /Page\\b"));
        QVERIFY(pdf.count(page_object) >= 4);
    }

    void a_document_has_the_colors_of_the_window() {
        const style::Colors &light = style::light_colors(), &dark = style::dark_colors();
        for (std::size_t i = 0; i < report::document_series; ++i) {
            const report::DocumentColor& color = report::document_color(report::series_name(i));
            QCOMPARE(QColor(color.light), light.series[i]);
            QCOMPARE(QColor(color.dark), dark.series[i]);
        }
        for (const auto& [name, of] : {std::pair("text", &style::Colors::text),
                                       {"muted", &style::Colors::muted},
                                       {"border", &style::Colors::border},
                                       {"accent", &style::Colors::accent}}) {
            QCOMPARE(QColor(report::document_color(name).light), light.*of);
            QCOMPARE(QColor(report::document_color(name).dark), dark.*of);
        }
    }

    void a_run_without_report() {
        ReportPage page;
        test::make_run(root() / "early", 0, {"a", "b"}, {}, false);
        show(page, root() / "early");
        QVERIFY(!page.current());
        page.show_run(root() / "nowhere");
        auto* message = page.findChild<MessageBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(message->text().contains("TD2030"), 20000);
    }

    void a_hundred_thousand_predictions() {
        test::make_run(root() / "large", 100'000, {"bad", "good"});
        ReportPage page;
        page.resize(1280, 720);
        page.show();
        show(page, root() / "large");
        page.findChild<QTabWidget*>()->setCurrentWidget(&page.errors());
        QElapsedTimer timer;
        timer.start();
        Q_EMIT page.errors().matrix().clicked(1, 1);
        page.repaint();
        qInfo("a click on a cell of %d rows: %lld ms", page.errors().examples().rowCount(),
              static_cast<long long>(timer.elapsed()));
        QVERIFY(page.errors().examples().rowCount() > 40'000);
        QVERIFY(timer.elapsed() < 5000);
    }
};

TUNEDESK_WINDOW_TEST_MAIN(ReportPageTest)
#include "report_page_test.moc"
