// SPDX-License-Identifier: GPL-3.0-or-later
// Memory by part in a run's report, and the trials before a run: check --measure, batch-size, lr-range, each
// in the real worker.

#include "base/files/file.h"
#include "preset/yaml/load.h"
#include "run/check/layout_search.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

using namespace tunedesk;
using namespace tunedesk::test;

class TrialsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    Ended call(const QStringList& arguments) {
        return WorkerBench::wait(*bench_.start_tunedesk(arguments), 120);
    }
    Json answer(const QStringList& arguments) {
        const Ended ended = call(arguments);
        if (ended.code != 0) qWarning("%s", (ended.out + ended.err).c_str());
        return Json::parse(ended.out, nullptr, false);
    }
    QString preset(const Settings& settings = {}) {
        return QString::fromStdString(bench_.preset(settings).string());
    }
    std::uint64_t part(const event::RunFolder& run, const char* name) {
        return Json::parse(read_file(run.report_json(), ErrorId::file_unreadable))
            .at("memory")
            .at("parts")
            .at(name);
    }

private Q_SLOTS:
    void a_report_holds_memory_by_part_and_phase() {
        const event::RunFolder run = bench_.folder("parts");
        const Ended ended = bench_.call(run, bench_.preset());
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const Json report = Json::parse(read_file(run.report_json(), ErrorId::file_unreadable));
        const auto parameters = report.at("parameters").get<std::uint64_t>();
        QCOMPARE(part(run, "weights"), 4 * parameters);
        QVERIFY(part(run, "gradients") >= 4 * parameters);
        QCOMPARE(part(run, "optimizer"), 8 * parameters);
        QVERIFY(part(run, "activations") > 0 && part(run, "workspace") > 0);
        const Json& phases = report.at("memory").at("phases");
        QCOMPARE(phases.at("loading").at("gradients").get<std::uint64_t>(), std::uint64_t{0});
        QCOMPARE(phases.at("step").at("gradients").get<std::uint64_t>(), part(run, "gradients"));
        QVERIFY(phases.at("forward").at("activations").get<std::uint64_t>() > 0);
        QCOMPARE(phases.at("evaluation").at("activations").get<std::uint64_t>(), std::uint64_t{0});
        const Ended shown = call({"report", QString::fromStdString(run.root.string())});
        QVERIFY2(shown.out.find("\nactivations  ") != std::string::npos, shown.out.c_str());
    }

    void techniques_save_what_they_are_for() {
        const auto peak = [&](const char* name, const Settings& settings, const char* of) {
            const event::RunFolder run = bench_.folder(name);
            const Ended ended = bench_.call(run, bench_.preset(settings));
            if (ended.code != 0) qFatal("%s", (ended.out + ended.err).c_str());
            return part(run, of);
        };
        const std::uint64_t gradients = part(bench_.folder("parts"), "gradients"),
                            activations = part(bench_.folder("parts"), "activations");
        QVERIFY(peak("in-backward",
                     {{"memory.optimizer_in_backward", "true"},
                      {"training.max_grad_norm", "0"},
                      {"training.gradient_accumulation_steps", "1"}},
                     "gradients") < gradients);
        QVERIFY(peak("block", {{"memory.activation_checkpointing", "block"}}, "activations") < activations);
        QVERIFY(peak("bf16", {{"precision.compute", "bf16"}}, "activations") < activations);
        QCOMPARE(peak("sgd", {{"training.optim", "sgd"}}, "optimizer"), std::uint64_t{0});
    }

    void check_measures_a_step() {
        const Json json = answer({"check", preset(), "--measure", "--json"});
        QVERIFY(json.is_object());
        const Json &measured = json.at("measured"), &estimate = json.at("estimate");
        QVERIFY(measured.at("batch_tokens") == estimate.at("batch_tokens"));
        QVERIFY(measured.at("seconds").get<double>() > 0);
        QVERIFY(measured.at("peak_rss_bytes").get<std::uint64_t>() > 0);
        QCOMPARE(measured.at("memory").at("parts").at("optimizer").get<std::uint64_t>(),
                 estimate.at("optimizer_bytes").get<std::uint64_t>());
        const Ended shown = call({"check", preset(), "--measure"});
        QVERIFY2(shown.out.find("measured") != std::string::npos, shown.out.c_str());
        QVERIFY(shown.out.find("activations, workspace") != std::string::npos);
    }

    void check_measures_a_step_of_all_ranks_data() {
        QTest::addColumn<QString>("strategy");
        for (const char* strategy : {"ddp", "zero1", "zero2", "zero3"})
            QTest::addRow("%s", strategy) << strategy;
    }
    void check_measures_a_step_of_all_ranks() {
        QFETCH(QString, strategy);
        const Json json = answer(
            {"check", preset({{"parallel.processes", "2"}, {"parallel.strategy", strategy.toStdString()}}),
             "--measure", "--json"});
        QVERIFY(json.is_object());
        const Json &measured = json.at("measured"), &estimate = json.at("estimate");
        QCOMPARE(measured.at("batch_tokens").get<std::uint64_t>(),
                 estimate.at("batch_tokens").get<std::uint64_t>());
        const auto planned = estimate.at("optimizer_bytes").get<double>();
        const auto found = measured.at("memory").at("parts").at("optimizer").get<double>();
        // chunks of blocks are filled up to equal lengths
        QVERIFY2(found >= planned && found <= planned * (strategy == "ddp" ? 1.0 : 1.5),
                 qPrintable(QString::number(found / planned)));
    }

    void a_rank_that_fails_ends_the_trial_of_all() {
        const QString file = preset({{"parallel.processes", "2"}, {"parallel.strategy", "ddp"}});
        const Environment killed{{"TUNEDESK_FAULT", "forward@1:2:kill"}};
        const Ended ended =
            WorkerBench::wait(*bench_.start_tunedesk({"check", file, "--measure"}, killed), 60);
        QCOMPARE(ended.code, 7);
        QVERIFY2(ended.err.find("TD7029") != std::string::npos, ended.err.c_str());
        for (const auto& process : fs::directory_iterator("/proc")) {
            std::ifstream environment(process.path() / "environ");
            const std::string text{std::istreambuf_iterator<char>(environment), {}};
            QVERIFY2(text.find("TUNEDESK_FAULT=forward@1:2:kill") == std::string::npos,
                     process.path().c_str());
        }
        // What one rank may hold is too little: want of memory, whichever ends first.
        const Ended none = call({"batch-size", file, "--limit", "0.001"});
        QCOMPARE(none.code, 5);
        QVERIFY2(none.err.find("not even one sample fits") != std::string::npos, none.err.c_str());
    }

    void the_batch_that_fits_is_found() {
        const QString file = preset();
        const Json json = answer({"batch-size", file, "--at-most", "16", "--json"});
        QCOMPARE(json.at("found").at("per_device_train_batch_size").get<int>(), 16);
        const std::string before = read_file(file.toStdString(), ErrorId::file_unreadable);
        QVERIFY(answer({"batch-size", file, "--at-most", "8", "--write", "--json"}).contains("found"));
        QCOMPARE(preset::load(file.toStdString()).preset.training.per_device_train_batch_size, 8);
        write_file_atomically(file.toStdString(), before);
        // Less than the libraries alone take: even one sample does not fit, and this process lives on.
        const Ended none = call({"batch-size", file, "--limit", "0.001"});
        QCOMPARE(none.code, 5);
        QVERIFY2(none.err.find("not even one sample fits") != std::string::npos, none.err.c_str());
    }

    void the_presets_own_layout_changes_nothing() {
        Preset preset;
        preset.parallel.processes = 8;
        preset.parallel.strategy = Preset::Strategy::ddp;
        preset.parallel.pipeline_stages = preset.parallel.tensor_size = 2;
        preset.parallel.pipeline_chunks = 4;
        preset.parallel.stage_layers = "3,5";
        preset.memory.activation_checkpointing = "2";
        const run::Layout own = run::Layout::of(preset);
        QCOMPARE(preset::to_yaml(own.put_into(preset)), preset::to_yaml(preset));
        QVERIFY(run::changes_of(own, preset).empty());
        QCOMPARE(own.samples(), std::int64_t{2} * preset.training.per_device_train_batch_size);
    }

    /// Planned for every division of the step's samples, measured for the best of each kind.
    void the_fastest_layout_is_found() {
        const QString file = preset();
        const std::string before = read_file(file.toStdString(), ErrorId::file_unreadable);
        const Json plan = answer({"layout", file, "--devices", "2", "--plan", "--json"});
        double last = 0;
        std::set<std::string> kinds;
        for (const Json& each : plan.at("trials")) {
            QVERIFY(each.at("measured").is_null());
            QVERIFY(each.at("planned_seconds").get<double>() >= last);
            last = each.at("planned_seconds").get<double>();
            const int slices = each.at("tensor_size").get<int>();
            const int data = each.at("processes").get<int>() / each.at("pipeline_stages").get<int>() / slices;
            QCOMPARE(each.at("per_device_train_batch_size").get<int>() *
                         each.at("gradient_accumulation_steps").get<int>() * data,
                     static_cast<int>(run::Layout::of(preset::load(file.toStdString()).preset).samples()));
            kinds.insert(slices > 1 ? "slices" : each.at("strategy").get<std::string>());
        }
        QVERIFY(kinds.contains("single") && kinds.contains("ddp") && kinds.contains("zero2") &&
                kinds.contains("slices"));
        const Json found = answer({"layout", file, "--devices", "2", "--trials", "2", "--json"});
        double most = 0;
        for (const Json& each : found.at("trials"))
            most = std::max(most, each.at("measured").at("tokens_per_second").get<double>());
        QCOMPARE(found.at("trials").size(), std::size_t{3}); // with the preset's own
        QCOMPARE(found.at("found").at("measured").at("tokens_per_second").get<double>(), most);
        QCOMPARE(read_file(file.toStdString(), ErrorId::file_unreadable), before);
        const Ended written = call({"layout", file, "--devices", "2", "--trials", "2", "--write"});
        QVERIFY2(written.code == 0, (written.out + written.err).c_str());
        const Preset now = preset::load(file.toStdString()).preset;
        QVERIFY2(written.out.find("The fastest: " + run::Layout::of(now).text()) != std::string::npos,
                 written.out.c_str());
        write_file_atomically(file.toStdString(), before);
        const Ended none = call({"layout", file, "--limit", "0.001", "--devices", "1"});
        QVERIFY2(none.code == 5 && none.err.find("none of the layouts tried fits") != std::string::npos,
                 none.err.c_str());
    }

    void a_range_test_leaves_preset_and_folder_alone() {
        const QString file = preset();
        const std::string before = read_file(file.toStdString(), ErrorId::file_unreadable);
        const fs::path points = bench_.root() / "points.csv";
        const Json json = answer({"lr-range", file, "--from", "1e-4", "--to", "10", "--steps", "40", "--json",
                                  "--out", QString::fromStdString(points.string())});
        QVERIFY(json.is_object());
        const Json& tried = json.at("points");
        QVERIFY(tried.size() >= 10 && tried.size() <= 40);
        QCOMPARE(tried.front().at("learning_rate").get<double>(), 1e-4);
        QVERIFY(std::fabs(tried.front().at("loss").get<double>() - std::log(3)) <
                0.5); // three classes, new head
        QVERIFY(json.contains("diverges_above") && json.contains("usable"));
        const Ended shown = call({"lr-range", file, "--from", "1e-4", "--to", "100", "--steps", "40"});
        QVERIFY2(shown.out.find("Rates above") != std::string::npos, shown.out.c_str());
        QVERIFY2(shown.out.find("  diverges\n") != std::string::npos, shown.out.c_str());
        QVERIFY(read_file(points, ErrorId::file_unreadable)
                    .starts_with("step,learning_rate,loss,smoothed_loss\n1,0.0001,"));
        QCOMPARE(read_file(file.toStdString(), ErrorId::file_unreadable), before);
    }

    void the_next_command_is_one_for_a_shell() {
        const fs::path file = bench_.root() / "a preset.yaml";
        fs::copy_file(preset().toStdString(), file, fs::copy_options::overwrite_existing);
        const QString name = QString::fromStdString(file.string());
        const std::string next = "Next: tunedesk run '" + file.string() + "'";
        for (const QStringList& command :
             {QStringList{"check", name}, QStringList{"batch-size", name, "--at-most", "1"}}) {
            const Ended ended = call(command);
            QVERIFY2(ended.code == 0 && ended.out.find(next) != std::string::npos,
                     (ended.out + ended.err).c_str());
        }
    }

    void mistakes_are_said() {
        QCOMPARE(call({"lr-range", preset(), "--from", "1", "--to", "0.1"}).code, 2);
        QCOMPARE(call({"lr-range", preset({{"data.train", "nowhere.csv"}})}).code, 3);
        for (const char* command : {"batch-size", "layout"}) {
            const Ended budget = call({command, preset({{"training.max_tokens_per_batch", "600"}})});
            QVERIFY2(budget.code == 2 && budget.err.find("max_tokens_per_batch") != std::string::npos,
                     budget.err.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TrialsTest)
#include "trials_test.moc"
