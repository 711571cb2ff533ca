// SPDX-License-Identifier: GPL-3.0-or-later
// The training loop's own step, made of a model, an objective, an optimizer, an execution and batches: the
// order of its passes, and what it does with gradients that are not finite.

#include "train/lagging_link.h"
#include "train/memory/offloaded_activations.h"
#include "train/small_training.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::train;
using parallel::PipelineSchedule;
using test::SmallTraining;

namespace {

/// Notes the passes that it carries out.
class NotedExecution : public Execution {
public:
    using Execution::Execution;
    void forward(MicroBatch& micro_batch, const Passes& work) override {
        passes += " F" + std::to_string(micro_batch.pass.micro_batch);
        Execution::forward(micro_batch, work);
    }
    void backward(MicroBatch& micro_batch, const Passes& work) override {
        passes += " B" + std::to_string(micro_batch.pass.micro_batch);
        Execution::backward(micro_batch, work);
    }
    std::string passes;
};

/// Its losses are infinite in the steps of a test.
class InfiniteLoss : public model::Objective {
public:
    explicit InfiniteLoss(std::unique_ptr<model::Objective> finite) : finite_(std::move(finite)) {}
    model::OutputSpec outputs() const override { return finite_->outputs(); }
    model::LossParts loss(const model::HeadPass& head, double normaliser) const override {
        model::LossParts parts = finite_->loss(head, normaliser);
        if (infinite) parts.total = parts.total * INFINITY;
        return parts;
    }
    double weight(std::uint32_t sample) const override { return finite_->weight(sample); }
    std::optional<double> loss_of_guessing() const override { return finite_->loss_of_guessing(); }
    bool infinite = false;

private:
    std::unique_ptr<model::Objective> finite_;
};

} // namespace

class TrainStepTest : public QObject {
    Q_OBJECT

    static constexpr std::uint32_t micro_batches = 4;
    using Trained = SmallTraining::Trained;
    std::optional<SmallTraining> small_;

    static model::Placement placement(bool on_host) {
        return on_host ? model::Placement() : model::Placement{at::kCPU, &model::aten_operations()};
    }
    static NotedExecution& note(Trained& one) {
        auto noted = std::make_unique<NotedExecution>(*one.trainable, false);
        NotedExecution& all = *noted;
        one.execution = std::move(noted);
        return all;
    }

private Q_SLOTS:
    void initTestCase() {
        at::set_num_threads(1);
        small_.emplace();
        small_->preset.model.dropout = 0.1;
    }
    void init() { small_->preset.memory.activation_checkpointing = "none"; }

    void order_data() {
        QTest::addColumn<PassOrder>("order");
        QTest::addColumn<QString>("expected");
        QTest::addRow("one stage") << PassOrder() << " F0 B0 F1 B1 F2 B2 F3 B3";
        QTest::addRow("first of two, GPipe")
            << PassOrder{PipelineSchedule::gpipe, 2, 0} << " F0 F1 F2 F3 B0 B1 B2 B3";
        QTest::addRow("first of three, 1F1B")
            << PassOrder{PipelineSchedule::one_forward_one_backward, 3, 0} << " F0 F1 F2 B0 F3 B1 B2 B3";
    }
    /// The step carries out the schedule's actions.
    void order() {
        QFETCH(PassOrder, order);
        QFETCH(QString, expected);
        Trained one = small_->trained(placement(true));
        one.order = order;
        const NotedExecution& noted = note(one);
        small_->step(one, 0, micro_batches);
        QCOMPARE(QString::fromStdString(noted.passes), expected);
    }

    void weights_data() {
        QTest::addColumn<bool>("on_host");
        QTest::addColumn<QString>("settings");
        QTest::addRow("host kernels") << true << "none";
        QTest::addRow("host kernels, checkpointed") << true << "block";
        QTest::addRow("LibTorch's operations") << false << "none";
        QTest::addRow("LibTorch's operations, checkpointed") << false << "2";
    }
    /// Whatever the order, backward passes come in the order of the micro-batches: the same bits.
    void weights() {
        QFETCH(bool, on_host);
        QFETCH(QString, settings);
        small_->preset.memory.activation_checkpointing = settings.toStdString();
        Trained plain = small_->trained(placement(on_host)), all_first = small_->trained(placement(on_host)),
                alternating = small_->trained(placement(on_host));
        all_first.order = {PipelineSchedule::gpipe, 2, 0};
        alternating.order = {PipelineSchedule::one_forward_one_backward, 3, 0};
        for (Trained* one : {&plain, &all_first, &alternating})
            for (std::uint32_t number = 0; number < 3; ++number)
                small_->step(*one, number, micro_batches);
        for (const Trained* one : {&all_first, &alternating}) {
            QVERIFY(one->losses == plain.losses);
            QVERIFY(one->norms == plain.norms);
            QVERIFY(one->rights == plain.rights);
            QCOMPARE(SmallTraining::difference(plain, *one), 0.0);
        }
        QVERIFY(plain.losses.back() != plain.losses.front());
    }

    /// The activations of several micro-batches are on the host at once.
    void offloadedActivations() {
        Trained plain = small_->trained(), offloaded = small_->trained();
        offloaded.order = {PipelineSchedule::gpipe, 2, 0};
        auto execution = std::make_unique<OffloadedActivations>(*offloaded.trainable, false,
                                                                std::make_shared<test::LaggingLink>(), 1024);
        const OffloadedActivations& activations = *execution;
        offloaded.execution = std::move(execution);
        for (Trained* one : {&plain, &offloaded})
            for (std::uint32_t number = 0; number < 3; ++number)
                small_->step(*one, number, micro_batches);
        QVERIFY(activations.bytes_put() > 0);
        QVERIFY(offloaded.losses == plain.losses);
        QCOMPARE(SmallTraining::difference(plain, offloaded), 0.0);
    }

    void nonfinite_data() {
        QTest::addColumn<bool>("on_host");
        QTest::addRow("host kernels") << true;
        QTest::addRow("LibTorch's operations") << false;
    }
    /// A step whose gradients are not finite changes neither weights nor the optimizer's state, and counts as
    /// no update: the next step is that of a training without it.
    void nonfinite() {
        QFETCH(bool, on_host);
        Trained plain = small_->trained(placement(on_host)), other = small_->trained(placement(on_host));
        auto objective = std::make_unique<InfiniteLoss>(std::move(other.objective));
        InfiniteLoss& loss = *objective;
        other.objective = std::move(objective);
        for (Trained* one : {&plain, &other})
            small_->step(*one, 0);
        loss.infinite = true;
        small_->step(other, 1);
        QVERIFY(!std::isfinite(other.norms.back()));
        QCOMPARE(SmallTraining::difference(plain, other), 0.0);
        loss.infinite = false;
        for (Trained* one : {&plain, &other})
            small_->step(*one, 2);
        QCOMPARE(SmallTraining::difference(plain, other), 0.0);
        QCOMPARE(other.norms.back(), plain.norms.back());
    }

    /// An update that is left out leaves the gradients for the caller to see, and the weights alone.
    void leftOut() {
        Trained one = small_->trained(placement(true)), untouched = small_->trained(placement(true));
        small_->step(one, 0, 1, true);
        QCOMPARE(SmallTraining::difference(one, untouched), 0.0);
        QVERIFY(one.losses.back() > 0);
        for (const at::Tensor& parameter : one.trainable->model().parameters().trained())
            QVERIFY(parameter.grad().defined());
    }

    /// An objective takes as many outputs as the head has.
    void refusesAnObjectiveOfOtherOutputs() {
        Trained one = small_->trained();
        QCOMPARE(one.objective->outputs().count, one.trainable->model().labels());
        one.objective = std::make_unique<model::MultiLabel>(5);
        QVERIFY_THROWS_EXCEPTION(std::logic_error, small_->step(one, 0));
    }
};

QTEST_APPLESS_MAIN(TrainStepTest)
#include "train_step_test.moc"
