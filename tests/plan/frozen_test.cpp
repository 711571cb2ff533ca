// SPDX-License-Identifier: GPL-3.0-or-later
// What a preset freezes, in counts and memory.

#include "base/error.h"
#include "plan/estimate.h"
#include "plan/model_folder.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::plan;

namespace {

Preset preset_of(const char* freeze, Preset::Train train = Preset::Train::all) {
    Preset preset;
    preset.model.path = TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-bert";
    preset.model.train = train;
    preset.model.freeze = freeze;
    return preset;
}

Estimate estimate_of(const Preset& preset, bool cuda = false) {
    return estimate(preset, model_config(preset), 2, std::vector<std::uint32_t>(64, 20), 0, {cuda, 2});
}

ErrorId error_of(const Preset& preset) {
    try {
        model_config(preset);
    } catch (const Error& error) {
        return error.is(ErrorId::frozen_unknown)    ? ErrorId::frozen_unknown
               : error.is(ErrorId::nothing_trained) ? ErrorId::nothing_trained
                                                    : ErrorId::config_missing;
    }
    return ErrorId::file_unreadable;
}

} // namespace

class FrozenPlanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Frozen from below, a model costs what one does whose last layers learn.
    void frozen_layers_cost_nothing() {
        const Preset last = preset_of("none", Preset::Train::last_layers),
                     frozen = preset_of("embeddings.*, *.layer.0.*, *.layer.1.*");
        QCOMPARE(model_config(last).num_hidden_layers, std::int64_t{3});
        for (const bool cuda : {false, true}) {
            const Estimate expected = estimate_of(last, cuda), found = estimate_of(frozen, cuda);
            QVERIFY(found.trainable > 0 && found.trainable < found.parameters);
            QCOMPARE(found.trainable, expected.trainable);
            QCOMPARE(found.weights_bytes, expected.weights_bytes);
            QCOMPARE(found.gradient_bytes, expected.gradient_bytes);
            QCOMPARE(found.optimizer_bytes, expected.optimizer_bytes);
            QCOMPARE(found.activation_bytes, expected.activation_bytes);
            QCOMPARE(found.train_flops, expected.train_flops);
            QCOMPARE(found.checkpoint_bytes, expected.checkpoint_bytes);
        }
    }

    void counts_leave_out_what_is_frozen() {
        const std::uint64_t all = estimate_of(preset_of("none")).trainable;
        QCOMPARE(all, estimate_of(preset_of("none")).parameters);
        QCOMPARE(estimate_of(preset_of("classifier.bias")).trainable, all - 2);
        const Preset last = preset_of("none", Preset::Train::last_layers);
        // What last_layers has frozen already counts once.
        QCOMPARE(estimate_of(preset_of("embeddings.*,classifier.bias", Preset::Train::last_layers)).trainable,
                 estimate_of(last).trainable - 2);
    }

    void mistakes_are_named() {
        QVERIFY(error_of(preset_of("embeding.*")) == ErrorId::frozen_unknown);
        QVERIFY(error_of(preset_of("*")) == ErrorId::nothing_trained);
        QVERIFY(error_of(preset_of("*.layer.2.*,pooler.*,classifier.*", Preset::Train::last_layers)) ==
                ErrorId::nothing_trained);
        QVERIFY(error_of(preset_of("*.layer.2.*,pooler.*,classifier.*")) == ErrorId::file_unreadable);
    }
};

QTEST_APPLESS_MAIN(FrozenPlanTest)
#include "frozen_test.moc"
