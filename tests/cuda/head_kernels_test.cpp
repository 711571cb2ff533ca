// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of the GPU's kernels of the classification head, compiled for the host, run by one thread and by
// several together, and compared with LibTorch's operations, their derivatives and differences. That they
// compile for GPUs is for row_kernels_test.cpp, that they run for tests/device.

#include "cuda/head_kernels.cuh"
#include "cuda/row_support.h"
#include "model/batch.h"
#include "model/head/head.h"
#include "model/loss.h"

#include <functional>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

/// Runs body(team, row) for all rows.
void each_row(bool together, std::int64_t count, const auto& body) {
    const auto rows_of = [&](const auto& team) {
        for (std::int64_t row = 0; row < count; ++row)
            body(team, static_cast<rows::Long>(row));
    };
    if (together)
        Crew(3, 2).run(rows_of);
    else
        rows_of(Alone());
}

struct Case {
    std::int64_t count = 23, width, classes;
    bool has_tanh, together;
    rows::Dropout dropout;
    at::Tensor x, weight, bias, dlogits;

    Case(std::int64_t columns, std::int64_t labels, double probability, bool tanh, bool crew)
        : width(columns), classes(labels), has_tanh(tanh), together(crew), dropout(dropout_of(probability)),
          x(at::randn({count, width})), weight(at::randn({classes, width}) / 4), bias(at::randn({classes})),
          dlogits(at::randn({count, classes})) {}
    rows::Head head() const {
        return {numbers(weight), numbers(bias), static_cast<int>(classes), static_cast<int>(width), has_tanh};
    }
    std::pair<at::Tensor, at::Tensor> forward(const at::Tensor& from) const {
        at::Tensor pooled = at::empty_like(x), logits = at::empty_like(dlogits);
        each_row(together, count, [&](const auto& team, rows::Long row) {
            rows::classify(team, row, head(), numbers(from), dropout, numbers(pooled), numbers(logits));
        });
        return {pooled, logits};
    }
    at::Tensor backward(const at::Tensor& pooled) const {
        at::Tensor dx = at::empty_like(x);
        each_row(together, count, [&](const auto& team, rows::Long row) {
            rows::classify_backward(team, row, head(), numbers(dlogits), numbers(pooled), dropout,
                                    numbers(dx));
        });
        return dx;
    }
};

/// The derivative of a sum by each of `leaf`'s numbers: differences of its two sides.
at::Tensor slopes(const at::Tensor& leaf, double step, const std::function<double()>& sum) {
    at::Tensor result = at::empty_like(leaf);
    for (std::int64_t i = 0; i < leaf.numel(); ++i) {
        float& number = numbers(leaf)[i];
        const float before = number;
        number = static_cast<float>(before + step);
        const double above = sum();
        number = static_cast<float>(before - step);
        const double below = sum();
        number = before;
        numbers(result)[i] = static_cast<float>((above - below) / (2 * step));
    }
    return result;
}

struct Judged {
    at::Tensor total, loss, right, dlogits;
};

Judged judged(const at::Tensor& logits, const at::Tensor& labels, const at::Tensor& weights, double smoothing,
              const at::Tensor& loss_weights, double loss_weight, bool together = false) {
    const std::int64_t count = logits.size(0), classes = logits.size(1);
    const at::Tensor named = labels.to(at::kInt);
    const auto a_row = [&] { return at::empty({count}, at::kFloat); };
    Judged out{a_row(), a_row(), a_row(), at::empty_like(logits)};
    const rows::Judgement judgement{named.const_data_ptr<int>(),
                                    weights.defined() ? numbers(weights) : nullptr,
                                    loss_weights.defined() ? numbers(loss_weights) : nullptr,
                                    static_cast<float>(loss_weight), static_cast<float>(smoothing)};
    each_row(together, count, [&](const auto& team, rows::Long row) {
        rows::judge(team, row, static_cast<int>(classes), numbers(logits), judgement, numbers(out.total),
                    numbers(out.loss), numbers(out.right), numbers(out.dlogits));
    });
    return out;
}

} // namespace

class HeadKernelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        at::manual_seed(11);
        at::set_num_threads(1);
    }

    void classify_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("classes");
        QTest::addColumn<double>("probability");
        QTest::addColumn<bool>("tanh");
        QTest::addColumn<bool>("together");
        for (const int width : {384, 33, 3})
            for (const int classes : {1, 2, 9})
                for (const double probability : {0.0, 0.3})
                    for (const bool tanh : {true, false})
                        for (const bool together : {true, false})
                            QTest::addRow("%d to %d, %g, %s, %s", width, classes, probability,
                                          tanh ? "tanh" : "relu", together ? "together" : "alone")
                                << width << classes << probability << tanh << together;
    }
    void classify() {
        QFETCH(int, width);
        QFETCH(int, classes);
        QFETCH(double, probability);
        QFETCH(bool, tanh);
        QFETCH(bool, together);
        const Case one(width, classes, probability, tanh, together);
        const auto [pooled, logits] = one.forward(one.x);
        const at::Tensor dx = one.backward(pooled);

        // The head of the models, whose dense layer passes on what it gets.
        const at::Tensor x = one.x.clone().requires_grad_(), mask = factors_of(one.dropout, one.count, width);
        const model::HeadParameters head{at::eye(width), at::zeros({width}), one.weight, one.bias,
                                         tanh ? arch::Activation::tanh : arch::Activation::relu};
        const at::Tensor expected =
            model::classify_with(x, head, [&](const at::Tensor& active) { return active * mask; });
        expected.backward(one.dlogits);
        QVERIFY(near(logits, expected, 1e-5));
        QVERIFY(near(dx, x.grad(), 1e-4));
        QCOMPARE(pooled.ne(0).logical_and(mask.eq(0)).any().item<bool>(), false);
    }

    void classifyByDifferences() {
        for (const bool tanh : {true, false}) {
            Case one(5, 3, 0.3, tanh, false);
            if (!tanh) one.x += 0.05 * one.x.sign(); // away from where ReLU bends
            const at::Tensor dx = one.backward(one.forward(one.x).first);
            const at::Tensor expected = slopes(one.x, 1e-2, [&] {
                return (one.forward(one.x).second.to(at::kDouble) * one.dlogits).sum().item<double>();
            });
            QVERIFY(near(dx, expected, 2e-3));
        }
    }

    void judge_data() {
        QTest::addColumn<int>("classes");
        QTest::addColumn<bool>("weighted");
        QTest::addColumn<double>("smoothing");
        QTest::addColumn<bool>("shared");
        QTest::addColumn<bool>("together");
        for (const int classes : {2, 3, 70})
            for (const bool weighted : {false, true})
                for (const double smoothing : {0.0, 0.1})
                    for (const bool shared : {false, true})
                        for (const bool together : {false, true})
                            QTest::addRow("%d, %s, %g, %s, %s", classes, weighted ? "weighted" : "equal",
                                          smoothing, shared ? "loss_weights" : "one loss weight",
                                          together ? "together" : "alone")
                                << classes << weighted << smoothing << shared << together;
    }
    void judge() {
        QFETCH(int, classes);
        QFETCH(bool, weighted);
        QFETCH(double, smoothing);
        QFETCH(bool, shared);
        QFETCH(bool, together);
        constexpr std::int64_t count = 40;
        constexpr double normaliser = 6.5;
        at::Tensor logits = at::randn({count, classes}) * 5;
        logits[0] += 300; // no exponential of it is a number
        logits[1].fill_(1.5);
        logits[2].fill_(1.5); // which of the largest comes first
        model::Batch batch;
        batch.labels = at::randint(classes, {count}, at::kLong);
        batch.labels[1] = 0;
        batch.labels[2] = 1;
        const at::Tensor weights = weighted ? at::rand({classes}) + 0.5 : at::Tensor();
        if (shared) {
            batch.loss_weights = at::full({count}, static_cast<float>(1 / normaliser));
            batch.loss_weights.narrow(0, count - 4, 4).zero_(); // fills the shape
        }
        const at::Tensor leaf = logits.clone().requires_grad_();
        const model::LossParts expected = model::cross_entropy(leaf, batch, weights, smoothing, normaliser);
        expected.total.backward();
        const Judged ours =
            judged(logits, batch.labels, weights, smoothing, batch.loss_weights, 1 / normaliser, together);
        QVERIFY(near(ours.total.sum(), expected.total, 1e-5));
        QVERIFY(near(ours.loss, expected.losses, 1e-5));
        QVERIFY(near(ours.dlogits, leaf.grad(), 1e-5));
        QCOMPARE(ours.right.sum().item<double>(), expected.sum(model::correct_predictions).item<double>());
        QCOMPARE(ours.right[1].item<float>(), 1.0f);
        QCOMPARE(ours.right[2].item<float>(), 0.0f);
    }

    void judgeByDifferences() {
        const at::Tensor logits = at::randn({6, 4}), labels = at::randint(4, {6}, at::kLong),
                         weights = at::rand({4}) + 0.5, loss_weights = at::rand({6});
        const at::Tensor expected = slopes(logits, 1e-2, [&] {
            return judged(logits, labels, weights, 0.2, loss_weights, 0)
                .total.to(at::kDouble)
                .sum()
                .item<double>();
        });
        QVERIFY(near(judged(logits, labels, weights, 0.2, loss_weights, 0).dlogits, expected, 1e-3));
    }

    /// A loss that is no number must show, and is no right prediction.
    void nonFiniteLogits() {
        at::Tensor logits = at::randn({3, 4});
        logits[0][0] = NAN;
        logits[1][2] = NAN;
        logits[2][3] = INFINITY;
        const Judged ours = judged(logits, at::tensor({0, 1, 3}), {}, 0, {}, 1);
        QVERIFY(ours.total.isnan().all().item<bool>());
        QCOMPARE(ours.right[0].item<float>(), 0.0f);
        QVERIFY(ours.dlogits[1].isnan().all().item<bool>());
    }
};

QTEST_APPLESS_MAIN(HeadKernelsTest)
#include "head_kernels_test.moc"
