// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a run as a value, and what versions without one wrote.

#include "event/run_status.h"

#include <QTest>
#include <set>

using namespace tunedesk;
using namespace tunedesk::event;

class RunStatusTest : public QObject {
    Q_OBJECT

    /// A status of every state, with the number that belongs to it.
    static std::vector<RunStatus> statuses() {
        std::vector<RunStatus> all{ended_status(0),  ended_status(75),         ended_status(7),
                                   ended_status(-9), waiting_status(1, false), waiting_status(12, true)};
        for (const std::string_view state : state::all)
            all.push_back({std::string(state), 0, {}});
        return all;
    }

private Q_SLOTS:
    void everyStateIsAnother() {
        const std::set<std::string_view> distinct(state::all.begin(), state::all.end());
        QCOMPARE(distinct.size(), state::all.size());
    }

    void anEndHasItsState() {
        QVERIFY(ended_status(0).is(state::done));
        QVERIFY(ended_status(75).is(state::stopped));
        for (const int code : {2, 7, 137, -1})
            QVERIFY(ended_status(code).is(state::failed));
        QCOMPARE(ended_status(7).exit_code, std::optional(7));
    }

    void aRowIsReadBack() {
        for (const RunStatus& status : statuses()) {
            const Json row{{"state", "of no meaning"}, {"status", status_json(status)}};
            QVERIFY2(status_of_row(row) == status, status_text(status).c_str());
        }
    }

    void anOlderRowIsReadBack() {
        for (const RunStatus& status : statuses()) {
            Json row{{"state", status_text(status)}, {"exit_code", nullptr}};
            if (status.exit_code) row["exit_code"] = *status.exit_code;
            QVERIFY2(status_of_row(row) == status, status_text(status).c_str());
        }
        QCOMPARE(status_of_row({{"state", "failed (7)"}}), ended_status(7));
        QCOMPARE(status_of_row({{"state", "queued (2)"}}), waiting_status(2, false));
    }

    void whatIsNoStatusIsNone() {
        for (const char* text :
             {"failed (", "failed (x)", "failed (7", "queued (2) b", "queued (99999999999)"})
            QCOMPARE(status_of_row({{"state", text}}), (RunStatus{text, 0, {}}));
        QCOMPARE(status_of_row(Json::object()), RunStatus());
        const Json strange{{"state", 3}, {"place", "x"}, {"exit_code", 1e300}};
        QCOMPARE(status_of_row({{"status", strange}}), RunStatus());
        QCOMPARE(status_of_row({{"status", {{"state", "queued"}, {"place", -4}}}}).place, 0);
        QVERIFY(status_of_row({{"state", std::string(1 << 20, 'a')}}).state.size() < 1024);
    }
};

QTEST_APPLESS_MAIN(RunStatusTest)
#include "run_status_test.moc"
