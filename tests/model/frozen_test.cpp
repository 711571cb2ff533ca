// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters that patterns freeze get no gradient, and the others the gradients that they get beside trained
// ones: PyTorch's requires_grad=False.

#include "support.h"

#include "memory/torch_headers.h"

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

const Operations& operations_named(const QString& name) {
    return name == QLatin1String("aten") ? aten_operations() : fused_operations();
}

} // namespace

class FrozenGradientsTest : public QObject {
    Q_OBJECT

    static SequenceClassifier model_of(const QString& name, const QString& set, const QString& patterns) {
        arch::ModelConfig config = arch::read_model_config(golden_folder / "models" / name.toStdString());
        for (const QString& pattern : patterns.split(' ', Qt::SkipEmptyParts))
            config.freeze.push_back(pattern.toStdString());
        SequenceClassifier model(config, 2, {at::kCPU, &operations_named(set)});
        model.initialise(4);
        return model;
    }

private Q_SLOTS:
    void others_learn_as_before_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("operations");
        QTest::addColumn<QString>("patterns");
        QTest::addColumn<int>("checkpointed");
        QTest::addColumn<int>("first_trained");
        const auto row = [](const char* name, const char* patterns, int first_trained = 0) {
            for (const char* set : {"fused", "aten"})
                for (const int checkpointed : {0, 1})
                    QTest::addRow("%s, %s, %s, %d", name, set, patterns, checkpointed)
                        << name << set << patterns << checkpointed << first_trained;
        };
        row("tiny-bert", "embeddings.*", 1);
        row("tiny-bert", "embeddings.* *.layer.0.*", 2);
        row("tiny-bert", "*.layer.*"); // embeddings below them learn
        row("tiny-bert", "embeddings.* *.layer.* pooler.* classifier.bias", 4);
        row("tiny-bert", "*.query.*");
        row("tiny-bert", "*.key.weight *.value.weight");
        row("tiny-bert", "*.weight"); // biases alone, as BitFit
        row("tiny-bert", "*word_embeddings*");
        row("tiny-bert", "*position_embeddings* *LayerNorm*");
        row("one-layer-bert", "*.query.*"); // the first rows' queries are a product of their own
        row("tiny-distilbert", "*.q_lin.weight *.ffn.*");
        row("tiny-llama", "embed_tokens.*", 1);
        row("tiny-llama", "*q_proj.weight *.mlp.*");
        row("tiny-gpt2", "wte.* *c_attn.weight *.ln_?.*");
        row("tiny-gpt2", "*.bias");
    }
    void others_learn_as_before() {
        QFETCH(QString, name);
        QFETCH(QString, operations);
        QFETCH(QString, patterns);
        QFETCH(int, checkpointed);
        QFETCH(int, first_trained);
        SequenceClassifier whole = model_of(name, operations, {}),
                           part = model_of(name, operations, patterns);
        QCOMPARE(part.network().first_trained_block(), static_cast<std::size_t>(first_trained));
        part.network().checkpoint_activations(checkpointed);
        const Samples samples({9, 20, 2, 17}, 40, 2);
        for (SequenceClassifier* model : {&whole, &part})
            train_pass(*model, samples.batch(false, *model), Pass{.training = false}, 4);
        const auto expected = gradients_of(whole.parameters());
        int trained = 0, frozen = 0;
        std::map<std::string, bool> is_trained;
        for (const arch::BlockSpec* block : part.network().spec().blocks())
            for (const arch::ParameterSpec& spec : block->parameters)
                is_trained[spec.name] = spec.trained;
        for (const Parameter& parameter : part.parameters().all()) {
            const bool learns = is_trained.at(parameter.name);
            ++(learns ? trained : frozen);
            QCOMPARE(parameter.value.requires_grad(), learns);
            QVERIFY2(parameter.value.grad().defined() == learns, parameter.name.c_str());
            if (learns)
                QVERIFY2(difference(values_of(parameter.value.grad()), expected.at(parameter.name)) <=
                             1e-6 * (1 + largest(expected.at(parameter.name))),
                         parameter.name.c_str());
        }
        QVERIFY(trained > 0 && frozen > 0);
    }

    /// A head on the word embeddings' table has no weight of its own to freeze.
    void a_tied_head_is_frozen_with_the_table() {
        arch::ModelConfig config = arch::read_model_config(golden_folder / "models" / "tiny-gpt2");
        config.freeze = {"wte.*"};
        SequenceClassifier model(config, config.vocab_size, {at::kCPU, &fused_operations()},
                                 task::Readout::every);
        QVERIFY(model.network().spec().tied_head);
        QVERIFY(!model.network().output_layer().weight.requires_grad());
        QVERIFY(model.network().output_layer().weight.is_alias_of(
            model.parameters().find("transformer.wte.weight")->value));
    }

    /// The last layers learn but for what is frozen of them.
    void last_layers_stay_frozen_in_part() {
        SequenceClassifier model = model_of("tiny-bert", "fused", "*.query.* pooler.*");
        model.train_only_last(1);
        QCOMPARE(model.network().first_trained_block(), std::size_t{3});
        for (const Parameter& parameter : model.parameters().all()) {
            const bool above = parameter.name.find(".layer.2.") != std::string::npos ||
                               parameter.name.starts_with("classifier.");
            QCOMPARE(parameter.value.requires_grad(),
                     above && parameter.name.find(".query.") == std::string::npos);
        }
    }
};

QTEST_APPLESS_MAIN(FrozenGradientsTest)
#include "frozen_test.moc"
