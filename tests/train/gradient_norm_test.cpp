// SPDX-License-Identifier: GPL-3.0-or-later
// The norm of as many gradients as a language model's word table has, against fp64.

#include "train/optimizer/optimizer.h"

#include <ATen/ATen.h>
#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::train;

class GradientNormTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void of_a_large_table_data() {
        QTest::addColumn<bool>("fused");
        QTest::addColumn<bool>("in_backward");
        QTest::newRow("kernels") << true << false;
        QTest::newRow("kernels, within the backward pass") << true << true;
        QTest::newRow("LibTorch's operations") << false << false;
        QTest::newRow("LibTorch's operations, within the backward pass") << false << true;
    }
    void of_a_large_table() {
        QFETCH(bool, fused);
        QFETCH(bool, in_backward);
        model::Parameters parameters;
        at::Tensor value =
            parameters.add("wte.weight", {50257, 768}, model::Parameter::Init::zeros, true); // 38.6 million
        Preset::Training training;
        training.optim = Preset::Optim::sgd;
        Optimizer optimizer(training, parameters,
                            fused ? model::fused_operations() : model::aten_operations(), in_backward);
        at::manual_seed(1);
        const at::Tensor gradient = at::randn(value.sizes()).mul_(1e-3);
        const double expected = gradient.to(at::kDouble).norm().item<double>();
        QVERIFY(expected > 6 && expected < 7);
        optimizer.begin_step(0.1, false);
        (value * gradient).sum().backward();
        const double norm = optimizer.norm().item<double>();
        QVERIFY2(std::abs(norm / expected - 1) <= 1e-7, qPrintable(QString::number(norm / expected - 1)));
    }
};

QTEST_APPLESS_MAIN(GradientNormTest)
#include "gradient_norm_test.moc"
