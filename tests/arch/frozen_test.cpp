// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns of parameters that are not trained: what they fit, and what is said where they fit nothing.

#include "arch/frozen.h"
#include "arch/model_config.h"
#include "base/error.h"

#include <QTest>
#include <set>

using namespace tunedesk;
using namespace tunedesk::arch;

namespace {

ModelConfig config_of(const char* model) {
    return read_model_config(fs::path(TUNEDESK_SOURCE_DIR "/tests/golden/models") / model);
}

std::set<std::string> frozen_of(const char* model, std::vector<std::string> patterns,
                                task::Readout readout = task::Readout::first) {
    ModelConfig config = config_of(model);
    config.freeze = std::move(patterns);
    const ModelSpec spec = config.spec(2, readout);
    std::set<std::string> names;
    for (const BlockSpec* block : spec.blocks())
        for (const ParameterSpec& parameter : block->parameters)
            if (!parameter.trained) names.insert(parameter.name);
    return names;
}

} // namespace

class FrozenTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void distances_data() {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("distance");
        const auto row = [](const char* pattern, const char* name, int distance) {
            QTest::addRow("%s, %s", pattern, name) << pattern << name << distance;
        };
        row("a.b", "a.b", 0);
        row("a.b", "a.c", 1);
        row("a.b", "a.bc", 1);
        row("a.*", "a.", 0);
        row("a.*", "a.b.c", 0);
        row("*.c", "a.b.c", 0);
        row("*.c", "c", 1);
        row("*", "", 0);
        row("**b*", "abc", 0);
        row("?", "", 1);
        row("layer.?.weight", "layer.3.weight", 0);
        row("layer.?.weight", "layer.13.weight", 1);
        row("*.layer.1.*", "encoder.layer.11.up", 1);
        row("embedings.*", "embeddings.word", 1);
        row("", "abc", 3);
    }
    void distances() {
        QFETCH(QString, pattern);
        QFETCH(QString, name);
        QFETCH(int, distance);
        QCOMPARE(static_cast<int>(pattern_distance(pattern.toStdString(), name.toStdString())), distance);
    }

    void names_fit_with_the_prefix_or_without() {
        const std::set<std::string> all = frozen_of("tiny-bert", {"bert.embeddings.*"});
        QCOMPARE(all.size(), std::size_t{5});
        QVERIFY(all == frozen_of("tiny-bert", {"embeddings.*"}));
        QVERIFY(frozen_of("tiny-bert", {"classifier.bias"}) == std::set<std::string>{"classifier.bias"});
        QVERIFY(frozen_of("tiny-bert", {}).empty());
        QVERIFY(frozen_of("tiny-llama", {"embed_tokens.weight"}, task::Readout::every) ==
                std::set<std::string>{"model.embed_tokens.weight"});
        for (const std::string& name : frozen_of("tiny-bert", {"*.layer.0.*"}))
            QVERIFY2(name.starts_with("bert.encoder.layer.0."), name.c_str());
    }

    void what_fits_nothing_is_named() {
        const ModelSpec spec = config_of("tiny-bert").spec(2);
        const std::vector<std::string> right{"embeddings.*", "classifier.weight"};
        require_fitting(spec, right);
        const std::vector<std::string> wrong{"embeddings.*", "clasifier.weight"};
        try {
            require_fitting(spec, wrong);
            QFAIL("accepted");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::frozen_unknown));
            QVERIFY2(error.message().find("clasifier.weight; the nearest are classifier.weight, ") !=
                         std::string::npos,
                     error.message().c_str());
        }
    }
};

QTEST_APPLESS_MAIN(FrozenTest)
#include "frozen_test.moc"
