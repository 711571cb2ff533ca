// SPDX-License-Identifier: GPL-3.0-or-later
// FAULTS 45, for seeds that are always the same: whatever is killed, delayed or asked for, no run waits
// while its devices are free, is lost, has two supervisors, or gets devices that another's ranks still use.
// TUNEDESK_LONG_TESTS takes thirty times as many, tests/bench/simulate.cpp runs for ten minutes.

#include "long_tests.h"
#include "run/queue_simulation.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;

class QueueSimulationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothing_starves_or_is_lost() {
        const auto count = static_cast<std::uint64_t>(rounds(100, 3000));
        std::int64_t steps = 0;
        for (std::uint64_t seed = 1; seed <= count; ++seed) {
            QueueSimulation simulation(seed, {});
            const std::string wrong = simulation.run();
            QVERIFY2(wrong.empty(), ("seed " + std::to_string(seed) + ": " + wrong).c_str());
            steps += simulation.steps();
        }
        qInfo("%llu seeds, %lld steps", static_cast<unsigned long long>(count),
              static_cast<long long>(steps));
    }

    // It finds the mistakes that it was made for.
    void known_mistakes_are_found_data() {
        QTest::addColumn<bool>("visibility");
        QTest::newRow("waiters inherit the visible GPUs") << true;
        QTest::newRow("ranks do not inherit the claims") << false;
    }

    void known_mistakes_are_found() {
        QFETCH(bool, visibility);
        QueueSimulation::Options options;
        options.waiters_inherit_visibility = visibility;
        options.ranks_inherit_no_claims = !visibility;
        int found = 0;
        for (std::uint64_t seed = 1; seed <= 400 && found == 0; ++seed)
            found += !QueueSimulation(seed, options).run().empty();
        QVERIFY(found > 0);
    }
};

QTEST_APPLESS_MAIN(QueueSimulationTest)
#include "queue_simulation_test.moc"
