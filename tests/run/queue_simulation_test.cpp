// FAULTS 45, for a minute of ever new seeds: whatever is killed, delayed or asked for, no run waits while its
// devices are free, is lost, or has two supervisors. tests/bench/simulate_queue.cpp goes on for ten.

#include "run/queue_simulation.h"

#include "base/clock.h"

#include <QTest>
#include <random>

using namespace tunedesk;
using namespace tunedesk::test;

class QueueSimulationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothing_starves_or_is_lost() {
        const std::uint64_t first = std::random_device()();
        const double end = monotonic_seconds() + 60;
        std::uint64_t seed = first;
        std::int64_t steps = 0;
        for (; monotonic_seconds() < end; ++seed) {
            QueueSimulation simulation(seed, {});
            const std::string wrong = simulation.run();
            QVERIFY2(wrong.empty(), ("seed " + std::to_string(seed) + ": " + wrong).c_str());
            steps += simulation.steps();
        }
        qInfo("seeds %llu to %llu, %lld steps", static_cast<unsigned long long>(first),
              static_cast<unsigned long long>(seed - 1), static_cast<long long>(steps));
    }

    // It finds the mistake that it was made for.
    void inherited_visibility_is_found() {
        int found = 0;
        for (std::uint64_t seed = 1; seed <= 200 && found == 0; ++seed)
            found += !QueueSimulation(seed, {.busy_seconds = 300, .waiters_inherit_visibility = true})
                          .run()
                          .empty();
        QVERIFY(found > 0);
    }
};

QTEST_APPLESS_MAIN(QueueSimulationTest)
#include "queue_simulation_test.moc"
