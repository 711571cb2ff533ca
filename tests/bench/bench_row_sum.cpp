// SPDX-License-Identifier: GPL-3.0-or-later
// The exchange of the word embeddings' gradient between processes of this machine: bench_row_sum [RANKS]
// [VOCABULARY] [WIDTH] [TOKENS]. The whole table, over Gloo and over shared memory (copied, and in a shared
// block, as buckets of gradients are), and the rows alone that any rank has used, by turns in the same
// processes, one thread each. TOKENS a rank and step are drawn by Zipf's law (1 / rank^1), as words are.
// Prints the median of each way and the bytes of a rank's tensors.
#include "base/clock.h"
#include "memory/torch_headers.h"
#include "parallel/row_sum.h"
#include "parallel/shared_memory/shared_memory_backend.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <set>
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

struct Task {
    int ranks = 2;
    std::int64_t vocabulary = 30522, width = 384, tokens = 2400;
};

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2] * 1e3;
}

/// A rank's gradient of one step, coalesced as the host's kernels give it.
at::Tensor gradient_of(const Task& task, int rank, int round) {
    std::vector<double> weights;
    for (std::int64_t i = 0; i < task.vocabulary; ++i)
        weights.push_back(1.0 / static_cast<double>(i + 1));
    std::mt19937 random(static_cast<unsigned>(1000 * round + rank));
    std::discrete_distribution<std::int64_t> word(weights.begin(), weights.end());
    std::set<std::int64_t> used;
    for (std::int64_t i = 0; i < task.tokens; ++i)
        used.insert(word(random));
    const std::vector<std::int64_t> rows(used.begin(), used.end());
    const auto count = static_cast<std::int64_t>(rows.size());
    return at::_sparse_coo_tensor_unsafe(at::tensor(rows).unsqueeze(0), at::ones({count, task.width}),
                                         {task.vocabulary, task.width},
                                         at::TensorOptions(at::kFloat).layout(at::kSparse), true);
}

double seconds_of(Group& group, const std::function<void()>& exchange) {
    group.barrier(Purpose::evaluation);
    const double start = monotonic_seconds();
    exchange();
    return monotonic_seconds() - start;
}

World world_of(int rank, int ranks, int port) {
    World world;
    world.rank = world.local_rank = rank;
    world.size = world.local_size = ranks;
    world.master_port = port;
    return world;
}

void run(int rank, const Task& task) {
    at::set_num_threads(1);
    Group gloo(world_of(rank, task.ranks, 29713), 60, {}, Transport::gloo);
    Group shared(world_of(rank, task.ranks, 29714), 60);
    if (!shared.carrier().problem.empty()) {
        std::fprintf(stderr, "no shared memory: %s\n", shared.carrier().problem.c_str());
        std::exit(1);
    }
    const at::Tensor table = at::zeros({task.vocabulary, task.width});
    at::Tensor own = at::zeros_like(table);
    at::Tensor in_block =
        shared.data()
            ->getBackend(c10::DeviceType::CPU)
            ->allocateTensor(static_cast<long>(table.numel()), at::TensorOptions(at::kFloat));
    RowSum rows_over_gloo(gloo, table), rows_shared(shared, table);
    std::vector<double> whole_gloo, copied, in_place, rows_gloo, rows;
    for (int round = 0; round < rounds; ++round) {
        const at::Tensor gradient = gradient_of(task, rank, round);
        const auto whole = [](Group& group, at::Tensor& tensor) {
            return [&] { group.sum(tensor, Purpose::gradient_sum); };
        };
        whole_gloo.push_back(seconds_of(gloo, whole(gloo, own)));
        copied.push_back(seconds_of(shared, whole(shared, own)));
        in_place.push_back(seconds_of(shared, whole(shared, in_block)));
        rows_gloo.push_back(seconds_of(gloo, [&] { rows_over_gloo.sum(gradient); }));
        rows.push_back(seconds_of(shared, [&] { rows_shared.sum(gradient); }));
    }
    if (rank != 0) return;
    const double bytes = static_cast<double>(rows_shared.bytes()) / rounds,
                 whole_bytes = static_cast<double>(rows_shared.whole_bytes()) / rounds;
    std::printf("%d ranks, vocabulary %lld, width %lld, %lld tokens a rank\n"
                "bytes a step: whole %.0f, rows %.0f (%.3f)\n"
                "Gloo: whole %.2f ms, rows %.2f ms\n"
                "shared memory: whole %.2f ms, in place %.2f ms, rows %.2f ms\n",
                task.ranks, static_cast<long long>(task.vocabulary), static_cast<long long>(task.width),
                static_cast<long long>(task.tokens), whole_bytes, bytes, bytes / whole_bytes,
                median(whole_gloo), median(rows_gloo), median(copied), median(in_place), median(rows));
}

} // namespace

int main(int argc, char** argv) {
    Task task;
    if (argc > 1) task.ranks = std::atoi(argv[1]);
    if (argc > 2) task.vocabulary = std::atoll(argv[2]);
    if (argc > 3) task.width = std::atoll(argv[3]);
    if (argc > 4) task.tokens = std::atoll(argv[4]);
    for (int rank = 1; rank < task.ranks; ++rank)
        if (::fork() == 0) { // before LibTorch has threads
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            run(rank, task);
            return 0;
        }
    run(0, task);
    while (::wait(nullptr) > 0) {
    }
    return 0;
}
