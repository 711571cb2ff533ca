// SPDX-License-Identifier: GPL-3.0-or-later
// The Data check of the real window: what is wrong with a table is listed at once, before Start, and each
// click mends it, until the run starts.

#include "event/folder/run_folder.h"
#include "event/folder/run_lock.h"
#include "ui/data/data_check.h"
#include "ui/display.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/estimate/estimator.h"
#include "ui/preset/estimate/problem_list.h"
#include "ui/preset/form/key_row.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/form/preset_form.h"
#include "ui/preset/form/preset_text_edit.h"
#include "ui/preset/setup_page.h"
#include "ui/real_run.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/shell/language.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QAbstractButton>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QToolButton>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

constexpr int patience = 60'000; // of a loaded machine
constexpr int run_ms = 400'000;

} // namespace

class DataCheckTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;
    Theme theme_;
    std::unique_ptr<QSettings> settings_;
    std::unique_ptr<MainWindow> window_;

    fs::path path(const char* name) const { return to_path(folder_->path()) / name; }
    void write(const char* name, const std::string& text) const { write_file_atomically(path(name), text); }

    static std::string rows(const char* label, int from, int to) {
        std::string text;
        for (int i = from; i < to; ++i)
            text += "row " + std::to_string(i) + " is a text," + label + '\n';
        return text;
    }
    /// A torn row and one of blanks; "Sports" beside "sports"; test rows of an unseen label, and two that are
    /// training rows too.
    void write_messy_table() const {
        write("train.csv", "text,label\n" + rows("sports", 0, 12) + "torn\n" + rows("Sports", 12, 17) +
                               "   ,economy\n" + rows("economy", 20, 32));
        write("test.csv", "text,label\n" + rows("sports", 100, 106) + rows("games", 110, 111) +
                              rows("economy", 20, 22) + rows("economy", 120, 126));
        write("p.yaml",
              "tunedesk: 1\nname: messy\nmodel: {ignore_mismatched_sizes: true, path: " TUNEDESK_SOURCE_DIR
              "/tests/golden/models/tiny-bert}\n"
              "data:\n  train: train.csv\n  test: test.csv\n  max_length: 16\n"
              "training: {max_steps: 3, per_device_train_batch_size: 4}\n"
              "evaluation: {strategy: no}\n");
    }

    PresetView* open(const char* preset) {
        window_->open(path(preset));
        return QTest::qWaitFor([this] { return window_->workspace()->preset_view() != nullptr; }, patience)
                   ? window_->workspace()->preset_view()
                   : nullptr;
    }
    /// Until what was found is that of the preset as it stands.
    static bool settles(PresetView* view) {
        const Estimator* estimator = view->setup()->estimator();
        return QTest::qWaitFor(
            [&] {
                return !estimator->is_reading() && estimator->latest() &&
                       view->data_check()->status() != QStringLiteral("reading all rows…");
            },
            patience);
    }
    static int line_with(const DataCheck& check, const QString& part) {
        const QStringList lines = check.lines();
        for (int i = 0; i < lines.size(); ++i)
            if (lines[i].contains(part)) return i;
        return -1;
    }
    /// Presses the button of a line.
    static void press(const DataCheck& check, const QString& part) {
        const int line = line_with(check, part);
        QVERIFY2(line >= 0, qPrintable(check.lines().join(u'\n')));
        QAbstractButton* button = check.button(line);
        QVERIFY2(button && button->isEnabled(), qPrintable(check.lines()[line]));
        QTest::mouseClick(button, Qt::LeftButton, {}, QPoint(10, button->height() / 2));
    }
    static Preset preset_of(PresetView* view) { return view->setup()->draft().loaded.preset; }

private Q_SLOTS:
    void initTestCase() { choose_language(QStringLiteral("en")); } // plurals
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        write_messy_table();
        settings_ =
            std::make_unique<QSettings>(folder_->filePath(QStringLiteral("w.ini")), QSettings::IniFormat);
        window_ = std::make_unique<MainWindow>(&theme_, settings_.get());
        window_->resize(1280, 720);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        QApplication::setActiveWindow(window_.get());
    }
    void cleanup() { window_.reset(); }

    void everything_is_listed_at_once_and_once() {
        PresetView* view = open("p.yaml");
        QVERIFY(view);
        const DataCheck& check = *view->data_check();
        QTRY_VERIFY_WITH_TIMEOUT(!check.lines().isEmpty() && settles(view), patience);
        const QString all = check.lines().join(u'\n');
        for (const char* part :
             {"train.csv: 2 rows cannot be used", "line 14", "test.csv: 1 row with a label", "\"games\"",
              "\"Sports\", \"sports\"", "2 rows of Test (test.csv) are also in Training (train.csv)"})
            QVERIFY2(all.contains(QLatin1String(part)), qPrintable(all));
        QVERIFY2(check.lines().front().contains(QStringLiteral("cannot be used")), qPrintable(all));
        test::keep(*window_, QStringLiteral("data-check"));

        const EstimateStrip* strip = view->setup()->strip();
        QVERIFY(!strip->start_button()->isEnabled());
        QCOMPARE(strip->problem_count(), 2); // the rest are warnings
        // Not a second time in the strip, nor a third one beside the field.
        QCOMPARE(strip->problems()->count(), 0);
        QVERIFY(!view->setup()->form()->row("data.train")->has_problem());
    }

    void go_to_it_leads_to_the_mend() {
        PresetView* view = open("p.yaml");
        QVERIFY(view);
        QTRY_COMPARE_WITH_TIMEOUT(view->setup()->strip()->problem_count(), 2, patience);
        QAbstractButton* go = nullptr;
        for (auto* each : view->findChildren<QAbstractButton*>())
            if (each->isVisible() && each->text().contains(QStringLiteral("go to the first"))) go = each;
        QVERIFY(go);
        QTest::mouseClick(go, Qt::LeftButton);
        auto* focus = qobject_cast<QAbstractButton*>(window_->focusWidget());
        QVERIFY(focus);
        QCOMPARE(focus->text(), QStringLiteral("Leave out 2 rows"));
        QVERIFY(focus->accessibleName().contains(QStringLiteral("train.csv: 2 rows cannot be used")));
        QTest::keyClick(focus, Qt::Key_Space);
        QTRY_VERIFY_WITH_TIMEOUT(preset_of(view).data.bad_rows == Preset::BadRows::skip, patience);
        // On to the next one by the keyboard.
        const auto text_in_focus = [this] {
            const auto* button = qobject_cast<QAbstractButton*>(window_->focusWidget());
            return button ? button->text() : QString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(text_in_focus(), QStringLiteral("Merge into \"sports\""), patience);
    }

    void a_merge_is_one_edit_that_undo_takes_back() {
        write("val.csv", "text,label\n" + rows("Sports", 200, 203));
        PresetView* view = open("p.yaml");
        QVERIFY(view);
        QTRY_VERIFY_WITH_TIMEOUT(!view->data_check()->lines().isEmpty() && settles(view), patience);
        view->setup()->set_key(QStringLiteral("data.validation"), QStringLiteral("val.csv"));
        QTRY_COMPARE_WITH_TIMEOUT(view->setup()->estimator()->latest()->inputs.files.size(), std::size_t{3},
                                  patience);
        const std::string before = view->setup()->document()->text();
        const DataCheck& check = *view->data_check();
        const auto* merge =
            qobject_cast<QToolButton*>(check.button(line_with(check, QStringLiteral("differ only in case"))));
        QVERIFY(merge);
        QCOMPARE(merge->text(), QStringLiteral("Merge into \"sports\"")); // the more frequent one
        QCOMPARE(merge->menu()->actions().size(), 2);
        QVERIFY(merge->focusPolicy() & Qt::TabFocus);
        press(check, QStringLiteral("differ only in case"));
        QTRY_COMPARE_WITH_TIMEOUT(to_qt(preset_of(view).data.train), to_qt(path("train.mended.csv")),
                                  patience);
        QCOMPARE(to_qt(preset_of(view).data.validation), to_qt(path("val.mended.csv")));
        QVERIFY(view->setup()->document()->text().find("train: train.mended.csv") != std::string::npos);
        QVERIFY(read_file(path("train.csv"), ErrorId::file_unreadable).find("Sports") !=
                std::string::npos); // as it was
        QVERIFY(settles(view));
        QTRY_VERIFY_WITH_TIMEOUT(line_with(check, QStringLiteral("differ only in case")) < 0, patience);
        view->setup()->text()->document()->undo();
        QCOMPARE(QString::fromStdString(view->setup()->document()->text()), QString::fromStdString(before));
        QTRY_VERIFY_WITH_TIMEOUT(line_with(check, QStringLiteral("differ only in case")) >= 0, patience);
    }

    void files_that_changed_meanwhile_are_not_mended() {
        write("train.csv", "text,label\n" + rows("a", 0, 8) + "text,label\n" + rows("b", 10, 18));
        PresetView* view = open("p.yaml");
        QVERIFY(view);
        const DataCheck& check = *view->data_check();
        QTRY_VERIFY_WITH_TIMEOUT(line_with(check, QStringLiteral("the header")) >= 0 && settles(view),
                                 patience);
        write("train.csv", "text,label\n" + rows("a", 0, 9) + "text,label\n" + rows("b", 10, 18));
        press(check, QStringLiteral("the header"));
        const auto refused = [this] {
            for (const MessageBar* bar : window_->findChildren<MessageBar*>())
                if (bar->text().contains(QStringLiteral("TD3170"))) return true;
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(refused(), patience);
        QVERIFY(!fs::exists(path("train.mended.csv")));
    }

    void the_card_says_what_is_being_done() {
        write("train.csv", "text,label\n" + rows("a", 0, 100'000) + "torn\n" + rows("b", 100'000, 200'000));
        PresetView* view = open("p.yaml");
        QVERIFY(view);
        const DataCheck& check = *view->data_check();
        QVERIFY(check.isVisible()); // reserved from the start: nothing moves when something is found
        QTRY_COMPARE_WITH_TIMEOUT(check.status(), QStringLiteral("reading all rows…"), patience);
        QTRY_VERIFY_WITH_TIMEOUT(!check.lines().isEmpty() && settles(view), patience);
        QCOMPARE(check.status(), QString());
        write("clean.csv", "text,label\n" + rows("a", 0, 9) + rows("b", 10, 19));
        write("clean.yaml", "model: {ignore_mismatched_sizes: true, path: " TUNEDESK_SOURCE_DIR
                            "/tests/golden/models/tiny-bert}\ndata: {train: clean.csv}\n");
        window_->open(path("clean.yaml"));
        QTRY_VERIFY_WITH_TIMEOUT(window_->workspace()->preset_view()->preset() == path("clean.yaml"),
                                 patience);
        view = window_->workspace()->preset_view();
        QTRY_COMPARE_WITH_TIMEOUT(view->data_check()->status(), QStringLiteral("nothing found"), patience);
        QVERIFY(view->data_check()->lines().isEmpty());
    }

    void every_click_leads_to_a_run() {
        if (const QString missing = test::RealRun::missing(); !missing.isEmpty()) QSKIP(qPrintable(missing));
        PresetView* view = open("p.yaml");
        QVERIFY(view);
        const DataCheck& check = *view->data_check();
        const QPushButton* start = view->setup()->strip()->start_button();
        QTRY_VERIFY_WITH_TIMEOUT(!check.lines().isEmpty() && settles(view), patience);
        QVERIFY(!start->isEnabled());

        press(check, QStringLiteral("cannot be used"));
        QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), patience); // the unseen label went with the torn rows
        QVERIFY(line_with(check, QStringLiteral("train.csv: 2 rows cannot be used and are left out")) >= 0);
        QVERIFY(line_with(check, QStringLiteral("is left out: \"games\"")) >= 0);

        QVERIFY(settles(view));
        press(check, QStringLiteral("differ only in case"));
        QTRY_VERIFY_WITH_TIMEOUT(line_with(check, QStringLiteral("differ only in case")) < 0, patience);
        QVERIFY(settles(view));
        press(check, QStringLiteral("are also in Training"));
        QTRY_VERIFY_WITH_TIMEOUT(line_with(check, QStringLiteral("are also in Training")) < 0, patience);
        QVERIFY(settles(view));
        test::keep(*window_, QStringLiteral("data-check-mended"));
        for (int line = 0; line < check.lines().size(); ++line)
            QVERIFY2(!check.button(line), qPrintable(check.lines()[line]));
        QCOMPARE(view->setup()->estimator()->latest()->inputs.labels.names,
                 (std::vector<std::string>{"economy", "sports"}));

        QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), patience);
        view->start();
        QTRY_VERIFY_WITH_TIMEOUT(window_->workspace()->run_view(), patience);
        const fs::path run = window_->workspace()->run_view()->run();
        QTRY_VERIFY_WITH_TIMEOUT(fs::exists(run / "exit.json") && !event::RunLock::is_held({run}), run_ms);
        QCOMPARE(event::read_exit({run})->code, 0);
        const std::string journal = read_file(run / "events.jsonl", ErrorId::file_unreadable);
        QVERIFY(journal.find("rows too") == std::string::npos &&
                journal.find("differ in case") == std::string::npos);
    }
};

TUNEDESK_WINDOW_TEST_MAIN(DataCheckTest)
#include "data_check_test.moc"
