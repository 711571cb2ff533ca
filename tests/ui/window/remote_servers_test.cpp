// SPDX-License-Identifier: GPL-3.0-or-later
// Another machine in the real window, over a real sshd: its runs under its name, one of them watched, its
// connection on a bar, the actions.

#include "patience.h"
#include "remote/there.h"
#include "run/folder/remote_place.h"
#include "ui/data/data_check.h"
#include "ui/display.h"
#include "ui/preset/estimate/estimate_figures.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/estimate/machine_box.h"
#include "ui/preset/estimate/problem_list.h"
#include "ui/preset/form/key_row.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/form/preset_form.h"
#include "ui/preset/setup_page.h"
#include "ui/run/run_action.h"
#include "ui/run/run_feed.h"
#include "ui/run/watch_page.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/library/library.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/queue/queue_watch.h"
#include "ui/window/shell/language.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>

using namespace tunedesk;
using namespace tunedesk::test;
using namespace tunedesk::ui;

namespace {

constexpr int patience = 60'000;

} // namespace

class TestRemoteServers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRunThere_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("dark");
        QTest::newRow("English, light") << "en" << false;
        QTest::newRow("Chinese, dark") << "zh_CN" << true;
    }

    void aRunThere() {
        QFETCH(QString, language);
        QFETCH(bool, dark);
        TwoMachines two(Environment{{"TUNEDESK_FAKE_STEPS", "900"}, {"TUNEDESK_FAKE_MS", "20"}});
        if (!two.sshd().is_running()) QSKIP(two.sshd().why_not().c_str());
        QCOMPARE(two.start_there().code, 0);
        const fs::path view = run::view_folder({"box", two.run_there().root.string()});
        choose_language(language);
        Theme theme;
        QSettings settings(to_qt(two.here.root() / "window.ini"), QSettings::IniFormat);
        settings.setValue(QStringLiteral("window/theme"), dark ? "dark" : "light");
        MainWindow window(&theme, &settings);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY_WITH_TIMEOUT(window.library()->find(view), patience);
        const auto entry = [&] { return window.library()->find(view); };
        QCOMPARE(entry()->group, std::string("box"));
        QCOMPARE(entry()->section, Section::running);
        window.sidebar()->select(view);
        QTRY_VERIFY_WITH_TIMEOUT(window.findChild<WatchPage*>(), patience);
        auto* page = window.findChild<WatchPage*>();
        QTRY_VERIFY_WITH_TIMEOUT(page->feed()->source() == RunFeed::Source::live, patience);
        QTRY_VERIFY_WITH_TIMEOUT(page->feed()->history()->steps().rows() > 20, patience);
        test::keep(window, "server-" + language + "-watch");
        two.sshd().vanish();
        QTRY_VERIFY_WITH_TIMEOUT(page->feed()->connection()->error, patience);
        test::keep(window, "server-" + language + "-lost");
        QVERIFY(entry()); // what was told stays
        two.sshd().come_back();
        QTRY_COMPARE_WITH_TIMEOUT(page->feed()->connection()->state,
                                  remote::ConnectionStatus::State::connected, patience);
        QTRY_COMPARE_WITH_TIMEOUT(entry()->section, Section::finished, patience);
        QTRY_COMPARE_WITH_TIMEOUT(entry()->status, event::ended_status(0), patience);
    }

    /// The Data check lists what the server finds in its own rows, and mends what the preset can mend.
    void whatIsWrongWithRowsThere() {
        TwoMachines two(Environment{});
        if (!two.sshd().is_running()) QSKIP(two.sshd().why_not().c_str());
        choose_language(QStringLiteral("en"));
        std::string rows = "text,label\n";
        for (int i = 0; i < 36; ++i)
            rows += "row " + std::to_string(i) +
                    (i % 3 == 0   ? ",sports\n"
                     : i % 3 == 1 ? ",Sports\n"
                                  : ",economy\n");
        write_file_atomically(two.there().root() / "only-there.csv", rows + "torn\n");
        const fs::path preset = two.here.root() / "p.yaml";
        write_file_atomically(preset, "tunedesk: 1\nname: there\n"
                                      "model: {ignore_mismatched_sizes: true, path: " TUNEDESK_SOURCE_DIR
                                      "/tests/golden/models/tiny-bert}\n"
                                      "data: {train: only-there.csv, max_length: 32}\n"
                                      "training: {max_steps: 2}\nevaluation: {strategy: no}\n");
        Theme theme;
        QSettings settings(to_qt(two.here.root() / "window.ini"), QSettings::IniFormat);
        MainWindow window(&theme, &settings);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.open(preset);
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace()->preset_view(), patience);
        EstimateStrip* strip = window.workspace()->preset_view()->setup()->strip();
        const DataCheck& check = *window.workspace()->preset_view()->data_check();
        QTRY_COMPARE_WITH_TIMEOUT(check.status(), QStringLiteral("no rows could be read"), patience);
        QTRY_VERIFY_WITH_TIMEOUT(strip->machines()->isVisible(), patience);
        strip->machines()->setCurrentIndex(1);
        QTRY_COMPARE_WITH_TIMEOUT(check.lines().size(), 2, patience);
        QVERIFY(check.isVisible());
        const QString found = check.lines().join(u'\n');
        QVERIFY2(check.lines()[0].contains(QStringLiteral("only-there.csv: 1 row cannot be used")),
                 qPrintable(found));
        QVERIFY2(check.lines()[1].contains(QStringLiteral("\"Sports\", \"sports\"")), qPrintable(found));
        QVERIFY(!check.button(1)); // would write a file there
        QVERIFY2(check.status().contains(QStringLiteral("on box")), qPrintable(check.status()));
        QCOMPARE(strip->problem_count(), 1);
        QCOMPARE(strip->problems()->count(), 0); // not a second time
        QVERIFY(!strip->start_button()->isEnabled());
        test::keep(window, "server-data-check");
        QTest::mouseClick(check.button(0), Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(strip->start_button()->isEnabled(), qPrintable(check.status()), patience);
        QVERIFY(check.lines().join(u'\n').contains(QStringLiteral("are left out")) ||
                check.lines().join(u'\n').contains(QStringLiteral("is left out")));
        strip->machines()->setCurrentIndex(0);
        QTRY_VERIFY_WITH_TIMEOUT(check.lines().isEmpty(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(check.status(), QStringLiteral("no rows could be read"), patience);
    }

    /// From the Set-up page, as here: choose the machine, mend what it finds, start; with keys alone.
    void aPresetIsStartedThere() {
        TwoMachines two(Environment{{"TUNEDESK_FAKE_STEPS", "400"}, {"TUNEDESK_FAKE_MS", "20"}});
        if (!two.sshd().is_running()) QSKIP(two.sshd().why_not().c_str());
        choose_language(QStringLiteral("en"));
        const fs::path preset = two.here.root() / "p.yaml", rows = two.there().root() / "only-there.csv";
        fs::copy_file(TUNEDESK_SOURCE_DIR "/resources/samples/own.csv", rows);
        write_file_atomically(preset,
                              "tunedesk: 1\nname: from here\nmodel: {path: no-such-model}\n"
                              "data: {train: only-there.csv, validation_split: 0.2, max_length: 32}\n");
        Theme theme;
        QSettings settings(to_qt(two.here.root() / "window.ini"), QSettings::IniFormat);
        MainWindow window(&theme, &settings);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QApplication::setActiveWindow(&window); // or its shortcuts would not act
        window.open(preset);
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace()->preset_view(), patience);
        SetupPage* setup = window.workspace()->preset_view()->setup();
        EstimateStrip* strip = setup->strip();
        QTRY_VERIFY_WITH_TIMEOUT(strip->machines()->isVisible(), patience);
        const auto problems = [&] {
            QString text;
            for (int row = 0; row < strip->problem_count(); ++row)
                text += strip->problems()->item(row)->text() + u'\n';
            return text;
        };
        QTRY_VERIFY_WITH_TIMEOUT(problems().contains(QStringLiteral("only-there.csv")), patience);

        strip->machines()->setFocus();
        QTest::keyClick(strip->machines(), Qt::Key_Down);
        QCOMPARE(strip->server(), QStringLiteral("box"));
        QVERIFY(!strip->start_button()->isEnabled());
        const QString lacked = to_qt(two.there().root() / "no-such-model");
        QTRY_VERIFY_WITH_TIMEOUT(problems().contains(lacked), patience);
        QVERIFY(!problems().contains(QStringLiteral("only-there.csv")));
        QVERIFY(setup->form()->row("model.path")->message().contains(QStringLiteral("config.json")));
        QVERIFY(setup->form()->row("data.train")->message().isEmpty());
        QVERIFY(!strip->start_button()->isEnabled());
        QCOMPARE(strip->start_button()->text(), QStringLiteral("Start on box"));
        test::keep(window, "server-setup-mistake");

        setup->set_key(QStringLiteral("model.path"),
                       QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-bert"));
        QTRY_VERIFY2_WITH_TIMEOUT(strip->start_button()->isEnabled(), qPrintable(problems()), patience);
        QVERIFY2(strip->figures().text().contains(QStringLiteral("parameters")),
                 qPrintable(strip->figures().text()));
        QVERIFY(setup->form()->row("model.path")->message().isEmpty());
        test::keep(window, "server-setup-right");

        // The queue is this machine's: nothing waits in it by mistake.
        QTest::keyClick(&window, Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(said(window).contains(QStringLiteral("this machine's")));
        QVERIFY(window.queue()->snapshot().entries.empty());
        QVERIFY(setup->document()->is_modified());

        QTest::keyClick(&window, Qt::Key_Return, Qt::ControlModifier); // saves it first
        WatchPage* page = nullptr;
        QTRY_VERIFY2_WITH_TIMEOUT((page = window.findChild<WatchPage*>()), qPrintable(said(window)),
                                  patience);
        QVERIFY(!setup->document()->is_modified());
        QTRY_VERIFY_WITH_TIMEOUT(page->feed()->source() == RunFeed::Source::live, patience);
        QVERIFY(run::remote_run_of(window.workspace()->run_view()->run()));
        QTRY_VERIFY_WITH_TIMEOUT(window.library()->find(window.workspace()->run_view()->run()), patience);
        const LibraryEntryPtr entry = window.library()->find(window.workspace()->run_view()->run());
        QCOMPARE(entry->group, std::string("box"));
        QCOMPARE(entry->name, std::string("from here"));
        QVERIFY(!command_run(entry->path, event::Command::stop).is_empty());
        QTRY_VERIFY_WITH_TIMEOUT(window.library()->find(entry->path)->status.is(event::state::stopped),
                                 patience);
    }

private:
    static QString said(const MainWindow& window) {
        QStringList texts;
        for (const MessageBar* bar : window.findChildren<MessageBar*>())
            if (bar->isVisible()) texts << bar->text();
        return texts.join(u'\n');
    }
};

TUNEDESK_WINDOW_TEST_MAIN(TestRemoteServers)
#include "remote_servers_test.moc"
