// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/fake_nvml.h"
#include "preset/schema/device_types.h"
#include "preset/schema/questionnaire.h"
#include "preset/schema/schema.h"

#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;

// What detect_machine() finds, with a library in NVML's place: ctest puts it on LD_LIBRARY_PATH.
class MachineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void counts_gpus_and_knows_bf16_data() {
        QTest::addColumn<int>("gpus");
        QTest::addColumn<int>("major");
        QTest::addColumn<bool>("bf16");
        QTest::newRow("two A100") << 2 << 8 << true;
        QTest::newRow("four T4") << 4 << 7 << false;
        QTest::newRow("H100") << 1 << 9 << true;
    }
    void counts_gpus_and_knows_bf16() {
        if (!qgetenv("LD_LIBRARY_PATH").contains("fake"))
            QSKIP("run it with ctest, which puts the library in place");
        QFETCH(int, gpus);
        QFETCH(int, major);
        const QTemporaryDir folder;
        QByteArray list;
        for (int i = 0; i < gpus; ++i)
            list += (i ? ", " : "") + QByteArray("{\"major\": ") + QByteArray::number(major) + "}";
        const QString file = folder.filePath("gpus.json");
        test::show_gpus(file.toStdString(), "{\"gpus\": [" + list.toStdString() + "]}");
        qputenv("FAKE_NVML", file.toUtf8());
        const preset::MachineProfile machine = preset::detect_machine();
        QCOMPARE(machine.gpus, gpus);
        QTEST(machine.bf16, "bf16");
    }

    // What a device cannot do is said with the type to take instead.
    void says_what_a_type_costs_data() {
        QTest::addColumn<QString>("compute");
        QTest::addColumn<int>("major"); // 0: a processor, 1: one with bf16
        QTest::addColumn<QString>("proposal");
        const auto row = [](const char* compute, int major, const char* proposal) {
            QTest::addRow("%s on %d", compute, major) << compute << major << proposal;
        };
        row("fp32", 0, "");
        row("bf16", 0, "use fp32");
        row("bf16", 1, "");
        row("bf16", 7, "use fp16, which it has");
        row("bf16", 9, "");
        row("fp16", 0, "use fp32");
        row("fp16", 1, "use bf16, which it has");
        row("fp16", 7, "");
        row("fp16", 6, "use fp32");
        row("tf32", 0, "changes nothing here");
        row("tf32", 1, "bf16 is the faster type");
        row("tf32", 7, "changes nothing here");
        row("tf32", 8, "");
    }
    void says_what_a_type_costs() {
        QFETCH(QString, compute);
        QFETCH(int, major);
        QFETCH(QString, proposal);
        Preset preset;
        QVERIFY(
            !preset::set(preset, *preset::find_key("precision.compute"), compute.toStdString()).has_value());
        Gpu gpu;
        gpu.compute_major = major;
        const preset::DeviceTypes types =
            major > 1 ? preset::gpu_types({&gpu, 1}) : preset::DeviceTypes{false, major == 1, false, false};
        const QString note = QString::fromStdString(preset::precision_note(preset, types));
        QCOMPARE(note.isEmpty(), proposal.isEmpty());
        QVERIFY2(note.contains(proposal), qPrintable(note));
    }

    void finds_a_model_at_hand() {
        QTemporaryDir folder;
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(folder.path()));
        QCOMPARE(preset::detect_machine().model, std::string());
        for (const char* name : {".deps/models/b", ".deps/models/a", ".deps/models/0-empty"})
            QVERIFY(QDir().mkpath(name));
        for (const char* name : {".deps/models/b/config.json", ".deps/models/a/config.json"}) {
            QFile file(name);
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        const std::string found = preset::detect_machine().model;
        QVERIFY(QDir::setCurrent(before));
        QCOMPARE(found, std::string(".deps/models/a"));
    }
};

QTEST_APPLESS_MAIN(MachineTest)
#include "machine_test.moc"
