// SPDX-License-Identifier: GPL-3.0-or-later
// Corrections of labels from a click in the report to a run of their own: saved at once, shown again, copied
// beside the run, and said so.
#include "preset/yaml/load.h"
#include "ui/display.h"
#include "ui/plot/heat_map.h"
#include "ui/report/doctor/doctor_view.h"
#include "ui/report/errors_view.h"
#include "ui/report/examples_model.h"
#include "ui/report/made_run.h"
#include "ui/report/report_page.h"
#include "ui/run/run_action.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/shell/language.h"
#include "ui/window/shell/lazy_tabs.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QAction>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>

using namespace tunedesk;
using namespace tunedesk::ui;

class CorrectionsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    Theme theme_;
    std::unique_ptr<QSettings> settings_;
    std::unique_ptr<MainWindow> window_;

    fs::path root() const { return folder_.path().toStdString(); }
    fs::path run() const { return root() / "runs/first"; }

    void open_window() {
        window_.reset();
        window_ = std::make_unique<MainWindow>(&theme_, settings_.get());
        window_->resize(1280, 720);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        QApplication::setActiveWindow(window_.get());
    }
    /// The report of the run, once it is there.
    ReportPage* open_report() {
        window_->open(run());
        if (!QTest::qWaitFor([this] { return window_->workspace()->run_view() != nullptr; }, 20'000))
            return nullptr;
        LazyTabs* tabs = window_->workspace()->run_view()->tabs();
        tabs->go_to(QStringLiteral("report"));
        auto* page = static_cast<ReportPage*>(tabs->page(QStringLiteral("report")));
        return QTest::qWaitFor([page] { return page->current() != nullptr; }, 20'000) ? page : nullptr;
    }
    static QPushButton* button(QWidget* parent, const QString& text) {
        for (QPushButton* each : parent->findChildren<QPushButton*>())
            if (each->isVisible() && each->text().remove('&') == text) return each;
        return nullptr;
    }
    /// Gives the first wrongly predicted row its prediction as the label, with the real button.
    static void correct_one(ReportPage* page) {
        Q_EMIT page->errors().matrix().clicked(0, 1);
        auto* correct = page->findChild<QTabWidget*>();
        correct->setCurrentWidget(&page->errors());
        QTest::mouseClick(button(page, QStringLiteral("Correct")), Qt::LeftButton);
    }

    /// Messages float over the pages: they are the window's children.
    MessageBar* bar_that_says(const QString& beginning) const {
        for (MessageBar* bar : window_->findChildren<MessageBar*>())
            if (bar->text().startsWith(beginning)) return bar;
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase() { choose_language(QStringLiteral("en")); } // plurals
    void init() {
        fs::remove_all(root() / "runs");
        for (const auto& entry : fs::directory_iterator(root()))
            fs::remove_all(entry);
        fs::create_directories(root() / "runs");
        fs::remove_all(state_home() / "corrections");
        test::make_run(run(), 140, {"bad", "good"});
        settings_ =
            std::make_unique<QSettings>(folder_.filePath(QStringLiteral("w.ini")), QSettings::IniFormat);
        open_window();
    }
    void cleanup() { window_.reset(); }

    void a_correction_is_shown_again_in_the_next_window() {
        ReportPage* page = open_report();
        QVERIFY(page);
        correct_one(page);
        QCOMPARE(page->errors().corrections().size(), std::size_t{1});
        const run::Corrections before = page->errors().corrections();
        // On disk when the click is over: whatever ends the window now.
        QCOMPARE(run::read_corrections({run()}, page->current()->predictions).corrections, before);
        open_window();
        page = open_report();
        QVERIFY(page);
        QCOMPARE(page->errors().corrections(), before);

        // What is taken back is taken back for good.
        page->errors().show_corrected();
        ExamplesModel& rows = page->errors().examples();
        QCOMPARE(rows.rowCount(), 1);
        QVERIFY(rows.setData(rows.index(0, ExamplesModel::correction), 0, Qt::EditRole));
        open_window();
        page = open_report();
        QVERIFY(page && page->errors().corrections().empty());
    }

    void one_that_cannot_be_saved_is_said_and_kept() {
        ReportPage* page = open_report();
        QVERIFY(page);
        fs::create_directories(state_home());
        write_file_atomically(state_home() / "corrections", "a file where the folder should be");
        correct_one(page);
        auto* message = page->findChild<MessageBar*>();
        QVERIFY2(message->text().contains(QStringLiteral("kept")), qPrintable(message->text()));
        QCOMPARE(page->errors().corrections().size(), std::size_t{1});
        fs::remove(state_home() / "corrections");
        // The next one saves both.
        ExamplesModel& rows = page->errors().examples();
        QVERIFY(rows.setData(rows.index(1, ExamplesModel::correction), 1, Qt::EditRole));
        QCOMPARE(run::read_corrections({run()}, page->current()->predictions).corrections.size(),
                 std::size_t{2});
    }

    void a_duplicate_lies_beside_the_run_and_is_introduced() {
        ReportPage* page = open_report();
        QVERIFY(page);
        correct_one(page);
        QTest::mouseClick(button(page, QStringLiteral("Duplicate run with corrections")), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(window_->workspace()->preset_view(), 20'000);
        PresetView* view = window_->workspace()->preset_view();
        QCOMPARE(view->preset(), root() / "first-corrected.yaml");
        QCOMPARE(view->tabs()->current_name(), QStringLiteral("setup"));
        MessageBar* message = bar_that_says(QStringLiteral("1 label corrected in a copy of first.csv."));
        QVERIFY(message);
        test::keep(*window_, QStringLiteral("corrected-duplicate"));
        QVERIFY(!fs::exists(run() / "corrected"));
        const Preset preset = preset::load_draft(view->preset()).loaded.preset;
        QCOMPARE(preset.data.test, (root() / "first-corrected/first.csv").string());

        QTest::mouseClick(button(message, QStringLiteral("Show")), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(window_->workspace()->run_view(), 20'000);
        QTRY_COMPARE_WITH_TIMEOUT(page->errors().examples().rowCount(), 1, 20'000);
        QVERIFY(page->errors().isVisible());
        test::keep(*window_, QStringLiteral("corrected-rows"));

        // The run in the trash takes neither with it.
        QCOMPARE(kept_by(RunAction::trash, run()), kept_by(RunAction::trash));
        trash_run(run());
        QVERIFY(!fs::exists(run()));
        QVERIFY(fs::exists(preset.data.test) && fs::exists(root() / "first-corrected.yaml"));
    }

    /// The first run's model is nowhere: the start is refused, and says so where the run would have begun.
    void retraining_starts_a_run_of_the_copy() {
        ReportPage* page = open_report();
        QVERIFY(page);
        QSignalSpy loaded(&page->doctor(), &DoctorView::loaded);
        page->findChild<QTabWidget*>()->setCurrentWidget(&page->doctor());
        QVERIFY(loaded.wait(20'000));
        QTest::keyClick(&page->doctor().table(), Qt::Key_2);
        test::keep(*window_, QStringLiteral("label-doctor-window"));
        QTest::mouseClick(button(page, QStringLiteral("Retrain with corrections")), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(window_->workspace()->preset_view(), 20'000);
        QCOMPARE(window_->workspace()->preset_view()->preset(), root() / "first-corrected.yaml");
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                for (MessageBar* bar : window_->findChildren<MessageBar*>())
                    if (bar->isVisible() && bar->text().contains(QStringLiteral("/models/tiny"))) return true;
                return false;
            }(),
            30'000);
    }

    void the_trash_names_what_goes_with_the_run() {
        // As earlier versions left it.
        const fs::path inner = run() / "corrected/runs/second";
        fs::create_directories(inner);
        fs::copy_file(run() / "preset.yaml", inner / "preset.yaml");
        write_file_atomically(inner / "events.jsonl", "");
        window_->open(run());
        QTRY_VERIFY_WITH_TIMEOUT(window_->workspace()->run_view(), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(window_->sidebar()->selected().size() == 1, 20'000);
        QAction* trash = nullptr;
        for (QAction* action : window_->findChildren<QAction*>())
            if (action->text() == name_of(RunAction::trash) && action->isEnabled()) trash = action;
        QVERIFY(trash);
        trash->trigger();
        auto* box = window_->findChild<QMessageBox*>();
        QVERIFY(box);
        QVERIFY2(box->text().contains(QStringLiteral("corrected")), qPrintable(box->text()));
        QVERIFY(box->text().contains(QStringLiteral("1 other run")));
        QVERIFY(!box->text().contains(QStringLiteral("not touched")));
        test::keep(*box, QStringLiteral("trash-with-runs"));
        box->reject();
        QVERIFY(fs::exists(inner));
    }
};

TUNEDESK_WINDOW_TEST_MAIN(CorrectionsTest)
#include "corrections_test.moc"
