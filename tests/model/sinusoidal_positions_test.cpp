// SPDX-License-Identifier: GPL-3.0-or-later
// DistilBERT's sinusoidal_pos_embds: a table of positions that is made, not trained.

#include "support.h"

#include <cmath>

using namespace tunedesk;
using namespace tunedesk::model;

class SinusoidalPositionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // As transformers 4.57 makes them: row 3 of DistilBertConfig(dim=32, sinusoidal_pos_embds=True).
    void sinusoidal_positions_are_made_and_stay_frozen() {
        const fs::path distilbert = golden_folder / "models/tiny-distilbert";
        Json json = parse_json(read_file(distilbert / "config.json", ErrorId::file_unreadable), "config.json",
                               ErrorId::file_unreadable);
        json["sinusoidal_pos_embds"] = true;
        const arch::ModelConfig config = arch::parse_model_config(json.dump(), "config.json");
        SequenceClassifier model(config, 3);
        model.initialise(1);
        const std::string name = "distilbert.embeddings.position_embeddings.weight";
        const Parameter& positions = *model.parameters().find(name);
        const float expected[] = {0.1411f, -0.9900f, 0.9933f, -0.1160f};
        for (int column = 0; column < 4; ++column)
            QVERIFY(std::abs(positions.value[3][column].item<float>() - expected[column]) < 1e-4f);
        QVERIFY(!positions.value.requires_grad());
        for (const Parameter& parameter : model.parameters().all())
            QCOMPARE(parameter.value.requires_grad(), parameter.name != name);
        // The backward pass gives it no gradient; the other tables get theirs.
        const std::vector<std::int32_t> ids{1, 2, 3};
        const Sample sample{0, ids, 0, 1};
        const auto batch = model.batch(std::span(&sample, 1), false);
        model.forward(batch, {.training = true}).sum().backward();
        QVERIFY(!positions.value.grad().defined());
        QVERIFY(
            model.parameters().find("distilbert.embeddings.word_embeddings.weight")->value.grad().defined());
    }
};

QTEST_GUILESS_MAIN(SinusoidalPositionsTest)
#include "sinusoidal_positions_test.moc"
