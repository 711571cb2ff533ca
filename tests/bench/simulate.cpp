// SPDX-License-Identifier: GPL-3.0-or-later
// simulate [queue|supervisor|both [SECONDS [SEED]]]: the simulations of tests/run with ever new seeds, for
// ten minutes by default, half of the time each. Prints the seed that fails; with a SEED it begins there.
// With 0 seconds that seed alone, with all that happens in it.

#include "run/queue_simulation.h"
#include "run/supervisor_simulation.h"

#include "base/clock.h"

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

namespace {

using namespace tunedesk;

template <class Simulation, class... Options>
bool simulate(const char* what, double seconds, std::uint64_t first, Options... options) {
    std::uint64_t seed = first, steps = 0;
    const double end = monotonic_seconds() + seconds;
    do {
        Simulation simulation(seed, options...);
        if (seconds == 0) simulation.on_trace = [](const std::string& line) { std::puts(line.c_str()); };
        const std::string wrong = simulation.run();
        steps += static_cast<std::uint64_t>(simulation.steps());
        if (wrong.empty()) continue;
        std::printf("%s, seed %llu: %s\n", what, static_cast<unsigned long long>(seed), wrong.c_str());
        return false;
    } while (++seed, monotonic_seconds() < end);
    std::printf("%s, seeds %llu to %llu, %llu steps: nothing found\n", what,
                static_cast<unsigned long long>(first), static_cast<unsigned long long>(seed - 1),
                static_cast<unsigned long long>(steps));
    return true;
}

} // namespace

int main(int argc, char** argv) {
    const std::string which = argc > 1 ? argv[1] : "both";
    const double seconds = (argc > 2 ? std::atof(argv[2]) : 600) / (which == "both" ? 2 : 1);
    const std::uint64_t first = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : std::random_device()();
    bool well = true;
    if (which != "supervisor")
        well = simulate<test::QueueSimulation>("queue", seconds, first, test::QueueSimulation::Options{}) &&
               well;
    if (which != "queue")
        well = simulate<test::SupervisorSimulation>("supervisor", seconds, first,
                                                    test::SupervisorSimulation::Options{}) &&
               well;
    return well ? 0 : 1;
}
