// SPDX-License-Identifier: GPL-3.0-or-later
// The window's side of other machines, over a real sshd: their lists, a run that is watched there, its
// connection, and the dialogs.

#include "remote/there.h"
#include "run/folder/remote_place.h"
#include "ui/display.h"
#include "ui/run/connection_bar.h"
#include "ui/run/run_action.h"
#include "ui/run/run_feed.h"
#include "ui/run/watch_page.h"
#include "ui/server/add_server_dialog.h"
#include "ui/server/servers.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <csignal>

using namespace tunedesk;
using namespace tunedesk::test;
using namespace tunedesk::ui;

namespace {

constexpr int patience = 60'000;

QPushButton* button(QWidget& widget, const QString& text) {
    for (QPushButton* each : widget.findChildren<QPushButton*>())
        if (each->text() == text) return each;
    return nullptr;
}

fs::path view_of(const TwoMachines& two) {
    return run::view_folder({"box", two.run_there().root.string()});
}

} // namespace

#define WITH_SSHD(machines, ...)                                                                             \
    TwoMachines machines(Environment{__VA_ARGS__});                                                          \
    if (!machines.sshd().is_running()) QSKIP(machines.sshd().why_not().c_str())

class TestServers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theListIsFollowed() {
        WITH_SSHD(two, {"TUNEDESK_FAKE_STEPS", "200"}, {"TUNEDESK_FAKE_MS", "20"});
        Servers servers;
        servers.read_settings();
        const auto box = [&]() -> const Servers::Served& { return servers.all().at("box"); };
        QTRY_VERIFY_WITH_TIMEOUT(servers.all().contains("box") &&
                                     box().connection.state == remote::ConnectionStatus::State::connected,
                                 patience);
        QVERIFY(box().runs.empty());
        QVERIFY(connection_text("box", box()).isEmpty());
        QCOMPARE(two.start_there().code, 0);
        QTRY_VERIFY_WITH_TIMEOUT(box().runs.size() == 1 && box().runs.front().running, patience);
        QCOMPARE(box().runs.front().path, two.run_there().root);
        // What was told stays while the machine is away.
        two.sshd().vanish();
        QTRY_VERIFY_WITH_TIMEOUT(box().connection.state == remote::ConnectionStatus::State::lost &&
                                     box().connection.error,
                                 patience);
        QVERIFY(connection_text("box", box()).contains("box"));
        QCOMPARE(box().runs.size(), std::size_t{1});
        two.sshd().come_back();
        servers.connect_now("box");
        QTRY_VERIFY_WITH_TIMEOUT(box().runs.front().status.is(event::state::done), patience);
        QVERIFY(connection_text("box", box()).isEmpty());
    }

    void aServerThatRefusesSaysWhy() {
        WITH_SSHD(two);
        two.set_up("locked");
        Servers servers;
        servers.read_settings();
        QTRY_VERIFY_WITH_TIMEOUT(
            servers.all().contains("locked") && servers.all().at("locked").connection.error, patience);
        QVERIFY(connection_text("locked", servers.all().at("locked")).contains("ssh-copy-id"));
    }

    /// A run there on the Watch page: curves, state, actions, a broken connection, its end.
    void aRunThereIsWatched() {
        WITH_SSHD(two, {"TUNEDESK_FAKE_STEPS", "2000"}, {"TUNEDESK_FAKE_MS", "20"});
        QCOMPARE(two.start_there().code, 0);
        WatchPage page;
        page.resize(1280, 720);
        page.show();
        page.show_run(view_of(two));
        RunFeed* feed = page.feed();
        QSignalSpy ended(feed, &RunFeed::ended);
        QTRY_VERIFY_WITH_TIMEOUT(feed->source() == RunFeed::Source::live, patience);
        QTRY_VERIFY_WITH_TIMEOUT(feed->history()->steps().rows() > 3, patience);
        QTRY_VERIFY_WITH_TIMEOUT(event::RunFolder{view_of(two)}.holds_run(), patience);
        test::keep(page, "remote-watch");
        auto* bar = page.findChild<ConnectionBar*>();
        QVERIFY(bar && bar->isHidden());

        two.sshd().vanish();
        QTRY_VERIFY_WITH_TIMEOUT(!bar->isHidden() && feed->connection()->error, patience);
        QTest::qWait(1500); // the second try fails too
        test::keep(page, "remote-lost");
        const std::size_t rows = feed->history()->steps().rows();
        two.sshd().come_back();
        QTest::mouseClick(button(*bar, bar->tr("Try now")), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(feed->connection()->state, remote::ConnectionStatus::State::connected,
                                  patience);
        QTRY_VERIFY_WITH_TIMEOUT(feed->history()->steps().rows() > rows, patience);
        test::keep(page, "remote-again");

        QVERIFY(command_run(view_of(two), event::Command::stop) == Phrase(PhraseId::stopping));
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, patience);
        QCOMPARE(ended.front().front().toInt(), 75);
        // Nothing is missing: the same steps as the run's own journal.
        const auto all = read_history(two.run_there());
        QCOMPARE(feed->history()->steps().rows(), all->steps().rows());
        QCOMPARE(read_history(event::RunFolder{view_of(two)})->steps().rows(), all->steps().rows());
        QVERIFY(why_not_there(RunAction::trash, view_of(two)));
        QVERIFY(!why_not_there(RunAction::stop, view_of(two)));
        QVERIFY(!why_not_there(RunAction::trash, two.run_there().root));

        // It goes on, and the page notices.
        QCOMPARE(resume_run(view_of(two)), view_of(two));
        QTRY_VERIFY_WITH_TIMEOUT(feed->source() == RunFeed::Source::live, patience);
        QVERIFY(command_run(view_of(two), event::Command::kill) == Phrase(PhraseId::killed));
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 2, patience);
    }

    /// What was seen is there without the machine, and the page says that it is away.
    void withoutTheMachine() {
        WITH_SSHD(two);
        QCOMPARE(two.start_there().code, 0);
        std::size_t rows = 0;
        {
            RunFeed feed;
            feed.watch(view_of(two));
            QTRY_VERIFY_WITH_TIMEOUT(feed.source() == RunFeed::Source::journal && feed.exit(), patience);
            rows = feed.history()->steps().rows();
            QVERIFY(rows > 0);
        }
        two.sshd().vanish();
        RunFeed feed;
        feed.watch(view_of(two));
        QTRY_VERIFY_WITH_TIMEOUT(feed.history() && feed.connection() && feed.connection()->error, patience);
        QCOMPARE(feed.history()->steps().rows(), rows);
    }

    void aServerIsAdded() {
        WITH_SSHD(two);
        write_file_atomically(run::settings_file(), "cpu_slots: 2 # mine\n");
        AddServerDialog dialog;
        QSignalSpy added(&dialog, &AddServerDialog::added);
        dialog.show();
        QPushButton* connect = button(dialog, dialog.tr("Connect"));
        QVERIFY(connect && !connect->isEnabled());
        const QList<QLineEdit*> fields = dialog.findChildren<QLineEdit*>();
        QCOMPARE(fields.size(), 3);
        QTest::keyClicks(dialog.name(), "locked");
        QTest::mouseClick(connect, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.news()->text().contains("TD7041"), patience);
        test::keep(dialog, "remote-add");
        dialog.name()->setText("box");
        for (QLineEdit* field : fields)
            if (field->accessibleName() == dialog.tr("Remote program"))
                field->setText(TUNEDESK_BIN_DIR "/tunedesk");
        QTest::mouseClick(connect, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(added.size(), 1, patience);
        const run::UserSettings settings = run::read_user_settings();
        QCOMPARE(settings.cpu_slots, 2);
        QCOMPARE(settings.servers.size(), std::size_t{1});
        QCOMPARE(settings.servers.front().name, std::string("box"));
    }
};

TUNEDESK_WINDOW_TEST_MAIN(TestServers)
#include "servers_test.moc"
