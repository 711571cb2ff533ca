// SPDX-License-Identifier: GPL-3.0-or-later
// Pipelines of ranks as threads, against one process: the same losses, gradient norms and weights.

#include "parallel/ranks_as_threads.h"
#include "preset/schema/schema.h"
#include "train/small_training.h"
#include "train/step/evaluator.h"

#include <QTest>
#include <map>

using namespace tunedesk;
using namespace tunedesk::train;
using parallel::PipelineSchedule;
using test::SmallTraining;

namespace {

/// What training leaves on a rank.
struct Result {
    std::vector<double> losses, norms;
    std::vector<std::int64_t> rights;
    std::map<std::string, at::Tensor> weights;  ///< of the rank's stage
    std::map<std::string, at::Tensor> exported; ///< that for_each_parameter() gave
    at::Tensor outputs;                         ///< of an evaluation
};

struct Pipeline {
    int stages = 1, data = 1;
    std::uint32_t micro_batches = 1;
    PipelineSchedule schedule = PipelineSchedule::one_forward_one_backward;
};

double difference(const std::map<std::string, at::Tensor>& some,
                  const std::map<std::string, at::Tensor>& all) {
    double top = 0;
    for (const auto& [name, value] : some)
        top = std::max(top, (value - all.at(name)).abs().max().item<double>());
    return top;
}

} // namespace

class PipelineTest : public QObject {
    Q_OBJECT

    static constexpr std::uint32_t steps = 6;
    std::optional<SmallTraining> small_;
    Preset plain_;                                                   ///< what every test begins with
    std::map<std::pair<QString, int>, std::optional<Result>> alone_; ///< of one process, by micro-batches

    std::vector<Result> train(const Pipeline& pipeline) {
        const int ranks = pipeline.stages * pipeline.data;
        small_->preset.parallel.processes = ranks;
        small_->preset.parallel.pipeline_stages = pipeline.stages;
        std::vector<Result> results(static_cast<std::size_t>(ranks));
        const std::string thrown = test::run_ranks(ranks, [&](const parallel::World& world) {
            parallel::Group group(world, 60);
            SmallTraining::Trained one = [&] {
                const model::Placement placement = model::placement_on(at::kCPU);
                if (ranks == 1) return small_->trained(placement);
                return small_->trained_in(group, placement);
            }();
            one.order.schedule = pipeline.schedule;
            Result& result = results[static_cast<std::size_t>(world.rank)];
            for (std::uint32_t number = 0; number < steps; ++number)
                small_->step(one, number, pipeline.micro_batches);
            for (const model::Parameter& parameter : one.trainable->model().parameters().all())
                result.weights[parameter.name] = parameter.at_rest().clone();
            one.strategy->for_each_parameter([&](const std::string& name, const at::Tensor& value) {
                result.exported[name] = value.clone();
            });
            const std::unique_ptr<event::Channel> channel = event::silent_channel();
            Announcer announcer(*channel, world.leads());
            result.outputs = evaluate(*one.trainable, small_->sets->train, 8, group, announcer).outputs;
            result.losses = one.losses;
            result.norms = one.norms;
            result.rights = one.rights;
            group.barrier(parallel::Purpose::evaluation);
        });
        if (!thrown.empty()) qFatal("%s", thrown.c_str());
        return results;
    }

private Q_SLOTS:
    void init() { small_->preset = plain_; }
    void initTestCase() {
        at::set_num_threads(1);
        small_.emplace();
        small_->layers = 4;
        small_->preset.model.dropout = 0.1;
        small_->preset.model.init = Preset::Init::random;
        small_->preset.training.max_grad_norm = 0.5;
        small_->preset.training.optim = Preset::Optim::sgd; // Adam makes whole steps of gradients of rounding
        small_->preset.training.momentum = 0.9;
        plain_ = small_->preset;
    }

    void trainsAsOneProcess_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("data");
        QTest::addColumn<int>("micro_batches");
        QTest::addColumn<bool>("gpipe");
        for (const auto& [stages, data] :
             {std::pair(2, 1), std::pair(3, 1), std::pair(4, 1), std::pair(2, 2)})
            for (const int micro_batches : {1, 3, 8})
                for (const bool gpipe : {false, true})
                    QTest::addRow("bert, %d x %d, %d micro-batches, %s", stages, data, micro_batches,
                                  gpipe ? "GPipe" : "1F1B")
                        << "tiny-bert" << (data > 1 ? "ddp" : "single") << stages << data << micro_batches
                        << gpipe;
        QTest::addRow("bert, zero1") << "tiny-bert"
                                     << "zero1" << 2 << 2 << 3 << false;
        QTest::addRow("distilbert") << "tiny-distilbert"
                                    << "ddp" << 2 << 2 << 3 << false;
    }
    /// Also where ranks have no samples in the last micro-batch.
    void trainsAsOneProcess() {
        QFETCH(QString, model);
        QFETCH(QString, strategy);
        QFETCH(int, stages);
        QFETCH(int, data);
        QFETCH(int, micro_batches);
        QFETCH(bool, gpipe);
        small_->preset.model.path = TUNEDESK_SOURCE_DIR "/tests/golden/models/" + model.toStdString();
        Pipeline pipeline{1, 1, static_cast<std::uint32_t>(micro_batches), PipelineSchedule::gpipe};
        std::optional<Result>& alone = alone_[{model, micro_batches}];
        if (!alone) alone = train(pipeline).front();
        const Result& one = *alone;
        QVERIFY(!preset::set(small_->preset, *preset::find_key("parallel.strategy"), strategy.toStdString()));
        pipeline.stages = stages;
        pipeline.data = data;
        if (!gpipe) pipeline.schedule = PipelineSchedule::one_forward_one_backward;
        const std::vector<Result> all = train(pipeline);
        std::size_t tensors = 0;
        for (const Result& rank : all) {
            QVERIFY(rank.norms == all.front().norms);
            QVERIFY(difference(rank.weights, one.weights) < 1e-5);
            QVERIFY(rank.outputs.equal(all.front().outputs));
            tensors += rank.weights.size();
        }
        QCOMPARE(tensors, one.weights.size() * static_cast<std::size_t>(data)); // each on one stage
        QCOMPARE(all.front().exported.size(), one.weights.size());
        QVERIFY(difference(all.front().exported, one.weights) < 1e-5);
        QVERIFY((all.front().outputs - one.outputs).abs().max().item<double>() < 1e-5);
        for (std::size_t step = 0; step < steps; ++step) {
            double loss = 0;
            std::int64_t right = 0;
            for (const Result& rank : all) {
                loss += rank.losses[step];
                right += rank.rights[step];
            }
            QVERIFY(std::abs(loss - one.losses[step]) < 1e-5);
            QVERIFY(std::abs(all.front().norms[step] - one.norms[step]) < 1e-5 * one.norms[step]);
            QCOMPARE(right, one.rights[step]);
        }
    }

    void techniquesHold_data() {
        QTest::addColumn<QString>("technique");
        for (const char* technique : {"checkpointing", "checkpointing 2", "pretrained", "listed stages"})
            QTest::addRow("%s", technique) << technique;
    }
    void techniquesHold() {
        QFETCH(QString, technique);
        Preset& preset = small_->preset;
        const int layers = small_->layers;
        if (technique == "checkpointing") preset.memory.activation_checkpointing = "block";
        if (technique == "checkpointing 2") preset.memory.activation_checkpointing = "2";
        if (technique == "pretrained") small_->layers = 0;
        if (technique == "listed stages") preset.parallel.stage_layers = "1,3";
        const Result one = train({1, 1, 3}).front();
        const std::vector<Result> all = train({2, 1, 3});
        small_->layers = layers;
        QVERIFY(difference(all.front().exported, one.weights) < 1e-5);
        QCOMPARE(all.front().exported.size(), one.weights.size());
        if (technique != "listed stages") return;
        QVERIFY(all.front().weights.contains("bert.encoder.layer.0.output.dense.weight"));
        QVERIFY(!all.front().weights.contains("bert.encoder.layer.1.output.dense.weight"));
    }
};

QTEST_GUILESS_MAIN(PipelineTest)
#include "pipeline_test.moc"
