// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "base/error.h"
#include "event/journal/journal.h"
#include "event/journal/metrics.h"
#include "event/journal/tensorboard.h"
#include "event/socket/channel.h"
#include "samples.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <cstdio>
#include <fcntl.h>

using namespace tunedesk;
using namespace tunedesk::event;

// The test starts itself anew in a name space of its own, on a tmpfs of 1 MiB, and there runs one of these.
// Each prints its findings as JSON.

namespace {

/// Takes all room but `left` bytes.
void fill(const fs::path& folder, std::uint64_t left) {
    const fs::path path = folder / "filler";
    FileDescriptor fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    const std::string page(4096, 'x');
    while (free_space(folder) > left && write_all(fd.get(), page)) {
    }
}

Json findings(const RunFolder& folder, std::uint64_t recorded) {
    std::uint64_t seen = 0, told = 0, resumed = 0, gaps = 0;
    std::string metrics = MetricsLayout().header();
    const std::uint64_t damaged = replay_journal(folder, 0, [&](const Event& event) {
        metrics += MetricsLayout().row(event).value_or("");
        if (event.fields.contains("lost")) {
            ++gaps;
            told += event.fields["lost"].get<std::uint64_t>();
        } else if (event.type != Type::Log) {
            ++seen;
        }
        if (event.type == Type::Resumed) ++resumed;
    });
    const std::string tensorboard =
        read_file(fs::directory_iterator(folder.tensorboard())->path(), ErrorId::file_unreadable);
    return Json{
        {"recorded", recorded},
        {"seen", seen},
        {"told", told},
        {"gaps", gaps},
        {"damaged", damaged},
        {"resumed", resumed},
        {"metrics_equal_the_journal", read_file(folder.metrics(), ErrorId::file_unreadable) == metrics},
        {"tensorboard_is_whole", tfrecord_extent(tensorboard).bytes == tensorboard.size()}};
}

Json fill_and_free(const RunFolder& folder, bool resume_while_full) {
    std::vector<bool> synced;
    std::uint64_t recorded = 0, own = 0, next_seq = 0;
    {
        RunRecorder recorder(folder, {true, true, [&](const Event&) { ++own; }});
        const auto record = [&](Event event) {
            recorder.record(event);
            ++recorded;
        };
        for (int step = 1; step <= 50; ++step)
            record(step_at(step));
        synced.push_back(recorder.sync());
        fill(folder.root, 40'000);
        for (int step = 51; step <= 1000; ++step)
            record(step_at(step));
        synced.push_back(recorder.sync());
        if (resume_while_full) record(resumed_from(50));
        for (int step = 51; step <= (resume_while_full ? 60 : 50); ++step)
            record(step_at(step));
        fs::remove(folder.root / "filler");
        for (int step = 1001; step <= 1100; ++step)
            record(step_at(step));
        synced.push_back(recorder.sync());
        synced.push_back(recorder.sync());
        next_seq = recorder.next_seq();
    }
    Json json = findings(folder, recorded);
    json["synced"] = synced;
    json["own"] = own;
    json["next_seq"] = next_seq;
    return json;
}

/// Training's point of view: publish() and sync() return, whatever the disk does.
Json channel_on_a_full_disk(const RunFolder& folder) {
    const auto channel = recording_channel(folder, {}, 0);
    channel->publish(step_at(1));
    const bool before = channel->sync(60);
    fill(folder.root, 0);
    for (int step = 2; step <= 5000; ++step)
        channel->publish(step_at(step));
    const bool full = channel->sync(60);
    fs::remove(folder.root / "filler");
    channel->publish(step_at(6000));
    const bool after = channel->sync(60);
    channel->close(60);
    Json json = findings(folder, 5001);
    json["synced"] = Json{before, full, after};
    return json;
}

int inner(const std::string& scenario, const fs::path& root) {
    const RunFolder folder{root};
    Json json;
    if (scenario == "channel")
        json = channel_on_a_full_disk(folder);
    else
        json = fill_and_free(folder, scenario == "resume");
    std::puts(json.dump().c_str());
    return 0;
}

} // namespace

class DiskFullTest : public QObject {
    Q_OBJECT

    /// The scenario's findings, or nothing where this machine grants no name space.
    std::optional<Json> on_a_small_disk(const QString& scenario) {
        QTemporaryDir place;
        QProcess process;
        const QString script = QStringLiteral("mount -t tmpfs -o size=1m tmpfs \"$1\" || exit 43; "
                                              "exec \"$0\" --inner \"$2\" \"$1\"");
        process.start(QStringLiteral("unshare"),
                      {QStringLiteral("-Urm"), QStringLiteral("sh"), QStringLiteral("-c"), script,
                       QCoreApplication::applicationFilePath(), place.path(), scenario});
        if (!process.waitForStarted() || !process.waitForFinished(100'000) || process.exitCode() == 43 ||
            process.exitCode() == 1)
            return std::nullopt;
        const QByteArray out = process.readAllStandardOutput();
        if (out.isEmpty()) qWarning("%s", process.readAllStandardError().constData());
        return parse_json(out.toStdString(), "the findings", ErrorId::file_unreadable);
    }

private Q_SLOTS:
    void recordingGoesOn_data() {
        QTest::addColumn<QString>("scenario");
        QTest::newRow("gap") << "gap";
        QTest::newRow("resumed while full") << "resume";
    }

    // FAULTS 18
    void recordingGoesOn() {
        QFETCH(QString, scenario);
        const auto found = on_a_small_disk(scenario);
        if (!found) QSKIP("unshare -Urm with a tmpfs is not granted here");
        const auto count = [&](const char* name) { return (*found)[name].get<std::uint64_t>(); };
        qInfo("%s", found->dump().c_str());
        QVERIFY(count("told") > 100);
        QCOMPARE(count("gaps"), 1u);
        QCOMPARE(count("damaged"), 0u);
        QVERIFY(count("own") >= 1);
        QVERIFY((*found)["metrics_equal_the_journal"].get<bool>());
        QVERIFY((*found)["tensorboard_is_whole"].get<bool>());
        const bool lost_more = scenario == "resume"; // between the second sync() and the third
        QVERIFY((*found)["synced"] == Json({true, false, !lost_more, true}));
        if (scenario == "gap") {
            QCOMPARE(count("seen") + count("told"), count("recorded"));
        } else {
            // The lost Resumed is told after the gap, and overtakes what came before it.
            QCOMPARE(count("resumed"), 1u);
            QVERIFY(count("seen") < 200);
        }
    }

    // FAULTS 18
    void trainingNeverStops() {
        const auto found = on_a_small_disk(QStringLiteral("channel"));
        if (!found) QSKIP("unshare -Urm with a tmpfs is not granted here");
        qInfo("%s", found->dump().c_str());
        QVERIFY((*found)["synced"] == Json({true, false, true}));
        QCOMPARE((*found)["seen"].get<int>() + (*found)["told"].get<int>(), (*found)["recorded"].get<int>());
        QCOMPARE((*found)["damaged"].get<int>(), 0);
        QVERIFY((*found)["tensorboard_is_whole"].get<bool>());
    }
};

int main(int argc, char** argv) {
    if (argc == 4 && std::string_view(argv[1]) == "--inner") return inner(argv[2], argv[3]);
    QCoreApplication application(argc, argv);
    DiskFullTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "disk_full_test.moc"
