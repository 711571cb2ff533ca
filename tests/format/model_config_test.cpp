#include "format/model_config.h"

#include "format/support.h"

using namespace tunedesk;
using namespace tunedesk::format;

class ModelConfigTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void defaults_are_those_of_transformers() {
        const ModelConfig bert = parse_model_config(R"({"model_type":"bert"})", "x");
        QCOMPARE(bert.architecture, ModelConfig::Architecture::bert);
        QCOMPARE(bert.vocab_size, 30522);
        QCOMPARE(bert.hidden_size, 768);
        QCOMPARE(bert.num_hidden_layers, 12);
        QCOMPARE(bert.num_attention_heads, 12);
        QCOMPARE(bert.intermediate_size, 3072);
        QCOMPARE(bert.max_position_embeddings, 512);
        QCOMPARE(bert.type_vocab_size, 2);
        QCOMPARE(bert.layer_norm_eps, 1e-12);
        QCOMPARE(bert.classifier_dropout, 0.1);
        QCOMPARE(bert.hidden_act, std::string("gelu"));
        QVERIFY(bert.labels.empty());
        const ModelConfig distilbert = parse_model_config(R"({"model_type":"distilbert"})", "x");
        QCOMPARE(distilbert.architecture, ModelConfig::Architecture::distilbert);
        QCOMPARE(distilbert.num_hidden_layers, 6);
        QCOMPARE(distilbert.intermediate_size, 3072);
        QCOMPARE(distilbert.type_vocab_size, 0);
        QCOMPARE(distilbert.classifier_dropout, 0.2);
    }
};

QTEST_GUILESS_MAIN(ModelConfigTest)
#include "model_config_test.moc"
