// Another machine in the real window, over a real sshd: its runs under its name, one of them watched, its
// connection on a bar, the actions.

#include "remote/there.h"
#include "run/remote_place.h"
#include "ui/display.h"
#include "ui/run/run_feed.h"
#include "ui/run/watch_page.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/language.h"
#include "ui/window/main_window.h"
#include "ui/window/server_desk.h"
#include "ui/window/theme.h"

#include <QAction>
#include <QSettings>
#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;
using namespace tunedesk::ui;

namespace {

constexpr int patience = 60'000;

} // namespace

class TestServerDesk : public QObject {
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
        TwoMachines two(Environment{{"TUNEDESK_FAKE_STEPS", "1500"}, {"TUNEDESK_FAKE_MS", "20"}});
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
        QVERIFY(!window.servers()->start_action()->isEnabled()); // no preset is shown
        window.servers()->run_started(to_qt(view));              // as after a start there: the run is shown
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
        QTRY_COMPARE_WITH_TIMEOUT(page->feed()->connection()->state, remote::Connection::State::connected,
                                  patience);
        QTRY_COMPARE_WITH_TIMEOUT(entry()->section, Section::finished, patience);
        QTRY_COMPARE_WITH_TIMEOUT(entry()->state, std::string("done"), patience);
    }
};

TUNEDESK_WINDOW_TEST_MAIN(TestServerDesk)
#include "server_desk_test.moc"
