// SPDX-License-Identifier: GPL-3.0-or-later
// The focal loss against PyTorch (tests/golden/make_focal.py), and its gradients against finite differences.

#include "base/files/file.h"
#include "base/json.h"
#include "memory/torch_headers.h"
#include "model/batch.h"
#include "model/objective.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

at::Tensor floats(const Json& json, at::ScalarType type = at::kFloat) {
    const auto values = json.get<std::vector<double>>();
    return values.empty() ? at::Tensor() : at::tensor(at::ArrayRef<double>(values)).to(type);
}

Batch batch_of(const at::Tensor& labels) {
    Batch batch;
    batch.labels = labels;
    return batch;
}

double largest_difference(const at::Tensor& a, const at::Tensor& b) {
    return (a - b).abs().max().item<double>();
}

} // namespace

class FocalLossTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalsGolden() {
        const fs::path path = TUNEDESK_SOURCE_DIR "/tests/golden/focal_loss.json";
        const Json golden =
            parse_json(read_file(path, ErrorId::file_unreadable), path.string(), ErrorId::file_unreadable);
        const at::Tensor logits = floats(golden["logits"]).view({-1, golden["classes"].get<std::int64_t>()});
        const auto labels = golden["labels"].get<std::vector<std::int64_t>>();
        QCOMPARE(golden["cases"].size(), std::size_t{8});
        for (const Json& one : golden["cases"]) {
            const at::Tensor weights = floats(one["weights"]),
                             at_labels = at::tensor(at::IntArrayRef(labels));
            const double normaliser = weights.defined()
                                          ? weights.index_select(0, at_labels).sum().item<double>()
                                          : static_cast<double>(labels.size());
            const at::Tensor leaf = logits.clone().set_requires_grad(true);
            const LossParts parts = focal_loss(leaf, batch_of(at_labels), weights,
                                               {.gamma = one["gamma"].get<double>()}, normaliser);
            parts.total.backward();
            QVERIFY(std::abs(parts.total.item<double>() - one["loss"].get<double>()) < 1e-6);
            QVERIFY(largest_difference(leaf.grad().flatten(), floats(one["gradient"])) < 1e-6);
        }
    }

    void gradients_data() {
        QTest::addColumn<double>("gamma");
        QTest::addColumn<double>("smoothing");
        for (const double gamma : {0.5, 2.0})
            for (const double smoothing : {0.0, 0.1})
                QTest::addRow("gamma %g, smoothing %g", gamma, smoothing) << gamma << smoothing;
    }
    void gradients() {
        QFETCH(double, gamma);
        QFETCH(double, smoothing);
        const at::Tensor logits = at::tensor({0.3, -1.2, 2.0, 1.0, 0.1, -0.4}, at::kDouble).view({2, 3}),
                         labels = at::tensor({2, 0}, at::kLong),
                         weights = at::tensor({0.5, 1.0, 2.0}, at::kDouble);
        const auto loss = [&](const at::Tensor& at_logits) {
            return focal_loss(at_logits, batch_of(labels), weights, {gamma, smoothing}, 2.5).total;
        };
        const at::Tensor leaf = logits.clone().set_requires_grad(true);
        loss(leaf).backward();
        constexpr double step = 1e-6;
        for (std::int64_t i = 0; i < logits.numel(); ++i) {
            at::Tensor above = logits.clone(), below = logits.clone();
            above.view(-1)[i] += step;
            below.view(-1)[i] -= step;
            const double slope = (loss(above) - loss(below)).item<double>() / (2 * step);
            QVERIFY(std::abs(slope - leaf.grad().view(-1)[i].item<double>()) < 1e-8);
        }
    }

    /// gamma 0 is cross-entropy to the bit, and a loss stays finite where a class is certain, or impossible.
    void extremes() {
        const at::Tensor logits = at::tensor({200.0f, 0.0f, -200.0f, 0.0f}).view({2, 2}),
                         labels = at::tensor({0, 0}, at::kLong);
        QVERIFY(focal_loss(logits, batch_of(labels), {}, {0, 0.1}, 2)
                    .total.equal(cross_entropy(logits, labels, {}, 0.1, 2).total));
        for (const double gamma : {0.5, 2.0}) {
            const at::Tensor leaf = logits.clone().set_requires_grad(true);
            const LossParts parts = focal_loss(leaf, batch_of(labels), {}, {.gamma = gamma}, 2);
            parts.total.backward();
            QCOMPARE(parts.total.item<float>(), 100.0f); // the wrong one's 200, of two
            QVERIFY(leaf.grad().isfinite().all().item<bool>());
            QCOMPARE(parts.losses[0].item<float>(), 0.0f);
        }
    }

    /// What a model that guesses has, which is the measure of a diverged run.
    void lossOfGuessing() {
        const std::vector<std::int32_t> labels{0, 1, 2, 3};
        const Classification objective({}, {}, {.gamma = 2}, 4, labels);
        const double loss =
            focal_loss(at::zeros({4, 4}), batch_of(at::tensor({0, 1, 2, 3}, at::kLong)), {}, {.gamma = 2}, 4)
                .total.item<double>();
        QVERIFY(std::abs(*objective.loss_of_guessing() - loss) < 1e-6);
    }
};

QTEST_APPLESS_MAIN(FocalLossTest)
#include "focal_loss_test.moc"
