// SPDX-License-Identifier: GPL-3.0-or-later
// A checkpoint whose hashes are right and whose state.json tells of places that its run cannot have: 4, at
// once.

#include "base/json.h"
#include "format/checkpoint.h"
#include "format/manifest.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <csignal>

using namespace tunedesk;
using namespace tunedesk::test;

class StateTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    event::RunFolder made_;
    fs::path preset_;

    static fs::path checkpoint(const event::RunFolder& run) { return run.checkpoints() / "step-00000010"; }

    /// Puts a value into state.json and its new hash into the manifest.
    static void change(const event::RunFolder& run, const QString& pointer, const QString& value) {
        const fs::path folder = checkpoint(run), path = folder / "state.json";
        Json json = Json::parse(read_file(path, ErrorId::file_unreadable));
        json[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
        write_file_atomically(path, json.dump());
        format::Manifest manifest = format::parse_manifest(
            read_file(folder / format::manifest_name, ErrorId::file_unreadable), "manifest");
        for (format::Manifest::Entry& entry : manifest.files)
            if (entry.name == "state.json") entry = format::existing_entry(folder, entry.name);
        write_file_atomically(folder / format::manifest_name, format::manifest_text(manifest));
    }

private Q_SLOTS:
    void initTestCase() {
        preset_ = bench_.preset();
        made_ = bench_.folder("made");
        const Ended ended = bench_.call(made_, preset_, {{"TUNEDESK_FAULT", "optimizer:11:kill"}});
        QVERIFY2(ended.code == 128 + SIGKILL && checkpoints(made_).front() == 10, ended.err.c_str());
    }

    void is_refused_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("more");
        QTest::addColumn<int>("id");
        const QString allowed = "--allow-change";
        QTest::newRow("an epoch of 2^62") << "/state/epoch"
                                          << "4611686018427387904"
                                          << "" << 4480;
        QTest::newRow("of 2^62, allowed") << "/state/epoch"
                                          << "4611686018427387904" << allowed << 4480;
        QTest::newRow("an epoch behind the last") << "/state/epoch"
                                                  << "9"
                                                  << "" << 4482;
        QTest::newRow("samples behind the epoch's") << "/state/samples_in_epoch"
                                                    << "1000000"
                                                    << "" << 4482;
        QTest::newRow("another step") << "/state/step"
                                      << "9007199254740992"
                                      << "" << 4481;
        QTest::newRow("another step, allowed") << "/state/step"
                                               << "9007199254740992" << allowed << 4481;
        QTest::newRow("a text") << "/state/epoch"
                                << "\"1\""
                                << "" << 4410;
        QTest::newRow("a version that is a text") << "/version"
                                                  << "\"1\""
                                                  << "" << 4410;
        QTest::newRow("ranks that are a text") << "/run/world_size"
                                               << "\"1\""
                                               << "" << 4410;
        QTest::newRow("data that are a list") << "/run/data"
                                              << "[]"
                                              << "" << 4410;
        QTest::newRow("a preset that is none") << "/run/preset"
                                               << "\"[\""
                                               << "" << 4420;
    }
    void is_refused() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, more);
        QFETCH(int, id);
        const event::RunFolder run = bench_.folder(QTest::currentDataTag());
        fs::copy(made_.root, run.root, fs::copy_options::recursive);
        change(run, pointer, value);
        const auto process =
            bench_.start(run, preset_, {}, more.isEmpty() ? QStringList{} : QStringList{more});
        const Ended ended = WorkerBench::wait(*process, 120);
        QVERIFY2(ended.code == 4 && has(ended.err, "TD" + std::to_string(id)), ended.err.c_str());
    }

    /// What the checks look at is right in what a run writes.
    void is_resumed_unchanged() {
        change(made_, "/state/best_value", "0.5");
        QCOMPARE(bench_.call(made_, preset_).code, 0);
    }
};

QTEST_GUILESS_MAIN(StateTest)
#include "state_test.moc"
