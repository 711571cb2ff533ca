// SPDX-License-Identifier: GPL-3.0-or-later
// Head and loss of a vocabulary in one operation, in chunks of rows, against LibTorch's cross-entropy of the
// whole logits; an objective of next words made of it; and the memory that it takes.

#include "support.h"

#include "arch/word_logits.h"
#include "memory/meter.h"
#include "memory/torch_headers.h"
#include "model/objective.h"

#include <torch/csrc/autograd/autograd.h>

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

const Operations& operations(const QString& name) {
    return name == "aten" ? aten_operations() : fused_operations();
}

struct Inputs {
    at::Tensor x, weight, bias;
    WordTargets targets;

    Inputs(std::int64_t rows, std::int64_t width, std::int64_t words, bool biased) {
        at::manual_seed(3);
        x = at::randn({rows, width}).requires_grad_();
        weight = (at::randn({words, width}) * 0.3).requires_grad_();
        if (biased) bias = at::randn({words}).requires_grad_();
        targets.words = at::randint(words, {rows}, at::kLong);
        targets.words.masked_fill_(at::arange(rows).remainder(5) == 2, -100);
        targets.weights = at::rand({rows});
    }
};

struct Gradients {
    at::Tensor x, weight, bias;
};

Gradients gradients(const at::Tensor& total, const Inputs& in) {
    std::vector<at::Tensor> to{in.x, in.weight};
    if (in.bias.defined()) to.push_back(in.bias);
    const auto found = torch::autograd::grad({total}, to);
    return {found[0], found[1], in.bias.defined() ? found[2] : at::Tensor()};
}

/// LibTorch's, of whole logits; -100 is its own mark.
at::Tensor reference_losses(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                            const at::Tensor& words) {
    const std::optional<at::Tensor> given = bias.defined() ? std::optional(bias) : std::nullopt;
    return at::cross_entropy_loss(at::linear(x, weight, given), words, {}, at::Reduction::None, -100);
}

double relative(const at::Tensor& found, const at::Tensor& expected) {
    return ((found - expected).abs().max() / expected.abs().max()).item<double>();
}

/// What each row's next one is to be; the last of a sequence has none.
at::Tensor next_words(const Batch& batch) {
    std::vector<std::int64_t> words(static_cast<std::size_t>(batch.rows()), -100);
    for (const kernel::Sequence& sequence : batch.sequences)
        for (std::int64_t i = 0; i + 1 < sequence.keys; ++i)
            words[static_cast<std::size_t>(sequence.key_start + i)] =
                batch.ids[static_cast<std::size_t>(sequence.key_start + i + 1)];
    return at::tensor(at::ArrayRef<std::int64_t>(words));
}

/// The next word of each token, by the operation or, for comparison, by all outputs.
class NextWord : public Objective {
public:
    NextWord(std::int64_t words, bool chunked) : words_(words), chunked_(chunked) {}

    OutputSpec outputs() const override { return {OutputKind::word_logits, words_}; }
    LossParts loss(const HeadPass& head, double normaliser) const override {
        const at::Tensor words = next_words(head.batch());
        const at::Tensor weights = at::full({words.size(0)}, 1 / normaliser);
        const LinearLayer& layer = head.output_layer();
        if (chunked_ && layer.is_plain())
            return head.placement().operations->linear_cross_entropy(
                head.features(), layer.weight, layer.bias, {words, weights}, at::kFloat, 7);
        const at::Tensor losses =
            at::cross_entropy_loss(head.outputs(), words, {}, at::Reduction::None, -100);
        return {(losses * weights).sum(), losses.detach(), {}};
    }
    double weight(std::uint32_t) const override { return 1; }
    std::optional<double> loss_of_guessing() const override { return std::log(static_cast<double>(words_)); }

private:
    std::int64_t words_;
    bool chunked_;
};

class Nothing : public LinearAdapter {
public:
    at::Tensor added(const Operations&, const at::Tensor& x, const RowView&, const Pass&,
                     at::ScalarType) const override {
        return at::zeros({x.size(0), 1});
    }
};

std::uint64_t peak_of(const auto& work) {
    const std::uint64_t before = memory::total(memory::figures().live);
    memory::reset_peaks();
    work();
    std::uint64_t top = 0;
    for (const memory::Bytes& bytes : memory::figures().phases)
        top = std::max(top, memory::total(bytes));
    return top - before;
}

} // namespace

class LinearCrossEntropyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        memory::install();
        at::set_num_threads(1);
    }

    void equalsWholeLogits_data() {
        QTest::addColumn<QString>("set");
        QTest::addColumn<bool>("biased");
        QTest::addColumn<int>("chunk");
        for (const char* set : {"fused", "aten"})
            for (const bool biased : {false, true})
                for (const int chunk : {0, 1, 7, 100, 1000})
                    QTest::addRow("%s %s chunks of %d", set, biased ? "with bias" : "without bias", chunk)
                        << QString(set) << biased << chunk;
    }
    void equalsWholeLogits() {
        QFETCH(QString, set);
        QFETCH(bool, biased);
        QFETCH(int, chunk);
        const Inputs in(103, 24, 311, biased);
        const at::Tensor losses = reference_losses(in.x, in.weight, in.bias, in.targets.words),
                         total = (losses * in.targets.weights).sum();
        const LossParts found =
            operations(set).linear_cross_entropy(in.x, in.weight, in.bias, in.targets, at::kFloat, chunk);
        QVERIFY(relative(found.losses, losses) <= 1e-5);
        QVERIFY(!found.losses.requires_grad());
        QVERIFY(relative(found.total, total) <= 1e-5);
        const at::Tensor logits = at::linear(in.x, in.weight, biased ? std::optional(in.bias) : std::nullopt);
        QCOMPARE(found.sum(correct_predictions).item<std::int64_t>(),
                 (logits.argmax(1) == in.targets.words).sum().item<std::int64_t>());
        QCOMPARE(found.sum(target_tokens).item<std::int64_t>(),
                 (in.targets.words >= 0).sum().item<std::int64_t>());
        const Gradients ours = gradients(found.total * 3, in), theirs = gradients(total * 3, in);
        QVERIFY(relative(ours.x, theirs.x) <= 1e-5);
        QVERIFY(relative(ours.weight, theirs.weight) <= 1e-5);
        QVERIFY(ours.x[2].equal(at::zeros({24}))); // no target
        if (biased) QVERIFY(relative(ours.bias, theirs.bias) <= 1e-5);
    }

    void sixteenBits_data() {
        QTest::addColumn<QString>("set");
        QTest::addColumn<int>("type");
        for (const char* set : {"fused", "aten"})
            for (const at::ScalarType type : {at::kBFloat16, at::kHalf})
                QTest::addRow("%s %s", set, at::toString(type)) << QString(set) << static_cast<int>(type);
    }
    /// Products of 16 bits and parameters of 16 bits: errors of their rounding, and gradients so small that
    /// fp16 has no number for them survive by the loss's scale.
    void sixteenBits() {
        QFETCH(QString, set);
        QFETCH(int, type);
        const auto compute = static_cast<at::ScalarType>(type);
        Inputs in(60, 32, 90, true);
        in.weight = in.weight.detach().to(compute).requires_grad_();
        in.targets.weights.mul_(1e-7);
        constexpr double scale = 1 << 24;
        const at::Tensor x = in.x.detach().to(compute).to(at::kFloat).requires_grad_(),
                         weight = in.weight.detach().to(at::kFloat).requires_grad_();
        const at::Tensor expected =
            (reference_losses(x, weight, in.bias, in.targets.words) * in.targets.weights).sum();
        const LossParts found =
            operations(set).linear_cross_entropy(in.x, in.weight, in.bias, in.targets, compute, 16);
        const double rounding = compute == at::kBFloat16 ? 1.0 / 256 : 1.0 / 2048;
        QVERIFY(relative(found.total, expected) <= 2 * rounding);
        const Gradients ours = gradients(found.total * scale, in);
        const auto theirs = torch::autograd::grad({expected * scale}, {x, weight});
        QCOMPARE(ours.weight.scalar_type(), compute);
        QVERIFY(relative(ours.x, theirs[0]) <= 8 * rounding);
        QVERIFY(relative(ours.weight.to(at::kFloat), theirs[1]) <= 8 * rounding);
    }

    /// Where the layer's weight is the embedding's table, its gradient is the sum of both.
    void tied_data() {
        QTest::addColumn<QString>("set");
        QTest::addRow("fused") << "fused";
        QTest::addRow("aten") << "aten";
    }
    void tied() {
        QFETCH(QString, set);
        Inputs in(103, 24, 311, false);
        const at::Tensor ids = at::randint(311, {103}, at::kLong);
        const auto rows = [&] { return at::embedding(in.weight, ids) * 2; };
        const at::Tensor expected =
            (reference_losses(rows(), in.weight, {}, in.targets.words) * in.targets.weights).sum();
        const at::Tensor found =
            operations(set).linear_cross_entropy(rows(), in.weight, {}, in.targets, at::kFloat, 10).total;
        const auto gradient = [&](const at::Tensor& total) {
            return torch::autograd::grad({total}, {in.weight})[0];
        };
        QVERIFY(relative(gradient(found), gradient(expected)) <= 1e-5);
    }

    void objective_data() {
        QTest::addColumn<QString>("set");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("causal");
        for (const char* set : {"fused", "aten"})
            for (const char* name : {"tiny-bert", "tiny-electra"})
                for (const bool causal : {false, true})
                    QTest::addRow("%s %s %s", set, name, causal ? "causal" : "full")
                        << QString(set) << QString(name) << causal;
    }
    /// An objective of tokens over packed sequences, with dropout: all of a network's gradients, from the
    /// operation and from the head's whole outputs.
    void objective() {
        QFETCH(QString, set);
        QFETCH(QString, name);
        QFETCH(bool, causal);
        Samples samples({5, 48, 1, 17, 33}, 80, 3);
        const SequenceClassifier classifier(
            arch::read_model_config(golden_folder / "models" / name.toStdString()), 3,
            {at::kCPU, &operations(set)});
        constexpr std::int64_t words = 97;
        arch::ModelSpec spec = classifier.config().spec(words, task::Readout::every);
        spec.layer.causal = causal;
        spec.head_kind.dropout = 0.1;
        Network network(spec, classifier.placement(), {});
        network.parameters().initialise(3, 0.2);
        const auto batch = samples.batch(false, classifier);
        const Pass pass{.training = true, .seed = 5, .step = 2};
        LossParts parts[3];
        std::map<std::string, std::vector<float>> of[3];
        for (const int i : {0, 1, 2}) {
            const NextWord objective(words, i > 0);
            if (i == 2) // an adapter stands before the logits: they are made at once
                network.linear(network.block_count(), arch::Role::classifier)->adapter =
                    std::make_shared<Nothing>();
            clear_gradients(network.parameters());
            parts[i] = objective.loss({network, network.encode(batch, pass), batch, pass}, 99);
            parts[i].total.backward();
            of[i] = gradients_of(network.parameters());
        }
        for (const int i : {1, 2}) {
            QVERIFY(relative(parts[i].total, parts[0].total) <= 1e-5);
            QVERIFY(relative(parts[i].losses, parts[0].losses) <= 1e-5);
            QVERIFY(close(of[i], of[0], 1e-4));
        }
        QCOMPARE(parts[1].sum(target_tokens).item<std::int64_t>(), std::int64_t{4 + 47 + 16 + 32});
    }

    /// Logits of 64 MiB are never held, neither in the forward nor in the backward pass.
    void memoryBelowTheLogits_data() { tied_data(); }
    void memoryBelowTheLogits() {
        QFETCH(QString, set);
        constexpr std::int64_t rows = 1024, words = 16384;
        constexpr std::uint64_t logits = rows * words * sizeof(float);
        const Inputs in(rows, 64, words, false);
        const auto peak = [&](const auto& loss) {
            return peak_of([&] {
                memory::enter(memory::Phase::forward);
                const at::Tensor total = loss();
                memory::enter(memory::Phase::backward);
                gradients(total, in);
            });
        };
        const std::uint64_t chunked = peak([&] {
            return operations(set)
                .linear_cross_entropy(in.x, in.weight, {}, in.targets, at::kFloat, 64)
                .total;
        });
        const std::uint64_t whole =
            peak([&] { return reference_losses(in.x, in.weight, {}, in.targets.words).sum(); });
        qInfo("%s: %.1f MiB in chunks, %.1f MiB whole", qPrintable(set),
              static_cast<double>(chunked) / (1 << 20), static_cast<double>(whole) / (1 << 20));
        QVERIFY(whole > logits);
        QVERIFY(chunked < logits / 3);
    }

    void chunks() {
        QCOMPARE(arch::chunk_rows_of(49152), std::int64_t{682});
        QCOMPARE(arch::chunk_rows_of(1 << 20), std::int64_t{64});
        QVERIFY(arch::chunk_rows_of(2) > 4096);
    }
};

QTEST_APPLESS_MAIN(LinearCrossEntropyTest)
#include "linear_cross_entropy_test.moc"
