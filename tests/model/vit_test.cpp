// SPDX-License-Identifier: GPL-3.0-or-later
// Vision transformers of Hugging Face folders against transformers: tests/golden/make_vit.py.

#include "golden_rows.h"

#include "base/error.h"
#include "model/sequence_classifier.h"

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

/// Golden pictures, each with as many ids as it makes rows.
struct Pictures {
    Pictures(const Golden& golden, const std::string& prefix, const arch::ImageKind& image)
        : ids(static_cast<std::size_t>(1 + image.patches())) {
        const std::vector<float> all = golden.floats(prefix + "pixels");
        const auto numbers = static_cast<std::size_t>(image.channels * image.size * image.size);
        for (std::size_t i = 0; i < all.size() / numbers; ++i) {
            Sample sample{static_cast<std::uint32_t>(i), ids};
            sample.pixels = at::tensor(at::ArrayRef<float>(&all[i * numbers], numbers))
                                .view({image.channels, image.size, image.size});
            list.push_back(sample);
        }
    }

    std::vector<std::int32_t> ids;
    std::vector<Sample> list;
};

SequenceClassifier golden_model(const std::string& name, std::int64_t size, const Placement& placement) {
    const fs::path folder = golden_folder / "models" / name;
    const arch::ModelConfig config = arch::with_image_size(arch::read_model_config(folder), size);
    SequenceClassifier model(config, 5, placement);
    model.initialise(5);
    model.load(format::ModelWeights(folder));
    return model;
}

Placement placement_of(const QString& set, bool small_operations) {
    Placement placement{at::kCPU, set == "aten" ? &aten_operations() : &fused_operations()};
    placement.small_operations = small_operations;
    return placement;
}

} // namespace

class VitTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    void equals_transformers_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("set");
        QTest::addColumn<int>("checkpointed");
        for (const char* name : {"tiny-vit", "tiny-vit-gray"})
            for (const char* set : {"fused", "aten"})
                for (const int checkpointed : {0, 1})
                    QTest::addRow("%s %s %d", name, set, checkpointed)
                        << QString(name) << QString(set) << checkpointed;
    }
    void equals_transformers() {
        QFETCH(QString, name);
        QFETCH(QString, set);
        QFETCH(int, checkpointed);
        const Golden golden("vit_" + name.toStdString());
        SequenceClassifier model = golden_model(name.toStdString(), 12, placement_of(set, false));
        model.network().checkpoint_activations(checkpointed);
        const Pictures pictures(golden, "", model.config().image);
        const at::Tensor logits = model.forward(model.batch(pictures.list, false), Pass{.training = true});
        const double of_logits = relative(values_of(logits), golden.floats("logits"));
        QVERIFY2(of_logits <= 1e-5, qPrintable(QString::number(of_logits)));
        const auto labels = golden.ints("labels");
        const at::Tensor loss =
            at::cross_entropy_loss(logits, at::tensor(at::ArrayRef<std::int32_t>(labels)).to(at::kLong));
        QVERIFY(std::abs(loss.item<double>() / golden.floats("loss")[0] - 1) <= 1e-5);
        loss.backward();
        for (const Parameter& parameter : model.parameters().all()) {
            const std::vector<float> expected = golden.floats("grad." + parameter.name);
            // A key's bias changes no attention: its gradient is rounding alone.
            const double error =
                difference(values_of(parameter.value.grad()), expected) / std::max(largest(expected), 1e-3);
            QVERIFY2(error <= 1e-4, qPrintable(QString("%1: %2").arg(parameter.name.c_str()).arg(error)));
        }
        QCOMPARE(golden.count("grad."), model.parameters().all().size());
    }

    void positions_are_interpolated_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("color") << "tiny-vit";
        QTest::newRow("gray") << "tiny-vit-gray";
    }
    /// Loaded for pictures of another size, the table is what transformers interpolates at each pass.
    void positions_are_interpolated() {
        QFETCH(QString, name);
        const Golden golden("vit_" + name.toStdString());
        const SequenceClassifier model = golden_model(name.toStdString(), 20, placement_of("fused", false));
        const Pictures pictures(golden, "other.", model.config().image);
        const at::Tensor logits = model.forward(model.batch(pictures.list, false), {});
        const double error = relative(values_of(logits), golden.floats("other.logits"));
        QVERIFY2(error <= 1e-5, qPrintable(QString::number(error)));
    }

    void refuses_sizes_that_patches_do_not_fill() {
        const arch::ModelConfig config = arch::read_model_config(golden_folder / "models" / "tiny-vit");
        QVERIFY_THROWS_EXCEPTION(Error, (void)arch::with_image_size(config, 14));
    }

    /// With dropout the same passes twice give the same bits, and other steps others.
    void draws_dropout_by_step() {
        const Golden golden("vit_tiny-vit");
        const fs::path folder = golden_folder / "models" / "tiny-vit";
        arch::ModelConfig config = arch::read_model_config(folder);
        config.hidden_dropout = config.attention_dropout = config.embedding_dropout = 0.3;
        SequenceClassifier model(config, 5, {});
        model.initialise(5);
        model.load(format::ModelWeights(folder));
        const Pictures pictures(golden, "", config.image);
        const auto batch = model.batch(pictures.list, false);
        const auto logits = [&](std::uint32_t step) {
            return values_of(model.forward(batch, Pass{.training = true, .seed = 3, .step = step}));
        };
        const std::vector<float> first = logits(1);
        QVERIFY(logits(1) == first);
        QVERIFY(logits(2) != first);
    }
};

QTEST_GUILESS_MAIN(VitTest)
#include "vit_test.moc"
