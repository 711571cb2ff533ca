// SPDX-License-Identifier: GPL-3.0-or-later
// What trackers get of a run: a store as MLflow reads it, and W&B's offline run by a reader of this test's
// own. read_wandb_run.py reads the latter with W&B's package.
#include "base/error.h"
#include "event/folder/run_folder.h"
#include "protobuf_message.h"
#include "report/tracking/mlflow_store.h"
#include "report/tracking/wandb_log.h"
#include "report/tracking/wandb_run.h"

#include <QTemporaryDir>
#include <QTest>
#include <limits>
#include <map>

using namespace tunedesk;
using namespace tunedesk::report;

namespace {

std::uint64_t little_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

std::uint32_t crc32_bit_by_bit(std::string_view bytes) {
    std::uint32_t crc = 0xFFFFFFFFu;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0u);
    }
    return ~crc;
}

/// The records of a .wandb file. Ends the test program where its form is broken.
std::vector<std::string> records_of(std::string_view file) {
    constexpr std::size_t block = 32768, head = 7;
    if (file.substr(0, head) != std::string_view(":W&B\xE1\xBE\0", head)) qFatal("no .wandb file");
    std::vector<std::string> records;
    bool is_open = false; // more of the last record follows
    for (std::size_t at = head; at < file.size();) {
        if (const std::size_t room = block - at % block; room < head) {
            if (file.substr(at, room).find_first_not_of('\0') != std::string_view::npos) qFatal("no padding");
            at += room;
            continue;
        }
        const auto size = little_endian(file.substr(at + 4, 2));
        const auto type = static_cast<unsigned char>(file[at + 6]);
        if (at % block + head + size > block || at + head + size > file.size()) qFatal("a part is too long");
        if (little_endian(file.substr(at, 4)) != crc32_bit_by_bit(file.substr(at + 6, 1 + size)))
            qFatal("another checksum");
        if (type < 1 || type > 4 || is_open != (type > 2)) qFatal("a part of type %d is out of order", type);
        if (!is_open) records.emplace_back();
        records.back() += file.substr(at + head, size);
        is_open = type == 2 || type == 3;
        at += head + size;
    }
    if (is_open) qFatal("the last record has no end");
    return records;
}

/// Keys and JSON values of a ConfigRecord, SummaryRecord or HistoryRecord.
std::map<std::string, std::string> items_of(const Message& record) {
    std::map<std::string, std::string> items;
    for (const std::string& bytes : record.all(1)) {
        const Message item(bytes);
        items[item.one(1)] = item.one(16);
    }
    return items;
}

using Items = std::map<std::string, std::string>;

/// A row of values as a message of a test.
QString shown(const Items& items) {
    QString text;
    for (const auto& [key, value] : items)
        text += QString::fromStdString(key + " = " + value.substr(0, 200) + "\n");
    return text;
}

} // namespace

class TrackingTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    fs::path write(const char* place, const char* name, const std::string& text) {
        const fs::path folder = fs::path(folder_.path().toStdString()) / place;
        fs::create_directories(folder);
        write_file_atomically(folder / name, text);
        return folder / name;
    }
    /// A run of two steps and an evaluation, which has ended.
    ComparedRun tracked_run() {
        const fs::path folder = write("a run", "preset.yaml", "name: x\n").parent_path();
        const auto line = [](int seq, const char* t, const std::string& fields) {
            return "{\"v\":1,\"rank\":0,\"rank_seq\":" + std::to_string(seq) +
                   ",\"seq\":" + std::to_string(seq) + ",\"t\":" + t + "," + fields + "}\n";
        };
        const std::string step = R"("type":"Step","loss":0.5,"epoch":1,"step":)";
        write("a run", "events.jsonl",
              line(1, "1000.5", R"("type":"State","state":"starting")") + line(2, "1001.25", step + "1") +
                  line(3, "1002.125", step + "2") +
                  line(4, "1003", R"("type":"Eval","split":"val","step":2,"epoch":1,"loss":0.25)"));
        write("a run", "metrics.csv", "step,epoch,train_loss,val_loss\n1,0.5,0.75,\n2,1,nan,\n2,1,,0.25\n");
        write("a run", "report.json", R"({"accuracy": 0.875, "steps": 2, "train_seconds": 1.5})");
        ComparedRun run;
        run.summary = read_run(folder);
        run.name = "x: \"quoted\"";
        run.settings = {{"tunedesk", "1"},
                        {"task", "text-classification"},
                        {"training.learning_rate", "5e-05"},
                        {"data.validation", ""}};
        return run;
    }
    /// Files below a folder by their paths in it.
    static std::map<std::string, std::string> files_below(const fs::path& folder) {
        std::map<std::string, std::string> all;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
            if (entry.is_regular_file())
                all[entry.path().lexically_relative(folder).string()] =
                    read_file(entry.path(), ErrorId::file_unreadable);
        return all;
    }
    /// Of a run's only .wandb file.
    static std::vector<Message> wandb_records(const fs::path& run) {
        const std::string name = run.filename().string();
        std::vector<Message> all;
        for (const std::string& record : records_of(read_file(
                 run / ("run-" + name.substr(name.rfind('-') + 1) + ".wandb"), ErrorId::file_unreadable)))
            all.emplace_back(record);
        return all;
    }

private Q_SLOTS:
    void mlflows_store() {
        const ComparedRun run = tracked_run();
        const Metrics metrics = read_metrics_csv(run.summary.folder / "metrics.csv");
        const fs::path store = fs::path(folder_.path().toStdString()) / "ml runs";
        const TrackedRun tracked{run, {"done", 0, 0}, metrics, {{"preset.yaml", "name: x\n"}}};
        const fs::path folder = write_mlflow_run(store, "My experiment", tracked);
        const std::string id = folder.filename().string(),
                          experiment = folder.parent_path().filename().string();
        QVERIFY(id.size() == 32 && experiment.size() == 18);
        const std::string uri = "file://" + folder_.path().toStdString() + "/ml%20runs/" + experiment;
        auto files = files_below(store);
        const std::string meta = files[experiment + "/meta.yaml"];
        QVERIFY2(meta.starts_with("artifact_location: \"" + uri + "\"\n"), meta.c_str());
        QVERIFY(meta.find("experiment_id: '" + experiment + "'\n") != std::string::npos);
        QVERIFY(meta.ends_with("lifecycle_stage: active\nname: \"My experiment\"\n"));
        const std::map<std::string, std::string> expected{
            {"meta.yaml", "artifact_uri: \"" + uri + "/" + id +
                              "/artifacts\"\nend_time: 1003000\nentry_point_name: ''\nexperiment_id: '" +
                              experiment + "'\nlifecycle_stage: active\nrun_id: \"" + id +
                              "\"\nrun_name: \"x: \\\"quoted\\\"\"\nrun_uuid: \"" + id +
                              "\"\nsource_name: tunedesk\nsource_type: 4\nsource_version: ''\n"
                              "start_time: 1000500\nstatus: 3\ntags: []\nuser_id: ''\n"},
            {"params/task", "text-classification"},
            {"params/training.learning_rate", "5e-05"},
            {"metrics/train_loss", "1001250 0.75 1\n1003000 nan 2\n"},
            {"metrics/val_loss", "1003000 0.25 2\n"},
            {"metrics/accuracy", "1003000 0.875 2\n"},
            {"metrics/train_seconds", "1003000 1.5 2\n"},
            {"tags/mlflow.runName", "x: \"quoted\""},
            {"tags/mlflow.source.name", "tunedesk"},
            {"tags/tunedesk.state", "done"},
            {"tags/tunedesk.run", run.summary.folder.string()},
            {"artifacts/preset.yaml", "name: x\n"}};
        auto of_run = files_below(folder);
        for (const auto& [name, text] : expected)
            QCOMPARE(QString::fromStdString(name + "\n" + of_run[name]),
                     QString::fromStdString(name + "\n" + text));
        QVERIFY(!of_run.contains("params/tunedesk") && !of_run.contains("params/data.validation"));
    }

    /// A name in a stranger's metrics.csv leads nowhere else.
    void names_of_entries_stay_in_their_folder() {
        const ComparedRun run = tracked_run();
        Metrics metrics = read_metrics_csv(run.summary.folder / "metrics.csv");
        for (const char* name : {".", "..", "../../up", "/tmp/x"}) {
            metrics.series.push_back(metrics.series.front());
            metrics.series.back().name = name;
        }
        const fs::path store = fs::path(folder_.path().toStdString()) / "strange";
        const fs::path folder = write_mlflow_run(store, "one", {run, {"done", 0, {}}, metrics, {}});
        const auto files = files_below(folder);
        for (const char* name : {"metrics/_.", "metrics/_..", "metrics/.._.._up", "metrics/_tmp_x"})
            QVERIFY2(files.contains(name), name);
    }

    /// The same run, and one that was moved, keeps its place; what others wrote there stays.
    void a_run_is_tracked_again() {
        ComparedRun run = tracked_run();
        const Metrics metrics = read_metrics_csv(run.summary.folder / "metrics.csv");
        const fs::path store = fs::path(folder_.path().toStdString()) / "again";
        const auto put = [&](const char* experiment, const char* state) {
            return write_mlflow_run(store, experiment, {run, {state, 0, {}}, metrics, {}});
        };
        const fs::path folder = put("one", "running");
        QVERIFY(read_file(folder / "meta.yaml", ErrorId::file_unreadable).find("end_time: null\n") !=
                std::string::npos);
        write_file_atomically(folder / "tags/mlflow.note.content", "a note");
        const auto before = files_below(store);
        const fs::path moved = run.summary.folder.parent_path() / "moved";
        fs::rename(run.summary.folder, moved);
        run.summary.folder = moved;
        QCOMPARE(put("one", "failed"), folder);
        const auto after = files_below(store);
        QCOMPARE(after.size(), before.size());
        QCOMPARE(read_file(folder / "tags/mlflow.note.content", ErrorId::file_unreadable),
                 std::string("a note"));
        QVERIFY(read_file(folder / "meta.yaml", ErrorId::file_unreadable).find("status: 4\n") !=
                std::string::npos);
        // Another experiment has a run of its own; one that MLflow made is found by its name.
        QVERIFY(put("two", "done").filename() != folder.filename());
        fs::create_directories(store / "7");
        write_file_atomically(store / "7/meta.yaml", "experiment_id: '7'\nname: three\n");
        QCOMPARE(put("three", "done").parent_path(), store / "7");
        QVERIFY_THROWS_EXCEPTION(Error, put("a\nb", "done"));
    }

    void wandbs_offline_run() {
        ComparedRun run = tracked_run();
        run.settings.emplace_back("training.epochs", "3");
        run.settings.emplace_back("model.from_scratch", "true");
        run.summary.progress.best = {{"accuracy", 0.75}};
        const Metrics metrics = read_metrics_csv(run.summary.folder / "metrics.csv");
        const fs::path place = fs::path(folder_.path().toStdString()) / "for wandb";
        const fs::path folder = write_wandb_run(
            place, "My project", {run, {"failed", 0, 7}, metrics, {{"report.txt", "a report"}}});
        QCOMPARE(folder.parent_path(), place / "wandb");
        const std::string name = folder.filename().string(), id = name.substr(name.size() - 16);
        QCOMPARE(name, "offline-run-19700101_001640-" + id);

        const std::vector<Message> records = wandb_records(folder);
        QCOMPARE(records.size(), std::size_t{8});
        for (std::size_t i = 0; i < records.size(); ++i)
            QCOMPARE(records[i].one(1), std::to_string(i + 1));
        QVERIFY(records[0].message(21).message(1).one(1).starts_with("tunedesk"));
        const Message started = records[1].message(17);
        QCOMPARE(started.one(1), id);
        QCOMPARE(started.one(3), std::string("My project"));
        QCOMPARE(started.one(8), std::string("x: \"quoted\""));
        QCOMPARE(started.one(10), std::string("text-classification"));
        QCOMPARE(started.message(17).one(1) + "." + started.message(17).one(2),
                 std::string("1000.500000000"));
        QCOMPARE(shown(items_of(started.message(4))), shown({{"task", "\"text-classification\""},
                                                             {"training.learning_rate", "5.0e-05"},
                                                             {"training.epochs", "3"},
                                                             {"model.from_scratch", "true"}}));
        std::vector<std::string> sent;
        for (const std::string& file : records[2].message(6).all(1))
            sent.push_back(Message(file).one(1));
        QCOMPARE(sent, (std::vector<std::string>{"config.yaml", "wandb-summary.json", "wandb-metadata.json",
                                                 "report.txt"}));
        const Items last_row{{"_runtime", "2.500"}, {"_step", "2"},        {"_timestamp", "1003.000"},
                             {"epoch", "1"},        {"train_loss", "NaN"}, {"val_loss", "0.25"}};
        QCOMPARE(shown(items_of(records[3].message(2))), shown({{"_runtime", "0.750"},
                                                                {"_step", "1"},
                                                                {"_timestamp", "1001.250"},
                                                                {"epoch", "0.5"},
                                                                {"train_loss", "0.75"}}));
        QCOMPARE(records[3].message(2).message(2).one(1), std::string("1"));
        QCOMPARE(shown(items_of(records[4].message(2))), shown(last_row));
        Items summary = items_of(records[5].message(3));
        for (const auto& [key, value] : last_row)
            QCOMPARE(summary[key], value);
        QCOMPARE(summary["best_accuracy"], std::string("0.75"));
        QCOMPARE(summary["accuracy"], std::string("0.875"));
        QCOMPARE(summary["tunedesk_state"], std::string("\"failed (7)\""));
        QCOMPARE(records[6].message(18).one(1) + " " + records[6].message(18).one(2), std::string("7 2"));
        QCOMPARE(records[7].all(20).size(), std::size_t{1});

        auto files = files_below(folder / "files");
        QCOMPARE(files["report.txt"], std::string("a report"));
        QVERIFY(files["config.yaml"].find("\"training.learning_rate\":\n    value: 5.0e-05\n") !=
                std::string::npos);
        QVERIFY(files["wandb-summary.json"].find("\"val_loss\": 0.25") != std::string::npos);
        QVERIFY(files["wandb-metadata.json"].find("\"startedAt\": \"1970-01-01T00:16:40Z\"") !=
                std::string::npos);
    }

    void a_run_is_written_for_wandb_again() {
        const ComparedRun run = tracked_run();
        const Metrics metrics = read_metrics_csv(run.summary.folder / "metrics.csv");
        const fs::path place = fs::path(folder_.path().toStdString()) / "wandb again";
        const fs::path folder = write_wandb_run(place, "p", {run, {"running", 0, {}}, metrics, {}});
        for (const Message& record : wandb_records(folder))
            QVERIFY(record.all(18).empty() && record.all(20).empty());
        QCOMPARE(write_wandb_run(place, "p", {run, {"done", 0, {}}, metrics, {}}), folder);
        QCOMPARE(wandb_records(folder).back().all(20).size(), std::size_t{1});
        QVERIFY(write_wandb_run(place, "q", {run, {"done", 0, {}}, metrics, {}}) != folder);
        // Without a journal the time of the start is not known, and the folder is found by its end.
        fs::remove(run.summary.folder / "events.jsonl");
        const fs::path other = write_wandb_run(place, "p", {run, {"queued", 1, {}}, metrics, {}});
        const fs::path dated = other.parent_path() / ("offline-run-20000101_000000" +
                                                      other.string().substr(other.string().rfind('-')));
        fs::rename(other, dated);
        QCOMPARE(write_wandb_run(place, "p", {run, {"queued", 1, {}}, metrics, {}}), dated);
        for (const char* bad : {"", "a/b", "50%", "a\nb"})
            QVERIFY_THROWS_EXCEPTION(Error, write_wandb_run(place, bad, {run, {"done", 0, {}}, metrics, {}}));
    }

    /// Records that are cut at the ends of blocks, and ends with no room for a part's head.
    void records_across_blocks() {
        for (std::size_t left = 5; left <= 9; ++left) {
            WandbLog log;
            const std::vector<std::string> records{std::string(32768 - 7 - 7 - left, 'a'),
                                                   std::string(70'000, 'b'), "", "c"};
            for (const std::string& record : records)
                log.add(record);
            QCOMPARE(records_of(log.bytes()), records);
        }
    }

    void what_is_not_finite() {
        const ComparedRun run = tracked_run();
        constexpr double infinity = std::numeric_limits<double>::infinity(),
                         nan = std::numeric_limits<double>::quiet_NaN();
        Metrics metrics;
        metrics.series = {{"../x", {5, 5, nan}, {nan, nan, nan}, {infinity, -infinity, 1}}};
        const fs::path folder = write_wandb_run(fs::path(folder_.path().toStdString()) / "not finite", "p",
                                                {run, {"done", 0, {}}, metrics, {}});
        const std::vector<Message> records = wandb_records(folder);
        std::vector<Items> rows;
        for (const Message& record : records)
            if (!record.all(2).empty()) rows.push_back(items_of(record.message(2)));
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows[0]["../x"], std::string("-Infinity"));
        QVERIFY(!rows[0].contains("epoch"));
        // Nor are a stranger's times, which fit into no calendar.
        write("a run", "events.jsonl",
              R"({"v":1,"rank":0,"rank_seq":1,"seq":1,"t":1e300,"type":"State","state":"starting"})"
              "\n");
        const fs::path late = write_wandb_run(fs::path(folder_.path().toStdString()) / "late", "p",
                                              {run, {"done", 0, {}}, metrics, {}});
        QVERIFY2(late.filename().string().starts_with("offline-run-99991231_235959-"), late.c_str());
    }
};

QTEST_GUILESS_MAIN(TrackingTest)
#include "tracking_test.moc"
