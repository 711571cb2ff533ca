// SPDX-License-Identifier: GPL-3.0-or-later
// BigBird against transformers 4.57 in fp32 (tests/golden/make_bigbird.py), block-sparse with random blocks,
// in evaluation and on short sequences; what its passes are made of against each other.

#include "support.h"

#include "base/error.h"
#include "base/files/file.h"
#include "base/json.h"
#include "model/blocks.h"

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

const fs::path folder = golden_folder / "models/tiny-bigbird";

/// A part of the golden file, by the names that Samples reads.
struct Part {
    const Golden& golden;
    std::string prefix;
    std::vector<std::int32_t> ints(const std::string& name) const { return golden.ints(prefix + name); }
    std::vector<float> floats(const std::string& name) const { return golden.floats(prefix + name); }
};

/// "fused", "small" (the fused set's small operations) or "aten".
Placement placed(const QString& way) {
    Placement placement{at::kCPU, way == "aten" ? &aten_operations() : &fused_operations()};
    placement.small_operations = way == "small";
    return placement;
}

SequenceClassifier tiny(const Placement& placement, double dropout = 0) {
    arch::ModelConfig config = arch::read_model_config(folder);
    config.hidden_dropout = config.attention_dropout = config.classifier_dropout = dropout;
    SequenceClassifier model(config, 3, placement);
    model.initialise(1);
    model.load(format::ModelWeights(folder));
    return model;
}

/// The attention of its first layer in training.
AttentionKind blocks_of_tiny() {
    AttentionKind kind{AttentionMask::blocks, 2, 2};
    kind.blocks = arch::read_model_config(folder).attention_blocks;
    kind.training = true;
    return kind;
}

/// The numbers that make_bigbird.py makes of a name.
std::vector<double> numbers(const std::string& name, std::int64_t count) {
    std::uint32_t seed = 2166136261;
    for (const char letter : name)
        seed = (seed ^ static_cast<unsigned char>(letter)) * 16777619;
    std::vector<double> values;
    for (std::int64_t i = 0; i < count; ++i) {
        std::uint32_t x = static_cast<std::uint32_t>(i) * 2654435761u + seed;
        x = (x ^ (x >> 15)) * 2246822519u;
        values.push_back((x ^ (x >> 13)) / 4294967296.0);
    }
    return values;
}

Json long_golden() {
    const fs::path path = golden_folder / "bigbird_long.json";
    return parse_json(read_file(path, ErrorId::file_unreadable), path.string(), ErrorId::file_unreadable);
}

void fill(Parameters& parameters) {
    for (Parameter& parameter : parameters.all()) {
        const double centre = parameter.name.ends_with("LayerNorm.weight") ? 1 : 0;
        const std::vector<double> values = numbers(parameter.name, parameter.value.numel());
        const at::NoGradGuard no_gradients;
        auto* to = parameter.value.mutable_data_ptr<float>();
        for (const double value : values)
            *to++ = static_cast<float>(centre + 0.6 * (value - 0.5));
    }
}

void add_ways() {
    QTest::addColumn<QString>("way");
    for (const char* way : {"fused", "small", "aten"})
        QTest::addRow("%s", way) << QString(way);
}

} // namespace

class BigBirdTest : public QObject {
    Q_OBJECT

    /// Two that are block-sparse, of other lengths, beside short ones.
    Samples mixed{{61, 9, 36, 45, 1, 37}, 60, 3};
    const Pass training{.training = true, .seed = 42, .step = 3};

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    void tiny_data() {
        QTest::addColumn<QString>("way");
        QTest::addColumn<QString>("part");
        QTest::addColumn<bool>("padded");
        for (const char* way : {"fused", "small", "aten"})
            for (const char* part : {"train", "eval", "short"})
                for (const bool padded : {false, true})
                    QTest::addRow("%s %s %s", way, part, padded ? "padded" : "packed")
                        << QString(way) << QString(part) << padded;
    }
    void tiny() {
        QFETCH(QString, way);
        QFETCH(QString, part);
        QFETCH(bool, padded);
        const Golden file("model_tiny-bigbird");
        const Part golden{file, part.toStdString() + "."};
        SequenceClassifier model = ::tiny(placed(way));
        const Samples samples(golden);
        const auto batch = samples.batch(padded, model);
        const Pass pass{.training = part == "train"};
        QVERIFY(difference(values_of(model.forward(batch, pass)), golden.floats("logits")) <= 1e-5);
        const LossParts loss = train_pass(model, batch, pass, static_cast<double>(batch->size()));
        QVERIFY(std::abs(loss.total.item<double>() - static_cast<double>(golden.floats("loss")[0])) <= 1e-5);
        std::map<std::string, std::vector<float>> expected;
        for (const Parameter& parameter : model.parameters().all())
            expected[parameter.name] = golden.floats("grad." + parameter.name);
        QCOMPARE(expected.size(), file.count(golden.prefix + "grad."));
        QVERIFY(close(gradients_of(model.parameters()), expected, 1e-4));
    }

    void opens() {
        SequenceClassifier model(arch::read_model_config(folder), 3, {});
        model.initialise(1);
        const LoadReport report = model.load(format::ModelWeights(folder));
        QVERIFY(report.created.empty());
        QCOMPARE(report.unexpected, (std::vector<std::string>{"bert.pooler.bias", "bert.pooler.weight"}));
    }

    void long_sequences_data() {
        QTest::addColumn<QString>("way");
        QTest::addColumn<int>("number");
        const Json golden = long_golden();
        for (const char* way : {"fused", "aten"})
            for (int i = 0; i < static_cast<int>(golden["cases"].size()); ++i) {
                const Json& one = golden["cases"][static_cast<std::size_t>(i)];
                QTest::addRow("%s, %d tokens, %s", way, one["tokens"].get<int>(),
                              one["training"].get<bool>() ? "training" : "evaluation")
                    << QString(way) << i;
            }
    }
    void long_sequences() {
        QFETCH(QString, way);
        QFETCH(int, number);
        const Json golden = long_golden(), one = golden["cases"][static_cast<std::size_t>(number)];
        SequenceClassifier model(arch::parse_model_config(golden["config"].dump(), "config.json"), 3,
                                 placed(way));
        fill(model.parameters());
        const auto tokens = one["tokens"].get<std::int64_t>();
        std::vector<std::int32_t> ids;
        for (const double x : numbers("ids of " + std::to_string(tokens), tokens))
            ids.push_back(1 + static_cast<std::int32_t>(x * 49));
        Sample sample;
        sample.ids = ids;
        sample.second_segment_length = static_cast<std::uint32_t>(tokens / 3);
        sample.label = 1;
        const auto batch = model.batch(std::span(&sample, 1), false);
        const Pass pass{.training = one["training"].get<bool>()};
        QVERIFY(difference(values_of(model.forward(batch, pass)), one["logits"].get<std::vector<float>>()) <=
                2e-5);
        const LossParts loss = train_pass(model, batch, pass, 1);
        QVERIFY(std::abs(loss.total.item<double>() - one["loss"].get<double>()) <= 2e-5);
        std::map<std::string, std::vector<float>> ours, expected;
        for (const auto& [name, values] : gradients_of(model.parameters())) {
            const Json& gradient = one["gradients"].at(name);
            double squares = 0;
            for (const float value : values)
                squares += static_cast<double>(value) * static_cast<double>(value);
            ours[name] = {static_cast<float>(std::sqrt(squares))};
            expected[name] = {gradient["norm"].get<float>()};
            for (const std::size_t index : gradient["index"].get<std::vector<std::size_t>>())
                ours[name + " values"].push_back(values[index]);
            expected[name + " values"] = gradient["values"].get<std::vector<float>>();
        }
        QCOMPARE(ours.size(), 2 * one["gradients"].size());
        QVERIFY(close(ours, expected, 1e-4));
    }

    void eachSequenceHasItsOwnBlocks_data() { add_ways(); }
    /// Whatever stands beside it in a batch.
    void eachSequenceHasItsOwnBlocks() {
        QFETCH(QString, way);
        const SequenceClassifier model = ::tiny(placed(way));
        const Pass pass{.training = true};
        const at::NoGradGuard no_gradients;
        for (const bool padded : {false, true}) {
            const at::Tensor all = model.forward(mixed.batch(padded, model), pass);
            for (std::size_t i = 0; i < mixed.list.size(); ++i) {
                const auto alone = model.batch(std::span(mixed.list).subspan(i, 1), false);
                QVERIFY(difference(values_of(model.forward(alone, pass)),
                                   values_of(all[static_cast<std::int64_t>(i)])) <= 1e-5);
            }
        }
    }

    /// Attention gives the same bits. (LibTorch's products do not.)
    void anyNumberOfThreads() {
        const SequenceClassifier model = ::tiny({});
        const auto batch = mixed.batch(false, model);
        std::vector<std::vector<float>> found[2];
        for (const int i : {0, 1}) {
            at::set_num_threads(i == 0 ? 1 : 3);
            at::manual_seed(3);
            at::Tensor inputs[3];
            for (at::Tensor& input : inputs)
                input = at::randn({batch->rows(), 16}).requires_grad_();
            const at::Tensor out = fused_operations().attention(RowView(batch, false), inputs[0], inputs[1],
                                                                inputs[2], blocks_of_tiny(), {1, 2, 3, 0.1});
            (out * out).sum().backward();
            found[i] = {values_of(out)};
            for (const at::Tensor& input : inputs)
                found[i].push_back(values_of(input.grad()));
        }
        at::set_num_threads(1);
        QVERIFY(found[0] == found[1]);
    }

    void dropsNoneOfTheBlocks_data() { add_ways(); }
    /// As transformers: probabilities are dropped where attention is full.
    void dropsNoneOfTheBlocks() {
        QFETCH(QString, way);
        const Placement placement = placed(way);
        const SequenceClassifier model = ::tiny(placement);
        const auto batch = mixed.batch(false, model);
        const at::NoGradGuard no_gradients;
        at::manual_seed(3);
        const at::Tensor x = at::randn({batch->rows(), 16});
        const auto attention = [&](double dropout) {
            return placement.operations->attention(RowView(batch, false), x, x, x, blocks_of_tiny(),
                                                   {1, 2, 3, dropout});
        };
        const at::Tensor apart = (attention(0.5) - attention(0)).abs();
        for (const int i : {0, 3, 5})
            QVERIFY(
                apart.narrow(0, batch->first_rows[static_cast<std::size_t>(i)], 37).max().item<double>() ==
                0);
        QVERIFY(apart.narrow(0, batch->first_rows[2], 36).max().item<double>() > 0.1);
    }

    /// Its lists of blocks are made from the lengths of one batch.
    void staticGraphsAreRefused() {
        const SequenceClassifier model = ::tiny(placed("aten"));
        Batch batch = make_batch(mixed.list, Shape{.rows = 200, .sequences = 8}, 0, 6);
        add_tensors(batch, at::kCPU);
        try {
            model.forward(std::make_shared<const Batch>(std::move(batch)), {});
            QFAIL("no error");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::architecture_unsupported));
        }
    }

    void withoutBiases() {
        arch::ModelConfig config = arch::read_model_config(folder);
        config.projection_biases = false;
        config.hidden_dropout = config.attention_dropout = config.classifier_dropout = 0;
        std::map<std::string, std::vector<float>> gradients[2];
        for (const int i : {0, 1}) {
            SequenceClassifier model(config, 3, placed(i == 0 ? "fused" : "aten"));
            fill(model.parameters());
            train_pass(model, mixed.batch(false, model), training, 6);
            gradients[i] = gradients_of(model.parameters());
        }
        QVERIFY(!gradients[0].contains("bert.encoder.layer.0.attention.self.query.bias"));
        QVERIFY(close(gradients[1], gradients[0], 1e-4));
    }

    void smallOperationsEqualTheFusedOnes() {
        std::map<std::string, std::vector<float>> gradients[2];
        for (const int i : {0, 1}) {
            const SequenceClassifier model = ::tiny(placed(i == 0 ? "fused" : "small"), 0.2);
            train_pass(model, mixed.batch(false, model), training, 6);
            gradients[i] = gradients_of(model.parameters());
        }
        QVERIFY(close(gradients[1], gradients[0], 1e-5));
    }

    void evaluationDiffersFromTraining() {
        const SequenceClassifier model = ::tiny({});
        const at::NoGradGuard no_gradients;
        const at::Tensor trained = model.forward(mixed.batch(false, model), {.training = true}),
                         evaluated = model.forward(mixed.batch(false, model), {});
        for (const std::int64_t i : {0, 3, 5}) // the block-sparse ones
            QVERIFY((trained[i] - evaluated[i]).abs().max().item<double>() > 1e-4);
        for (const std::int64_t i : {1, 2, 4})
            QVERIFY((trained[i] - evaluated[i]).abs().max().item<double>() == 0);
    }

    /// The last layer computes the first tokens' rows alone where no others are read: they are the same.
    void firstRows() {
        SequenceClassifier model = ::tiny({});
        const arch::ModelConfig config = arch::read_model_config(folder);
        const auto batch = mixed.batch(false, model);
        const at::NoGradGuard no_gradients;
        Network whole(config.spec(3, task::Readout::every), {}, std::nullopt);
        for (Parameter& parameter : whole.parameters().all()) // the heads are others
            if (!parameter.name.starts_with("classifier"))
                parameter.value.copy_(model.parameters().find(parameter.name)->value);
        const at::Tensor first = model.encode(batch, {.training = true}, {}),
                         every = whole.encode(batch, {.training = true}, {});
        QCOMPARE(every.size(0), batch->rows());
        for (std::int64_t i = 0; i < batch->size(); ++i) {
            const std::int64_t row = batch->first_rows[static_cast<std::size_t>(i)];
            QVERIFY((first[i] - every[row]).abs().max().item<double>() < 1e-5);
        }
    }

    void embeddingsAreDroppedBeforeTheirNorm_data() { add_ways(); }
    /// Rows stay normalised, with no zeros among them.
    void embeddingsAreDroppedBeforeTheirNorm() {
        QFETCH(QString, way);
        arch::ModelConfig config = arch::read_model_config(folder);
        config.hidden_dropout = 0.3;
        const arch::ModelSpec spec = config.spec(3);
        const Placement placement = placed(way);
        Parameters parameters(at::kCPU, at::kFloat);
        const auto embeddings = make_embeddings(spec, parameters, placement);
        fill(parameters);
        for (Parameter& parameter : parameters.all())
            if (parameter.name.ends_with("LayerNorm.weight")) parameter.value.set_data(at::ones({16}));
        for (Parameter& parameter : parameters.all())
            if (parameter.name.ends_with("LayerNorm.bias")) parameter.value.set_data(at::zeros({16}));
        const SequenceClassifier model = ::tiny(placement);
        const at::NoGradGuard no_gradients;
        const at::Tensor rows = embeddings->forward({}, mixed.batch(false, model), training),
                         undropped = embeddings->forward({}, mixed.batch(false, model), {});
        QVERIFY(rows.mean(1).abs().max().item<double>() < 1e-5);
        QVERIFY(((rows * rows).mean(1) - 1).abs().max().item<double>() < 1e-3);
        QVERIFY((rows - undropped).abs().max().item<double>() > 0.1);
        QVERIFY(rows.ne(0).all().item<bool>());
    }

    /// The gradient of attention along a direction against differences of its result.
    void finiteDifferences() {
        const SequenceClassifier model = ::tiny({});
        const auto batch = mixed.batch(false, model);
        const AttentionKind kind = blocks_of_tiny();
        at::manual_seed(3);
        const auto random = [&] { return at::randn({batch->rows(), 16}); };
        const at::Tensor weights = random();
        at::Tensor inputs[3], directions[3];
        for (const int i : {0, 1, 2}) {
            inputs[i] = random().requires_grad_();
            directions[i] = random();
        }
        const auto value = [&](double step) {
            at::Tensor moved[3];
            for (const int i : {0, 1, 2})
                moved[i] = inputs[i] + step * directions[i];
            return (fused_operations().attention(RowView(batch, false), moved[0], moved[1], moved[2], kind,
                                                 {}) *
                    weights)
                .sum(at::kDouble);
        };
        value(0).backward();
        double along = 0;
        for (const int i : {0, 1, 2})
            along += (inputs[i].grad() * directions[i]).sum(at::kDouble).item<double>();
        const at::NoGradGuard no_gradients;
        const double step = 1e-3, found = (value(step) - value(-step)).item<double>() / (2 * step);
        QVERIFY2(std::abs(found - along) <= 2e-3 * std::abs(along),
                 qPrintable(QString("%1, not %2").arg(found).arg(along)));
    }

    void inBf16() {
        Placement placement;
        placement.compute = at::kBFloat16;
        const at::NoGradGuard no_gradients;
        const SequenceClassifier model = ::tiny({}), narrow = ::tiny(placement);
        const at::Tensor expected = model.forward(mixed.batch(false, model), {.training = true}),
                         found = narrow.forward(mixed.batch(false, narrow), {.training = true});
        QVERIFY((found - expected).abs().max().item<double>() <= 0.05 * expected.abs().max().item<double>());
    }
};

QTEST_APPLESS_MAIN(BigBirdTest)
#include "bigbird_test.moc"
