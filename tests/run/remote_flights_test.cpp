// SPDX-License-Identifier: GPL-3.0-or-later
// What other nodes' ranks have sent of their flight records, and for how long it counts as the latest.

#include "run/supervise/remote_flights.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::run;
using parallel::Flight;

namespace {

Flight flight_of(int rank, double entered) {
    parallel::FlightLine line;
    line.group = {parallel::GroupKey::Channel::data, 0, 1, 2};
    line.sequence = 7;
    line.entered = entered;
    return {rank, false, {line}};
}

/// As a rank sends it at `now` of its own clock.
Json message(const Flight& flight, double now, bool is_settled) {
    return {{"type", "Flight"}, {"settled", is_settled}, {"now", now}, {"flight", to_json(flight)}};
}

} // namespace

class RemoteFlightsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void times_become_those_of_this_clock() {
        RemoteFlights remote;
        remote.take(1, message(flight_of(1, 995), 1000, true), 50);
        const auto all = remote.with_all({flight_of(0, 44)});
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].rank, 0);
        QCOMPARE(all[1].rank, 1);
        QCOMPARE(all[1].lines[0].entered, 45.0);
    }

    void a_record_is_settled_while_it_is_confirmed() {
        RemoteFlights remote;
        const auto settled = [&](double now) { return remote.with_settled({}, now).size() == 1; };
        remote.take(1, message(flight_of(1, 1), 2, false), 10);
        QVERIFY(!settled(10));
        remote.take(1, {{"type", "Flight"}, {"settled", true}, {"now", 3}}, 11);
        QVERIFY(settled(11) && settled(13.9));
        QVERIFY(!settled(14.1));
        remote.take(1, {{"type", "Flight"}, {"settled", true}, {"now", 6}}, 14);
        QVERIFY(settled(16.9));
        remote.take(1, message(flight_of(1, 9), 9, false), 17);
        QVERIFY(!settled(17));
        QCOMPARE(remote.with_all({}).size(), std::size_t{1});
    }

    void what_is_damaged_changes_nothing() {
        RemoteFlights remote;
        remote.take(1, {{"type", "Flight"}, {"settled", true}, {"now", 1}}, 1); // nothing to confirm
        remote.take(2, message(flight_of(1, 1), 1, true), 1);                   // another rank's
        remote.take(1, {{"type", "Flight"}, {"settled", 1}}, 1);
        remote.take(1, {{"type", "Flight"}, {"settled", true}, {"flight", "x"}}, 1);
        QVERIFY(remote.with_all({}).empty());
    }
};

QTEST_GUILESS_MAIN(RemoteFlightsTest)
#include "remote_flights_test.moc"
