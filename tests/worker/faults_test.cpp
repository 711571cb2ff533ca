// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker does when its surroundings fail it: the code, the place, the remedy, and nothing lost.

#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <csignal>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::test;

class FaultsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    Settings short_{{"training.num_train_epochs", "1"}};

    /// A run that was killed at its 11th step, with checkpoints of steps 5 and 10, made once and copied.
    event::RunFolder killed_run(const std::string& name, const fs::path& preset) {
        const event::RunFolder run = bench_.folder(name);
        const Ended ended = bench_.call(run, preset, {{"TUNEDESK_FAULT", "optimizer:11:kill"}});
        if (ended.code != 128 + SIGKILL || checkpoints(run) != std::vector<std::int64_t>{10, 5})
            qFatal("the run to resume was not made: %s", (ended.out + ended.err).c_str());
        return run;
    }

    static void replace(const fs::path& path, const std::string& from, const std::string& to) {
        std::string text = read_file(path, ErrorId::file_unreadable);
        text.replace(text.find(from), from.size(), to);
        std::ofstream(path, std::ios::binary) << text;
    }

    static bool holds(const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    }

private Q_SLOTS:
    void a_changed_run_is_not_resumed_silently_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("named");
        QTest::addRow("preset") << "preset"
                                << "learning_rate";
        QTest::addRow("data") << "data"
                              << "data.train";
        QTest::addRow("ranks") << "ranks"
                               << "ranks: 1 -> 2";
        QTest::addRow("model") << "model"
                               << "model.path: its config.json";
        QTest::addRow("batch size") << "batch"
                                    << "per_device_train_batch_size";
    }
    // FAULTS 22
    void a_changed_run_is_not_resumed_silently() {
        QFETCH(QString, what);
        QFETCH(QString, named);
        const std::string name = "changed-" + what.toStdString();
        const fs::path data = bench_.rows(name);
        bench_.write_rows(data, 90, 1);
        Settings settings{{"data.train", data.string()}};
        const event::RunFolder run = killed_run(name, bench_.preset(settings));
        if (what == "preset") settings["training.learning_rate"] = "2e-3";
        if (what == "batch") settings["training.per_device_train_batch_size"] = "2";
        if (what == "data") bench_.write_rows(data, 90, 8);
        const std::string config = read_file(bench_.model() / "config.json", ErrorId::file_unreadable);
        if (what == "model")
            write_file_atomically(bench_.model() / "config.json",
                                  QString::fromStdString(config).replace("gelu", "relu").toStdString());
        const fs::path preset = bench_.preset(settings);
        if (what == "ranks") {
            for (const Ended& rank : bench_.call_ranks(2, run, preset))
                QVERIFY2(rank.code == 4 && holds(rank.err, named.toStdString()), rank.err.c_str());
        } else {
            const Ended ended = bench_.call(run, preset);
            QVERIFY2(ended.code == 4 && holds(ended.err, named.toStdString()), ended.err.c_str());
            QVERIFY(holds(ended.err, "--allow-change"));
            QCOMPARE(event::read_exit(run)->id, 4420);
        }
        const Ended allowed =
            bench_.call(run, bench_.preset(what == "ranks" ? Settings{} : settings), {}, {"--allow-change"});
        QVERIFY2(allowed.code == 0, (allowed.out + allowed.err).c_str());
        write_file_atomically(bench_.model() / "config.json", config);
        // 10 steps of 8 samples are behind; half the batch takes 3 steps for the epoch's rest, 23 for the
        // next.
        const auto steps = events_of(run, event::Type::Finished).at(0).fields.at("steps").get<int>();
        QCOMPARE(steps, what == "batch" ? 10 + 3 + 23 : 24);
    }

    void a_change_of_ranks_within_an_epoch_repeats_no_sample_data() {
        QTest::addColumn<QString>("batching");
        QTest::addColumn<QString>("max_tokens");
        QTest::addRow("packed") << "packed"
                                << "0";
        QTest::addRow("bucketed") << "bucketed"
                                  << "0";
        QTest::addRow("padded, of 90 tokens") << "padded"
                                              << "90";
    }
    // All tokens of two epochs are trained on, neither more nor fewer.
    void a_change_of_ranks_within_an_epoch_repeats_no_sample() {
        QFETCH(QString, batching);
        QFETCH(QString, max_tokens);
        const event::RunFolder run = bench_.folder("ranks, " + batching.toStdString());
        const fs::path preset = bench_.preset({{"data.batching", batching.toStdString()},
                                               {"training.max_tokens_per_batch", max_tokens.toStdString()},
                                               {"training.gradient_accumulation_steps", "1"},
                                               {"checkpoint.every_n_steps", "2"}});
        QCOMPARE(WorkerBench::wait(
                     *bench_.start_supervised(2, run, preset, {{"TUNEDESK_FAULT", "forward@0:6:kill"}}))
                     .code,
                 7);
        const Ended ended = WorkerBench::wait(
            *bench_.start_tunedesk({"resume", "--allow-change", "--set", "parallel.processes=3", "--set",
                                    "training.gradient_accumulation_steps=1", to_qt(run.root)}));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const Json report = parse_json(read_file(run.report_json(), ErrorId::file_unreadable), "report",
                                       ErrorId::file_unreadable);
        const auto tokens = events_of(run, event::Type::Started).at(0).fields.at("tokens").get<int>();
        QCOMPARE(report.at("train_tokens").get<int>(), 2 * tokens);
    }

    /// By max_steps a run takes the epochs that it needs, also where a change makes each of them longer.
    void smaller_batches_do_not_end_a_run_of_so_many_steps() {
        const std::string name = "so many steps";
        Settings settings{{"training.max_steps", "24"}, {"training.per_device_train_batch_size", "24"}};
        const event::RunFolder run = killed_run(name, bench_.preset(settings)); // in its sixth epoch
        settings["training.per_device_train_batch_size"] = "4"; // 24 steps are two epochs then
        const fs::path preset = bench_.preset(settings);
        const Ended changed =
            bench_.call(run, preset, {{"TUNEDESK_FAULT", "optimizer:7:kill"}}, {"--allow-change"});
        QCOMPARE(changed.code, 128 + SIGKILL);
        QCOMPARE(checkpoints(run).front(), 15);
        const Ended ended = bench_.call(run, preset);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(events_of(run, event::Type::Finished).at(0).fields.at("steps").get<int>(), 24);
    }

    void other_lengths_within_an_epoch_that_is_dealt_by_length_are_warned_about() {
        Settings settings{{"data.batching", "bucketed"}};
        const event::RunFolder run = killed_run("other lengths", bench_.preset(settings));
        settings["data.max_length"] = "5";
        const Ended ended = bench_.call(run, bench_.preset(settings), {}, {"--allow-change"});
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QVERIFY(WorkerBench::journal_has(run, "may be trained on twice or not at all"));
    }

    // Allowed or not: a layer that was trained is not to vanish.
    void a_model_of_fewer_layers_does_not_take_the_checkpoint() {
        const event::RunFolder run = killed_run("layers", bench_.preset());
        const std::string config = read_file(bench_.model() / "config.json", ErrorId::file_unreadable);
        Json fewer = parse_json(config, "", ErrorId::file_unreadable);
        fewer["num_hidden_layers"] = 1;
        write_file_atomically(bench_.model() / "config.json", fewer.dump());
        const Ended ended = bench_.call(run, bench_.preset(), {}, {"--allow-change"});
        write_file_atomically(bench_.model() / "config.json", config);
        QVERIFY2(ended.code == 4, (ended.out + ended.err).c_str());
        QCOMPARE(event::read_exit(run)->id, static_cast<int>(ErrorId::checkpoint_tensor_count_mismatch));
    }

    void a_damaged_checkpoint_is_named_data() {
        QTest::addColumn<QString>("file");
        for (const char* name : {"model.safetensors", "optimizer.safetensors", "state.json", "manifest.json"})
            QTest::addRow("%s", name) << name;
    }
    // FAULTS 21
    void a_damaged_checkpoint_is_named() {
        QFETCH(QString, file);
        const fs::path preset = bench_.preset();
        static const event::RunFolder made = killed_run("damaged", preset);
        const event::RunFolder run = bench_.folder("damaged-" + file.toStdString());
        fs::copy(made.root, run.root, fs::copy_options::recursive);
        const fs::path path = run.checkpoints() / "step-00000010" / file.toStdString();
        std::string bytes = read_file(path, ErrorId::file_unreadable);
        bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x10);
        std::ofstream(path, std::ios::binary) << bytes;
        const Ended ended = bench_.call(run, {});
        QVERIFY2(ended.code == 4, ended.err.c_str());
        QVERIFY2(holds(ended.err, "step-00000010") && holds(ended.err, "resume from step-00000005"),
                 ended.err.c_str());
        // What the message offers works.
        fs::remove_all(path.parent_path());
        QCOMPARE(bench_.call(run, {}).code, 0);
        QCOMPARE(events_of(run, event::Type::Resumed).at(0).fields.at("from_step").get<int>(), 5);
    }

    // FAULTS 17
    // Two checkpoints, a third under way and the best model do not fit beside each other.
    void a_full_disk_ends_the_run_at_the_third_failure() {
        const fs::path mount = bench_.root() / "tmpfs", run = mount / "run", after = bench_.root() / "after";
        fs::create_directories(mount);
        const fs::path preset = bench_.preset({{"checkpoint.every_n_steps", "2"},
                                               {"checkpoint.retry_seconds", "0"},
                                               {"evaluation.strategy", "no"},
                                               {"logging.tensorboard", "false"},
                                               {"training.num_train_epochs", "50"}});
        const std::string script = "mount -t tmpfs -o size=1m none '" + mount.string() + "' || exit 99; '" +
                                   TUNEDESK_BIN_DIR "/tunedesk-worker' '" + run.string() + "' --preset '" +
                                   preset.string() + "' & pid=$!; while [ ! -e '" + run.string() +
                                   "/checkpoints/step-00000004' ] && kill -0 $pid; do sleep 0.01; done; " +
                                   "head -c 2m /dev/zero > '" + mount.string() +
                                   "/filler'; wait $pid; code=$?; " + "cp -r '" + run.string() + "' '" +
                                   after.string() + "'; exit $code";
        const auto process =
            bench_.start_program("unshare", {"-Urm", "bash", "-c", QString::fromStdString(script)});
        const Ended ended = WorkerBench::wait(*process);
        if (ended.code == 1 && holds(ended.err, "unshare")) QSKIP("no user name spaces here");
        QVERIFY2(ended.code == 5, (ended.out + ended.err).c_str());
        QVERIFY2(holds(ended.out, "(1 of 3)") && holds(ended.out, "(3 of 3)"), ended.out.c_str());
        QVERIFY2(holds(ended.err, "free some space and resume"), ended.err.c_str());
        // The last committed checkpoint is whole: with room again the run goes on from it.
        const std::vector<std::int64_t> kept = checkpoints({after});
        QVERIFY(!kept.empty() && kept.front() >= 4);
        QCOMPARE(bench_.call({after}, preset).code, 0);
        QCOMPARE(events_of({after}, event::Type::Resumed).at(0).fields.at("from_step").get<std::int64_t>(),
                 kept.front());
        QCOMPARE(losses({after}).rbegin()->first, 600);
    }

    // FAULTS 39
    void data_that_changes_during_the_run_is_noticed() {
        const fs::path data = bench_.rows("moving");
        bench_.write_rows(data, 90, 1);
        const event::RunFolder run = bench_.folder("moving");
        const auto process =
            bench_.start(run, bench_.preset({{"data.train", data.string()}, {"logging.every_n_steps", "1"}}),
                         {{"TUNEDESK_FAULT", "optimizer:4:stop"}});
        QVERIFY(is_stopped(*process));
        bench_.write_rows(data, 90, 9);
        while (process->state() == QProcess::Running && !process->waitForFinished(50))
            ::kill(static_cast<pid_t>(process->processId()), SIGCONT);
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 3 && holds(ended.err, data.string()), ended.err.c_str());
        QCOMPARE(event::read_exit(run)->id, static_cast<int>(ErrorId::data_size_changed));
    }

    void a_run_folder_that_cannot_be_made_ends_before_loading_data() {
        QTest::addColumn<QString>("place");
        QTest::addRow("below a file") << "train.csv/run";
        QTest::addRow("not writable") << "read-only/run";
    }
    // FAULTS 20
    void a_run_folder_that_cannot_be_made_ends_before_loading() {
        QFETCH(QString, place);
        const event::RunFolder run{bench_.root() / place.toStdString()};
        Ended ended;
        if (place.startsWith("read-only")) {
            const fs::path mount = run.root.parent_path();
            fs::create_directories(mount);
            const std::string script = "mount -t tmpfs -o ro none '" + mount.string() +
                                       "' || exit 99; exec '" + TUNEDESK_BIN_DIR "/tunedesk-worker' '" +
                                       run.root.string() + "' --preset '" + bench_.preset().string() + "'";
            const auto process =
                bench_.start_program("unshare", {"-Urm", "bash", "-c", QString::fromStdString(script)});
            ended = WorkerBench::wait(*process);
            if (ended.code == 1 && holds(ended.err, "unshare")) QSKIP("no user name spaces here");
        } else {
            ended = bench_.call(run, bench_.preset());
        }
        QVERIFY2(ended.code == 5 && holds(ended.err, run.root.string()), ended.err.c_str());
        QVERIFY2(holds(ended.err, "next:") && !holds(ended.out, "parameters"), ended.err.c_str());
    }

    void mistakes_are_explained_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("named");
        QTest::addRow("no model") << "model" << 4 << "nowhere";
        QTest::addRow("no data") << "data" << 3 << "nowhere.csv";
        QTest::addRow("unknown label") << "label" << 3 << "class9";
        QTest::addRow("ragged row") << "ragged" << 3 << "bad.csv:3";
        QTest::addRow("too long") << "length" << 4 << "data.max_length";
        QTest::addRow("class weights") << "weights" << 3 << "training.class_weights";
        QTest::addRow("unknown key") << "key" << 2 << "learning_rat";
        QTest::addRow("too few rows") << "few" << 3 << "dataloader_drop_last";
    }
    void mistakes_are_explained() {
        QFETCH(QString, what);
        QFETCH(int, code);
        QFETCH(QString, named);
        const fs::path bad = bench_.rows("bad");
        bench_.write_rows(bad, 90, 1);
        Settings settings;
        if (what == "model") settings["model.path"] = (bench_.root() / "nowhere").string();
        if (what == "data") settings["data.train"] = (bench_.root() / "nowhere.csv").string();
        if (what == "label" || what == "ragged") {
            if (what == "label") replace(bad, ",class1", ",class9");
            const std::string text = read_file(bad, ErrorId::file_unreadable);
            const std::size_t line = text.find('\n', text.find('\n', text.find('\n') + 1) + 1);
            if (what == "ragged") std::ofstream(bad) << text.substr(0, line) << ",more" << text.substr(line);
            settings[what == "label" ? "data.validation" : "data.train"] = bad.string();
        }
        if (what == "length") settings["data.max_length"] = "65";
        if (what == "weights") settings["training.class_weights"] = "[1, 2]";
        if (what == "key") settings["training.learning_rat"] = "1";
        if (what == "few") {
            settings["training.per_device_train_batch_size"] = "91";
            settings["training.dataloader_drop_last"] = "true";
        }
        const event::RunFolder run = bench_.folder("mistake " + what.toStdString());
        const Ended ended = bench_.call(run, bench_.preset(settings));
        QVERIFY2(ended.code == code, (std::to_string(ended.code) + ended.err).c_str());
        QVERIFY2(holds(ended.err, "error[TD") && holds(ended.err, named.toStdString()), ended.err.c_str());
        QVERIFY2(holds(ended.err, "next:"), ended.err.c_str());
    }
};

QTEST_GUILESS_MAIN(FaultsTest)
#include "faults_test.moc"
