// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that train for as long as it is worth: a finished one for more epochs, a bad one of a group no longer,
// and the best within a time.

#include "base/clock.h"
#include "base/error.h"
#include "event/folder/run_folder.h"
#include "preset/yaml/load.h"
#include "run/best/best_settings.h"
#include "run/registry/known_runs.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <algorithm>
#include <csignal>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

std::string bytes_of(const fs::path& path) {
    return read_file(path, ErrorId::file_unreadable);
}

} // namespace

class BestTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    Ended call(const QStringList& arguments) const {
        return WorkerBench::wait(*bench_.start_tunedesk(arguments));
    }
    static QString path(const event::RunFolder& run) { return QString::fromStdString(run.root.string()); }

    /// Starts `best` on a preset of which the time allows one run only.
    std::unique_ptr<QProcess> start_single(const char* name) const {
        const fs::path preset = bench_.preset({{"training.num_train_epochs", "100000"},
                                               {"training.lr_scheduler_type", "constant"},
                                               {"training.warmup_steps", "0"},
                                               {"checkpoint.every_n_steps", "20"}});
        return bench_.start_tunedesk({"best", QString::fromStdString(preset.string()), "--minutes", "0.3",
                                      "--json", "--run-dir", path(bench_.folder(name))});
    }

    /// Its run, which has trained a step; an empty path if there is none within a minute.
    event::RunFolder run_that_trains(const char* name) const {
        for (int i = 0; i < 600; ++i) {
            std::error_code error;
            for (const fs::directory_entry& entry : fs::directory_iterator(bench_.folder(name).root, error))
                if (const event::RunFolder run{entry.path()}; !events_of(run, event::Type::Step).empty())
                    return run;
            QTest::qWait(100);
        }
        return {};
    }

private Q_SLOTS:
    // With a constant rate it gets the very weights of a run that was as long from the beginning.
    void a_finished_run_trains_on() {
        const Settings settings{{"training.lr_scheduler_type", "constant"}, {"training.warmup_steps", "0"}};
        Settings longer = settings;
        longer["training.num_train_epochs"] = "4";
        const event::RunFolder whole = bench_.finish("whole", longer), run = bench_.finish("half", settings);
        const std::int64_t half = steps_of(run);
        QCOMPARE(steps_of(whole), 2 * half);

        const Ended trained = call({"resume", path(run), "--epochs", "2"});
        QVERIFY2(trained.code == 2 && has(trained.err, "2 epochs already"), trained.err.c_str());
        const Ended resumed = call({"resume", path(run), "--epochs", "4"});
        QVERIFY2(resumed.code == 0, (resumed.out + resumed.err).c_str());
        QCOMPARE(events_of(run, event::Type::Finished).back().fields.at("steps").get<std::int64_t>(),
                 2 * half);
        QVERIFY(has(bytes_of(run.preset()), "num_train_epochs: 4"));
        QVERIFY(bytes_of(run.final_model() / "model.safetensors") ==
                bytes_of(whole.final_model() / "model.safetensors"));

        fs::remove_all(run.checkpoints());
        const Ended gone = call({"resume", path(run), "--epochs", "6"});
        QVERIFY2(gone.code == 4 && has(gone.err, "TD4412") && has(gone.err, "is gone"), gone.err.c_str());
        QVERIFY(has(bytes_of(run.preset()), "num_train_epochs: 4"));
        QCOMPARE(event::read_exit(run)->code, 0);
    }

    // By max_steps a run says how many epochs its steps make, and can count epochs from now on.
    void steps_become_epochs() {
        const event::RunFolder run = bench_.finish("steps", {{"training.max_steps", "6"}});
        const Json started = events_of(run, event::Type::Started).at(0).fields;
        QCOMPARE(started.at("epochs").get<double>(), 0.5);
        const Ended resumed = call({"resume", path(run), "--epochs", "1"});
        QVERIFY2(resumed.code == 0, (resumed.out + resumed.err).c_str());
        QCOMPARE(events_of(run, event::Type::Finished).back().fields.at("steps").get<int>(), 12);
    }

    // A model that takes all of a short time to start still says what a step takes.
    void two_steps_are_timed_where_the_time_is_over() {
        const Preset preset = preset::load(bench_.preset()).preset;
        int steps = 0;
        const run::FoundRate found =
            run::find_rate(preset, {.until = monotonic_seconds() - 1}, [&](double) { ++steps; });
        QCOMPARE(steps, 2);
        QVERIFY(found.step_seconds > 0 && found.start_seconds > 0 && !found.is_suggested);
        QCOMPARE(found.rate, preset.training.learning_rate);
    }

    // Three runs that learn, and one that cannot: the real queue, worker and metrics.
    void a_run_that_its_group_leaves_behind_is_pruned() {
        fs::create_directories(bench_.root() / ".config/tunedesk");
        std::ofstream(bench_.root() / ".config/tunedesk/settings.yaml") << "cpu_slots: 3\n";
        const QString preset = QString::fromStdString(bench_
                                                          .preset({{"training.num_train_epochs", "6"},
                                                                   {"training.lr_scheduler_type", "constant"},
                                                                   {"checkpoint.monitor", "val_loss"},
                                                                   {"checkpoint.mode", "min"}})
                                                          .string());
        const auto add = [&](const char* name, const char* rates) {
            return call({"queue", "add", preset, "--group", "g", "--prune", "--sweep",
                         QString("learning_rate=%1").arg(rates), "--run-dir", path(bench_.folder(name))});
        };
        const Ended added = add("good", "3e-3,4e-3,5e-3");
        QVERIFY2(added.code == 0, added.err.c_str());
        for (const char* name : {"learning_rate-3e-3", "learning_rate-4e-3", "learning_rate-5e-3"})
            QTRY_VERIFY_WITH_TIMEOUT(fs::exists(bench_.folder("good").root / name / "exit.json"), 60'000);
        QCOMPARE(add("bad", "1e-9").code, 0);
        const event::RunFolder run{bench_.folder("bad").root / "learning_rate-1e-9"};
        QTRY_VERIFY_WITH_TIMEOUT(fs::exists(run.exit()), 60'000);
        const auto ended = event::read_exit(run);
        QCOMPARE(ended->code, 75);
        QVERIFY2(has(ended->what, "pruned: val_loss") && has(ended->what, "median of 3 runs"),
                 ended->what.c_str());
        QVERIFY(has(ended->next, "resume"));
        QCOMPARE(run::read_known_run(run.root).status.state, std::string("pruned"));
        const Json list = Json::parse(call({"list", "--json"}).out);
        QVERIFY(std::ranges::any_of(list, [](const Json& each) { return each.at("state") == "pruned"; }));
        // Resumed by its user, nothing stops it again.
        const Ended resumed = call({"resume", path(run)});
        QVERIFY2(resumed.code == 0, (resumed.out + resumed.err).c_str());
    }

    void the_best_within_a_time() {
        const QString preset = QString::fromStdString(bench_.preset().string());
        const QString folder = path(bench_.folder("best"));
        const Ended ended = call({"best", preset, "--minutes", "0.3", "--json", "--run-dir", folder});
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const Json found = Json::parse(ended.out);
        QVERIFY2(found.at("seconds").get<double>() < 60 * 0.3 + 15, ended.out.c_str());
        QVERIFY(!found.at("plan").is_null() && !found.at("runs").empty());
        const fs::path model = found.at("recommended").at("model").get<std::string>();
        QVERIFY(fs::exists(model / "model.safetensors"));
        QVERIFY(model.string().starts_with(bench_.folder("best").root.string()));
        QVERIFY(found.at("recommended").at("monitored").is_number());
    }

    // Where several rates were tried to the end, the mean of their weights is measured, on all validation
    // rows.
    void the_mean_of_the_runs_is_measured() {
        const event::RunFolder first = bench_.finish("pretrained", {});
        // The rate is far below what the search suggests: so there are two rates at least.
        const Settings settings{{"model.path", first.final_model().string()},
                                {"model.init", "pretrained"},
                                {"training.learning_rate", "1e-5"}};
        const QString preset = QString::fromStdString(bench_.preset(settings).string());
        const event::RunFolder folder = bench_.folder("mean");
        const Ended ended = call({"best", preset, "--minutes", "0.8", "--json", "--run-dir", path(folder),
                                  "--set", "precision.compute=fp32"});
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const Json found = Json::parse(ended.out), mean = found.at("mean");
        QVERIFY(found.at("recommended").at("set").dump().find("bf16") == std::string::npos); // it was asked
        QVERIFY2(!mean.is_null() && mean.at("of").size() >= 2, ended.out.c_str());
        QVERIFY(mean.at("monitored").is_number());
        QVERIFY(mean.at("state") == "done");
        const std::string weights = bytes_of(folder.root / "mean-weights" / "model.safetensors");
        QVERIFY(weights != bytes_of(fs::path(mean.at("of").at(0)) / "final" / "model.safetensors"));
        for (const Json& run : found.at("runs"))
            QVERIFY(run.at("learning_rate").get<double>() > 1e-9); // it is not one of these
        QVERIFY(found.at("recommended").at("set").dump().find("1e-12") == std::string::npos);
    }

    // Where nothing can be compared, the preset's batch and schedule stay; its weights are averaged.
    void one_run_alone_keeps_the_preset() {
        const Settings many{{"training.num_train_epochs", "100000"},
                            {"training.per_device_train_batch_size", "8"},
                            {"training.lr_scheduler_type", "constant"},
                            {"training.warmup_steps", "0"}};
        const QString preset = QString::fromStdString(bench_.preset(many).string());
        const Ended ended =
            call({"best", preset, "--minutes", "0.25", "--json", "--run-dir", path(bench_.folder("alone"))});
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const Json found = Json::parse(ended.out);
        QCOMPARE(found.at("runs").size(), std::size_t(1));
        for (const Json& set : found.at("recommended").at("set"))
            QVERIFY2(!has(set.get<std::string>(), "batch_size") &&
                         !has(set.get<std::string>(), "lr_scheduler"),
                     set.dump().c_str());
        QVERIFY2(has(found.at("recommended").at("set").dump(), "training.ema_decay=0.999"),
                 ended.out.c_str());
    }

    // A run so slow that it cannot reach its planned end, here a paused one, still gives a measured model.
    void a_slow_run_is_evaluated_where_the_time_ends() {
        const auto best = start_single("slow");
        const event::RunFolder run = run_that_trains("slow");
        QVERIFY(!run.root.empty());
        const Ended paused = call({"pause", path(run)});
        QVERIFY2(paused.code == 0, paused.err.c_str());
        const Ended ended = WorkerBench::wait(*best);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const Json found = Json::parse(ended.out);
        QCOMPARE(found.at("runs").size(), std::size_t(1));
        QVERIFY2(found.at("runs").at(0).at("state") == "done", ended.out.c_str());
        QVERIFY(found.at("recommended").at("monitored").is_number());
        const std::int64_t steps = steps_of(run);
        QVERIFY(steps > 0 && steps < found.at("plan").at("steps").get<std::int64_t>());
        QCOMPARE(steps, checkpoints(run).front());
    }

    // One that failed is not resumed: its failure is the answer.
    void a_failed_run_stays_failed() {
        const auto best = start_single("failed");
        const event::RunFolder run = run_that_trains("failed");
        QVERIFY(!run.root.empty());
        QTRY_VERIFY_WITH_TIMEOUT(!checkpoints(run).empty(), 60'000);
        const std::vector<int> workers = RunBench::processes_of(run, /*workers_only=*/true);
        QCOMPARE(workers.size(), std::size_t(1));
        QCOMPARE(::kill(workers[0], SIGKILL), 0);
        const Ended ended = WorkerBench::wait(*best);
        const Json found = Json::parse(ended.out);
        QVERIFY2(ended.code != 0 && ended.code == event::read_exit(run)->code, ended.out.c_str());
        QVERIFY2(has(found.at("runs").at(0).at("state").get<std::string>(), "failed"), ended.out.c_str());
        QVERIFY(events_of(run, event::Type::Finished).empty());
    }
};

QTEST_GUILESS_MAIN(BestTest)
#include "best_test.moc"
