// SPDX-License-Identifier: GPL-3.0-or-later
// The static graph's part of the training loop, with a recorder that works on the host: what is prepared
// when, and that it trains as without. That CUDA records and repeats the work is for tests/device.

#include "train/small_training.h"

#include "train/replayed.h"
#include "train/step/static_graph.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::train;
using test::Replayed;
using test::SmallTraining;

class StaticGraphTest : public QObject {
    Q_OBJECT

    std::optional<SmallTraining> small_;

    SmallTraining::Trained graph(Replayed::Counts& counts) {
        SmallTraining::Trained one = small_->trained();
        one.execution = std::make_unique<StaticGraph>(*one.trainable, std::make_unique<Replayed>(counts),
                                                      one.trainable->model().parameters().trained(),
                                                      SmallTraining::longest);
        return one;
    }

private Q_SLOTS:
    void initTestCase() {
        at::set_num_threads(1);
        small_.emplace();
        // Adam makes whole steps of gradients that are all rounding.
        small_->preset.training.optim = Preset::Optim::sgd;
    }
    void init() { small_->preset.model.dropout = 0; }

    /// Twenty steps of two micro-batches each, all lengths: the weights go the same way.
    void trainsAsWithout() {
        Replayed::Counts counts;
        SmallTraining::Trained plain = small_->trained(), one = graph(counts);
        for (std::uint32_t number = 0; number < 20; ++number) {
            small_->step(plain, number, 2);
            small_->step(one, number, 2);
            QVERIFY(std::abs(one.norms[number] - plain.norms[number]) <= 1e-5 * plain.norms[number]);
            QVERIFY(std::abs(one.losses[number] - plain.losses[number]) <= 1e-5 * plain.losses[number]);
        }
        QVERIFY(one.rights == plain.rights);
        QVERIFY(SmallTraining::difference(plain, one) <= 1e-5);
        const Execution::Preparation& prepared = one.execution->preparation();
        QVERIFY(prepared.shapes > 1 && prepared.shapes < 20);
        QCOMPARE(std::int64_t{counts.captured}, prepared.shapes + 1); // and the update
        QCOMPARE(counts.replayed, 2 * 20 + 19);                       // the first update was its warm-up
        QVERIFY(prepared.warmup_seconds > 0 && prepared.capture_seconds > 0);
    }

    /// Dropout is drawn for the place of the training, whether the shape was just recorded or not.
    void masksFollowThePlace() {
        small_->preset.model.dropout = 0.3;
        Replayed::Counts counts;
        SmallTraining::Trained a = graph(counts), b = graph(counts);
        for (std::uint32_t number = 0; number < 6; ++number)
            small_->step(a, number, 2);
        for (std::uint32_t number = 0; number < 6; ++number) {
            if (number % 2) b.execution->invalidate(); // recorded anew, in the middle
            small_->step(b, number, 2);
        }
        QCOMPARE(SmallTraining::difference(a, b), 0.0);
        QVERIFY(a.losses == b.losses);
    }

    /// A graph holds both passes of one micro-batch, whose memory the next one takes.
    void oneMicroBatchAtATime() {
        Replayed::Counts counts;
        SmallTraining::Trained one = graph(counts);
        one.order = {parallel::PipelineSchedule::gpipe, 2, 0};
        QVERIFY_THROWS_EXCEPTION(std::logic_error, small_->step(one, 0, 2));
    }

    /// What a graph records has no effect on the host: repeating it leaves the meter's phase, and no fault
    /// would strike in it.
    void recordedWorkLeavesTheHostAlone() {
        Replayed::Counts counts;
        SmallTraining::Trained one = graph(counts);
        int forward = 0, before_backward = 0, backward = 0;
        const Split& split = small_->sets->train;
        for (int pass = 0; pass < 3; ++pass) {
            MicroBatch micro_batch{one.execution->batch(split, {0, 1, 2, 3, 4, 5, 6}, 7), {true, 1, 0}, {}};
            const Execution::Passes work{[&](const model::Pass&) {
                                             ++forward;
                                             return at::zeros({});
                                         },
                                         [&] { ++before_backward; }, [&](const at::Tensor&) { ++backward; }};
            one.execution->forward(micro_batch, work);
            one.execution->backward(micro_batch, work);
        }
        QCOMPARE(counts.captured, 1);
        QCOMPARE(counts.replayed, 3);
        QCOMPARE(forward, 1 + 3); // the warm-up, and Replayed's repeats
        QCOMPARE(backward, 1 + 3);
        QCOMPARE(before_backward, 1 + 3); // the warm-up, and once beside each repeat: none is recorded
    }

    /// Before a shape is recorded its work runs, and leaves nothing behind.
    void warmingUpLeavesNothing() {
        Replayed::Counts counts;
        SmallTraining::Trained one = graph(counts);
        one.optimizer->begin_step(0.1, true);
        std::vector<at::Tensor> gradients;
        for (const at::Tensor& parameter : one.trainable->model().parameters().trained())
            gradients.push_back(parameter.grad());
        const Split& split = small_->sets->train;
        MicroBatch micro_batch{one.execution->batch(split, {0, 1, 2, 3, 4, 5, 6}, 7), {true, 1, 0}, {}};
        const auto& batch = micro_batch.batch;
        const at::Tensor loss_weights = batch->loss_weights.clone();
        std::vector<double> largest;
        std::vector<std::int64_t> right;
        const auto forward = [&](const model::Pass& pass) {
            const model::LossParts parts = one.objective->loss(one.trainable->head(split, batch, pass), 7);
            right.push_back(parts.sum(model::correct_predictions).item<std::int64_t>());
            return parts.total;
        };
        const auto backward = [&](const at::Tensor& loss) {
            loss.backward();
            double top = 0;
            for (const at::Tensor& gradient : gradients)
                top = std::max(top, gradient.abs().max().item<double>());
            largest.push_back(top);
        };
        const Execution::Passes work{forward, [] {}, backward};
        one.execution->forward(micro_batch, work);
        one.execution->backward(micro_batch, work);
        QCOMPARE(largest.size(), std::size_t{2});
        QCOMPARE(largest[0], 0.0);
        QCOMPARE(right[0], std::int64_t{0});
        QVERIFY(largest[1] > 0);
        QVERIFY(batch->loss_weights.equal(loss_weights));
        for (std::size_t i = 0; i < gradients.size(); ++i) // they kept their place
            QVERIFY(gradients[i].is_alias_of(one.trainable->model().parameters().trained()[i].grad()));
    }
};

QTEST_APPLESS_MAIN(StaticGraphTest)
#include "static_graph_test.moc"
