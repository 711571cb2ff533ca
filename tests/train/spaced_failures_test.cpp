// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/save/spaced_failures.h"

#include <QTest>

using tunedesk::train::SpacedFailures;

class SpacedFailuresTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void those_within_a_moment_are_one() {
        SpacedFailures failures(60);
        QVERIFY(failures.add(1000));
        for (const double now : {1000.4, 1000.8, 1059.9})
            QVERIFY(!failures.add(now));
        QCOMPARE(failures.count(), 1);
        QCOMPARE(failures.seconds_left(1059), 1.0);
        QVERIFY(failures.add(1060));
        QVERIFY(!failures.add(1119)); // from the last one that counted
        QVERIFY(failures.add(1120));
        QCOMPARE(failures.count(), 3);
    }

    void a_success_begins_from_none() {
        SpacedFailures failures(60);
        failures.add(5);
        failures.clear();
        QCOMPARE(failures.count(), 0);
        QVERIFY(failures.add(6));
        QCOMPARE(failures.count(), 1);
    }

    void without_a_distance_each_counts() {
        SpacedFailures failures(0);
        for (int i = 1; i <= 3; ++i) {
            QVERIFY(failures.add(7));
            QCOMPARE(failures.count(), i);
        }
    }
};

QTEST_APPLESS_MAIN(SpacedFailuresTest)
#include "spaced_failures_test.moc"
