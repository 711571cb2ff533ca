// SPDX-License-Identifier: GPL-3.0-or-later
// FAULTS 47
// Markup in any text that the window shows is shown as it is, and nothing it names is loaded.

#include "patience.h"
#include "ui/display.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/estimate/machine_box.h"
#include "ui/preset/form/preset_form.h"
#include "ui/preset/setup_page.h"
#include "ui/report/bundle_dialogs.h"
#include "ui/report/labels_view.h"
#include "ui/report/report_page.h"
#include "ui/report/try/contribution_view.h"
#include "ui/report/worst_rows.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/hostile_texts.h"
#include "ui/window/library/library.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/shell/lazy_tabs.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include "preset/interop/importer.h"
#include "ui/preset/form/preset_actions.h"

#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QSettings>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>

using namespace tunedesk;
using namespace tunedesk::ui;

class MarkupTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        canary_ = std::make_unique<test::Canary>(root() / "canary.pbm");
        const std::string hostile = canary_->markup("word");
        for (const char* name : {"runs/one", "runs/two"})
            runs_.push_back(test::make_hostile_run(root() / fs::path(name).parent_path(),
                                                   fs::path(name).filename().string(), *canary_));
        held_ = test::make_held_run(root() / "runs" / test::Canary::name("held"), canary_->markup("held"),
                                    {canary_->markup("group"), canary_->markup("setting")});
        table_ = root() / (test::Canary::name("table") + ".csv");
        std::string csv = canary_->markup("text column") + "," + canary_->markup("label column") + "\n";
        for (int i = 0; i < 40; ++i)
            csv += canary_->markup("cell " + std::to_string(i)) + "," +
                   canary_->markup(i % 2 ? "class A" : "class B") + "\n";
        csv += canary_->markup("no label") + ",\n";
        write_file_atomically(table_, csv);
        preset_ = root() / (test::Canary::name("preset") + ".yaml");
        Preset preset;
        preset.name = hostile;
        preset.model.path = root() / test::Canary::name("model");
        preset.data.train = table_;
        preset.data.text_column = canary_->markup("text column");
        preset.data.label_column = canary_->markup("label column");
        preset.data.validation_split = preset.data.test_split = 0.2;
        write_file_atomically(preset_, preset::to_yaml(preset));
        settings_ =
            std::make_unique<QSettings>(folder_.filePath(QStringLiteral("w.ini")), QSettings::IniFormat);
        window_ = std::make_unique<MainWindow>(&theme_, settings_.get());
        window_->resize(1500, 950);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        QTRY_VERIFY(window_->library()->find(runs_[0]));
    }
    void cleanupTestCase() {
        window_.reset();
        QVERIFY2(!canary_->was_opened(), "a file that markup names was opened");
    }
    void cleanup() { verify(); }

    void a_run() {
        window_->open(runs_[0]);
        LazyTabs* tabs = window_->workspace()->tabs();
        QVERIFY(tabs);
        for (const QString& page : tabs->names()) {
            tabs->go_to(page);
            walk_inner_tabs();
        }
        tabs->go_to(QStringLiteral("report"));
        auto* report = qobject_cast<ReportPage*>(tabs->page(QStringLiteral("report")));
        QTRY_VERIFY(report->current());
        walk_inner_tabs();
        expect({QStringLiteral("label in"), QStringLiteral("item tip of"), QStringLiteral("tip of")});
    }
    /// Names of labels and texts of a run that gives a text any number of labels.
    void a_run_of_several_labels() {
        const fs::path run = root() / "runs" / "several labels";
        const std::string first = canary_->markup("label of several");
        test::make_labels_run(run, 30, true, {first, canary_->markup("another")}, canary_->markup("row "));
        window_->open(run);
        LazyTabs* tabs = window_->workspace()->tabs();
        QVERIFY(tabs);
        tabs->go_to(QStringLiteral("report"));
        auto* report = qobject_cast<ReportPage*>(tabs->page(QStringLiteral("report")));
        QTRY_VERIFY(report->current());
        walk_inner_tabs();
        auto* labels = report->findChild<LabelsView*>();
        QVERIFY(labels);
        QCOMPARE(labels->labels().item(0, 0)->text(), QString::fromStdString(first));
        QCOMPARE(labels->worst().table().rowCount(), 30);
        QSignalSpy saved(report, &ReportPage::document_saved);
        report->save_document(root() / "several.pdf");
        QVERIFY(saved.wait(20000));
    }
    void a_preset() {
        window_->open(preset_);
        QTRY_VERIFY(window_->workspace()->preset_view());
        PresetView* view = window_->workspace()->preset_view();
        view->set_servers({QString::fromStdString(canary_->markup("server"))});
        view->setup()->form()->show_all_keys(true);
        QTest::qWait(700);
        walk_.look_at(window_.get());
        view->setup()->strip()->machines()->setCurrentIndex(1);
        QTest::qWait(300);
        walk_.look_at(window_.get());
        view->setup()->strip()->machines()->setCurrentIndex(0);
        view->tabs()->go_to(QStringLiteral("data"));
        QTest::qWait(1500); // the table is read by a process of its own
        walk_inner_tabs();
        view->setup()->set_key(QStringLiteral("model.path"), QString::fromStdString(canary_->markup("m")));
        QTest::qWait(300);
        walk_.look_at(window_.get());
    }
    void a_table() {
        window_->open(table_);
        QTRY_VERIFY(!window_->workspace()->preset_view());
        QTest::qWait(1500);
        walk_.look_at(window_.get());
        test::keep(*window_, QStringLiteral("markup-csv"));
    }
    void a_comparison() {
        window_->workspace()->show_runs(runs_);
        QTest::qWait(700);
        walk_inner_tabs();
    }
    void a_queued_run() {
        window_->workspace()->show_queued(held_);
        QTest::qWait(300);
        walk_.look_at(window_.get());
    }
    void messages() {
        window_->news()->say(Error::in_words(4001, canary_->markup("what"), canary_->markup("where"))
                                 .with_kept(canary_->markup("kept"))
                                 .with_next(canary_->markup("next")));
        walk_.look_at(window_.get());
        expect({QStringLiteral("label in tunedesk::ui::MessageBar")});
        window_->news()->clear();
    }
    /// Every box that asks, with a name in it.
    void boxes() {
        window_->open(runs_[0]);
        window_->sidebar()->select(runs_[0]);
        QTRY_COMPARE(window_->sidebar()->selected().size(), std::size_t{1});
        int asked = 0;
        for (QAction* action : window_->findChildren<QAction*>()) {
            if (!action->text().contains(QStringLiteral("rash")) || !action->isEnabled()) continue;
            action->trigger();
            for (auto* box : window_->findChildren<QMessageBox*>()) {
                QTRY_VERIFY(box->isVisible());
                walk_.look_at(box);
                box->reject();
                delete box;
                ++asked;
            }
        }
        QVERIFY(asked > 0);
        expect({QStringLiteral("label in QMessageBox")});
        QMessageBox box(QMessageBox::Warning, QString(), QString::fromStdString(canary_->markup("box")));
        box.setInformativeText(QString::fromStdString(canary_->markup("more")));
        box.open();
        walk_.look_at(&box);
        QInputDialog input;
        input.setLabelText(QString::fromStdString(canary_->markup("input")));
        input.open();
        walk_.look_at(&input);
        expect({QStringLiteral("label in QInputDialog")});
    }
    void dialogs() {
        ExportBundleDialog share(preset_, window_.get());
        share.show();
        QTest::qWait(300);
        walk_.look_at(&share);
        ImportDialog import(
            preset::import_preset("{\"learning_rate\": \"<b>x</b>\", \"<img src=x>\": true}", "args.json"),
            QString::fromStdString(canary_->markup("file")), window_.get());
        import.show();
        walk_.look_at(&import);
        expect({QStringLiteral("label in tunedesk::ui::ImportDialog"),
                QStringLiteral("item tip of QTableWidget")});
    }
    /// Menus, titles: what other marks would swallow.
    void ampersands_and_brackets_are_painted() {
        const QString name = to_qt(runs_[0].filename());
        QCOMPARE(QAction(menu_text(name)).iconText(), name); // the text without mnemonics
        window_->open(runs_[0]);
        const QString title = QString::fromStdString(canary_->markup("one"));
        QTRY_VERIFY(window_->windowTitle().contains(QStringLiteral("[*][*]")));
        window_->open(runs_[1]);
        QMenu* overlay = nullptr;
        for (auto* button : window_->findChildren<QToolButton*>())
            if (button->accessibleName().contains(QStringLiteral("Overlay"))) overlay = button->menu();
        QVERIFY(overlay);
        window_->workspace()->tabs()->go_to(QStringLiteral("watch"));
        Q_EMIT overlay->aboutToShow();
        const auto has_name = [&] {
            return std::ranges::any_of(overlay->actions(),
                                       [&](const QAction* action) { return action->iconText() == name; });
        };
        QTRY_VERIFY(has_name());
    }
    /// The one rich label is chosen to be, and holds nothing that was read.
    void a_label_may_choose_markup() {
        QLabel legend(ContributionView::legend());
        legend.setTextFormat(Qt::RichText);
        legend.show();
        QCOMPARE(legend.textFormat(), Qt::RichText);
        QLabel late;
        late.show();
        late.setText(QString::fromStdString(canary_->markup("set after it was shown")));
        QCOMPARE(late.textFormat(), Qt::PlainText);
    }

private:
    fs::path root() const { return fs::path(folder_.path().toStdString()); }

    void walk_inner_tabs() {
        QTest::qWait(500);
        walk_.look_at(window_.get());
        for (auto* inner : window_->workspace()->findChildren<QTabWidget*>()) {
            if (!inner->isVisible() || inner == window_->workspace()->tabs()) continue;
            for (int i = 0; i < inner->count(); ++i) {
                inner->setCurrentIndex(i);
                QTest::qWait(50);
                walk_.look_at(window_.get());
            }
        }
    }
    void verify() {
        QVERIFY2(walk_.mistakes.isEmpty(), qPrintable(walk_.mistakes.join(QLatin1Char('\n'))));
        QVERIFY2(!canary_->was_opened(), "a file that markup names was opened");
    }
    /// The walk has met markup there: it does not pass for want of texts.
    void expect(const QStringList& beginnings) {
        for (const QString& beginning : beginnings)
            QVERIFY2(std::ranges::any_of(walk_.places,
                                         [&](const QString& place) { return place.startsWith(beginning); }),
                     qPrintable(beginning + QStringLiteral(" not among ") +
                                QStringList(walk_.places.begin(), walk_.places.end()).join(u',')));
    }

    QTemporaryDir folder_;
    Theme theme_;
    std::unique_ptr<test::Canary> canary_;
    std::vector<fs::path> runs_;
    fs::path held_, table_, preset_;
    std::unique_ptr<QSettings> settings_;
    std::unique_ptr<MainWindow> window_;
    test::MarkupWalk walk_;
};

TUNEDESK_WINDOW_TEST_MAIN(MarkupTest)
#include "markup_test.moc"
