// SPDX-License-Identifier: GPL-3.0-or-later
// What `parallel.devices: auto` comes to: by kept verdicts, of machines with several GPUs.

#include "preset/yaml/load.h"
#include "run/devices/auto_devices.h"
#include "run/queue/queue_entry.h"
#include "texts.h"

#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;
using run::CheckedRow;

namespace {

Gpu gpu(int index, const std::string& uuid) {
    Gpu made;
    made.index = index;
    made.uuid = uuid;
    made.name = "NVIDIA " + uuid;
    made.compute_major = 8;
    return made;
}

const std::string driver = "580.65";

CheckedRow row(const std::string& id, const std::string& technique, CheckedRow::Outcome outcome) {
    CheckedRow made;
    made.comparison = Phrase::in_words(id);
    made.technique = technique;
    made.outcome = outcome;
    return made;
}

/// Keeps a verdict: "good", "bad", or the technique that it goes without.
run::DeviceVerdict keep(const Gpu& of, const std::string& verdict, bool passing = false) {
    run::DeviceVerdict made;
    made.uuid = of.uuid;
    made.name = of.name;
    made.driver = driver;
    made.libtorch = run::built_libtorch();
    made.build = run::build_stamp();
    made.rows = {
        row("copy", "", verdict == "bad" ? CheckedRow::Outcome::failed : CheckedRow::Outcome::passed)};
    if (verdict != "good" && verdict != "bad")
        made.rows.push_back(row("training " + verdict, verdict, CheckedRow::Outcome::not_offered));
    made.rows.back().passing = passing;
    run::write_verdict(made);
    return made;
}

Preset preset_of(const std::string& more) {
    return preset::parse("tunedesk: 1\nname: p\nmodel: {path: m}\ndata: {train: t.csv}\nevaluation: "
                         "{strategy: \"no\"}\n" +
                             more,
                         "test", "/")
        .preset;
}

std::string all_of(const std::vector<std::string>& notes) {
    std::string text;
    for (const std::string& note : notes)
        text += note + '\n';
    return text;
}

} // namespace

class AutoDevicesTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

private Q_SLOTS:
    void init() {
        static int count = 0;
        qputenv("XDG_STATE_HOME", folder_.filePath(QString::number(++count)).toUtf8());
    }

    void chooses_data() {
        QTest::addColumn<QString>("verdicts"); // of GPU 0, 1, ...: "good", "bad", "none", "lost", a technique
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QString>("devices");
        QTest::addColumn<QString>("says");
        const QString two = "parallel: {strategy: ddp, processes: 2}";
        QTest::newRow("one that is good") << "good"
                                          << ""
                                          << "cuda"
                                          << "auto takes GPU 0 (NVIDIA GPU-0)";
        QTest::newRow("one that failed") << "bad"
                                         << ""
                                         << "cpu"
                                         << "is not used: its check failed: copy";
        QTest::newRow("one without a verdict") << "none"
                                               << ""
                                               << "cpu"
                                               << "is not checked yet";
        QTest::newRow("the second is good") << "bad good"
                                            << ""
                                            << "1"
                                            << "auto takes GPU 1";
        QTest::newRow("two good ones") << "good good" << two << "cuda"
                                       << "GPU 0 (NVIDIA GPU-0), GPU 1";
        QTest::newRow("the first and the third") << "good bad good" << two << "0,2"
                                                 << "GPU 2";
        QTest::newRow("too few") << "good bad" << two << "cpu"
                                 << "2 ranks need as many GPUs, and 1 passed";
        QTest::newRow("one that is lost") << "lost"
                                          << ""
                                          << "cpu"
                                          << "its driver does not answer";
        QTest::newRow("two ranks, one of the GPUs lost") << "good lost" << two << "cpu"
                                                         << "does not answer";
        QTest::newRow("without bf16") << "bf16"
                                      << "precision: {compute: bf16}"
                                      << "cuda"
                                      << "bf16 is not used, because of its check on GPU 0 (NVIDIA GPU-0): "
                                         "not offered; precision.compute: fp32 instead";
        QTest::newRow("16-bit parameters cannot be left out")
            << "bf16"
            << "precision: {compute: bf16, params: bf16}"
            << "cpu"
            << "trains on the processors, because on a GPU precision";
        QTest::newRow("asked for") << "bad"
                                   << "parallel: {devices: cuda}"
                                   << "cuda"
                                   << "is used although its check failed";
    }
    void chooses() {
        QFETCH(QString, verdicts);
        QFETCH(QString, preset);
        QFETCH(QString, devices);
        QFETCH(QString, says);
        std::vector<Gpu> visible;
        for (const QString& word : verdicts.split(' ')) {
            const int index = static_cast<int>(visible.size());
            visible.push_back(gpu(index, "GPU-" + std::to_string(index)));
            if (word == "lost")
                visible.back().lost = true, visible.back().uuid.clear();
            else if (word != "none")
                keep(visible.back(), word.toStdString());
        }
        const auto chosen = run::choose_devices(preset_of(preset.toStdString()), visible, driver);
        QCOMPARE(QString::fromStdString(chosen.preset.parallel.devices), devices);
        const std::string notes = all_of(chosen.notes);
        QVERIFY2(has(notes, says.toStdString()), notes.c_str());
        // Whatever it chose can be loaded again.
        if (devices == "cpu") QVERIFY(chosen.good.empty());
    }

    // In the queue a run has any of those that are good: what failed on one of them is left out.
    void leaves_out_what_fails_on_any() {
        const std::vector<Gpu> visible{gpu(0, "GPU-0"), gpu(1, "GPU-1"), gpu(2, "GPU-2")};
        keep(visible[0], "good");
        keep(visible[1], "bf16");
        keep(visible[2], "bad");
        const Preset asked = preset_of("precision: {compute: bf16}");
        const auto first = run::choose_devices(asked, visible, driver);
        QVERIFY(first.preset.precision.compute == Preset::Compute::bf16);
        const auto any = run::choose_devices(asked, visible, driver, run::Placing::any);
        QVERIFY(any.preset.precision.compute == Preset::Compute::fp32);
        QCOMPARE(any.preset.parallel.devices, std::string("cuda"));
        QCOMPARE(any.good.size(), std::size_t(2));
    }

    void a_verdict_for_want_of_time_or_memory_is_not_kept() {
        const Gpu one = gpu(0, "GPU-0");
        QVERIFY(!keep(one, "bad", /*passing=*/true).is_lasting());
        QVERIFY(!run::read_verdict(one, driver));
        keep(one, "good");
        keep(one, "bad", /*passing=*/true); // a GPU that another run fills now
        QVERIFY(run::read_verdict(one, driver) && run::read_verdict(one, driver)->is_good());
    }

    /// Otherwise a slow machine would check its GPU before every run, and use it in none.
    void a_technique_for_want_of_time_is_left_out_for_good() {
        const Gpu one = gpu(0, "GPU-0");
        QVERIFY(keep(one, "bf16", /*passing=*/true).is_lasting());
        const auto chosen = run::choose_devices(preset_of("precision: {compute: bf16}"), {one}, driver);
        QVERIFY(chosen.unchecked.empty());
        QCOMPARE(chosen.preset.parallel.devices, std::string("cuda"));
        QVERIFY(chosen.preset.precision.compute == Preset::Compute::fp32);
    }

    void a_damaged_verdict_is_none_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("cut") << QByteArray("{\"uuid\": \"GPU-0\", ");
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("rows that are none")
            << QByteArray(R"({"uuid": "", "name": "", "driver": "", "libtorch": "",
            "versions": "", "architectures": [], "build": "", "checked": "", "seconds": 1,
            "compute_capability": "8.0", "rows": [1]})");
        QTest::newRow("a capability that is none") << QByteArray(R"({"uuid": "", "name": "", "driver": "",
            "libtorch": "", "versions": "", "architectures": [], "build": "", "checked": "", "seconds": 1,
            "compute_capability": "new", "rows": []})");
    }
    void a_damaged_verdict_is_none() {
        QFETCH(QByteArray, text);
        QVERIFY_EXCEPTION_THROWN(run::parse_verdict(text.toStdString(), "test"), Error);
    }

    // A recipe continues a run that began with other verdicts.
    void settles_as_then() {
        const Preset asked = preset_of("precision: {compute: bf16}");
        Preset then = asked;
        then.parallel.devices = "cuda";
        then.precision.compute = Preset::Compute::fp32;
        QVERIFY(preset::differences(then, run::settled_as(asked, then)).empty());
        Preset other = then;
        other.training.learning_rate = 0.5;
        QCOMPARE(preset::differences(other, run::settled_as(asked, other)).size(), std::size_t(1));
    }

    void an_entry_takes_its_pins_or_what_is_allowed() {
        run::QueueEntry entry;
        QVERIFY(entry.candidates().empty());
        entry.allowed = {"GPU-1"};
        QCOMPARE(entry.candidates(), entry.allowed);
        entry.pinned = {"GPU-0"};
        QCOMPARE(entry.candidates(), entry.pinned);
    }
};

QTEST_GUILESS_MAIN(AutoDevicesTest)
#include "auto_devices_test.moc"
