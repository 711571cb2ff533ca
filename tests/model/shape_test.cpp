// SPDX-License-Identifier: GPL-3.0-or-later
// Batches of fixed shapes: filled up, they give the losses and gradients of the same batches unfilled.

#include "support.h"

using namespace tunedesk;
using namespace tunedesk::model;

class ShapeTest : public QObject {
    Q_OBJECT

    static SequenceClassifier model_of(const std::string& name, double dropout, bool fused) {
        return golden_model(name, dropout, fused ? fused_operations() : aten_operations());
    }

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    void fillingCountsForNothing_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("fused");
        QTest::addColumn<double>("dropout");
        QTest::addColumn<double>("smoothing");
        for (const char* name : {"tiny-bert", "tiny-distilbert"})
            for (const bool fused : {true, false}) {
                const char* kind = fused ? "fused" : "aten";
                QTest::addRow("%s %s", name, kind) << QString(name) << fused << 0.0 << 0.0;
                QTest::addRow("%s %s weighted", name, kind) << QString(name) << fused << 0.0 << 0.1;
                if (fused) QTest::addRow("%s dropout", name) << QString(name) << fused << 0.2 << 0.0;
            }
    }
    void fillingCountsForNothing() {
        QFETCH(QString, name);
        QFETCH(bool, fused);
        QFETCH(double, dropout);
        QFETCH(double, smoothing);
        const SequenceClassifier model = model_of(name.toStdString(), dropout, fused);
        const Samples samples({5, 48, 1, 17, 48, 16, 9, 40}, 80, 2);
        constexpr std::int64_t tokens = 184, longest = 48;
        const Shape shape = fixed_shape(tokens, 8, longest);
        at::Tensor weights;
        if (smoothing > 0) {
            weights = at::arange(1, model.labels() + 1).to(at::kFloat);
            weights /= 2;
        }
        const Pass pass{true, 42, 3, 0, 4, 0};
        std::vector<float> losses[2];
        std::map<std::string, std::vector<float>> gradients[2];
        double total[2] = {};
        std::int64_t correct[2] = {};
        for (const int i : {0, 1}) {
            const at::Tensor memory = at::empty({numbers_of(shape, 1, false)}, at::kInt);
            const auto batch =
                i ? model.batch(samples.list, shape, 6.5, memory, longest) : samples.batch(false, model);
            const at::Tensor logits = model.forward(batch, pass);
            const LossParts parts = cross_entropy(logits, *batch, weights, smoothing, 6.5);
            parts.total.backward();
            QCOMPARE(batch->tokens, tokens);
            if (i) QCOMPARE((Shape{batch->rows(), batch->size()}), shape);
            total[i] = parts.total.item<double>();
            correct[i] = parts.sum(correct_predictions).item<std::int64_t>();
            losses[i] = values_of(parts.losses.narrow(0, 0, 8));
            gradients[i] = gradients_of(model.parameters());
            clear_gradients(const_cast<SequenceClassifier&>(model).parameters());
        }
        QVERIFY(std::abs(total[0] - total[1]) <= 1e-6 * std::abs(total[0]));
        QVERIFY(difference(losses[0], losses[1]) <= 1e-6);
        QCOMPARE(correct[1], correct[0]);
        QVERIFY(close(gradients[1], gradients[0], 2e-6));
    }

    /// What a recorded graph needs: all numbers of a shape's batches at the same addresses.
    void batchesOfAShapeShareTheirAddresses() {
        const SequenceClassifier model = model_of("tiny-bert", 0, false);
        const Samples one({20, 31, 9}, 80, 3), two({30, 22, 9}, 80, 3);
        const Shape shape = fixed_shape(60, 3, 48);
        QCOMPARE(fixed_shape(61, 3, 48), shape);
        const at::Tensor memory = at::empty({numbers_of(shape, 1, false)}, at::kInt);
        const auto a = model.batch(one.list, shape, 3, memory, 48);
        const std::vector<std::int32_t> ids = a->ids;
        const auto b = model.batch(two.list, shape, 3, memory, 48);
        const auto tensors = [](const Batch& batch) {
            const BatchTensors& t = *batch.tensors;
            return std::vector<at::Tensor>{
                t.ids,          t.position,   t.type_ids,        t.segments.starts, t.first_tokens.starts,
                t.segment_rows, batch.labels, batch.loss_weights};
        };
        for (std::size_t i = 0; i < tensors(*a).size(); ++i) {
            QCOMPARE(tensors(*a)[i].const_data_ptr(), tensors(*b)[i].const_data_ptr());
            QCOMPARE(tensors(*a)[i].sizes(), tensors(*b)[i].sizes());
        }
        QVERIFY(!a->tensors->of_sequences.defined() && !b->tensors->of_sequences.defined());
        QCOMPARE(a->tensors->segments.longest, std::int64_t{48});
        QVERIFY(ids != b->ids);
        QCOMPARE(b->tensors->ids.sum().item<std::int64_t>(),
                 std::accumulate(b->ids.begin(), b->ids.end(), std::int64_t{0}));
    }

    /// Samples with several of three classes: a filling sequence has none, and weighs nothing.
    void classesOfABatchOfAShape() {
        const SequenceClassifier model = model_of("tiny-bert", 0, false);
        Samples samples({20, 31}, 80, 3);
        const std::int32_t both[] = {0, 2};
        for (Sample& sample : samples.list)
            sample.class_count = 3;
        samples.list[1].classes = both;
        const auto plain = samples.batch(false, model);
        const Shape shape = fixed_shape(51, 2, 48);
        QVERIFY(shape.sequences > 2);
        const at::Tensor memory = at::empty({numbers_of(shape, 3, false)}, at::kInt);
        const auto filled = model.batch(samples.list, shape, 2, memory, 48);
        QCOMPARE(plain->labels.sizes().vec(), (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(filled->labels.sizes().vec(), (std::vector<std::int64_t>{shape.sequences, 3}));
        QVERIFY(plain->labels.equal(at::tensor({0.f, 0.f, 0.f, 1.f, 0.f, 1.f}).view({2, 3})));
        QVERIFY(filled->labels.narrow(0, 0, 2).equal(plain->labels));
        QCOMPARE(filled->labels.sum().item<float>(), 2.f);
        const at::Tensor logits = at::randn({shape.sequences, 3});
        const double expected = binary_cross_entropy(logits.narrow(0, 0, 2), *plain, 2).total.item<double>();
        const double found = binary_cross_entropy(logits, *filled, 2).total.item<double>();
        QVERIFY(std::abs(found - expected) < 1e-6);
    }
};

QTEST_APPLESS_MAIN(ShapeTest)
#include "shape_test.moc"
