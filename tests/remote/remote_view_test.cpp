// SPDX-License-Identifier: GPL-3.0-or-later
// What stays on this machine of a run on another one, over a real sshd.

#include "remote/view.h"

#include "event/journal/journal.h"
#include "remote/there.h"
#include "run/registry/known_runs.h"
#include "texts.h"

#include <QTest>
#include <csignal>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

/// The journal as a reader should see it.
std::vector<std::string> replayed(const event::RunFolder& folder) {
    std::vector<std::string> lines;
    event::replay_journal(folder, 1,
                          [&](const event::Event& event) { lines.push_back(event::to_line(event)); });
    return lines;
}

} // namespace

class TestRemoteView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// What stays here of a run there: its journal, its small files; over broken connections and restarts.
    void theViewIsTheRun() {
        TwoMachines two(Environment{{"TUNEDESK_FAKE_STEPS", "400"}, {"TUNEDESK_FAKE_MS", "20"}});
        if (!two.sshd().is_running()) QSKIP(two.sshd().why_not().c_str());
        QCOMPARE(two.start_there().code, 0);
        const run::RemoteRun run{"box", two.run_there().root.string()};
        const fs::path folder = run::view_folder(run);
        QVERIFY(run::remote_run_of(folder) == run);
        QVERIFY(!run::remote_run_of(two.run_there().root));
        std::uint64_t seen = 0;
        int visits = 0, lost = 0;
        const auto visit = [&](const std::function<bool(const run::StreamStatus*)>& enough) {
            remote::RemoteView view(run);
            ++visits;
            remote::RemoteView::Following following;
            std::optional<run::StreamStatus> status;
            following.from_seq = seen + 1;
            following.see = [&](const event::Event& event) {
                if (event.seq == 0) return;
                QVERIFY2(event.seq > seen, "twice");
                seen = event.seq;
            };
            following.on_status = [&](const run::StreamStatus& now) { status = now; };
            following.on_new_journal = [&] { seen = 0; };
            following.files = [] {};
            following.connection = [&](const remote::ConnectionStatus& now) {
                lost += now.state == remote::ConnectionStatus::State::lost;
            };
            following.enough = [&] { return enough(status ? &*status : nullptr); };
            view.follow(following);
        };
        visit([&](const run::StreamStatus*) { return seen > 30; });
        // However slow this machine is, the run is not over when the connection breaks.
        QCOMPARE(two.here.call({"pause", two.path_there(), "--host", "box"}).code, 0);
        const std::uint64_t seen_before = seen;
        bool ended_session = false, goes_on = false;
        visit([&](const run::StreamStatus* status) {
            if (!ended_session && status) ended_session = two.sshd().signal_sessions(SIGKILL) > 0;
            if (!goes_on && lost >= 1)
                goes_on = two.here.call({"continue", two.path_there(), "--host", "box"}).code == 0;
            return status && status->is_complete && status->exit;
        });
        QVERIFY(lost >= 1);
        QVERIFY(goes_on && seen > seen_before);
        QCOMPARE(replayed(event::RunFolder{folder}), replayed(two.run_there()));
        visit([&](const run::StreamStatus*) { return fs::exists(folder / "exit.json"); });
        QCOMPARE(read_file(folder / "exit.json", ErrorId::file_unreadable),
                 read_file(two.run_there().exit(), ErrorId::file_unreadable));
        QCOMPARE(read_file(folder / "preset.yaml", ErrorId::file_unreadable),
                 read_file(two.run_there().preset(), ErrorId::file_unreadable));
        QVERIFY(!fs::exists(folder / "checkpoints"));
        QCOMPARE(run::read_known_run(folder).status, event::ended_status(0));
        // Another run in the same folder there is not mixed with the old one.
        fs::remove_all(two.run_there().root);
        QCOMPARE(two.start_there().code, 0);
        visit([&](const run::StreamStatus* status) { return status && status->is_complete && status->exit; });
        QCOMPARE(replayed(event::RunFolder{folder}), replayed(two.run_there()));
        QCOMPARE(visits, 4);
    }
};

QTEST_GUILESS_MAIN(TestRemoteView)
#include "remote_view_test.moc"
