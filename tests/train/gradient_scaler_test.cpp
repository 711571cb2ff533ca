// SPDX-License-Identifier: GPL-3.0-or-later
// The loss scale over scripted overflows (tests/golden/make_gradient_scaler.py), and what becomes of it.

#include "train/optimizer/gradient_scaler.h"

#include "base/json.h"

#include <ATen/ATen.h>
#include <QTest>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::train;

namespace {

Preset::Precision precision_of(const Json& settings) {
    Preset::Precision precision;
    precision.compute = Preset::Compute::fp16;
    precision.initial_scale_power = settings.at("initial_scale_power");
    precision.loss_scale_growth = settings.at("loss_scale_growth");
    precision.loss_scale_backoff = settings.at("loss_scale_backoff");
    precision.loss_scale_window = settings.at("loss_scale_window");
    precision.hysteresis = settings.at("hysteresis");
    precision.min_loss_scale = settings.at("min_loss_scale");
    return precision;
}

} // namespace

class GradientScalerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scripted_overflows_data() {
        QTest::addColumn<QByteArray>("text");
        std::ifstream file(TUNEDESK_SOURCE_DIR "/tests/golden/gradient_scaler.json");
        for (const Json& entry : Json::parse(file))
            QTest::newRow(entry.at("name").get<std::string>().c_str())
                << QByteArray::fromStdString(entry.dump());
    }
    /// A scaler that goes on from the other's state at every step does as one that runs through.
    void scripted_overflows() {
        QFETCH(QByteArray, text);
        const Json entry = Json::parse(text.toStdString());
        const Preset::Precision precision = precision_of(entry.at("settings"));
        GradientScaler scaler(precision);
        std::int64_t skipped = 0;
        for (std::size_t step = 0; step < entry.at("overflows").size(); ++step) {
            GradientScaler resumed(precision);
            resumed.restore(scaler.state());
            const bool at_minimum = scaler.scale() <= precision.min_loss_scale;
            if (entry.at("overflows")[step].get<bool>()) {
                QCOMPARE(scaler.back_off().has_value(), !at_minimum);
                resumed.back_off();
                skipped += !at_minimum;
            } else {
                scaler.grow();
                resumed.grow();
            }
            QCOMPARE(scaler.scale(), entry.at("scales")[step].get<double>());
            QVERIFY(resumed.state() == scaler.state());
        }
        QCOMPARE(scaler.state().skipped, skipped);
        QVERIFY(skipped > 0);
    }

    void fixed_scale_stays() {
        Preset::Precision precision;
        precision.compute = Preset::Compute::fp16;
        precision.loss_scale = 128;
        precision.loss_scale_window = 1;
        GradientScaler scaler(precision);
        scaler.grow();
        QVERIFY(!scaler.back_off());
        QCOMPARE(scaler.scale(), 128.0);
        QCOMPARE(scaler.scaled(at::full({}, 2.0)).item<double>(), 256.0);
    }

    void other_types_are_not_scaled() {
        GradientScaler scaler(Preset::Precision{});
        QVERIFY(!scaler.scales());
        scaler.grow();
        QVERIFY(!scaler.back_off());
        QCOMPARE(scaler.scale(), 1.0);
        QVERIFY(!scaler.scaled({}).defined());
    }
};

QTEST_APPLESS_MAIN(GradientScalerTest)
#include "gradient_scaler_test.moc"
