// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/training_state.h"

#include "base/error.h"
#include "base/json.h"

#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::format;

namespace {

SavedState some_state() {
    SavedState saved;
    saved.state.step = 7;
    saved.state.updates = 6;
    saved.state.epoch = 2;
    saved.state.samples_in_epoch = 40;
    saved.state.passed_over = {9, 4};
    saved.state.has_best = true;
    saved.state.best_value = 0.5;
    saved.state.best_step = 5;
    saved.state.train_seconds = 1.25;
    saved.state.scaler = ScalerState{0.1, 7, 2, 3};
    saved.state.dealt_before = {{1, 4, 900, 2, 3, true, true, 123, 24, 1}};
    saved.run = RunFingerprint{"name: x\n", {{"train", "a"}}, {{"config.json", "b"}}, 2};
    return saved;
}

} // namespace

class TrainingStateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void is_read_as_written() {
        const SavedState saved = some_state(), read = parse_state(state_text(saved), "here");
        QCOMPARE(state_text(read), state_text(saved));
        QVERIFY(read.state.passed_over == saved.state.passed_over && std::isnan(read.state.running_loss));
        QVERIFY(*read.state.scaler == *saved.state.scaler);
        QVERIFY(read.state.dealt_before == saved.state.dealt_before);
        QVERIFY(read.run->data_hashes == saved.run->data_hashes && read.run->world_size == 2);
        QVERIFY(!parse_state(state_text({{}, std::nullopt}), "here").run);
    }

    /// Of a version that dealt exactly alone.
    void a_part_without_its_sharding() {
        Json json = Json::parse(state_text(some_state()));
        json.at("state").at("dealt_before").at(0).erase("sharding");
        QCOMPARE(parse_state(json.dump(), "here").state.dealt_before.at(0).sharding, std::int64_t{0});
    }

    void damaged_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("id");
        const auto row = [](const char* pointer, const char* value, int id) {
            QTest::addRow("%s %s", pointer, value) << pointer << value << id;
        };
        for (const char* field :
             {"step", "updates", "epoch", "steps_in_epoch", "samples_in_epoch", "best_step",
              "nonfinite_total", "train_tokens", "evaluations_without_gain"}) {
            const std::string pointer = std::string("/state/") + field;
            row(pointer.c_str(), "-1", 4480);
            row(pointer.c_str(), "4611686018427387904", 4480);
            row(pointer.c_str(), "18446744073709551615", 4480);
            row(pointer.c_str(), "1.5", 4410);
            row(pointer.c_str(), "\"7\"", 4410);
            row(pointer.c_str(), "null", 4410);
        }
        row("/state/epoch", "8", 4480);
        row("/state/updates", "8", 4480);
        row("/state/best_step", "8", 4480);
        row("/state/train_seconds", "-1", 4480);
        row("/state/train_seconds", "1e300", 4480);
        row("/state/train_seconds", "null", 4480);
        row("/state/train_seconds", "[]", 4410);
        row("/state/finished", "1", 4410);
        row("/state/passed_over", "7", 4410);
        row("/state/passed_over", "[-7]", 4480);
        row("/state/passed_over", "[\"7\"]", 4410);
        row("/state/dealt_before", "{}", 4410);
        row("/state/dealt_before/0", "7", 4410);
        row("/state/dealt_before/0/grouping", "3", 4480);
        row("/state/dealt_before/0/world_size", "0", 4480);
        row("/state/dealt_before/0/world_size", "1048577", 4480);
        row("/state/dealt_before/0/batch_size", "2147483648", 4480);
        for (const char* samples : {"-1", "0", "41", "9223372036854775807"})
            row("/state/dealt_before/0/samples", samples, 4480);
        row("/state/dealt_before/0/shuffle", "1", 4410);
        row("/state/dealt_before/0/sharding", "2", 4480);
        row("/state/dealt_before/0/sharding", "null", 4410);
        row("/state/scaler", "[]", 4410);
        row("/state/scaler/scale", "0", 4480);
        row("/state/scaler/scale", "null", 4480);
        row("/state", "[]", 4410);
        row("/version", "\"1\"", 4410);
        row("/version", "2", 4415);
        row("/run", "[]", 4410);
        row("/run/world_size", "0", 4480);
        row("/run/world_size", "\"2\"", 4410);
        row("/run/data/train", "1", 4410);
        row("/run/preset", "1", 4410);
        row("/run/model", "[]", 4410);
    }
    void damaged() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(int, id);
        Json json = Json::parse(state_text(some_state()));
        json[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
        try {
            parse_state(json.dump(), "step-7/state.json");
            QFAIL("it was accepted");
        } catch (const Error& error) {
            QVERIFY2(error.id() == id && error.where() == "step-7/state.json" && !error.next().empty(),
                     error.line().c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TrainingStateTest)
#include "training_state_test.moc"
