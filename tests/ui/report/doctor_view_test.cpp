// SPDX-License-Identifier: GPL-3.0-or-later
// The label doctor: rows whose labels are likely wrong, judged by the keyboard and saved at once; and what a
// run on corrected labels has gained.

#include "ui/report/doctor/doctor_view.h"

#include "preset/yaml/load.h"
#include "ui/display.h"
#include "ui/plot/heat_map.h"
#include "ui/report/correction_store.h"
#include "ui/report/doctor/doctor_model.h"
#include "ui/report/doctor/effect_view.h"
#include "ui/report/errors_view.h"
#include "ui/report/look.h"
#include "ui/report/made_run.h"
#include "ui/report/report_page.h"
#include "ui/widgets/message_bar.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>

using namespace tunedesk;
using namespace tunedesk::ui;

class DoctorViewTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path root() const { return folder_.path().toStdString(); }

    static void show(ReportPage& page, const fs::path& run) {
        QSignalSpy shown(&page, &ReportPage::shown);
        page.show_run(run);
        QVERIFY(shown.wait(20'000));
    }
    /// With the doctor's rows there.
    static void open(ReportPage& page, const fs::path& run) {
        page.resize(1280, 720);
        page.show();
        show(page, run);
        QSignalSpy loaded(&page.doctor(), &DoctorView::loaded);
        page.findChild<QTabWidget*>()->setCurrentWidget(&page.doctor());
        QVERIFY(loaded.wait(20'000));
    }
    static QString cell(const DoctorView& doctor, int row, int column) {
        return doctor.model().index(row, column).data().toString();
    }
    static QPushButton* button(QWidget* parent, const QString& text) {
        for (QPushButton* each : parent->findChildren<QPushButton*>())
            if (each->text().remove('&') == text) return each;
        return nullptr;
    }
    static QString text_of_labels(QWidget* parent) {
        QStringList texts;
        for (const QLabel* label : parent->findChildren<QLabel*>())
            texts << label->text();
        return texts.join(u'\n');
    }
    /// Of a cross-validation that queue add --folds has queued: each run tests its part of one table.
    fs::path make_folds() const {
        const fs::path home = root() / "cv", table = home / "rows.csv";
        fs::create_directories(home / "folds");
        std::string csv = "text,label\n";
        for (int i = 0; i < 12; ++i)
            csv += "row " + std::to_string(i) + (i % 2 ? ",good\n" : ",bad\n");
        write_file_atomically(table, csv);
        for (int fold = 0; fold < 2; ++fold) {
            const fs::path run = home / ("fold-" + std::to_string(fold + 1));
            test::make_run(run, 2, {"bad", "good"});
            std::string split = "line,split\n";
            report::PredictionsWriter writer(run / "predictions.csv", {"bad", "good"}, false);
            for (int i = 0; i < 12; ++i) {
                const bool tested = i / 6 == fold;
                split += std::to_string(i + 2) + (tested       ? ",test\n"
                                                  : i % 6 == 0 ? ",validation\n"
                                                               : ",train\n");
                // Rows 1 and 7 are taken for the other class.
                const bool is_good = (i % 2 == 1) != (i % 6 == 1);
                const std::vector<float> said{is_good ? 0.1f : 0.9f, is_good ? 0.9f : 0.1f};
                if (tested)
                    writer.add("row " + std::to_string(i), {}, i % 2, said, i % 6 == 1 ? 2.3 : 0.1,
                               static_cast<std::uint64_t>(i) + 2);
            }
            writer.close();
            const fs::path split_file = home / "folds" / (run.filename().string() + ".csv");
            write_file_atomically(split_file, split);
            write_file_atomically(run / "preset.yaml",
                                  "tunedesk: 1\nname: cv\nmodel: {path: /models/tiny}\ndata: {train: " +
                                      table.string() + ", split_file: " + split_file.string() + "}\n");
        }
        return home;
    }

private Q_SLOTS:
    void initTestCase() { test::use_asked_look(); }
    void init() {
        fs::remove_all(state_home() / "corrections");
        test::make_run(root() / "run", 70, {"bad", "good"}); // each seventh row is taken for the other class
    }

    void rows_are_judged_by_the_keyboard() {
        ReportPage page;
        open(page, root() / "run");
        DoctorView& doctor = page.doctor();
        QCOMPARE(doctor.model().rowCount(), 10);
        QCOMPARE(cell(doctor, 0, DoctorModel::label), QString("bad"));
        QCOMPARE(cell(doctor, 0, DoctorModel::proposed), QString("good"));
        QCOMPARE(cell(doctor, 0, DoctorModel::probability), QString("0.8000"));
        QVERIFY(cell(doctor, 0, DoctorModel::reason).startsWith(QStringLiteral("High loss (1.61)")));
        QTableView& table = doctor.table();
        QCOMPARE(table.currentIndex().row(), 0);
        QTest::keyClick(&table, Qt::Key_J);
        QCOMPARE(table.currentIndex().row(), 1);
        QTest::keyClick(&table, Qt::Key_K);
        QTest::keyClick(&table, Qt::Key_2); // good
        QCOMPARE(table.currentIndex().row(), 1);
        QTest::keyClick(&table, Qt::Key_Space);
        QTest::keyClick(&table, Qt::Key_Return);
        QTest::keyClick(&table, Qt::Key_9); // there is no ninth class
        QCOMPARE(table.currentIndex().row(), 3);
        QCOMPARE(doctor.counts_text(), QString("3 judged, 1 corrected"));
        QCOMPARE(cell(doctor, 0, DoctorModel::judgment), QString("good"));
        QCOMPARE(cell(doctor, 1, DoctorModel::judgment), QString("kept"));
        test::keep(page, QStringLiteral("label-doctor"));

        // On disk by now, and in the other view of the same labels.
        const auto saved = run::read_corrections({root() / "run"}, page.current()->predictions);
        QCOMPARE(saved.corrections.size(), std::size_t{1});
        QCOMPARE(saved.kept.size(), std::size_t{2});
        QCOMPARE(page.errors().corrections(), saved.corrections);

        QTest::keyClick(&table, Qt::Key_U);
        QCOMPARE(table.currentIndex().row(), 2);
        QCOMPARE(doctor.counts_text(), QString("2 judged, 1 corrected"));
        QTest::keyClick(&table, Qt::Key_U);
        QTest::keyClick(&table, Qt::Key_U);
        QTest::keyClick(&table, Qt::Key_U); // nothing is left to take back
        QCOMPARE(doctor.counts_text(), QString("0 judged, 0 corrected"));
        QVERIFY(!button(&doctor, "Retrain with corrections")->isEnabled());
        QVERIFY(page.errors().corrections().empty());
        QVERIFY(run::read_corrections({root() / "run"}, page.current()->predictions).kept.empty());
    }

    void judgments_are_there_again() {
        {
            ReportPage page;
            open(page, root() / "run");
            QTest::keyClick(&page.doctor().table(), Qt::Key_Space);
            QTest::keyClick(&page.doctor().table(), Qt::Key_1);
        }
        ReportPage page;
        open(page, root() / "run");
        QVERIFY(page.doctor().counts_text().startsWith(QStringLiteral("2 judged")));
        QCOMPARE(page.doctor().table().currentIndex().row(), 2); // the first that is not judged
    }

    void all_runs_of_a_cross_validation_are_one_list() {
        const fs::path home = make_folds();
        ReportPage page;
        open(page, home / "fold-2");
        DoctorView& doctor = page.doctor();
        QCOMPARE(doctor.model().rowCount(), 2);
        QCOMPARE(doctor.model().shown()->rows, std::size_t{12});
        QVERIFY(cell(doctor, 0, DoctorModel::reason).startsWith(QStringLiteral("High loss in cross")));
        QTest::keyClick(&doctor.table(), Qt::Key_1);
        QTest::keyClick(&doctor.table(), Qt::Key_1);
        QCOMPARE(doctor.counts_text(), QString("2 judged, 2 corrected"));
        QSignalSpy made(&page, &ReportPage::corrected_preset_made);
        QTest::mouseClick(button(&doctor, "Retrain with corrections"), Qt::LeftButton);
        QVERIFY(made.wait(20'000));
        QVERIFY(made.at(0).at(3).toBool());
        // Both rows in one table, and the split of the run whose button it was.
        const Preset preset = preset::load_draft(made.at(0).at(1).toString().toStdString()).loaded.preset;
        const std::string rows = read_file(preset.data.train, ErrorId::file_unreadable);
        QVERIFY(rows.find("row 1,bad") != std::string::npos && rows.find("row 7,bad") != std::string::npos);
        QCOMPARE(read_file(preset.data.split_file, ErrorId::file_unreadable),
                 read_file(home / "folds/fold-2.csv", ErrorId::file_unreadable));
    }

    /// Model/view: no item is made before it is seen.
    void a_hundred_thousand_rows() {
        auto data = std::make_shared<DoctorData>();
        std::string csv = "text,label,prediction,prob_a,prob_b,loss,line\n";
        for (int i = 0; i < 100'000; ++i) {
            csv += "row " + std::to_string(i) + ",a,b,0.1,0.9,2.3," + std::to_string(i + 2) + "\n";
            data->issues.push_back({.row = static_cast<std::uint32_t>(i), .suggested = 1, .model = 0.8f});
        }
        const auto table = std::make_shared<const report::PredictionTable>(
            report::PredictionTable::parse(std::move(csv), "predictions.csv"));
        data->sources.push_back({root() / "run", table, {}});
        CorrectionStore store;
        DoctorModel model(&store);
        model.set_data(data);
        QTableView view;
        view.setModel(&model);
        view.show();
        QCOMPARE(model.rowCount(), 100'000);
        store.judge(root() / "run", *table, 99'999, 1);
        QCOMPARE(model.index(99'999, DoctorModel::judgment).data().toString(), QString("b"));
        QCOMPARE(model.index(99'999, DoctorModel::text).data().toString(), QString("row 99999"));
        QCOMPARE(model.first_open(), 0);
    }

    void what_the_corrections_have_gained() {
        ReportPage page;
        open(page, root() / "run");
        QTest::keyClick(&page.doctor().table(), Qt::Key_2);
        QSignalSpy made(&page, &ReportPage::corrected_preset_made);
        QTest::mouseClick(button(&page.doctor(), "Retrain with corrections"), Qt::LeftButton);
        QVERIFY(made.wait(20'000));
        // As if a run of it had ended that predicts as the first one did: one mistake was a mistaken label.
        const fs::path second = root() / "second";
        fs::remove_all(second);
        fs::copy(root() / "run", second, fs::copy_options::recursive);
        fs::copy_file(made.at(0).at(1).toString().toStdString(), second / "preset.yaml",
                      fs::copy_options::overwrite_existing);
        std::string predictions = read_file(second / "predictions.csv", ErrorId::file_unreadable);
        const std::uint32_t row = page.errors().corrections().begin()->first;
        const std::size_t at = predictions.find("text " + std::to_string(row) + ",");
        const std::size_t label = predictions.find(",bad,", at);
        predictions.replace(label, 5, ",good,");
        write_file_atomically(second / "predictions.csv", predictions);

        show(page, second);
        QVERIFY(page.current()->effect);
        const report::PairedChange& change = page.current()->effect->change;
        QCOMPARE(change.rows, std::size_t{70});
        QCOMPARE(change.relabelled, std::size_t{1});
        QCOMPARE(change.after, change.before);
        QCOMPARE(change.reported + 1, change.before);
        QVERIFY(
            page.findChild<MessageBar*>()->text().startsWith(QStringLiteral("0.0 points from 1 correction")));
        auto* effect = page.findChild<EffectView*>();
        auto* tabs = page.findChild<QTabWidget*>();
        QVERIFY(tabs->isTabVisible(tabs->indexOf(effect)));
        tabs->setCurrentWidget(effect);
        QVERIFY(page.findChild<MessageBar*>()->text().isEmpty()); // the page says it
        QCOMPARE(effect->cells().rowCount(), 2); // bad as good: one less; good as good: one more
        QVERIFY(effect->cells().item(0, 4)->text() == QString(QChar(0x2212)) + u'1');
        QVERIFY2(text_of_labels(effect).contains(QStringLiteral("85.7 %")), // 60 of 70, then 61
                 qPrintable(text_of_labels(effect)));
        QCOMPARE(effect->findChild<HeatMap*>()->matrix().count(0, 1), std::uint64_t{1});
        test::keep(page, QStringLiteral("correction-effect"));
        show(page, root() / "run");
        QVERIFY(!tabs->isTabVisible(tabs->indexOf(effect)));
    }
};

TUNEDESK_WINDOW_TEST_MAIN(DoctorViewTest)
#include "doctor_view_test.moc"
