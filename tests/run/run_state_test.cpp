// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/run_status.h"
#include "run/policy/run_state.h"

#include <QTest>
#include <algorithm>
#include <set>

using namespace tunedesk::run;

namespace {

constexpr int state_count = static_cast<int>(RunState::killed) + 1;
constexpr int event_count = static_cast<int>(RunEvent::all_gone_failed) + 1;

// A row a state, a column an event in the enum's order; "." where the event has no meaning.
const char* const table[state_count][event_count] = {
    // ready, pause, paused, continue, stop, grace, kill grace, kill, rank failed, gone: done, stopped, failed
    {"running", ".", ".", ".", "stopping", ".", ".", "killing", "failing", "failed", "stopped", "failed"},
    {".", "pausing", ".", ".", "stopping", ".", ".", "killing", "failing", "done", "stopped", "failed"},
    {".", ".", "paused", "running", "stopping", ".", ".", "killing", "failing", "done", "stopped", "failed"},
    {".", ".", ".", "running", "stopping", ".", ".", "killing", "failing", "done", "stopped", "failed"},
    {".", ".", ".", ".", ".", "terminating", ".", "killing", "failing", "done", "stopped", "failed"},
    {".", ".", ".", ".", ".", ".", "failing", "killing", "failing", "done", "stopped", "failed"},
    {".", ".", ".", ".", ".", ".", ".", "killing", ".", "failed", "failed", "failed"},
    {".", ".", ".", ".", ".", ".", ".", ".", ".", "killed", "killed", "killed"},
    {".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", "."},
    {".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", "."},
    {".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", "."},
    {".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", "."},
};

} // namespace

class TestRunState : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void states_are_in_the_catalogue() {
        std::set<std::string> names;
        for (int state = 0; state < state_count; ++state)
            names.insert(name_of(static_cast<RunState>(state)));
        QCOMPARE(names.size(), static_cast<std::size_t>(state_count));
        namespace catalogue = tunedesk::event::state;
        for (const std::string& name : names)
            QVERIFY2(std::ranges::count(catalogue::all, name) == 1, name.c_str());
    }

    void transition_data() {
        QTest::addColumn<int>("state");
        QTest::addColumn<int>("event");
        QTest::addColumn<QString>("expected");
        for (int state = 0; state < state_count; ++state)
            for (int event = 0; event < event_count; ++event) {
                const std::string row =
                    name_of(static_cast<RunState>(state)) + " " + name_of(static_cast<RunEvent>(event));
                QTest::newRow(row.c_str()) << state << event << QString(table[state][event]);
            }
    }

    void transition() {
        QFETCH(int, state);
        QFETCH(int, event);
        QFETCH(QString, expected);
        const auto after = next(static_cast<RunState>(state), static_cast<RunEvent>(event));
        QCOMPARE(after ? QString::fromStdString(name_of(*after)) : QString("."), expected);
    }

    /// From every state that has processes, each way to lose them ends the run.
    void everyLiveStateEnds() {
        for (int state = 0; state < state_count; ++state) {
            const auto live = static_cast<RunState>(state);
            if (is_end(live)) continue;
            for (const RunEvent gone :
                 {RunEvent::all_gone_done, RunEvent::all_gone_stopped, RunEvent::all_gone_failed}) {
                const auto after = next(live, gone);
                QVERIFY(after && is_end(*after));
            }
        }
    }

    void namesAreDistinct() {
        std::set<std::string> names;
        for (int state = 0; state < state_count; ++state)
            names.insert(name_of(static_cast<RunState>(state)));
        QCOMPARE(names.size(), static_cast<std::size_t>(state_count));
    }
};

QTEST_APPLESS_MAIN(TestRunState)
#include "run_state_test.moc"
