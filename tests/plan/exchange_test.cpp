// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks send each other in a step, counted by hand, and the time it takes over a link.

#include "plan/estimate.h"
#include "plan/ranks/exchange.h"

#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::plan;

class ExchangeTest : public QObject {
    Q_OBJECT

    static constexpr std::int64_t width = 8;

    /// Two layers of 100 parameters between tables of 600 and a head of 20.
    static arch::ModelSpec spec() {
        arch::ModelSpec spec;
        spec.layer.width = width;
        const auto block = [](std::int64_t count) {
            arch::BlockSpec one;
            one.parameters.push_back({.name = "p", .shape = {count}});
            return one;
        };
        spec.embeddings = block(600);
        spec.layers = {block(100), block(100)};
        spec.head = block(20);
        return spec;
    }
    static Preset preset(Preset::Strategy strategy, int accumulation = 1) {
        Preset preset;
        preset.parallel.strategy = strategy;
        preset.training.gradient_accumulation_steps = accumulation;
        return preset;
    }

private Q_SLOTS:
    void data_ranks_data() {
        QTest::addColumn<int>("strategy");
        QTest::addColumn<double>("bytes");    // of 4 ranks' 820 parameters
        QTest::addColumn<double>("messages"); // 3 blocks: the head goes with the last
        using enum Preset::Strategy;
        const auto row = [](const char* name, Preset::Strategy strategy, double times, double messages) {
            QTest::addRow("%s", name) << static_cast<int>(strategy) << times * 820 * 4 * 3 / 4 << messages;
        };
        row("ddp", ddp, 2, 2 * 3);
        row("zero1", zero1, 2, 2 * 3 * 3);
        row("zero2", zero2, 3, 3 * 3 * 3);
        row("zero3", zero3, 6, 6 * 3 * 3);
    }
    void data_ranks() {
        QFETCH(int, strategy);
        QFETCH(double, bytes);
        QFETCH(double, messages);
        const Traffic sent = data_traffic(preset(static_cast<Preset::Strategy>(strategy), 2), spec(), 4);
        QCOMPARE(sent.bytes, bytes);
        QCOMPARE(sent.messages, messages);
        QCOMPARE(data_traffic(preset(static_cast<Preset::Strategy>(strategy), 2), spec(), 1).bytes, 0.0);
    }

    void stages_hand_on_rows() {
        Preset two = preset(Preset::Strategy::single, 3);
        QCOMPARE(model_traffic(two, spec(), 10).bytes, 0.0);
        two.parallel.pipeline_stages = 2;
        QCOMPARE(model_traffic(two, spec(), 10).bytes, 3.0 * 10 * width * 4);
        QCOMPARE(model_traffic(two, spec(), 10).messages, 3.0);
    }

    void slices_add_up_rows_in_each_layer() {
        Preset sliced = preset(Preset::Strategy::single);
        sliced.parallel.tensor_size = 4;
        // Twice forward and twice backward in each of two layers, each sum 2 x 3 / 4 of its bytes.
        QCOMPARE(model_traffic(sliced, spec(), 10).bytes, 2 * 4 * 1.5 * 10 * width * 4);
        const double before = model_traffic(sliced, spec(), 10).bytes;
        sliced.memory.activation_checkpointing = "block";
        QCOMPARE(model_traffic(sliced, spec(), 10).bytes, 1.5 * before);
    }

    void a_link_takes_time_for_bytes_and_for_messages() {
        const Link link{.bytes_per_second = 100, .message_seconds = 0.5};
        QCOMPARE(link.seconds({.bytes = 250, .messages = 3}), 4.0);
        const Traffic many{.bytes = 1e9, .messages = 100};
        QVERIFY(network_link(1e9).seconds(many) > 8); // what the bits alone take
        QVERIFY(network_link(1e9).seconds(many) > network_link(1e10).seconds(many));
        QVERIFY(shared_memory_link().seconds(many) < network_link(1e10).seconds(many));
    }
};

QTEST_GUILESS_MAIN(ExchangeTest)
#include "exchange_test.moc"
