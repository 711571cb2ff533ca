// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/folder/run_lock.h"
#include "patience.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/settings_view.h"
#include "ui/display.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/library/tracking_actions.h"
#include "ui/window/navigation/rail.h"
#include "ui/window/navigation/shortcuts_dialog.h"
#include "ui/window/runs.h"
#include "ui/window/runs/runs_model.h"
#include "ui/window/runs/runs_page.h"
#include "ui/window/runs/table_columns.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QDirIterator>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>

using namespace tunedesk;
using namespace tunedesk::ui;

/// The table of runs over real run folders, and what is reached from it.
class RunsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    Theme theme_;
    std::unique_ptr<QSettings> settings_;
    std::unique_ptr<MainWindow> window_;

    fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }
    RunsPage* page() const { return window_->findChild<RunsPage*>(); }
    QStringList texts(const QString& column) const {
        const QAbstractItemModel& rows = *page()->table()->model();
        QStringList list;
        for (int row = 0; row < rows.rowCount(); ++row)
            list << rows.index(row, page()->model()->column_of(column)).data().toString();
        return list;
    }
    QPushButton* button(const QString& text) const {
        for (auto* each : page()->findChildren<QPushButton*>())
            if (each->text().remove(u'&') == text) return each;
        return nullptr;
    }
    QAction* column_action(QMenu* menu, const QString& title) const {
        for (QAction* action : menu->actions()) {
            if (action->text() == title) return action;
            if (QAction* inside = action->menu() ? column_action(action->menu(), title) : nullptr)
                return inside;
        }
        return nullptr;
    }
    QAction* with_key(const QKeySequence& keys) const {
        for (QAction* action : window_->findChildren<QAction*>())
            if (action->shortcut() == keys) return action;
        return nullptr;
    }
    void show_table() {
        for (auto* rail : window_->findChild<Rail*>()->findChildren<QToolButton*>())
            if (rail->accessibleName() == QStringLiteral("Runs")) QTest::mouseClick(rail, Qt::LeftButton);
        QCOMPARE(window_->workspace()->currentWidget(), page());
        QTRY_COMPARE(page()->table()->model()->rowCount(), 6);
        QTRY_VERIFY(texts(QStringLiteral("score")).count(QString()) == 1); // all are read; one waits
    }

private Q_SLOTS:
    void initTestCase() {
        int at = 0;
        for (const char* rate : {"1e-05", "3e-05"})
            for (const char* seed : {"1", "2"}) {
                test::make_finished_run(path("runs/s" + std::to_string(at)), "sweep", 0.80 + 0.03 * at,
                                        std::stod(rate),
                                        {"grid", std::string("learning_rate=") + rate + " seed=" + seed});
                ++at;
            }
        test::make_finished_run(path("runs/alone"), "alone", 0.5, 1e-4);
        write_file_atomically(
            path("runs/alone/events.jsonl"),
            "{\"v\":1,\"type\":\"Started\",\"rank\":0,\"rank_seq\":1,\"seq\":1,\"t\":1,\"steps\":40}\n"
            "{\"v\":1,\"type\":\"Eval\",\"rank\":0,\"rank_seq\":2,\"seq\":2,\"t\":2,\"step\":20,"
            "\"split\":\"validation\",\"loss\":0.75,\"accuracy\":0.625,\"best\":true}\n");
        test::make_held_run(path("runs/q"), "waits");
    }
    void init() {
        settings_ =
            std::make_unique<QSettings>(folder_.filePath(QStringLiteral("w.ini")), QSettings::IniFormat);
        window_ = std::make_unique<MainWindow>(&theme_, settings_.get());
        window_->resize(1280, 720);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        QApplication::setActiveWindow(window_.get());
    }
    void cleanup() { window_.reset(); }

    void a_row_a_run() {
        show_table();
        const QAbstractItemModelTester tester(page()->model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        page()->columns()->sort_by(QStringLiteral("score"), Qt::DescendingOrder);
        QCOMPARE(texts(QStringLiteral("score")),
                 (QStringList{"0.8900", "0.8600", "0.8300", "0.8000", "0.5000", ""}));
        page()->columns()->sort_by(QStringLiteral("score"), Qt::AscendingOrder); // what is missing stays last
        QCOMPARE(texts(QStringLiteral("score")),
                 (QStringList{"0.5000", "0.8000", "0.8300", "0.8600", "0.8900", ""}));
        QCOMPARE(texts(QStringLiteral("name"))[0], QString("alone"));
        QCOMPARE(texts(QStringLiteral("last"))[0], QString("0.6250"));
        QCOMPARE(texts(QStringLiteral("last_loss"))[0], QString("0.7500"));
        QCOMPARE(texts(QStringLiteral("state")),
                 (QStringList{"done", "done", "done", "done", "done", "held (1)"}));
        QTRY_VERIFY(texts(what_differs)[0].contains(QStringLiteral("learning_rate=1e-4")));
        for (const Theme::Choice look : {Theme::Choice::dark, Theme::Choice::light}) {
            theme_.choose(look);
            test::keep(*window_, QStringLiteral("runs-") + theme_name(look));
        }
        // of the listed runs alone
        page()->filter()->setText(QStringLiteral("grid learning_rate=3e-5"));
        QTRY_COMPARE(page()->table()->model()->rowCount(), 2);
        QTRY_VERIFY(!texts(what_differs)[0].contains(QStringLiteral("learning_rate")));
        page()->filter()->setText(QStringLiteral("accuracy>0.82"));
        QTRY_COMPARE(page()->table()->model()->rowCount(), 3);
    }

    void columns_are_chosen_and_kept() {
        show_table();
        QTRY_VERIFY(texts(what_differs).join(u' ').contains(QStringLiteral("learning_rate=1e-4")));
        Q_EMIT page()->columns()->menu()->aboutToShow();
        QVERIFY(column_action(page()->columns()->menu(), QStringLiteral("State"))->isChecked());
        column_action(page()->columns()->menu(), QStringLiteral("State"))->trigger();
        Q_EMIT page()->columns()->menu()->aboutToShow();
        column_action(page()->columns()->menu(), QStringLiteral("macro F1"))->trigger();
        Q_EMIT page()->columns()->menu()->aboutToShow();
        column_action(page()->columns()->menu(), QStringLiteral("training.learning_rate"))->trigger();
        QVERIFY(!page()->model()->columns().contains(QStringLiteral("state")));
        const QString rate = setting_column("training.learning_rate");
        page()->columns()->sort_by(rate, Qt::DescendingOrder);
        QCOMPARE(texts(rate)[0], QString("1e-4")); // as a number
        page()->table()->horizontalHeader()->resizeSection(0, 222);
        window_->close();
        window_.reset();
        init();
        QCOMPARE(page()->model()->columns().last(), rate);
        QVERIFY(page()->model()->columns().contains(QStringLiteral("macro_f1")));
        QCOMPARE(page()->table()->horizontalHeader()->sectionSize(0), 222);
        QCOMPARE(page()->model()->column(page()->table()->horizontalHeader()->sortIndicatorSection()).id,
                 rate);
        page()->columns()->show({});
    }

    void several_are_compared_and_one_is_opened() {
        show_table();
        QVERIFY(!button(QStringLiteral("Compare"))->isEnabled());
        page()->select({path("runs/s0"), path("runs/alone")});
        QCOMPARE(page()->selected().size(), std::size_t{2});
        button(QStringLiteral("Compare"))->click();
        auto* compared = qobject_cast<ComparePage*>(window_->workspace()->currentWidget());
        QVERIFY(compared);
        QTRY_VERIFY(compared->current() && compared->current()->runs.size() == 2);
        show_table();
        page()->select({path("runs/s1")});
        QSignalSpy shown(compared, &ComparePage::shown);
        button(QStringLiteral("Compare sweep"))->click();
        QTRY_COMPARE(shown.size(), 1);
        QCOMPARE(compared->current()->runs.size(), std::size_t{4});
        QVERIFY(compared->findChild<SettingsView*>()->isVisible());
        Q_EMIT compared->run_requested(to_qt(path("runs/s2"))); // as a click on its line
        QTRY_VERIFY(window_->workspace()->run_view());
        QCOMPARE(window_->workspace()->run_view()->run(), path("runs/s2"));
        show_table();
        page()->select({path("runs/alone")});
        QTest::keyClick(page()->table(), Qt::Key_Return);
        QTRY_VERIFY(window_->workspace()->run_view());
        QCOMPARE(window_->workspace()->run_view()->run(), path("runs/alone"));
    }

    /// The menus' actions are about what is selected here.
    void actions_are_about_the_selected_run() {
        show_table();
        QAction* trash = nullptr;
        for (auto* each : page()->findChildren<QToolButton*>())
            if (each->text() == QStringLiteral("Delete to trash")) trash = each->defaultAction();
        QVERIFY(trash && !trash->isEnabled());
        page()->select({path("runs/alone")});
        QVERIFY(trash->isEnabled());
        page()->select({path("runs/q")});
        QVERIFY(!trash->isEnabled());
    }

    /// What removes takes several runs, after a question that names them.
    void several_runs_go_to_the_trash() {
        const fs::path data = path("data");
        fs::create_directories(data);
        qputenv("XDG_DATA_HOME", data.c_str());
        show_table();
        QAction* trash = nullptr;
        for (auto* each : page()->findChildren<QToolButton*>())
            if (each->text() == QStringLiteral("Delete to trash")) trash = each->defaultAction();
        test::make_finished_run(path("runs/gone1"), "gone1", 0.5, 1e-4);
        test::make_finished_run(path("runs/gone2"), "gone2", 0.5, 1e-4);
        window_->library()->refresh();
        QTRY_VERIFY(texts(QStringLiteral("name")).contains(QStringLiteral("gone2")));
        page()->select({path("runs/gone1"), path("runs/q")});
        QVERIFY2(!trash->isEnabled() && trash->toolTip().contains(QStringLiteral("queue")),
                 qPrintable(trash->toolTip()));
        page()->select({path("runs/gone1"), path("runs/gone2")});
        QVERIFY2(trash->isEnabled(), qPrintable(trash->toolTip()));
        trash->trigger();
        auto* box = window_->findChild<QMessageBox*>();
        QVERIFY(box && box->text().startsWith(QStringLiteral("gone1\ngone2\n")));
        for (QAbstractButton* each : box->buttons())
            if (box->buttonRole(each) == QMessageBox::AcceptRole) each->click();
        QTRY_VERIFY(!fs::exists(path("runs/gone1")) && !fs::exists(path("runs/gone2")));
        QVERIFY(fs::exists(data / "Trash/files/gone1") && fs::exists(data / "Trash/files/gone2"));
        QTRY_VERIFY(!texts(QStringLiteral("name")).contains(QStringLiteral("gone2")));
        QVERIFY(window_->news()->text().contains(QStringLiteral("for 2 run")));
    }

    void selected_runs_are_written_for_trackers() {
        show_table();
        auto* tracking = window_->findChild<TrackingActions*>();
        page()->select({path("runs/q")});
        QVERIFY(!tracking->actions().front()->isEnabled()); // it waits
        page()->select({path("runs/alone"), path("runs/q")});
        QVERIFY(tracking->actions().front()->isEnabled());
        tracking->actions().front()->trigger();
        auto* dialog = window_->findChild<QFileDialog*>();
        QVERIFY(dialog);
        const QString store = folder_.filePath(QStringLiteral("mlruns"));
        QVERIFY(QDir().mkpath(store));
        dialog->close();
        Q_EMIT dialog->fileSelected(store);
        QTRY_VERIFY2(window_->news()->text().contains(QStringLiteral("mlflow ui")),
                     qPrintable(window_->news()->text()));
        int params = 0;
        for (QDirIterator each(store, {QStringLiteral("params")}, QDir::Dirs, QDirIterator::Subdirectories);
             each.hasNext(); each.next())
            ++params;
        QCOMPARE(params, 1);
        const QString offline = folder_.filePath(QStringLiteral("offline"));
        tracking->write(TrackingActions::Tracker::wandb, offline, {path("runs/alone")});
        QTRY_VERIFY(window_->news()->text().contains(QStringLiteral("wandb sync")));
        QVERIFY(
            QDir(offline + QStringLiteral("/wandb")).entryList({QStringLiteral("offline-run-*")}).size() ==
            1);
        // What cannot be read is said.
        tracking->write(TrackingActions::Tracker::mlflow, store, {path("runs/no-such-run")});
        QTRY_VERIFY(window_->news()->kind() == MessageBar::Kind::error);
    }

    void thousands_of_runs_change_by_rows() {
        RunsModel model;
        RunsFilter rows(&model);
        LibraryEntries entries;
        for (int i = 0; i < 2000; ++i) {
            auto run = std::make_shared<LibraryEntry>();
            run->path = "/runs/" + std::to_string(i);
            run->name = "n" + std::to_string(i);
            run->metrics["accuracy"] = i % 1000 / 1000.0;
            run->settings = {{"training.learning_rate", std::to_string(i % 7)}, {"training.optim", "adam"}};
            entries.push_back(std::move(run));
        }
        model.set_entries(entries);
        rows.sort(model.column_of(QStringLiteral("score")), Qt::DescendingOrder);
        QCOMPARE(rows.rowCount(), 2000);
        const RunDifferences found = differences_of(entries);
        QCOMPARE(found.keys, std::vector<std::string>{"training.learning_rate"});
        QCOMPARE(found.runs.at("/runs/9").brief, QString("learning_rate=2"));
        model.set_differences(found);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.set_entries(entries);
        model.set_differences(found);
        QCOMPARE(changed.size(), 0);
        auto best = std::make_shared<LibraryEntry>(*entries[17]);
        best->metrics["accuracy"] = 2;
        entries[17] = best;
        entries.erase(entries.begin() + 5);
        model.set_entries(entries);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(reset.size(), 0);
        QCOMPARE(rows.rowCount(), 1999);
        QCOMPARE(model.entry(rows.mapToSource(rows.index(0, 0)).row())->name, std::string("n17"));
    }

    void space_and_control_period_on_a_runs_page() {
        const event::RunLock held({path("runs/alone")}); // it runs, as far as anyone can see
        window_->library()->refresh();
        const auto runs = [this] {
            const LibraryEntryPtr entry = window_->library()->find(path("runs/alone"));
            return entry && entry->section == Section::running;
        };
        QTRY_VERIFY(runs());
        window_->open(path("runs/alone"));
        QTRY_VERIFY(window_->workspace()->run_view());
        QAction *pause = with_key(QKeySequence(QStringLiteral("Space"))),
                *stop = with_key(QKeySequence(QStringLiteral("Ctrl+.")));
        QVERIFY(pause && stop);
        QTRY_VERIFY(pause->isEnabled() && stop->isEnabled());
        QSignalSpy paused(pause, &QAction::triggered), stopped(stop, &QAction::triggered);
        auto* list = window_->sidebar()->findChild<QAbstractItemView*>();
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Space);
        QCOMPARE(paused.size(), 1);
        QTest::keyClick(list, Qt::Key_Period, Qt::ControlModifier);
        QCOMPARE(stopped.size(), 1);
        // a button and a text field keep their keys
        auto* words = window_->sidebar()->findChild<QLineEdit*>();
        words->setFocus();
        QTest::keyClick(words, Qt::Key_Space);
        QCOMPARE(words->text(), QString(" "));
        for (auto* each : window_->workspace()->findChildren<QToolButton*>())
            if (each->isVisible() && each->isEnabled() && each->menu()) {
                each->setFocus();
                QKeyEvent space(QEvent::ShortcutOverride, Qt::Key_Space, Qt::NoModifier);
                space.ignore();
                QApplication::sendEvent(each, &space);
                QVERIFY(space.isAccepted());
                break;
            }
        // on other pages they do nothing
        show_table_page();
        page()->table()->setFocus();
        QTest::keyClick(page()->table(), Qt::Key_Space);
        QTest::keyClick(page()->table(), Qt::Key_Period, Qt::ControlModifier);
        QCOMPARE(paused.size(), 1);
        QCOMPARE(stopped.size(), 1);
        ShortcutsDialog shortcuts({window_->findChildren<QMenu*>()}, nullptr);
        QStringList keys;
        auto* tree = shortcuts.findChild<QTreeWidget*>();
        for (int row = 0; row < tree->topLevelItemCount(); ++row)
            keys << tree->topLevelItem(row)->text(1);
        QVERIFY(keys.contains(QStringLiteral("Space")) && keys.contains(QStringLiteral("Ctrl+.")));
    }

private:
    void show_table_page() {
        window_->workspace()->setCurrentWidget(page());
        QTRY_VERIFY(page()->isVisible());
        page()->select({path("runs/alone")});
    }
};

TUNEDESK_WINDOW_TEST_MAIN(RunsTest)
#include "runs_test.moc"
