// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor slices on ranks as threads, against one process: the same losses, gradient norms, weights and
// evaluations.

#include "arch/families/transformer_lm.h"
#include "format/pieces.h"
#include "parallel/ranks_as_threads.h"
#include "preset/schema/schema.h"
#include "train/small_training.h"
#include "train/step/evaluator.h"

#include <QTest>
#include <map>
#include <mutex>

using namespace tunedesk;
using namespace tunedesk::train;
using test::SmallTraining;

namespace {

using Tensors = std::map<std::string, at::Tensor>;

/// What training leaves on a rank.
struct Result {
    std::vector<double> losses, norms;
    std::vector<std::int64_t> rights;
    Tensors copies;   ///< of parameters that all ranks hold whole
    Tensors exported; ///< that for_each_parameter() gave
    std::vector<Strategy::StatePiece> pieces;
    at::Tensor outputs; ///< of an evaluation
};

struct Layout {
    int stages = 1, data = 1, slices = 1;

    int ranks() const { return stages * data * slices; }
};

double difference(const Tensors& some, const Tensors& all) {
    double top = 0;
    for (const auto& [name, value] : some)
        top = std::max(top, (value - all.at(name)).abs().max().item<double>());
    return top;
}

/// A vision transformer of four heads, with the loss of one pass over three made images and its gradients.
struct VisionPass {
    explicit VisionPass(const model::Placement& placement) : net(config(), 5, placement) {
        net.initialise(9);
        const arch::ImageKind& image = net.config().image;
        const std::vector<std::int32_t> ids(static_cast<std::size_t>(1 + image.patches()));
        std::vector<model::Sample> samples;
        for (std::uint32_t i = 0; i < 3; ++i) {
            model::Sample& sample = samples.emplace_back(model::Sample{.index = i, .ids = ids});
            const std::int64_t numbers = image.channels * image.size * image.size;
            sample.label = static_cast<std::int32_t>(i);
            sample.pixels = at::sin(at::arange(numbers, at::kFloat) * (0.7 + i))
                                .view({image.channels, image.size, image.size});
        }
        const auto batch = net.batch(samples, false);
        logits = net.forward(batch, {.training = true, .seed = 3});
        model::cross_entropy(logits, *batch, {}, 0, 3).total.backward();
    }
    static arch::ModelConfig config() {
        auto config = arch::read_model_config(TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-vit");
        config.num_attention_heads = 4;
        config.hidden_dropout = config.attention_dropout = config.embedding_dropout = 0.1;
        return config;
    }

    model::SequenceClassifier net;
    at::Tensor logits;
};

} // namespace

class TensorTest : public QObject {
    Q_OBJECT

    static constexpr std::uint32_t steps = 5, micro_batches = 2;
    std::optional<SmallTraining> small_;
    Preset plain_;                                   ///< what every test begins with
    std::map<QString, std::optional<Result>> alone_; ///< of one process, by model

    std::vector<Result> train(const Layout& layout) {
        small_->preset.parallel.processes = layout.ranks();
        small_->preset.parallel.pipeline_stages = layout.stages;
        small_->preset.parallel.tensor_size = layout.slices;
        std::vector<Result> results(static_cast<std::size_t>(layout.ranks()));
        const std::string thrown = test::run_ranks(layout.ranks(), [&](const parallel::World& world) {
            parallel::Group group(world, 60);
            SmallTraining::Trained one = [&] {
                const model::Placement placement = model::placement_on(at::kCPU);
                return layout.ranks() == 1 ? small_->trained(placement)
                                           : small_->trained_in(group, placement);
            }();
            Result& result = results[static_cast<std::size_t>(world.rank)];
            for (std::uint32_t number = 0; number < steps; ++number)
                small_->step(one, number, micro_batches);
            one.strategy->for_each_parameter([&](const std::string& name, const at::Tensor& value) {
                result.exported[name] = value.clone();
            });
            take_copies(one, result);
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

    static void take_copies(const SmallTraining::Trained& one, Result& result) {
        for (const model::Parameter& parameter : one.trainable->model().parameters().all())
            if (parameter.part.is_whole() && parameter.value.storage().data())
                result.copies[parameter.name] = parameter.at_rest().clone();
        for (std::vector<Strategy::StatePiece> pieces :
             {one.strategy->weights(), one.strategy->optimizer_state()})
            for (Strategy::StatePiece& piece : pieces) {
                piece.values = piece.values.clone();
                if (piece.saves) result.pieces.push_back(piece);
            }
    }

    /// A random model of a family, of so many heads that four slices divide them, and an odd number of words.
    void take_model(const std::string& name) {
        Preset& preset = small_->preset;
        const bool has_words = name.ends_with(" words") || name == "transformer-lm";
        if (name == "transformer-lm") {
            small_->made = arch::transformer_lm_config({.vocab_size = 95,
                                                        .width = 32,
                                                        .feed_forward = 40,
                                                        .heads = 4,
                                                        .layers = 2,
                                                        .positions = 64});
        } else {
            const std::string folder = name.substr(0, name.find(' '));
            preset.model.path = TUNEDESK_SOURCE_DIR "/tests/golden/models/" + folder;
            small_->made = arch::read_model_config(preset.model.path);
            small_->made->num_attention_heads = 4;
            if (small_->made->key_value_heads > 0) small_->made->key_value_heads = 4;
            small_->made->vocab_size += small_->made->vocab_size % 2 == 0;
        }
        if (has_words) preset.task = task::Kind::language_modeling;
        small_->layers = 2;
        small_->read_rows();
    }

    void compare(const std::vector<Result>& all, const Result& one, const Layout& layout) {
        for (std::size_t rank = 0; rank < all.size(); ++rank) {
            QVERIFY(all[rank].norms == all.front().norms);
            QVERIFY(all[rank].outputs.equal(all.front().outputs));
            // Of the same stage and data rank: what several slices hold is the same to the bit.
            const Result& first = all[rank - rank % static_cast<std::size_t>(layout.slices)];
            QCOMPARE(all[rank].copies.size(), first.copies.size());
            for (const auto& [name, value] : all[rank].copies)
                QVERIFY2(value.equal(first.copies.at(name)), name.c_str());
        }
        QCOMPARE(all.front().exported.size(), one.exported.size());
        const double of_weights = difference(all.front().exported, one.exported),
                     of_outputs = (all.front().outputs - one.outputs).abs().max().item<double>();
        QVERIFY2(of_weights < 1e-5, qPrintable(QString::number(of_weights)));
        QVERIFY2(of_outputs < 1e-4, qPrintable(QString::number(of_outputs))); // sums of a window's losses
        for (std::size_t step = 0; step < steps; ++step) {
            double loss = 0;
            std::int64_t right = 0;
            for (const Result& rank : all) {
                loss += rank.losses[step];
                right += rank.rights[step];
            }
            QVERIFY2(std::abs(loss - one.losses[step]) < 1e-5,
                     qPrintable(QStringLiteral("%1 %2").arg(loss).arg(one.losses[step])));
            QVERIFY2(std::abs(all.front().norms[step] - one.norms[step]) < 1e-5 * one.norms[step],
                     qPrintable(QStringLiteral("%1 %2").arg(all.front().norms[step]).arg(one.norms[step])));
            QCOMPARE(right, one.rights[step]);
        }
    }

    /// Each tensor of the state is saved exactly once, with the values of the whole one.
    static void compare_saved(const std::vector<Result>& all, const Result& one) {
        std::map<std::string, std::vector<Strategy::StatePiece>> saved;
        for (const Result& rank : all)
            for (const Strategy::StatePiece& piece : rank.pieces)
                saved[piece.piece.tensor].push_back(piece);
        QCOMPARE(saved.size(), one.pieces.size());
        for (const Strategy::StatePiece& whole : one.pieces) {
            std::vector<format::Piece> pieces;
            const at::Tensor values = at::zeros(whole.shape);
            for (const Strategy::StatePiece& piece : saved.at(whole.piece.tensor)) {
                QVERIFY(piece.shape == whole.shape);
                pieces.push_back(piece.piece);
                const at::Tensor flat = values.view(-1), own = piece.values.reshape(-1);
                for (const format::CommonRun& run : format::overlap(piece.piece, whole.piece))
                    flat.narrow(0, run.to, run.count).copy_(own.narrow(0, run.from, run.count));
            }
            QCOMPARE(format::partition_fault(whole.shape, pieces), std::string());
            const double off = (values - whole.values).abs().max().item<double>();
            QVERIFY2(off < 1e-4,
                     qPrintable(QString::fromStdString(whole.piece.tensor) + QStringLiteral(" %1").arg(off)));
        }
    }

private Q_SLOTS:
    void init() {
        small_->preset = plain_;
        small_->made.reset();
        small_->layers = 2;
        small_->read_rows();
    }
    void initTestCase() {
        at::set_num_threads(1);
        small_.emplace();
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
        QTest::addColumn<int>("data");
        QTest::addColumn<int>("slices");
        const auto add = [](const char* model, const char* strategy, int data, int slices) {
            QTest::addRow("%s, %s, %d x %d", model, strategy, data, slices)
                << model << strategy << data << slices;
        };
        for (const char* model : {"tiny-bert", "tiny-distilbert", "tiny-roberta", "transformer-lm",
                                  "tiny-gpt2 words", "tiny-llama words"}) {
            add(model, "single", 1, 2);
            add(model, "single", 1, 4);
            add(model, "ddp", 2, 2);
            add(model, "zero1", 2, 2);
            add(model, "zero2", 2, 2);
        }
        for (const char* model : {"tiny-bert", "tiny-distilbert", "transformer-lm", "tiny-mistral words"})
            add(model, "zero3", 2, 2);
        for (const char* strategy : {"zero1", "zero2", "zero3"})
            add("tiny-bert", strategy, 2, 4);
        add("tiny-bert", "fsdp", 2, 2);
        for (const char* model : {"tiny-mistral words", "tiny-qwen2 words", "tiny-qwen3 words", "tiny-gpt2",
                                  "tiny-mistral", "tiny-electra"})
            add(model, "single", 1, 2);
    }
    /// With dropout, clipping, and heads that are tied to the words where they are so in the family.
    void trainsAsOneProcess() {
        QFETCH(QString, model);
        QFETCH(QString, strategy);
        QFETCH(int, data);
        QFETCH(int, slices);
        take_model(model.toStdString());
        std::optional<Result>& alone = alone_[model];
        if (!alone) alone = train({}).front();
        const Result& one = *alone;
        QVERIFY(!preset::set(small_->preset, *preset::find_key("parallel.strategy"), strategy.toStdString()));
        const Layout layout{.data = data, .slices = slices};
        const std::vector<Result> all = train(layout);
        compare(all, one, layout);
        compare_saved(all, one);
    }

    void imagesAreClassifiedAsByOneProcess_data() {
        QTest::addColumn<int>("slices");
        for (const int slices : {2, 4})
            QTest::addRow("%d", slices) << slices;
    }
    void imagesAreClassifiedAsByOneProcess() {
        QFETCH(int, slices);
        VisionPass one(model::placement_on(at::kCPU));
        double of_logits = 0, of_gradients = 0;
        std::mutex comparing;
        const std::string thrown = test::run_ranks(slices, [&](const parallel::World& world) {
            parallel::Group group(world, 60);
            const TensorGroup ranks(group);
            model::Placement placement = model::placement_on(at::kCPU);
            placement.tensor = &ranks;
            const VisionPass own(placement);
            std::unique_lock lock(comparing);
            const auto off = [](const at::Tensor& a, const at::Tensor& b) {
                return (a - b).abs().max().item<double>();
            };
            of_logits = std::max(of_logits, off(own.logits, one.logits));
            for (const model::Parameter& parameter : own.net.parameters().all()) {
                const at::Tensor whole = one.net.parameters().find(parameter.name)->value.grad();
                std::vector<at::Tensor> boxes;
                for (const format::Box& box : parameter.part.boxes)
                    boxes.push_back(model::box_view(whole, box));
                const at::Tensor expected = boxes.empty() ? whole : at::cat(boxes, 0);
                of_gradients = std::max(of_gradients, off(parameter.value.grad(), expected));
            }
            lock.unlock();
            group.barrier(parallel::Purpose::evaluation);
        });
        QCOMPARE(thrown, std::string());
        QVERIFY2(of_logits < 1e-5, qPrintable(QString::number(of_logits)));
        QVERIFY2(of_gradients < 1e-5, qPrintable(QString::number(of_gradients)));
    }

    void techniquesHold_data() {
        QTest::addColumn<QString>("technique");
        for (const char* technique :
             {"checkpointing", "checkpointing 2", "pretrained", "last layers", "grouped heads", "pipeline",
              "pipeline of data ranks", "no clipping", "lora", "lora of a fused layer"})
            QTest::addRow("%s", technique) << technique;
    }
    void techniquesHold() {
        QFETCH(QString, technique);
        Preset& preset = small_->preset;
        Layout layout{.slices = 2};
        if (technique == "checkpointing") preset.memory.activation_checkpointing = "block";
        if (technique == "checkpointing 2") preset.memory.activation_checkpointing = "2";
        if (technique == "pretrained") small_->layers = 0;
        if (technique == "no clipping") preset.training.max_grad_norm = 0;
        if (technique == "last layers") {
            preset.model.train = Preset::Train::last_layers;
            preset.model.last_layers = 1;
        }
        if (technique == "grouped heads") {
            take_model("tiny-mistral words");
            small_->made->key_value_heads = 2;
        }
        if (technique.startsWith("lora")) {
            take_model(technique == "lora" ? "tiny-distilbert" : "tiny-gpt2 words");
            small_->made->lora = {.rank = 3, .alpha = 6, .dropout = 0.1, .targets = {arch::all_linear}};
        }
        if (technique.startsWith("pipeline")) layout.stages = 2;
        if (technique == "pipeline of data ranks") layout.data = 2;
        const Result one = train({}).front();
        if (layout.data > 1) preset.parallel.strategy = Preset::Strategy::ddp;
        const std::vector<Result> all = train(layout);
        compare(all, one, layout);
        compare_saved(all, one);
    }
};

QTEST_GUILESS_MAIN(TensorTest)
#include "tensor_test.moc"
