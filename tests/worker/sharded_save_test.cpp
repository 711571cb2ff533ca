// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints that several ranks write, each its pieces: what becomes of them where a rank dies or its disk
// refuses, and how much memory they take.

#include "format/checkpoint.h"
#include "format/safetensors.h"
#include "long_tests.h"
#include "texts.h"
#include "tracing.h"
#include "worker/worker_bench.h"

#include <QTest>

#include <csignal>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

void write(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

/// Bytes of a field of /proc/PID/status.
std::int64_t memory_of(int pid, const std::string& field) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(field + ":")) return std::stoll(line.substr(field.size() + 1)) * 1024;
    return -1;
}

} // namespace

class ShardedSaveTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    /// Steps 1 to 12, a checkpoint at every third, an evaluation at every fourth.
    Settings settings_{{"parallel.strategy", "zero3"},
                       {"parallel.processes", "4"},
                       {"parallel.oversubscribe", "true"},
                       {"training.per_device_train_batch_size", "1"},
                       {"training.gradient_accumulation_steps", "1"},
                       {"training.max_grad_norm", "0"},
                       {"training.max_steps", "12"},
                       {"checkpoint.every_n_steps", "3"},
                       {"checkpoint.monitor", "val_loss"},
                       {"checkpoint.mode", "min"},
                       {"checkpoint.retry_seconds", "0.1"},
                       {"evaluation.strategy", "steps"},
                       {"evaluation.every_n_steps", "4"},
                       {"logging.every_n_steps", "1"}};
    struct Runs {
        std::map<std::string, std::string> whole; ///< what a run leaves that nothing disturbs
        fs::path base; ///< one that was killed in step 5, with a checkpoint of step 3
    };
    Runs blocking_, beside_; ///< checkpoints that training waits for, and such that are written beside it

    static std::pair<std::string, std::string> asynchronous(bool yes) {
        return {"checkpoint.asynchronous", yes ? "true" : "false"};
    }
    Runs make_runs(const std::string& name, bool asynchronously) const {
        const event::RunFolder run = bench_.folder("whole " + name);
        const fs::path of_all = preset({asynchronous(asynchronously)});
        const Ended ended = call(run, of_all);
        if (ended.code != 0) qFatal("%s", (ended.out + ended.err).c_str());
        Runs runs{traces_but_saves(run), bench_.folder("base " + name).root};
        if (call({runs.base}, of_all, {{"TUNEDESK_FAULT", "forward@3:5:kill"}}).code != 7 ||
            checkpoints({runs.base}) != std::vector<std::int64_t>{3})
            qFatal("no run that was killed in step 5");
        return runs;
    }

    fs::path preset(const Settings& more = {}) const {
        Settings all = settings_;
        for (const auto& [key, value] : more)
            all[key] = value;
        return bench_.preset(all);
    }
    /// A worker of which one rank runs under strace, with these arguments; `paths`: below the run's folder.
    Environment traced(const event::RunFolder& run, int rank, const std::vector<std::string>& paths,
                       const std::string& arguments) const {
        const fs::path path = bench_.root() / ("worker of " + run.root.filename().string());
        std::string of_paths;
        for (const std::string& one : paths)
            of_paths += " -P '" + (run.root / one).string() + "'";
        write(path, "#!/bin/sh\n[ $RANK = " + std::to_string(rank) +
                        " ] || exec '" TUNEDESK_BIN_DIR "/tunedesk-worker' \"$@\"\n" +
                        "exec strace -f -qq -o '" + path.string() + ".calls'" + of_paths + ' ' + arguments +
                        " '" TUNEDESK_BIN_DIR "/tunedesk-worker' \"$@\"\n");
        fs::permissions(path, fs::perms::owner_all);
        return {{"TUNEDESK_WORKER", path.string()}};
    }
    /// The names of the calls that traced() has seen, in their order.
    std::vector<std::string> calls_of(const event::RunFolder& run) const {
        std::ifstream lines(bench_.root() / ("worker of " + run.root.filename().string() + ".calls"));
        std::vector<std::string> calls;
        for (std::string line; std::getline(lines, line);) { // "PID name(..."
            const std::size_t begin = line.find(' ') + 1, end = line.find('(');
            if (end != std::string::npos && end > begin) calls.push_back(line.substr(begin, end - begin));
        }
        for (std::string& call : calls)
            call.erase(0, call.find_first_not_of(' '));
        return calls;
    }
    Ended call(const event::RunFolder& run, const fs::path& preset,
               const Environment& environment = {}) const {
        return WorkerBench::wait(*bench_.start_supervised(1, run, preset, environment));
    }
    Ended resume(const event::RunFolder& run, const Environment& environment = {}) const {
        return WorkerBench::wait(*bench_.start_tunedesk({"resume", to_qt(run.root)}, environment));
    }
    static int times_said(const event::RunFolder& run, const std::string& text) {
        int count = 0;
        for (const event::Event& log : events_of(run, event::Type::Log))
            count += text_field(log.fields, "text").find(text) != std::string::npos;
        return count;
    }

private Q_SLOTS:
    void initTestCase() {
        QVERIFY2(tracing_works(), no_tracing);
        blocking_ = make_runs("blocking", false);
        beside_ = make_runs("beside", true);
    }

    void saves_beside_training_change_nothing() {
        QCOMPARE(difference(blocking_.whole, beside_.whole), std::string());
    }

    /// While a rank's file takes two seconds, and one or all ranks write.
    void training_goes_on_beside_a_save_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<int>("rank");
        QTest::addRow("ddp") << "ddp" << 0;
        QTest::addRow("zero2, rank 0") << "zero2" << 0;
        QTest::addRow("zero2, rank 1") << "zero2" << 1;
    }
    void training_goes_on_beside_a_save() {
        QFETCH(QString, strategy);
        QFETCH(int, rank);
        const event::RunFolder run = bench_.folder(std::string("beside ") + QTest::currentDataTag());
        const Ended ended = call(run,
                                 preset({asynchronous(true),
                                         {"parallel.strategy", strategy.toStdString()},
                                         {"parallel.processes", "2"},
                                         {"checkpoint.every_n_steps", "5"},
                                         {"evaluation.strategy", "'no'"}}),
                                 {{"TUNEDESK_FAULT", "checkpoint@" + std::to_string(rank) + ":1:nap2"}});
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        std::int64_t last = 0;
        std::vector<std::pair<std::int64_t, std::int64_t>> saved; // step, and that of the last step before
        for (const event::Event& event : journal(run)) {
            if (event.type == event::Type::Step) last = event.fields.at("step").get<std::int64_t>();
            if (event.type != event::Type::CheckpointSaved) continue;
            saved.emplace_back(event.fields.at("step").get<std::int64_t>(), last);
            const auto seconds = event.fields.at("seconds").get<double>();
            QVERIFY2(saved.size() > 1 || seconds >= 2, std::to_string(seconds).c_str());
        }
        QCOMPARE(saved.size(), std::size_t(3));
        QCOMPARE(saved[0].first, std::int64_t(5));
        QVERIFY2(saved[0].second > 5, std::to_string(saved[0].second).c_str());
    }

    /// Sums over shared memory are made in the order of ranks.
    void best_and_final_equal_those_of_ddp() {
        const event::RunFolder run = bench_.folder("ddp");
        const Ended ended = call(run, preset({{"parallel.strategy", "ddp"}}));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const auto found = traces(run);
        for (const char* name :
             {"best/model.safetensors", "final/model.safetensors", "predictions.csv", "report.txt"}) {
            QVERIFY2(found.at(name).size() > 20, name);
            QVERIFY2(found.at(name) == blocking_.whole.at(name), name);
        }
    }

    /// At calls that name its files or write them, from their creation to their last look.
    void a_rank_that_is_killed_while_it_writes_data() {
        QTest::addColumn<int>("rank");
        QTest::addColumn<int>("every"); // of the calls
        QTest::addColumn<bool>("beside");
        QTest::addRow("rank 0") << 0 << rounds(8, 4) << false;
        QTest::addRow("rank 2") << 2 << rounds(3, 1) << false;
        QTest::addRow("rank 0, beside training") << 0 << rounds(8, 4) << true;
        QTest::addRow("rank 2, beside training") << 2 << rounds(8, 4) << true;
    }
    void a_rank_that_is_killed_while_it_writes() {
        QFETCH(int, rank);
        QFETCH(int, every);
        QFETCH(bool, beside);
        const Runs& runs = beside ? beside_ : blocking_;
        const std::string mine = "-0000" + std::to_string(rank + 1) + "-of-00004.safetensors";
        const std::vector<std::string> paths{"checkpoints/step-00000006.tmp/model" + mine,
                                             "checkpoints/step-00000006.tmp/optimizer" + mine};
        const auto resumed_under = [&](const event::RunFolder& run, const std::string& arguments) {
            fs::copy(runs.base, run.root, fs::copy_options::recursive);
            return resume(run, traced(run, rank, paths, arguments));
        };
        const std::string tag = QTest::currentDataTag();
        const event::RunFolder watched = bench_.folder("watched " + tag);
        QCOMPARE(resumed_under(watched, "-e trace=%file,%desc").code, 0);
        QCOMPARE(difference(runs.whole, traces_but_saves(watched)), std::string());
        std::map<std::string, int> passages; // strace counts those of each call
        int kills = 0, number = 0;
        for (const std::string& call : calls_of(watched)) {
            const std::string inject = "-e trace=" + call + " -e inject=" + call +
                                       ":signal=KILL:when=" + std::to_string(++passages[call]);
            if (number++ % every != 0) continue;
            const event::RunFolder run =
                bench_.folder("killed " + tag + ' ' + std::to_string(number) + ' ' + call);
            const Ended ended = resumed_under(run, inject);
            QVERIFY2(ended.code == 7, (call + std::to_string(ended.code) + ended.out + ended.err).c_str());
            QCOMPARE(checkpoints(run), std::vector<std::int64_t>{3});
            format::verify_folder(run.checkpoints() / "step-00000003");
            if (kills++ % 4 != 0) continue; // what lies there differs little from call to call
            const Ended resumed = resume(run);
            QVERIFY2(resumed.code == 0, (resumed.out + resumed.err).c_str());
            QCOMPARE(difference(runs.whole, traces_but_saves(run)), std::string());
        }
        qInfo("killed at %d of %d calls", kills, number);
        QVERIFY(number >= 12);
    }

    void a_rank_whose_disk_is_full_stops_nobody_data() {
        QTest::addColumn<int>("rank");
        QTest::addColumn<bool>("beside");
        QTest::addRow("rank 0") << 0 << false;
        QTest::addRow("rank 2") << 2 << false;
        QTest::addRow("rank 0, beside training") << 0 << true;
        QTest::addRow("rank 2, beside training") << 2 << true;
    }
    void a_rank_whose_disk_is_full_stops_nobody() {
        QFETCH(int, rank);
        QFETCH(bool, beside);
        const event::RunFolder run = bench_.folder(std::string("full disk of ") + QTest::currentDataTag());
        const std::string file = "checkpoints/step-00000006.tmp/optimizer-0000" + std::to_string(rank + 1) +
                                 "-of-00004.safetensors";
        const Ended ended = call(
            run, preset({{"checkpoint.keep", "9"}, asynchronous(beside)}),
            traced(run, rank, {file}, "-e trace=writev,fallocate -e inject=writev,fallocate:error=ENOSPC"));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(checkpoints(run), (std::vector<std::int64_t>{12, 9, 3}));
        QCOMPARE(times_said(run, "step 6: the checkpoint could not be saved (1 of 3"), 1);
        QCOMPARE(times_said(run, "rank " + std::to_string(rank) + ":"), 1);
        for (const char* name : {"best/model.safetensors", "final/model.safetensors", "metrics.csv"})
            QVERIFY2(traces(run).at(name) == blocking_.whole.at(name), name);
    }

    /// Rank 0 keeps a copy, for which it asks the others again, and writes it later.
    void a_best_model_that_fails_once_is_kept() {
        const event::RunFolder run = bench_.folder("best fails once");
        const Ended ended = call(run, preset(),
                                 traced(run, 0, {"checkpoints/next-best.tmp/model.safetensors"},
                                        "-e trace=fsync -e inject=fsync:error=EIO:when=1"));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QCOMPARE(times_said(run, "the best model could not be saved; it stays in memory"), 1);
        QCOMPARE(times_said(run, "the best model, of step 4, is saved now"), 1);
        QCOMPARE(difference(blocking_.whole, traces_but_saves(run)), std::string());
    }

    /// 25 million parameters: 100 MB of weights and 200 MB of state, of which each rank writes a quarter.
    void saving_takes_little_memory() {
        const fs::path model = bench_.root() / "larger";
        fs::copy(bench_.model(), model);
        Json config = parse_json(read_file(model / "config.json", ErrorId::file_unreadable), "config.json",
                                 ErrorId::file_unreadable);
        for (const auto& [key, value] : std::map<std::string, int>{{"hidden_size", 384},
                                                                   {"intermediate_size", 1536},
                                                                   {"num_hidden_layers", 12},
                                                                   {"num_attention_heads", 12},
                                                                   {"vocab_size", 8192}})
            config[key] = value;
        write(model / "config.json", config.dump());
        const event::RunFolder run = bench_.folder("memory");
        // Stopped in the third step and in the fourth: between them are an evaluation, a best model and a
        // checkpoint.
        std::string stops;
        for (int rank = 0; rank < 4; ++rank)
            for (const char* place : {"optimizer", "forward"})
                stops += (stops.empty() ? "" : ",") + std::string(place) + '@' + std::to_string(rank) +
                         (place == std::string("optimizer") ? ":3" : ":4") + ":stop";
        const auto process = bench_.start_supervised(1, run,
                                                     preset({{"model.path", model.string()},
                                                             {"training.max_steps", "4"},
                                                             {"data.max_length", "8"},
                                                             {"evaluation.every_n_steps", "3"},
                                                             {"training.per_device_eval_batch_size", "4"},
                                                             {"supervision.rank_timeout_seconds", "300"}}),
                                                     {{"TUNEDESK_FAULT", stops}});
        const auto all_stopped = [&] {
            const std::vector<int> ranks = RunBench::processes_of(run);
            return ranks.size() == 4 &&
                   std::all_of(ranks.begin(), ranks.end(), [](int pid) { return process_state(pid) == 'T'; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(all_stopped(), 120'000);
        const std::vector<int> ranks = RunBench::processes_of(run);
        std::map<int, std::int64_t> before;
        for (const int pid : ranks) {
            before[pid] = memory_of(pid, "VmRSS");
            write("/proc/" + std::to_string(pid) + "/clear_refs", "5"); // the peak begins anew
        }
        QVERIFY(checkpoints(run).empty());
        for (const int pid : ranks)
            QCOMPARE(::kill(pid, SIGCONT), 0);
        QVERIFY(WorkerBench::journal_has(run, "\"CheckpointSaved\"", 120));
        QTRY_VERIFY_WITH_TIMEOUT(all_stopped(), 120'000);
        std::int64_t most = 0;
        for (const int pid : ranks)
            most = std::max(most, memory_of(pid, "VmHWM") - before[pid]);
        qInfo("%.1f MB more at the most", static_cast<double>(most) / 1e6);
        QVERIFY(most <= 64'000'000);
        for (const int pid : ranks)
            QCOMPARE(::kill(pid, SIGCONT), 0);
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QVERIFY(fs::file_size(run.best() / "model.safetensors") > 90'000'000);
    }
};

QTEST_GUILESS_MAIN(ShardedSaveTest)
#include "sharded_save_test.moc"
