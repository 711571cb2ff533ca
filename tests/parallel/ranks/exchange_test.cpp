// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives over shared memory, with ranks as threads and as processes.

#include "parallel/shared_memory/exchange.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <functional>
#include <mutex>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace tunedesk::parallel;
using namespace std::chrono_literals;

namespace {

std::byte* bytes(std::vector<float>& values) {
    return reinterpret_cast<std::byte*>(values.data());
}

/// Numbers whose sums round, different for each rank.
std::vector<float> numbers(int rank, std::size_t count) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = std::sin(static_cast<float>(i * 7 + static_cast<std::size_t>(rank) * 13 + 1));
    return values;
}

/// In the order of ranks.
std::vector<float> sum_of(int ranks, std::size_t count) {
    std::vector<float> sum = numbers(0, count);
    for (int rank = 1; rank < ranks; ++rank) {
        const std::vector<float> values = numbers(rank, count);
        for (std::size_t i = 0; i < count; ++i)
            sum[i] += values[i];
    }
    return sum;
}

/// Runs `rank` for each rank on a thread of its own; what each threw, or "".
std::vector<std::string> run(int ranks, const std::function<void(Exchange&)>& rank,
                             std::chrono::milliseconds timeout = 20s) {
    const SharedBlock memory(Exchange::staging_bytes(ranks));
    std::vector<std::string> thrown(static_cast<std::size_t>(ranks));
    std::vector<std::thread> threads;
    for (int i = 0; i < ranks; ++i)
        threads.emplace_back([&, i] {
            try {
                Exchange exchange(SharedBlock(::getpid(), memory.fd(), memory.size()), i, ranks, timeout);
                rank(exchange);
            } catch (const std::exception& error) {
                thrown[static_cast<std::size_t>(i)] = error.what();
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    return thrown;
}

bool nothing_thrown(const std::vector<std::string>& thrown) {
    for (const std::string& one : thrown)
        if (!one.empty()) qWarning("%s", one.c_str());
    return std::ranges::all_of(thrown, &std::string::empty);
}

/// Where a rank's numbers are: in memory of its own, in a block, or on some ranks in one.
enum class Where { own, block, mixed };

class Numbers {
public:
    Numbers(Exchange& exchange, const std::vector<float>& values, Where where)
        : exchange_(exchange), own_(values) {
        if (where == Where::own || (where == Where::mixed && exchange.rank() % 2 == 0)) return;
        block_ = exchange.add_block(std::max<std::size_t>(1, values.size() * sizeof(float)) + offset);
        if (!values.empty()) std::memcpy(block_ + offset, values.data(), values.size() * sizeof(float));
    }
    ~Numbers() {
        if (block_) exchange_.remove_block(block_);
    }
    std::byte* data() { return block_ ? block_ + offset : bytes(own_); }
    std::vector<float> values() {
        const auto* const begin = reinterpret_cast<const float*>(data());
        return {begin, begin + own_.size()};
    }

private:
    static constexpr std::size_t offset = 64;
    Exchange& exchange_;
    std::vector<float> own_;
    std::byte* block_ = nullptr;
};

} // namespace

class ExchangeTest : public QObject {
    Q_OBJECT

    static void add_rows() {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("where");
        for (const int ranks : {2, 3, 4})
            for (const int count : {0, 1, 17, 1000, 262'144, 700'001})
                for (const Where where : {Where::own, Where::block, Where::mixed})
                    QTest::addRow("%d ranks, %d numbers, %d", ranks, count, static_cast<int>(where))
                        << ranks << count << static_cast<int>(where);
    }

private Q_SLOTS:
    void sums_are_made_in_the_order_of_ranks_data() { add_rows(); }
    void sums_are_made_in_the_order_of_ranks() {
        QFETCH(int, ranks);
        QFETCH(int, count);
        QFETCH(int, where);
        const auto size = static_cast<std::size_t>(count);
        const std::vector<float> expected = sum_of(ranks, size);
        std::atomic<int> right = 0;
        const auto thrown = run(ranks, [&](Exchange& exchange) {
            for (int time = 0; time < 3; ++time) { // the halves of the staging area in turn
                Numbers mine(exchange, numbers(exchange.rank(), size), static_cast<Where>(where));
                exchange.all_reduce(mine.data(), size * sizeof(float), ElementType::f32, Reduce::sum);
                right += mine.values() == expected;
                exchange.barrier(); // before the block goes
            }
        });
        QVERIFY(nothing_thrown(thrown));
        QCOMPARE(right.load(), 3 * ranks);
    }

    void each_rank_gets_its_part_of_the_sum_data() { add_rows(); }
    void each_rank_gets_its_part_of_the_sum() {
        QFETCH(int, ranks);
        QFETCH(int, count);
        QFETCH(int, where);
        const auto size = static_cast<std::size_t>(count);
        const std::vector<float> all = sum_of(ranks, size * static_cast<std::size_t>(ranks));
        std::atomic<int> right = 0;
        const auto thrown = run(ranks, [&](Exchange& exchange) {
            const auto place = static_cast<std::size_t>(exchange.rank());
            Numbers mine(exchange, numbers(exchange.rank(), all.size()), static_cast<Where>(where));
            std::vector<float> part(size);
            exchange.reduce_scatter(mine.data(), bytes(part), size * sizeof(float), ElementType::f32,
                                    Reduce::sum);
            right += std::ranges::equal(part, std::span(all).subspan(place * size, size));
            exchange.barrier();
        });
        QVERIFY(nothing_thrown(thrown));
        QCOMPARE(right.load(), ranks);
    }

    void parts_are_gathered_everywhere_data() { add_rows(); }
    void parts_are_gathered_everywhere() {
        QFETCH(int, ranks);
        QFETCH(int, count);
        QFETCH(int, where);
        const auto size = static_cast<std::size_t>(count);
        std::vector<float> expected;
        for (int rank = 0; rank < ranks; ++rank) {
            const std::vector<float> part = numbers(rank, size);
            expected.insert(expected.end(), part.begin(), part.end());
        }
        std::atomic<int> right = 0;
        const auto thrown = run(ranks, [&](Exchange& exchange) {
            Numbers mine(exchange, numbers(exchange.rank(), size), static_cast<Where>(where));
            std::vector<float> all(expected.size());
            exchange.all_gather(mine.data(), size * sizeof(float), bytes(all));
            right += all == expected;
            // With the input at its place in the output, as sharded parameters are gathered.
            std::ranges::fill(all, 0.0f);
            const std::size_t begin = static_cast<std::size_t>(exchange.rank()) * size;
            std::ranges::copy(numbers(exchange.rank(), size),
                              all.begin() + static_cast<std::ptrdiff_t>(begin));
            exchange.all_gather(bytes(all) + begin * sizeof(float), size * sizeof(float), bytes(all));
            right += all == expected;
            exchange.barrier();
        });
        QVERIFY(nothing_thrown(thrown));
        QCOMPARE(right.load(), 2 * ranks);
    }

    void one_ranks_numbers_are_sent_to_all() {
        for (const std::size_t size : {std::size_t{0}, std::size_t{5}, std::size_t{1'000'003}}) {
            std::atomic<int> right = 0;
            const auto thrown = run(3, [&](Exchange& exchange) {
                for (int root = 0; root < 3; ++root) {
                    std::vector<float> values = numbers(exchange.rank(), size);
                    exchange.broadcast(bytes(values), size * sizeof(float), root);
                    right += values == numbers(root, size);
                }
            });
            QVERIFY(nothing_thrown(thrown));
            QCOMPARE(right.load(), 9);
        }
    }

    void whole_numbers_and_doubles_too() {
        const auto thrown = run(3, [](Exchange& exchange) {
            std::int64_t most[] = {exchange.rank(), -exchange.rank()};
            exchange.all_reduce(reinterpret_cast<std::byte*>(most), sizeof(most), ElementType::i64,
                                Reduce::max);
            if (most[0] != 2 || most[1] != 0) throw std::runtime_error("wrong maximum");
            double sum[] = {0.1 * (exchange.rank() + 1)};
            exchange.all_reduce(reinterpret_cast<std::byte*>(sum), sizeof(sum), ElementType::f64,
                                Reduce::sum);
            if (sum[0] != 0.1 + 0.2 + 0.1 * 3) throw std::runtime_error("wrong sum");
            std::int32_t least[] = {5 - exchange.rank()};
            exchange.all_reduce(reinterpret_cast<std::byte*>(least), sizeof(least), ElementType::i32,
                                Reduce::min);
            if (least[0] != 3) throw std::runtime_error("wrong minimum");
        });
        QVERIFY(nothing_thrown(thrown));
    }

    /// Before anything is read of the other's memory.
    void calls_that_differ_name_both_sides() {
        const auto thrown = run(2, [](Exchange& exchange) {
            std::vector<float> values(exchange.rank() == 0 ? 10 : 20);
            exchange.all_reduce(bytes(values), values.size() * sizeof(float), ElementType::f32, Reduce::sum);
        });
        QCOMPARE(thrown[0],
                 std::string("rank 1 called all-reduce of 80 bytes, this one all-reduce of 40 bytes"));
        QCOMPARE(thrown[1],
                 std::string("rank 0 called all-reduce of 40 bytes, this one all-reduce of 80 bytes"));
        const auto others = run(2, [](Exchange& exchange) {
            std::vector<float> values(4);
            if (exchange.rank() == 0) return exchange.barrier();
            exchange.broadcast(bytes(values), 16, 0);
        });
        QCOMPARE(others[1], std::string("rank 0 called barrier of 0 bytes, this one broadcast of 16 bytes"));
    }

    void a_rank_that_leaves_is_named_at_once() {
        const auto start = std::chrono::steady_clock::now();
        const auto thrown = run(
            3,
            [](Exchange& exchange) {
                exchange.barrier();
                if (exchange.rank() == 1) return; // its end of the exchange goes
                exchange.barrier();
            },
            60s);
        QCOMPARE(thrown[0], std::string("rank 1 has left"));
        QCOMPARE(thrown[1], std::string());
        QVERIFY(!thrown[2].empty()); // rank 1, or rank 0, which left because of it
        QVERIFY(std::chrono::steady_clock::now() - start < 20s);
    }

    void a_rank_that_does_not_come_is_named_in_time() {
        const auto thrown = run(
            2,
            [](Exchange& exchange) {
                if (exchange.rank() == 1) std::this_thread::sleep_for(1500ms);
                exchange.barrier(); // which rank 0 has entered
                exchange.barrier();
            },
            300ms);
        QCOMPARE(thrown[0], std::string("rank 1 did not come in time"));
        QCOMPARE(thrown[1], std::string("rank 0 has left"));
    }

    /// A rank as a process, killed while the other one waits in a sum.
    void a_rank_that_is_killed_is_named_at_once() {
        const SharedBlock memory(Exchange::staging_bytes(2));
        const pid_t child = ::fork();
        if (child == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            Exchange exchange(SharedBlock(::getppid(), memory.fd(), memory.size()), 1, 2, 60s);
            exchange.barrier();
            ::pause();
            ::_exit(1);
        }
        QVERIFY(child > 0);
        Exchange exchange(SharedBlock(::getpid(), memory.fd(), memory.size()), 0, 2, 60s);
        exchange.barrier();
        std::thread killer([child] {
            std::this_thread::sleep_for(300ms);
            ::kill(child, SIGKILL);
        });
        std::string thrown;
        std::vector<float> values(1'000'000);
        const auto start = std::chrono::steady_clock::now();
        try {
            exchange.all_reduce(bytes(values), values.size() * sizeof(float), ElementType::f32, Reduce::sum);
        } catch (const std::exception& error) {
            thrown = error.what();
        }
        killer.join();
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(thrown, std::string("rank 1 has ended"));
        QVERIFY(std::chrono::steady_clock::now() - start < 20s);
    }

    /// The block of another process is read in place.
    void processes_sum_in_place() {
        const SharedBlock memory(Exchange::staging_bytes(2));
        constexpr std::size_t count = 300'000;
        const std::vector<float> expected = sum_of(2, count);
        const auto is_right = [&](Exchange& exchange) {
            Numbers mine(exchange, numbers(exchange.rank(), count), Where::block);
            exchange.all_reduce(mine.data(), count * sizeof(float), ElementType::f32, Reduce::sum);
            const bool right = mine.values() == expected;
            exchange.barrier();
            return right;
        };
        const pid_t child = ::fork();
        if (child == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            Exchange exchange(SharedBlock(::getppid(), memory.fd(), memory.size()), 1, 2, 60s);
            ::_exit(is_right(exchange) ? 0 : 1);
        }
        QVERIFY(child > 0);
        Exchange exchange(SharedBlock(::getpid(), memory.fd(), memory.size()), 0, 2, 60s);
        QVERIFY(is_right(exchange));
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }

    /// No name in any folder, nothing that stays behind.
    void memory_that_is_not_there_is_an_error() {
        QVERIFY_THROWS_EXCEPTION(std::system_error, SharedBlock(std::size_t{1} << 60));
        QVERIFY_THROWS_EXCEPTION(std::system_error, SharedBlock(::getpid(), 9999, 4096));
        const SharedBlock small(4096);
        QVERIFY_THROWS_EXCEPTION(std::system_error, SharedBlock(::getpid(), small.fd(), 8192));
    }
};

QTEST_APPLESS_MAIN(ExchangeTest)
#include "exchange_test.moc"
