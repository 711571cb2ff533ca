// SPDX-License-Identifier: GPL-3.0-or-later
// All-reduces between processes of this machine: bench_collectives [RANKS] [MIB]. Over Gloo on loopback, over
// shared memory with tensors of their own, and with tensors in shared blocks, by turns in the same processes,
// one thread each. Prints the median of each way and how many times as fast as Gloo it is.
// As one rank of a launcher (RANK and so on): bench_collectives FOLDER KIB..., with a folder that all nodes
// share. Rank 0 prints the median seconds of an all-reduce of each size over Gloo: see links.py.
#include "base/clock.h"
#include "memory/torch_headers.h"
#include "parallel/group.h"
#include "parallel/shared_memory/shared_memory_backend.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <unistd.h>
#include <vector>

using namespace tunedesk;
using namespace tunedesk::parallel;

namespace {

constexpr int rounds = 15;

double seconds_of(Group& group, at::Tensor& tensor) {
    group.barrier(Purpose::evaluation);
    const double start = monotonic_seconds();
    group.sum(tensor, Purpose::evaluation);
    return monotonic_seconds() - start;
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

World world_of(int rank, int ranks, int port) {
    World world;
    world.rank = world.local_rank = rank;
    world.size = world.local_size = ranks;
    world.master_port = port;
    return world;
}

void run(int rank, int ranks, std::int64_t count) {
    at::set_num_threads(1);
    Group gloo(world_of(rank, ranks, 29711), 60, {}, Transport::gloo);
    Group shared(world_of(rank, ranks, 29712), 60);
    if (!shared.carrier().problem.empty()) {
        std::fprintf(stderr, "no shared memory: %s\n", shared.carrier().problem.c_str());
        std::exit(1);
    }
    at::Tensor own = at::zeros({count});
    at::Tensor in_block = shared.data()
                              ->getBackend(c10::DeviceType::CPU)
                              ->allocateTensor(static_cast<long>(count), at::TensorOptions(at::kFloat));
    std::vector<double> over_gloo, copied, in_place;
    for (int round = 0; round < rounds; ++round) {
        over_gloo.push_back(seconds_of(gloo, own));
        copied.push_back(seconds_of(shared, own));
        in_place.push_back(seconds_of(shared, in_block));
    }
    if (rank != 0) return;
    const double reference = median(over_gloo);
    std::printf(
        "%d ranks, %.0f MiB: Gloo %.2f ms; shared memory %.2f ms (%.2f times as fast), in place %.2f ms "
        "(%.2f times)\n",
        ranks, static_cast<double>(count) * 4 / (1 << 20), reference * 1e3, median(copied) * 1e3,
        reference / median(copied), median(in_place) * 1e3, reference / median(in_place));
}

/// As one of the ranks of several nodes.
void run_on_node(const char* folder, const std::vector<std::int64_t>& kib) {
    constexpr int most_rounds = 9;
    constexpr double most_seconds = 20;
    at::set_num_threads(1);
    World world = world_from_environment();
    world.shared_folder = folder;
    Group group(world, 120, {}, Transport::gloo, 600);
    for (const std::int64_t size : kib) {
        at::Tensor tensor = at::zeros({size * 256});
        std::vector<double> taken;
        double all[] = {0};
        while (static_cast<int>(taken.size()) < most_rounds && all[0] < most_seconds) {
            taken.push_back(seconds_of(group, tensor));
            all[0] += taken.back();
            group.sum(all, Purpose::evaluation); // the ranks stop together
            all[0] /= world.size;
        }
        if (world.leads()) std::printf("%lld %.6f\n", static_cast<long long>(size), median(taken));
    }
}

} // namespace

int main(int argc, char** argv) {
    if (std::getenv("RANK")) {
        std::vector<std::int64_t> kib;
        for (int i = 2; i < argc; ++i)
            kib.push_back(std::atoll(argv[i]));
        run_on_node(argc > 1 ? argv[1] : ".", kib);
        return 0;
    }
    const int ranks = argc > 1 ? std::atoi(argv[1]) : 2;
    const std::int64_t count = (argc > 2 ? std::atoll(argv[2]) : 32) << 18;
    for (int rank = 1; rank < ranks; ++rank)
        if (::fork() == 0) { // before LibTorch has threads
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            run(rank, ranks, count);
            return 0;
        }
    run(0, ranks, count);
    while (::wait(nullptr) > 0) {
    }
    return 0;
}
