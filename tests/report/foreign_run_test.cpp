// SPDX-License-Identifier: GPL-3.0-or-later
// Files as Lightning's CSVLogger and transformers' Trainer write them, and a store as MLflow reads it.
#include "base/error.h"
#include "event/folder/run_folder.h"
#include "report/foreign_run.h"
#include "report/tracking/mlflow_store.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <map>
#include <set>

using namespace tunedesk;
using namespace tunedesk::report;

class ForeignRunTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    static std::string sample(const char* name) {
        return read_file(fs::path(TUNEDESK_SOURCE_DIR "/tests/report/foreign") / name,
                         ErrorId::file_unreadable);
    }
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

    void lightnings_metrics() {
        const fs::path file = write("lightning_logs/version_0", "metrics.csv", sample("metrics.csv"));
        QVERIFY(is_foreign_run(file));
        const ForeignRun run = read_foreign_run(file);
        QCOMPARE(run.tool, std::string("Lightning"));
        QCOMPARE(run.compared.name, std::string("lightning_logs/version_0"));
        const MetricSeries* loss = find_series(run.series, "train_loss");
        QVERIFY(loss);
        QCOMPARE(loss->steps, (std::vector<double>{9, 19, 39}));
        QCOMPARE(loss->values[1], 0.41);
        QVERIFY(
            std::isnan(loss->values[2])); // a loss that was not a number is a point, an empty cell is none
        QCOMPARE(find_series(run.series, "lr")->values, (std::vector<double>{5e-05}));
        QVERIFY(find_series(run.series, "train_acc_epoch"));
        QCOMPARE(*run.compared.test_accuracy, 0.9012);
        QCOMPARE(task::value_of(run.compared.summary.progress.best, "accuracy").value_or(-1), 0.9125);
        QCOMPARE(run.compared.summary.progress.step, std::int64_t{40});
        QCOMPARE(run.compared.summary.progress.epoch, 1.0);
    }

    void an_accuracy_that_was_no_number_is_not_the_best() {
        const fs::path file =
            write("logs/nan", "metrics.csv",
                  "epoch,step,val_acc,test_acc\n0,1,nan,\n1,2,0.8,\n2,3,0.7,\n2,3,,0.6\n2,4,,nan\n");
        const ForeignRun run = read_foreign_run(file);
        QCOMPARE(task::value_of(run.compared.summary.progress.best, "accuracy").value_or(-1), 0.8);
        QCOMPARE(run.compared.test_accuracy.value_or(-1), 0.6);
    }

    void the_trainers_state() {
        const fs::path file = write("out/checkpoint-40", "trainer_state.json", sample("trainer_state.json"));
        const ForeignRun run = read_foreign_run(file.parent_path()); // the folder will do
        QCOMPARE(run.tool, std::string("Hugging Face Trainer"));
        QCOMPARE(run.compared.name, std::string("out/checkpoint-40"));
        const MetricSeries* loss = find_series(run.series, "train_loss");
        QCOMPARE(loss->values, (std::vector<double>{0.6931, 0.5}));
        QVERIFY(std::isnan(find_series(run.series, "grad_norm")->values[1]));
        QCOMPARE(find_series(run.series, "val_acc")->values, (std::vector<double>{0.88, 0.86}));
        QCOMPARE(find_series(run.series, "val_loss")->steps, (std::vector<double>{20, 40}));
        QVERIFY(!find_series(run.series, "val_runtime"));
        QCOMPARE(run.compared.summary.report->train_seconds, 61.5);
        QCOMPARE(run.compared.summary.progress.steps, std::int64_t{40});
        QCOMPARE(task::value_of(run.compared.summary.progress.best, "accuracy").value_or(-1), 0.88);
        const std::pair<std::string, std::string> batch = {"training.per_device_train_batch_size", "16"};
        QVERIFY(std::find(run.compared.settings.begin(), run.compared.settings.end(), batch) !=
                run.compared.settings.end());
    }

    void our_own_metrics_read_too() {
        const auto series =
            parse_metrics_csv("step,epoch,train_loss,val_acc\n1,0.5,0.7,\n2,1,,0.75\n", "m").series;
        QCOMPARE(find_series(series, "val_acc")->epochs, (std::vector<double>{1}));
        QCOMPARE(find_series(series, "train_loss")->steps, (std::vector<double>{1}));
    }

    void damaged_lines_are_skipped_and_counted() {
        const Metrics metrics = parse_metrics_csv(
            "step,epoch,train_loss\n1,0.5,0.7\n{\"code\":0,\"line\":\"\"}\n2,x,0.6\n3,1.5,0.5\n", "m");
        QCOMPARE(find_series(metrics.series, "train_loss")->values, (std::vector<double>{0.7, 0.5}));
        QCOMPARE(metrics.skipped, std::uint64_t{2});
        QVERIFY2(metrics.warning().find("2 damaged lines skipped, the first: m:3: 2 fields") == 0,
                 metrics.warning().c_str());
        QCOMPARE(parse_metrics_csv("step,loss\n1,2\n", "m").warning(), std::string());
    }

    void damaged_files_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("id");
        QTest::newRow("empty") << "metrics.csv"
                               << "" << 4192;
        QTest::newRow("other columns") << "metrics.csv"
                                       << "a,b\n1,2\n"
                                       << 4192;
        QTest::newRow("torn") << "metrics.csv"
                              << "step,loss\n1\n"
                              << 4192;
        QTest::newRow("no number") << "metrics.csv"
                                   << "step,loss\n1,x\n"
                                   << 4192;
        QTest::newRow("no JSON") << "trainer_state.json"
                                 << "{\"log_history\": [" << 4193;
        QTest::newRow("no history") << "trainer_state.json"
                                    << "{\"log_history\": 3}" << 4194;
        QTest::newRow("a list") << "trainer_state.json"
                                << "[]" << 4194;
        QTest::newRow("another name") << "state.json"
                                      << "{}" << 4195;
    }

    void damaged_files() {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(int, id);
        const fs::path file = write("damaged", name.toUtf8().constData(), text.toStdString());
        int found = 0;
        try {
            (void)read_foreign_run(file);
        } catch (const Error& error) {
            found = error.id();
        }
        QCOMPARE(found, id);
        fs::remove(file);
    }
};

QTEST_GUILESS_MAIN(ForeignRunTest)
#include "foreign_run_test.moc"
