// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "event/journal/run_recorder.h"
#include "event/journal/tensorboard.h"
#include "samples.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::event;

namespace {

std::string from_hex(const Json& text) {
    return QByteArray::fromHex(QByteArray::fromStdString(text.get<std::string>())).toStdString();
}

fs::path only_file(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        files.push_back(entry.path());
    return files.size() == 1 ? files[0] : fs::path();
}

void record(RunRecorder& recorder, std::vector<Event> events) {
    for (Event& event : events)
        recorder.record(event);
}

/// What the real TensorBoard reads, or nothing where it is not installed.
std::optional<Json> read_back(const RunFolder& folder) {
    QString python = qEnvironmentVariable("TUNEDESK_PYTHON");
    if (python.isEmpty()) python = QStringLiteral(TUNEDESK_SOURCE_DIR "/.deps/peer/bin/python");
    QProcess process;
    process.start(python, {QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/event/read_tensorboard.py"),
                           QString::fromStdString(folder.tensorboard().string())});
    if (!process.waitForStarted() || !process.waitForFinished(100'000) || process.exitCode() == 42)
        return std::nullopt;
    if (process.exitCode() != 0) qWarning("%s", process.readAllStandardError().constData());
    return parse_json(process.readAllStandardOutput().toStdString(), "TensorBoard", ErrorId::file_unreadable);
}

std::vector<std::int64_t> steps_of(const Json& points) {
    std::vector<std::int64_t> steps;
    for (const Json& point : points)
        steps.push_back(point[0].get<std::int64_t>());
    return steps;
}

/// The steps of a file's scalars as a reader finds them that knows nothing of sessions.
std::vector<std::int64_t> plain_steps(const fs::path& path) {
    const std::string file = read_file(path, ErrorId::file_unreadable);
    std::vector<std::int64_t> steps;
    for (std::size_t at = 0; at < file.size();) {
        std::uint64_t length = 0;
        std::memcpy(&length, file.data() + at, sizeof length);
        const std::string payload = file.substr(at + 12, length);
        at += 16 + length;
        // Behind the time (9 bytes): the key of the step, the step of one byte, the key of a summary.
        if (payload.size() > 12 && payload[9] == 0x10 && payload[11] == 0x2A) steps.push_back(payload[10]);
    }
    return steps;
}

} // namespace

class TensorBoardTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        place_ = std::make_unique<QTemporaryDir>();
        folder_.root = place_->path().toStdString();
    }

    void bytesEqualTensorBoardsOwn() {
        const Json golden = parse_json(
            read_file(TUNEDESK_SOURCE_DIR "/tests/golden/tensorboard.json", ErrorId::file_unreadable),
            "golden", ErrorId::file_unreadable);
        QCOMPARE(golden["crc"].size(), std::size_t(6));
        for (const Json& row : golden["crc"]) {
            QCOMPARE(crc32c(from_hex(row["text"])), row["crc32c"].get<std::uint32_t>());
            QCOMPARE(masked_crc32c(from_hex(row["text"])), row["masked"].get<std::uint32_t>());
        }
        QCOMPARE(tfrecord(file_version_event(1795246757.25)), from_hex(golden["version"]));
        QCOMPARE(tfrecord(session_start_event(1795246757.5, 301)), from_hex(golden["start"]));
        QCOMPARE(tfrecord(session_start_event(1795246757.5, 0)), from_hex(golden["start_at_zero"]));
        QCOMPARE(tfrecord(scalars_event(1795246758.75, 70000,
                                        {{"train/loss", 0.69314718f}, {"train/learning_rate", 5e-05f}})),
                 from_hex(golden["scalars"]));
    }

    void realTensorBoardReadsIt() {
        {
            RunRecorder recorder(folder_, {});
            record(recorder, {step_at(1), step_at(10), eval_at(10, "val"), step_at(20), eval_at(20, "val"),
                              eval_at(10, "test")});
        }
        const auto read = read_back(folder_);
        if (!read) QSKIP("no Python with the tensorboard package (TUNEDESK_PYTHON)");
        QCOMPARE(read->size(), std::size_t(11));
        QCOMPARE(steps_of((*read)["train/loss"]), (std::vector<std::int64_t>{1, 10, 20}));
        QCOMPARE(steps_of((*read)["train/grad_norm"]), std::vector<std::int64_t>{1}); // NaN: not measured
        QCOMPARE(steps_of((*read)["val/macro_f1"]), (std::vector<std::int64_t>{10, 20}));
        QCOMPARE(steps_of((*read)["test/accuracy"]), std::vector<std::int64_t>{10});
        const StepEvent step = to_step(step_at(10));
        for (const auto& [tag, value] :
             {std::pair("train/loss", step.loss), std::pair("train/accuracy", step.accuracy),
              std::pair("train/learning_rate", step.learning_rate),
              std::pair("train/step_seconds", step.step_seconds)})
            QCOMPARE((*read)[tag][1][1].get<float>(), static_cast<float>(value));
        QCOMPARE((*read)["train/loss"][1][2].get<double>(), step_at(10).t);
    }

    void resumedRunHasNoGapsAndNoRepeats() {
        {
            RunRecorder recorder(folder_, {});
            record(recorder, {step_at(10), eval_at(10, "val"), step_at(20), eval_at(20, "val"), step_at(30)});
        }
        // The crash tore the last record.
        const fs::path file = only_file(folder_.tensorboard());
        fs::resize_file(file, fs::file_size(file) - 3);
        {
            RunRecorder recorder(folder_, {});
            record(recorder,
                   {resumed_from(10), eval_at(10, "val"), step_at(20), eval_at(20, "val"), step_at(30)});
        }
        const fs::path replaced = only_file(folder_.tensorboard());
        QVERIFY(replaced > file); // as readers order them
        QCOMPARE(plain_steps(replaced), (std::vector<std::int64_t>{10, 10, 20, 20, 30}));
        const auto read = read_back(folder_);
        if (!read) QSKIP("no Python with the tensorboard package (TUNEDESK_PYTHON)");
        QCOMPARE(steps_of((*read)["train/loss"]), (std::vector<std::int64_t>{10, 20, 30}));
        QCOMPARE(steps_of((*read)["val/loss"]), (std::vector<std::int64_t>{10, 20}));
    }

    void resumesReplaceTheFileOnlyForStepsTakenBack() {
        {
            RunRecorder recorder(folder_, {});
            record(recorder, {step_at(10), step_at(20)});
        }
        const fs::path file = only_file(folder_.tensorboard());
        {
            RunRecorder recorder(folder_, {});
            record(recorder, {resumed_from(20), step_at(30)});
        }
        QCOMPARE(only_file(folder_.tensorboard()), file);
        for (int i = 1; i <= 12; ++i) {
            // A writer that was killed while it replaced the file.
            write_file_atomically(file.string() + ".0099.tmp1-2", "torn");
            RunRecorder recorder(folder_, {});
            record(recorder, {resumed_from(20), step_at(30), step_at(40)});
            QCOMPARE(only_file(folder_.tensorboard()),
                     fs::path(QString("%1.%2").arg(file.c_str()).arg(i, 4, 10, QChar('0')).toStdString()));
        }
        QCOMPARE(plain_steps(only_file(folder_.tensorboard())), (std::vector<std::int64_t>{10, 20, 30, 40}));
    }

    void tornTailIsCutAtEveryByte() {
        {
            TensorBoardFile file(folder_);
            QVERIFY(file.append(step_at(1)));
            QVERIFY(file.append(step_at(2)));
        }
        const fs::path path = only_file(folder_.tensorboard());
        const std::string whole = read_file(path, ErrorId::file_unreadable);
        const std::size_t size = tfrecord_extent(whole).bytes;
        QCOMPARE(size, whole.size());
        std::size_t last = 0; // where the last record begins
        while (tfrecord_extent(whole.substr(0, last)).bytes == last && last < size) {
            std::size_t next = last + 1;
            while (next < size && tfrecord_extent(whole.substr(0, next)).bytes != next)
                ++next;
            if (next == size) break;
            last = next;
        }
        QVERIFY(last > 50 && last < size);
        for (std::size_t bytes = last; bytes < size; ++bytes) {
            write_file_atomically(path, whole.substr(0, bytes));
            TensorBoardFile file(folder_);
            QCOMPARE(fs::file_size(path), last);
            QVERIFY(file.append(step_at(2)));
            QCOMPARE(read_file(path, ErrorId::file_unreadable), whole);
        }
    }

    void damagedFileIsFollowedByAnother() {
        { TensorBoardFile(folder_).append(step_at(1)); }
        const fs::path first = only_file(folder_.tensorboard());
        std::string bytes = read_file(first, ErrorId::file_unreadable);
        bytes[bytes.size() / 2] ^= 1;
        write_file_atomically(first, bytes);
        { TensorBoardFile(folder_).append(step_at(2)); }
        QCOMPARE(read_file(first, ErrorId::file_unreadable), bytes);
        const std::string second = read_file(first.string() + ".1", ErrorId::file_unreadable);
        QCOMPARE(tfrecord_extent(second).bytes, second.size());
        { TensorBoardFile(folder_).append(step_at(3)); }
        QVERIFY(read_file(first.string() + ".1", ErrorId::file_unreadable).size() > second.size());
        QVERIFY(!fs::exists(first.string() + ".1.1"));
    }

    void extentKnowsHostileLengths() {
        QVERIFY(tfrecord_extent("").rest_is_torn);
        std::string huge(8, '\xff');
        const std::uint32_t crc = masked_crc32c(huge);
        for (int i = 0; i < 4; ++i)
            huge += static_cast<char>(crc >> (8 * i) & 0xFF);
        huge += std::string(100, 'x');
        QCOMPARE(tfrecord_extent(huge).bytes, std::size_t(0));
        QVERIFY(!tfrecord_extent(std::string(100, '\0')).rest_is_torn);
    }

private:
    std::unique_ptr<QTemporaryDir> place_;
    RunFolder folder_;
};

QTEST_GUILESS_MAIN(TensorBoardTest)
#include "tensorboard_test.moc"
