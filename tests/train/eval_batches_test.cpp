// SPDX-License-Identifier: GPL-3.0-or-later
// Rows go through the model in batches, side by side or one after the other, with the same results.

#include "train/step/eval_batches.h"

#include "train/small_training.h"
#include "train/step/evaluator.h"

#include <QTest>
#include <atomic>
#include <set>

using namespace tunedesk;
using namespace tunedesk::train;

namespace {

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

class EvalBatchesTest : public QObject {
    Q_OBJECT

    std::unique_ptr<event::Channel> channel_ = event::silent_channel();
    Announcer announcer_{*channel_, true};

private Q_SLOTS:
    void are_shared_by_the_ranks() {
        const auto lengths = std::vector<std::uint32_t>(500, 60);
        const EvalBatches parts = plan::eval_batches(lengths, 8, 1);
        QVERIFY(parts.rows.size() > 30);
        std::multiset<std::uint32_t> seen;
        for (int rank = 0; rank < 3; ++rank) {
            parallel::World world;
            world.rank = rank;
            world.size = 3;
            for_each_eval_batch(parts, world, "evaluation", announcer_,
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
        QVERIFY(plan::eval_batches(split.lengths(), split.size(), 2).at_once == 2);
        parallel::Group group(parallel::World{}, 10);
        const auto logits = [&](int threads, int batch_size) {
            const Threads count(threads);
            return evaluate(*one.trainable, split, batch_size, group, announcer_).outputs;
        };
        const auto all = static_cast<int>(split.size());
        const at::Tensor alone = logits(1, 1), together = logits(2, all);
        QVERIFY(alone.std().item<double>() > 1e-3);
        QVERIFY((alone - together).abs().max().item<double>() < (rounded ? 1e-2 : 1e-6));
        QVERIFY(together.equal(logits(2, all))); // whichever thread takes a batch
        QVERIFY(together.equal(logits(1, all)));
    }

    void keep_no_gradients_on_any_thread() {
        const Threads two(2);
        const EvalBatches parts = plan::eval_batches(std::vector<std::uint32_t>(500, 60), 64, 2);
        QCOMPARE(parts.at_once, 2);
        std::atomic<int> calls = 0, with_gradients = 0;
        for_each_eval_batch(parts, {}, "evaluation", announcer_, [&](const auto&) {
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
        const EvalBatches parts = plan::eval_batches(std::vector<std::uint32_t>(5000, 60), 32, threads);
        QVERIFY(parts.rows.size() > 50);
        std::atomic<int> calls = 0;
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc,
                                 for_each_eval_batch(parts, {}, "evaluation", announcer_, [&](const auto&) {
                                     if (++calls == 5) throw std::bad_alloc();
                                     QTest::qSleep(1);
                                 }));
        QVERIFY(calls < 20);
    }
};

QTEST_GUILESS_MAIN(EvalBatchesTest)
#include "eval_batches_test.moc"
