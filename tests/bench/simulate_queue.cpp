// simulate_queue [SECONDS [SEED]]: the queue's simulation (tests/run/queue_simulation.h) with ever new seeds,
// for ten minutes by default. Prints the seed that fails; with a SEED it begins there.

#include "run/queue_simulation.h"

#include "base/clock.h"

#include <cstdio>
#include <cstdlib>
#include <random>

int main(int argc, char** argv) {
    using namespace tunedesk;
    const double seconds = argc > 1 ? std::atof(argv[1]) : 600;
    const std::uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::random_device()();
    std::uint64_t seed = first;
    std::int64_t steps = 0;
    for (const double end = monotonic_seconds() + seconds; monotonic_seconds() < end; ++seed) {
        test::QueueSimulation simulation(seed, {});
        const std::string wrong = simulation.run();
        steps += simulation.steps();
        if (wrong.empty()) continue;
        std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), wrong.c_str());
        return 1;
    }
    std::printf("seeds %llu to %llu, %lld steps: nothing found\n", static_cast<unsigned long long>(first),
                static_cast<unsigned long long>(seed - 1), static_cast<long long>(steps));
    return 0;
}
