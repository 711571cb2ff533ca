// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks as threads of one process: what steps leave behind, that they give the same bits, and who else may
// have their gradients.

#include "parallel/agreement.h"
#include "parallel/gradient_reducer.h"

#include "memory/gradient_hook.h"
#include "memory/torch_headers.h"

#include <QTcpServer>
#include <QTest>
#include <atomic>
#include <malloc.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <torch/csrc/autograd/custom_function.h>

using namespace tunedesk;
using namespace tunedesk::parallel;

namespace {

constexpr int tensors = 16, steps = 1500, steps_before = 500;

World world_of(int rank, int port, int size = 2) {
    World world;
    world.rank = world.local_rank = rank;
    world.size = world.local_size = size;
    world.master_port = port;
    return world;
}

/// What the heap holds after so many steps and at the end, as the leading rank sees it: of both.
struct Heap {
    std::atomic<std::size_t> before = 0, after = 0, noted = 0;
};

void train(int rank, int port, Heap& heap) {
    Group group(world_of(rank, port), 60);
    std::vector<at::Tensor> parameters;
    for (int i = 0; i < tensors; ++i)
        parameters.push_back(at::ones({4, 4}).set_requires_grad(true));
    GradientReducer reducer(group, parameters, 25);
    Agreement agreement(group);
    for (int step = 1; step <= steps; ++step) {
        at::Tensor loss = at::zeros({});
        for (const at::Tensor& parameter : parameters)
            loss = loss + parameter.sum();
        reducer.backward(loss, true);
        for (const at::Tensor& parameter : parameters)
            parameter.mutable_grad().zero_();
        agreement.exchange({step, step}, 0);
        if (step == steps_before || step == steps) {
            group.barrier(Purpose::evaluation);
            if (rank == 0) (step == steps ? heap.after : heap.before) = ::mallinfo2().uordblks;
            group.barrier(Purpose::evaluation);
        }
    }
    heap.noted += reducer.noted_parameters();
}

/// The gradients of a step, and of the same step again, on one of the ranks.
struct TwoSteps {
    at::Tensor first, second;
};

void step_twice(int rank, int port, int size, TwoSteps& result) {
    Group group(world_of(rank, port, size), 60);
    std::vector<at::Tensor> parameters{at::ones({1000}).set_requires_grad(true)};
    GradientReducer reducer(group, parameters, 25);
    const at::Tensor factors = at::sin(at::arange(1000) + rank); // with all bits of a float in use
    for (at::Tensor* gradient : {&result.first, &result.second}) {
        reducer.backward((parameters[0] * factors).sum(), true);
        *gradient = parameters[0].grad().clone();
        parameters[0].mutable_grad().zero_();
    }
    group.barrier(Purpose::evaluation);
}

/// The 16-bit gradients of a rank, and their sums over the ranks.
struct Sums {
    at::Tensor own, all;
};

void sum_16_bit(int rank, int port, int size, Sums& result) {
    Group group(world_of(rank, port, size), 60);
    std::vector<at::Tensor> parameters{at::ones({10'000}, at::kBFloat16).set_requires_grad(true)};
    GradientReducer reducer(group, parameters, 25);
    result.own = (at::sin(at::arange(10'000, at::kFloat) * (rank + 1)) + 1).to(at::kBFloat16);
    reducer.backward((parameters[0] * result.own).sum(), true);
    result.all = parameters[0].grad().clone();
    group.barrier(Purpose::evaluation);
}

/// Root mean square.
double size_of(const at::Tensor& errors) {
    return errors.square().mean().sqrt().item<double>();
}

/// Passes its input on, and fails on the way back.
struct Failing : torch::autograd::Function<Failing> {
    static at::Tensor forward(torch::autograd::AutogradContext*, const at::Tensor& input) {
        return input.clone();
    }
    static torch::autograd::variable_list backward(torch::autograd::AutogradContext*,
                                                   const torch::autograd::variable_list&) {
        throw std::runtime_error("a kernel failed");
    }
};

/// What a rank says of a backward pass that fails on rank 0.
std::string word_of_failure(int rank, int port) {
    std::optional<Group> group(std::in_place, world_of(rank, port), 60);
    std::vector<at::Tensor> parameters{at::ones({10}).set_requires_grad(true)};
    GradientReducer reducer(*group, parameters, 25);
    try {
        const at::Tensor root = parameters[0] * 2;
        reducer.backward((rank == 0 ? Failing::apply(root) : root).sum(), true);
    } catch (const std::exception& error) {
        return error.what();
    }
    return "nothing failed";
}

/// What becomes of other hooks on the gradients that a rank sums.
struct Beside {
    bool reducer_refused = false, taker_refused = false;
    at::Tensor watched, summed;
};

void hook_beside(int rank, int port, Beside& result) {
    using memory::GradientHook;
    Group group(world_of(rank, port), 60);
    std::vector<at::Tensor> parameters{at::ones({4}).set_requires_grad(true)};
    const auto is_refused = [](const auto& make) {
        try {
            make();
            return false;
        } catch (const std::logic_error&) {
            return true;
        }
    };
    const auto take = [&] {
        return GradientHook(parameters[0], GradientHook::Use::take, GradientHook::Work());
    };
    {
        const GradientHook taking = take();
        result.reducer_refused = is_refused([&] { GradientReducer(group, parameters, 25); });
    }
    GradientReducer reducer(group, parameters, 25);
    result.taker_refused = is_refused(take);
    const GradientHook watching(parameters[0], GradientHook::Use::watch, [&](const at::Tensor& parameter) {
        result.watched = parameter.grad().clone();
    });
    reducer.backward((parameters[0] * (rank + 1)).sum(), true);
    result.summed = parameters[0].grad().clone();
    group.barrier(Purpose::evaluation);
}

int free_port() {
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return server.serverPort();
}

} // namespace

class ReducerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // c10d's reducer noted 16 bytes of each parameter and step: 256 kB of each rank here.
    void steps_leave_nothing_in_memory() {
        const int port = free_port();
        ::mallopt(M_MMAP_THRESHOLD, 32 << 20); // growing lists stay in the heap, where they are counted
        Heap heap;
        std::thread other([&] { train(1, port, heap); });
        train(0, port, heap);
        other.join();
        QCOMPARE(heap.noted.load(), std::size_t(0));
        const auto grown = static_cast<std::int64_t>(heap.after) - static_cast<std::int64_t>(heap.before);
        qInfo("%lld bytes in %d steps", static_cast<long long>(grown), steps - steps_before);
        // Without c10d's record of collectives (see CMakeLists.txt) it keeps up to 42 bytes a step, with it
        // none.
        QVERIFY2(grown < 100 * 1024, qPrintable(QString::number(grown)));
    }

    // The rank at which it fails names its cause; the other one the all-reduce that it waits in.
    void a_failing_pass_is_no_failed_collective() {
        const int port = free_port();
        std::string other;
        std::thread thread([&] { other = word_of_failure(1, port); });
        const std::string word = word_of_failure(0, port);
        thread.join();
        QCOMPARE(word, std::string("a kernel failed"));
        QVERIFY2(other.find("the gradient all-reduce failed") != std::string::npos, other.c_str());
    }

    /// c10d's hooks come after a tensor's own: who takes a gradient would take it from the sum.
    void nobody_else_takes_the_gradients() {
        const int port = free_port();
        Beside results[2];
        std::thread other([&] { hook_beside(1, port, results[1]); });
        hook_beside(0, port, results[0]);
        other.join();
        for (int rank = 0; rank < 2; ++rank) {
            QVERIFY(results[rank].reducer_refused);
            QVERIFY(results[rank].taker_refused);
            QVERIFY(at::equal(results[rank].watched, at::full({4}, rank + 1.0f)));
            QVERIFY(at::equal(results[rank].summed, at::full({4}, 3.0f)));
        }
    }

    /// Made in 16 bits, sums are rounded at each addition: 1.39 roundings with four ranks.
    void sums_of_16_bit_gradients_are_rounded_once() {
        constexpr int ranks = 4;
        const int port = free_port();
        std::vector<Sums> results(ranks);
        std::vector<std::thread> threads;
        for (int rank = 0; rank < ranks; ++rank)
            threads.emplace_back(
                [&, rank] { sum_16_bit(rank, port, ranks, results[static_cast<std::size_t>(rank)]); });
        for (std::thread& thread : threads)
            thread.join();
        at::Tensor exact = at::zeros({10'000}, at::kDouble);
        for (const Sums& result : results)
            exact += result.own.to(at::kDouble);
        const double once = size_of(exact.to(at::kBFloat16).to(at::kDouble) - exact);
        for (const Sums& result : results) {
            const double error = size_of(result.all.to(at::kDouble) - exact);
            qInfo("%.3f roundings", error / once);
            QVERIFY(once > 0 && error <= 1.01 * once);
        }
    }

    void the_first_step_is_like_every_other_data() {
        QTest::addColumn<int>("ranks");
        for (const int ranks : {2, 3, 5, 6})
            QTest::addRow("%d ranks", ranks) << ranks;
    }
    // A resume begins with a first step where the undisturbed run had a later one (FAULTS' first promise).
    void the_first_step_is_like_every_other() {
        QFETCH(int, ranks);
        const int port = free_port();
        std::vector<TwoSteps> results(static_cast<std::size_t>(ranks));
        std::vector<std::thread> threads;
        for (int rank = 0; rank < ranks; ++rank)
            threads.emplace_back(
                [&, rank] { step_twice(rank, port, ranks, results[static_cast<std::size_t>(rank)]); });
        for (std::thread& thread : threads)
            thread.join();
        for (const TwoSteps& result : results) {
            QVERIFY(at::equal(result.first, result.second));
            QVERIFY(at::equal(result.first, results[0].first));
        }
    }
};

QTEST_GUILESS_MAIN(ReducerTest)
#include "reducer_test.moc"
