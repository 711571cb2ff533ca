// SPDX-License-Identifier: GPL-3.0-or-later
// FAULTS 1, 4, 13, 14, 51, for seeds that are always the same: whatever
// ranks, messages, users and signals do, a run comes to one end, in time, and for the right reason.
// TUNEDESK_SEED runs one seed and prints what happens in it; tests/bench/simulate.cpp goes on for ten
// minutes.

#include "long_tests.h"
#include "run/supervisor_simulation.h"

#include <QTest>
#include <cstdio>
#include <cstdlib>

using namespace tunedesk;
using namespace tunedesk::test;

class SupervisorSimulationTest : public QObject {
    Q_OBJECT

    static void verify(std::uint64_t seed, std::uint64_t& steps, bool traced = false) {
        SupervisorSimulation simulation(seed, {});
        if (traced) simulation.on_trace = [](const std::string& line) { std::printf("%s\n", line.c_str()); };
        const std::string wrong = simulation.run();
        steps += simulation.steps();
        QVERIFY2(wrong.empty(), ("seed " + std::to_string(seed) + ": " + wrong).c_str());
    }

private Q_SLOTS:
    void every_run_ends_in_time_and_for_its_reason() {
        std::uint64_t steps = 0;
        if (const char* text = std::getenv("TUNEDESK_SEED"))
            return verify(std::strtoull(text, nullptr, 10), steps, true);
        const auto count = static_cast<std::uint64_t>(rounds(3000, 25'000));
        for (std::uint64_t seed = 1; seed <= count && !QTest::currentTestFailed(); ++seed)
            verify(seed, steps);
        qInfo("%llu seeds, %llu steps", static_cast<unsigned long long>(count),
              static_cast<unsigned long long>(steps));
    }
};

QTEST_APPLESS_MAIN(SupervisorSimulationTest)
#include "supervisor_simulation_test.moc"
