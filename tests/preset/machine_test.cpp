#include "base/fake_nvml.h"
#include "preset/questionnaire.h"

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
        const preset::Machine machine = preset::detect_machine();
        QCOMPARE(machine.gpus, gpus);
        QTEST(machine.bf16, "bf16");
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
