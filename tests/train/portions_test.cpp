// Rows go through the model in portions, side by side or one after the other, with the same results.

#include "train/portions.h"

#include "train/evaluator.h"
#include "train/small_training.h"

#include <QTest>
#include <atomic>
#include <random>
#include <set>

using namespace tunedesk;
using namespace tunedesk::train;

namespace {

std::vector<std::uint32_t> random_lengths(std::size_t count, std::uint32_t longest) {
    std::mt19937 random(20261122);
    std::vector<std::uint32_t> lengths(count);
    for (std::uint32_t& length : lengths)
        length = 2 + static_cast<std::uint32_t>(random() % (longest - 1));
    return lengths;
}

std::uint64_t tokens_of(const std::vector<std::uint32_t>& rows, const std::vector<std::uint32_t>& lengths) {
    std::uint64_t tokens = 0;
    for (const std::uint32_t row : rows)
        tokens += lengths[row];
    return tokens;
}

class Threads {
public:
    explicit Threads(int count) : before_(at::get_num_threads()) { at::set_num_threads(count); }
    ~Threads() { at::set_num_threads(before_); }
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

private:
    int before_;
};

} // namespace

class PortionsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<event::Channel> channel_ = event::silent_channel();
    Announcer announcer_{*channel_, true};

private Q_SLOTS:
    void hold_each_row_once_and_no_more_than_a_batch_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("longest");
        QTest::addColumn<int>("batch_size");
        QTest::addColumn<int>("threads");
        QTest::addColumn<int>("at_once");
        QTest::addRow("one thread") << 1000 << 60 << 32 << 1 << 1;
        QTest::addRow("two threads") << 1000 << 60 << 32 << 2 << 2;
        QTest::addRow("a row at a time") << 100 << 512 << 1 << 2 << 1;
        QTest::addRow("too few tokens for so many threads") << 1000 << 60 << 32 << 16 << 1;
        QTest::addRow("enough for half of the threads") << 1000 << 60 << 32 << 4 << 2;
        QTest::addRow("long rows") << 300 << 4096 << 8 << 4 << 4;
        QTest::addRow("too few long rows for so many threads") << 300 << 4096 << 8 << 20 << 1;
        QTest::addRow("fewer rows than a batch") << 10 << 500 << 64 << 2 << 2;
        QTest::addRow("a device") << 1000 << 60 << 200 << 0 << 1;
        QTest::addRow("no rows") << 0 << 500 << 64 << 2 << 1;
    }
    void hold_each_row_once_and_no_more_than_a_batch() {
        QFETCH(int, rows);
        QFETCH(int, longest);
        QFETCH(int, batch_size);
        QFETCH(int, threads);
        const auto lengths =
            random_lengths(static_cast<std::size_t>(rows), static_cast<std::uint32_t>(longest));
        const Portions result = plan::portions(lengths, static_cast<std::size_t>(batch_size), threads);
        QTEST(result.at_once, "at_once");
        std::vector<std::uint32_t> sorted = lengths, seen;
        std::ranges::sort(sorted, std::greater<>());
        sorted.resize(std::min(sorted.size(), static_cast<std::size_t>(batch_size)));
        const std::uint64_t batch = std::accumulate(sorted.begin(), sorted.end(), std::uint64_t{0});
        for (const auto& part : result.rows) {
            QVERIFY(!part.empty());
            seen.insert(seen.end(), part.begin(), part.end());
            const std::uint64_t tokens = tokens_of(part, lengths);
            QVERIFY(tokens * static_cast<std::uint64_t>(result.at_once) <= batch);
        }
        QCOMPARE(seen.size(), lengths.size());
        QCOMPARE(std::set(seen.begin(), seen.end()).size(), lengths.size());
        const Portions other = plan::portions(lengths, static_cast<std::size_t>(batch_size), threads + 3);
        QVERIFY(threads == 0 ? other.rows.size() > result.rows.size() : other.rows == result.rows);
        QVERIFY(std::ranges::is_sorted(
            seen, [&](std::uint32_t a, std::uint32_t b) { return lengths[a] > lengths[b]; }));
    }

    void are_shared_by_the_ranks() {
        const auto lengths = random_lengths(500, 60);
        const Portions parts = plan::portions(lengths, 8, 1);
        QVERIFY(parts.rows.size() > 30);
        std::multiset<std::uint32_t> seen;
        for (int rank = 0; rank < 3; ++rank) {
            parallel::World world;
            world.rank = rank;
            world.size = 3;
            for_each_portion(parts, world, "evaluation", announcer_,
                             [&](const auto& rows) { seen.insert(rows.begin(), rows.end()); });
        }
        QCOMPARE(seen.size(), lengths.size());
        QCOMPARE(std::set(seen.begin(), seen.end()).size(), lengths.size());
    }

    void side_by_side_is_one_after_the_other_data() {
        QTest::addColumn<bool>("rounded");
        QTest::addRow("fp32") << false;
        QTest::addRow("bf16") << true;
    }
    void side_by_side_is_one_after_the_other() {
        QFETCH(bool, rounded);
        test::SmallTraining training;
        const auto one =
            training.trained(model::placement_on(at::kCPU, rounded ? at::kBFloat16 : at::kFloat));
        Split split = training.sets->train;
        for (const std::uint32_t row : training.sets->train.rows) {
            split.rows.push_back(row);
            split.labels.push_back(0);
        }
        QVERIFY(plan::portions(split.lengths(), split.size(), 2).at_once == 2);
        parallel::Group group(parallel::World{}, 10);
        const auto logits = [&](int threads, int batch_size) {
            const Threads count(threads);
            return evaluate(*one.learner, split, batch_size, group, announcer_).logits;
        };
        const auto all = static_cast<int>(split.size());
        const at::Tensor alone = logits(1, 1), together = logits(2, all);
        QVERIFY(alone.std().item<double>() > 1e-3);
        QVERIFY((alone - together).abs().max().item<double>() < (rounded ? 1e-2 : 1e-6));
        QVERIFY(together.equal(logits(2, all))); // whichever thread takes a portion
        QVERIFY(together.equal(logits(1, all)));
    }

    void keep_no_gradients_on_any_thread() {
        const Threads two(2);
        const Portions parts = plan::portions(random_lengths(500, 60), 64, 2);
        QCOMPARE(parts.at_once, 2);
        std::atomic<int> calls = 0, with_gradients = 0;
        for_each_portion(parts, {}, "evaluation", announcer_, [&](const auto&) {
            ++calls;
            if (at::GradMode::is_enabled()) ++with_gradients;
        });
        QCOMPARE(calls.load(), static_cast<int>(parts.rows.size()));
        QCOMPARE(with_gradients.load(), 0);
        QVERIFY(at::GradMode::is_enabled());
    }

    void what_one_throws_ends_all_data() {
        QTest::addColumn<int>("threads");
        QTest::addRow("one after the other") << 1;
        QTest::addRow("side by side") << 2;
    }
    void what_one_throws_ends_all() {
        QFETCH(int, threads);
        const Threads count(threads);
        const Portions parts = plan::portions(random_lengths(5000, 60), 32, threads);
        QVERIFY(parts.rows.size() > 50);
        std::atomic<int> calls = 0;
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc,
                                 for_each_portion(parts, {}, "evaluation", announcer_, [&](const auto&) {
                                     if (++calls == 5) throw std::bad_alloc();
                                     QTest::qSleep(1);
                                 }));
        QVERIFY(calls < 20);
    }
};

QTEST_GUILESS_MAIN(PortionsTest)
#include "portions_test.moc"
