// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of both sets of operations, with causal masks and grouped heads, against LibTorch's
// scaled_dot_product_attention, sequence by sequence; and a network with causal and grouped layers.

#include "support.h"

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

constexpr std::int64_t heads = 4, head_width = 8;

const Operations& operations(const QString& name) {
    return name == "aten" ? aten_operations() : fused_operations();
}

struct Inputs {
    at::Tensor q, k, v, gradient; ///< rows of heads side by side

    Inputs(std::int64_t rows, std::int64_t queries, std::int64_t key_value_heads, at::ScalarType type) {
        at::manual_seed(1);
        const auto random = [&](std::int64_t count, std::int64_t of) {
            return at::randn({count, of * head_width}).to(type);
        };
        q = random(queries, heads).requires_grad_();
        k = random(rows, key_value_heads).requires_grad_();
        v = random(rows, key_value_heads).requires_grad_();
        gradient = random(queries, heads);
    }
};

struct Results {
    at::Tensor out, dq, dk, dv;
};

/// LibTorch's attention over each sequence alone, in the type `type`.
Results reference(const Inputs& in, const Batch& batch, const AttentionKind& kind, bool first_only,
                  at::ScalarType type) {
    const at::Tensor q = in.q.detach().to(type).requires_grad_(), k = in.k.detach().to(type).requires_grad_(),
                     v = in.v.detach().to(type).requires_grad_();
    std::vector<at::Tensor> parts;
    for (std::size_t i = 0; i < batch.sequences.size(); ++i) {
        const kernel::Sequence& sequence = batch.sequences[i];
        const auto part = [&](const at::Tensor& x, std::int64_t first, std::int64_t count) {
            const at::Tensor rows =
                x.narrow(0, first, count).view({1, count, -1, head_width}).transpose(1, 2);
            return rows.repeat_interleave(heads / rows.size(1), 1);
        };
        const auto query = first_only ? static_cast<std::int64_t>(i) : sequence.query_start;
        parts.push_back(at::scaled_dot_product_attention(part(q, query, first_only ? 1 : sequence.queries),
                                                         part(k, sequence.key_start, sequence.keys),
                                                         part(v, sequence.key_start, sequence.keys), {}, 0,
                                                         /*is_causal=*/kind.mask == AttentionMask::causal)
                            .transpose(1, 2)
                            .reshape({-1, heads * head_width}));
    }
    const at::Tensor out = at::cat(parts);
    std::vector<at::Tensor> gradients; // rows of padding have none
    for (std::size_t i = 0; i < batch.sequences.size(); ++i)
        gradients.push_back(
            first_only ? in.gradient.narrow(0, static_cast<std::int64_t>(i), 1)
                       : in.gradient.narrow(0, batch.sequences[i].query_start, batch.sequences[i].queries));
    out.backward(at::cat(gradients).to(type));
    return {out.detach(), q.grad(), k.grad(), v.grad()};
}

/// The rows that belong to sequences.
at::Tensor of_sequences(const at::Tensor& rows, const Batch& batch, bool first_only) {
    if (first_only) return rows;
    std::vector<at::Tensor> parts;
    for (const kernel::Sequence& sequence : batch.sequences)
        parts.push_back(rows.narrow(0, sequence.key_start, sequence.keys));
    return at::cat(parts);
}

/// Relative to the largest; what is expected may be zero: with one key, the gradient of its query.
double relative(const at::Tensor& found, const at::Tensor& expected) {
    const at::Tensor wide = expected.to(at::kFloat);
    return ((found.to(at::kFloat) - wide).abs().max() / wide.abs().max().clamp_min(1)).item<double>();
}

} // namespace

class AttentionTest : public QObject {
    Q_OBJECT

    Samples samples{{5, 48, 1, 17, 33, 16, 9, 40}, 80, 3};

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    void attention_data() {
        QTest::addColumn<QString>("set");
        QTest::addColumn<bool>("causal");
        QTest::addColumn<int>("key_value_heads");
        QTest::addColumn<bool>("padded");
        QTest::addColumn<bool>("first_only");
        QTest::addColumn<bool>("bf16");
        for (const char* set : {"fused", "aten"})
            for (const bool causal : {false, true})
                for (const int count : {4, 2, 1})
                    for (const bool padded : {false, true})
                        for (const bool first_only : {false, true})
                            for (const bool bf16 : {false, true})
                                QTest::addRow("%s %s, %d key-value heads, %s, %s, %s", set,
                                              causal ? "causal" : "full", count, padded ? "padded" : "packed",
                                              first_only ? "first" : "all", bf16 ? "bf16" : "fp32")
                                    << QString(set) << causal << count << padded << first_only << bf16;
    }
    void attention() {
        QFETCH(QString, set);
        QFETCH(bool, causal);
        QFETCH(int, key_value_heads);
        QFETCH(bool, padded);
        QFETCH(bool, first_only);
        QFETCH(bool, bf16);
        const Operations& of = operations(set);
        const SequenceClassifier model = golden_model("tiny-bert", 0, of);
        const auto batch = samples.batch(padded, model);
        const AttentionKind kind{causal ? AttentionMask::causal : AttentionMask::full, heads,
                                 key_value_heads};
        const Inputs in(batch->rows(), first_only ? batch->size() : batch->rows(), key_value_heads,
                        bf16 ? at::kBFloat16 : at::kFloat);
        const at::Tensor out = of.attention(RowView(batch, first_only), in.q, in.k, in.v, kind, {});
        QCOMPARE(out.scalar_type(), in.q.scalar_type());
        // Rows of padding take no part.
        of_sequences(out, *batch, first_only)
            .backward(of_sequences(in.gradient, *batch, first_only).to(out.scalar_type()));
        const auto compare = [&](const Results& expected, double tolerance) {
            QVERIFY(relative(of_sequences(out, *batch, first_only), expected.out) <= tolerance);
            QVERIFY(relative(of_sequences(in.q.grad(), *batch, first_only),
                             of_sequences(expected.dq, *batch, first_only)) <= tolerance);
            QVERIFY(relative(of_sequences(in.k.grad(), *batch, false),
                             of_sequences(expected.dk, *batch, false)) <= tolerance);
            QVERIFY(relative(of_sequences(in.v.grad(), *batch, false),
                             of_sequences(expected.dv, *batch, false)) <= tolerance);
        };
        // Sums are fp32: what is given is rounded once, and the output once before the backward pass.
        compare(reference(in, *batch, kind, first_only, at::kFloat), bf16 ? 1.0 / 128 : 1e-5);
        if (bf16) compare(reference(in, *batch, kind, first_only, at::kBFloat16), 1.0 / 32);
    }

    void threads_data() {
        QTest::addColumn<int>("key_value_heads");
        for (const int count : {4, 2, 1})
            QTest::addRow("%d", count) << count;
    }
    /// Heads that share keys are one thread's: the gradients have the same bits on any number of threads.
    void threads() {
        QFETCH(int, key_value_heads);
        const auto batch = samples.batch(false, golden_model("tiny-bert", 0, fused_operations()));
        std::vector<at::Tensor> found[2];
        for (const int i : {0, 1}) {
            at::set_num_threads(i ? 4 : 1);
            const Inputs in(batch->rows(), batch->rows(), key_value_heads, at::kFloat);
            fused_operations()
                .attention(RowView(batch, false), in.q, in.k, in.v,
                           {AttentionMask::causal, heads, key_value_heads}, {1, 2, 3, 0.1})
                .backward(in.gradient);
            found[i] = {in.q.grad(), in.k.grad(), in.v.grad()};
        }
        at::set_num_threads(1);
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(found[0][i].equal(found[1][i]));
    }

    void networks_data() {
        QTest::addColumn<bool>("causal");
        QTest::addColumn<int>("key_value_heads");
        QTest::addRow("full, 2") << false << 2;
        QTest::addRow("causal, 4") << true << 4;
        QTest::addRow("causal, 2") << true << 2;
    }
    /// Networks of such layers: both sets give the same rows and gradients, and with a causal mask a token's
    /// row does not change with the tokens after it.
    void networks() {
        QFETCH(bool, causal);
        QFETCH(int, key_value_heads);
        const auto config = arch::read_model_config(golden_folder / "models" / "tiny-bert");
        arch::ModelSpec spec = config.spec(3, task::Readout::every);
        spec.layer.causal = causal;
        QCOMPARE(spec.layer.heads % key_value_heads, 0);
        spec.layer.key_value_heads = key_value_heads;
        for (arch::BlockSpec& layer : spec.layers)
            for (arch::ParameterSpec& parameter : layer.parameters)
                if (parameter.role == arch::Role::key || parameter.role == arch::Role::value)
                    parameter.shape[0] = key_value_heads * spec.layer.head_width;
        at::Tensor rows[2];
        std::vector<float> gradients[2];
        for (const int i : {0, 1}) {
            const SequenceClassifier classifier =
                golden_model("tiny-bert", 0, operations(i ? "aten" : "fused"));
            Network network(spec, classifier.placement(), {});
            network.parameters().initialise(3, 0.2);
            const auto batch = samples.batch(false, classifier);
            rows[i] = network.encode(batch, {});
            at::manual_seed(4);
            (rows[i] * at::randn(rows[i].sizes())).sum().backward();
            gradients[i] = values_of(network.parameters().all()[0].value.grad());
            auto changed = std::make_shared<Batch>(*classifier.batch(samples.list, false));
            const kernel::Sequence& longest = changed->sequences[1]; // of 48 tokens
            changed->ids[static_cast<std::size_t>(longest.key_start + 20)] = 3;
            if (i) add_tensors(*changed, at::kCPU);
            const at::NoGradGuard no_gradients;
            const at::Tensor other = network.encode(changed, {});
            const auto before = [&](const at::Tensor& x) { return x.narrow(0, longest.key_start, 20); };
            QCOMPARE(before(rows[i]).equal(before(other)), causal);
            QVERIFY(!rows[i][longest.key_start + 20].equal(other[longest.key_start + 20]));
        }
        QVERIFY(relative(rows[0].detach(), rows[1].detach()) <= 1e-5);
        QVERIFY(difference(gradients[0], gradients[1]) <= 1e-4 * largest(gradients[1]));
    }
};

QTEST_APPLESS_MAIN(AttentionTest)
#include "attention_test.moc"
