// SPDX-License-Identifier: GPL-3.0-or-later
// Presets that were typed and not saved survive the window, however it ends.

#include "patience.h"
#include "ui/display.h"
#include "ui/preset/form/preset_actions.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/form/preset_text_edit.h"
#include "ui/preset/setup_page.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/library/library.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/new_run/draft_store.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/new_run/preset_views.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include "run/supervise/signals.h"

#include <QDir>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QTimer>
#include <csignal>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

constexpr const char* saved_text =
    "tunedesk: 1\nname: drafts\nmodel: {path: /nowhere}\ndata: {train: t.csv}\n";

/// The window of another process: opens a preset, changes a key, says so, and waits to be ended.
int be_a_window(const QString& preset) {
    QTemporaryDir place;
    QSettings settings(place.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
    Theme theme;
    MainWindow window(&theme, &settings);
    const run::Signals signals([&window](int, run::SignalMeaning) { window.close_now(); });
    window.show();
    window.open(to_path(preset));
    QTimer poll;
    bool is_edited = false;
    QObject::connect(&poll, &QTimer::timeout, [&] {
        PresetView* view = window.workspace()->preset_view();
        if (!view || view->setup()->document()->text().empty()) return;
        if (!std::exchange(is_edited, true))
            view->setup()->set_key(QStringLiteral("training.seed"), QStringLiteral("4711"));
        if (!view->is_modified()) return;
        poll.stop();
        std::printf("changed\n");
        std::fflush(stdout);
    });
    poll.start(50);
    return QApplication::exec();
}

} // namespace

class DraftsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        write_file_atomically(preset(), saved_text);
    }

    void a_window_that_is_ended_loses_nothing_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("kill -9") << SIGKILL;
    }
    void a_window_that_is_ended_loses_nothing() {
        QFETCH(int, signal);
        QProcess window;
        window.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        window.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--window"), to_qt(preset())});
        QTRY_VERIFY_WITH_TIMEOUT(window.canReadLine(), 30'000);
        if (signal == SIGKILL) QTRY_COMPARE_WITH_TIMEOUT(left().size(), 1, 10'000);
        ::kill(static_cast<pid_t>(window.processId()), signal);
        QVERIFY(window.waitForFinished(20'000));
        if (signal == SIGTERM) {
            QCOMPARE(window.exitStatus(), QProcess::NormalExit);
            QCOMPARE(window.exitCode(), 0);
        }
        QCOMPARE(read_file(preset(), ErrorId::file_unreadable), std::string(saved_text));
        QCOMPARE(left().size(), 1);

        QSettings settings(folder_->filePath(QStringLiteral("w.ini")), QSettings::IniFormat);
        Theme theme;
        auto next = std::make_unique<MainWindow>(&theme, &settings);
        next->show();
        QTRY_VERIFY_WITH_TIMEOUT(next->news()->text().contains(QStringLiteral("p.yaml")), 10'000);
        auto* show = next->news()->findChild<QPushButton*>();
        QTRY_VERIFY(show->isVisible());
        QTest::mouseClick(show, Qt::LeftButton);
        PresetView* view = nullptr;
        QTRY_VERIFY((view = next->workspace()->preset_view()) && view->preset() == preset());
        QTRY_VERIFY(view->setup()->text()->toPlainText().contains(QStringLiteral("seed: 4711")));
        QVERIFY(view->is_modified());
        // It can be taken back, and saved.
        view->setup()->text()->document()->undo();
        QTRY_VERIFY(!view->is_modified());
        view->setup()->text()->document()->redo();
        next->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(next.get()));
        view->setup()->text()->setFocus();
        QTest::keySequence(view->setup()->text(), QKeySequence::Save);
        QTRY_VERIFY(read_file(preset(), ErrorId::file_unreadable).find("seed: 4711") != std::string::npos);
        QTRY_VERIFY_WITH_TIMEOUT(left().isEmpty(), 10'000);
        next->close();
        next.reset();
        QVERIFY(left().isEmpty());
    }

    void two_windows_keep_their_own() {
        DraftStore first, second;
        first.save_now({{preset(), "one"}});
        // Its window lives: nobody else takes it.
        bool found = false;
        connect(&second, &DraftStore::found, this, [&](const std::vector<Draft>&) { found = true; });
        second.look_for_others();
        QTest::qWait(300);
        QVERIFY(!found);
        QCOMPARE(left().size(), 1);
    }

    void damaged_files_are_no_drafts() {
        fs::create_directories(state_home() / "drafts");
        for (const char* text : {"", "{", "{\"drafts\": 3}", "{\"drafts\": [{\"file\": 1}]}"}) {
            write_file_atomically(state_home() / "drafts" / "x.json", text);
            DraftStore keeper;
            bool found = false;
            connect(&keeper, &DraftStore::found, this, [&](const std::vector<Draft>&) { found = true; });
            keeper.look_for_others();
            QTRY_VERIFY(!fs::exists(state_home() / "drafts" / "x.json"));
            QTest::qWait(50);
            QVERIFY2(!found, text);
        }
    }

    // What was imported and not saved is listed, marked, and named when the window is closed.
    void what_is_not_saved_is_listed_and_named() {
        const fs::path settings_file = to_path(folder_->filePath(QStringLiteral("training_args.json")));
        write_file_atomically(settings_file, "{\"learning_rate\": 3e-5, \"num_train_epochs\": 2}");
        QSettings settings(folder_->filePath(QStringLiteral("w.ini")), QSettings::IniFormat);
        Theme theme;
        auto first = std::make_unique<MainWindow>(&theme, &settings);
        MainWindow& window = *first;
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto import = [&] {
            window.open(settings_file);
            ImportDialog* dialog = nullptr;
            QTRY_VERIFY((dialog = window.findChild<ImportDialog*>()) && dialog->isVisible());
            dialog->accept();
            QTRY_VERIFY(!window.findChild<ImportDialog*>());
        };
        import();
        PresetView* imported = nullptr;
        QTRY_VERIFY((imported = window.workspace()->preset_view()) && imported->is_modified());
        const fs::path file = imported->preset();
        window.open(preset());
        QTRY_VERIFY(window.workspace()->preset_view() &&
                    window.workspace()->preset_view()->preset() == preset());
        QTRY_VERIFY(window.library()->find(file));
        QVERIFY(window.library()->find(file)->is_changed);
        QTRY_VERIFY(window.library()->find(preset()));
        QVERIFY(!window.library()->find(preset())->is_changed);
        // A second import of the same file does not replace the first.
        import();
        QTRY_COMPARE(window.workspace()->presets()->modified().size(), std::size_t(2));
        QVERIFY(window.workspace()->preset_view()->preset() != file);
        // A click on the entry shows it again.
        window.sidebar()->select(file);
        QTRY_VERIFY(window.workspace()->preset_view() && window.workspace()->preset_view()->preset() == file);
        test::keep(window, QStringLiteral("drafts"));

        window.close();
        QMessageBox* box = nullptr;
        QTRY_VERIFY((box = window.findChild<QMessageBox*>()) && box->isVisible());
        QVERIFY2(box->text().contains(to_qt(file.filename())), qPrintable(box->text()));
        test::keep(*box, QStringLiteral("drafts-question"));
        QAbstractButton* keep = nullptr;
        for (QAbstractButton* button : box->buttons())
            if (button->text().contains(QStringLiteral("drafts"))) keep = button;
        QVERIFY(keep);
        QTest::mouseClick(keep, Qt::LeftButton);
        QTRY_VERIFY(!window.isVisible());
        QCOMPARE(left().size(), 1);
        first.reset(); // as long as it lives its drafts are its own

        MainWindow next(&theme, &settings);
        next.show();
        QTRY_VERIFY_WITH_TIMEOUT(next.library()->find(file) && next.library()->find(file)->is_changed,
                                 10'000);
    }

    void cleanup() { fs::remove_all(state_home() / "drafts"); }

private:
    fs::path preset() const { return to_path(folder_->filePath(QStringLiteral("p.yaml"))); }
    static QStringList left() {
        return QDir(to_qt(state_home() / "drafts")).entryList({QStringLiteral("*.json")}, QDir::Files);
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

TUNEDESK_TWO_WINDOWS_TEST_MAIN(DraftsTest, be_a_window)
#include "drafts_test.moc"
