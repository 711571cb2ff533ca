// SPDX-License-Identifier: GPL-3.0-or-later
// Each family of architectures, from a preset to predictions: checked, trained with dropout, killed and
// resumed to the same bits, and used.

#include "base/json.h"
#include "worker/worker_bench.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;

class FamiliesTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    /// The bench's BERT by the keys of another family. `more` are keys that the family has of its own.
    void become(const std::string& family, const Json& more) const {
        Json config{{"model_type", family},
                    {"hidden_act", "gelu"},
                    {"hidden_dropout_prob", 0.1},
                    {"attention_probs_dropout_prob", 0.1},
                    {"hidden_size", 32},
                    {"intermediate_size", 64},
                    {"num_attention_heads", 2},
                    {"num_hidden_layers", 2},
                    {"max_position_embeddings", 64},
                    {"pad_token_id", 0},
                    {"vocab_size", 65}};
        config.update(more);
        write_file_atomically(bench_.model() / "config.json", config.dump());
    }

    Ended tunedesk(const QStringList& arguments) const {
        return WorkerBench::wait(*bench_.start_tunedesk(arguments));
    }

private Q_SLOTS:
    void from_preset_to_predictions_data() {
        QTest::addColumn<QString>("family");
        QTest::addColumn<QString>("more");
        QTest::newRow("bert") << "bert"
                              << R"({"type_vocab_size": 2})";
        QTest::newRow("distilbert") << "distilbert"
                                    << R"({"dim": 32, "hidden_dim": 64, "n_heads": 2, "n_layers": 2})";
        QTest::newRow("roberta") << "roberta"
                                 << R"({"type_vocab_size": 1})";
        QTest::newRow("electra") << "electra"
                                 << R"({"type_vocab_size": 2, "embedding_size": 16})";
        QTest::newRow("big_bird") << "big_bird"
                                  << R"({"type_vocab_size": 2, "block_size": 1, "num_random_blocks": 1})";
    }
    void from_preset_to_predictions() {
        QFETCH(QString, family);
        QFETCH(QString, more);
        const std::string name = family.toStdString();
        become(name, parse_json(more.toStdString(), "more", ErrorId::file_unreadable));
        const fs::path preset = bench_.preset({{"training.num_train_epochs", "1"}});
        const QString file = QString::fromStdString(preset.string());
        const Ended checked = tunedesk({"check", file});
        QVERIFY2(checked.code == 0, (checked.out + checked.err).c_str());

        const event::RunFolder whole = bench_.folder(name), killed = bench_.folder(name + "-killed");
        Ended ended = bench_.call(whole, preset);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(bench_.call(killed, preset, {{"TUNEDESK_FAULT", "backward:7:kill"}}).code, 137);
        ended = bench_.call(killed, preset);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(difference(traces(killed), traces(whole)), std::string());

        const QString folder = QString::fromStdString(whole.root.string());
        const Ended predicted = tunedesk({"predict", folder, "--text", "word3 word4"});
        QVERIFY2(predicted.code == 0 && predicted.out.find("class0") != std::string::npos,
                 (predicted.out + predicted.err).c_str());
        // What it has left is a model to train on, whose head has three classes.
        const Ended again = tunedesk(
            {"check", QString::fromStdString(
                          bench_.preset({{"model.path", whole.best().string()}, {"model.init", "pretrained"}})
                              .string())});
        QVERIFY2(again.code == 0, (again.out + again.err).c_str());
        bench_.write_rows(bench_.root() / "five.csv", 40, 4, 5);
        const std::string five = (bench_.root() / "five.csv").string();
        const Ended refused =
            tunedesk({"check", QString::fromStdString(bench_
                                                          .preset({{"model.path", whole.best().string()},
                                                                   {"model.init", "pretrained"},
                                                                   {"data.train", five},
                                                                   {"data.validation", five},
                                                                   {"data.test", five}})
                                                          .string())});
        QVERIFY2(refused.code == 4 && refused.err.find("TD4339") != std::string::npos,
                 (refused.out + refused.err).c_str());
    }

    void fewer_positions_where_they_begin_later() {
        become("roberta", {{"type_vocab_size", 1}, {"pad_token_id", 1}, {"max_position_embeddings", 40}});
        const Ended fits =
            tunedesk({"check", QString::fromStdString(bench_.preset({{"data.max_length", "38"}}).string())});
        QVERIFY2(fits.code == 0, (fits.out + fits.err).c_str());
        const Ended longer =
            tunedesk({"check", QString::fromStdString(bench_.preset({{"data.max_length", "39"}}).string())});
        QVERIFY2(longer.code == 4 && longer.err.find("TD4220") != std::string::npos, longer.err.c_str());
        become("roberta", {{"pad_token_id", 1}, {"max_position_embeddings", 2}});
        const Ended none = tunedesk({"check", QString::fromStdString(bench_.preset().string())});
        QVERIFY2(none.code == 4 && none.err.find("max_position_embeddings") != std::string::npos,
                 none.err.c_str());
    }
};

QTEST_GUILESS_MAIN(FamiliesTest)
#include "families_test.moc"
