// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/json.h"
#include "python_server.h"
#include "worker/worker_bench.h"

#include <QTest>

namespace tunedesk::test {

/// Tests a task from its preset to its predictions, with the real programs, on rows made by a test.
class TaskBench {
public:
    /// `settings`: those of all presets of the task in addition to the model, the files TASK_train,
    /// TASK_validation and TASK_test with the extension, and two epochs.
    TaskBench(std::string task, Settings settings, std::string extension = ".csv")
        : task_(std::move(task)), settings_(std::move(settings)), extension_(std::move(extension)) {}

    WorkerBench& bench() { return bench_; }
    std::string place(const std::string& name) const { return (bench_.root() / name).string(); }
    void write(const std::string& name, const std::string& text) const {
        write_file_atomically(place(name), text);
    }
    static std::string read(const fs::path& file) {
        return fs::exists(file) ? read_file(file, ErrorId::file_unreadable) : std::string("(missing)");
    }

    fs::path preset(const Settings& more = {}) const {
        Settings all{{"task", task_},
                     {"model.path", TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-bert"},
                     {"model.init", "pretrained"},
                     {"model.ignore_mismatched_sizes", "true"},
                     {"data.train", place(task_ + "_train" + extension_)},
                     {"data.validation", place(task_ + "_validation" + extension_)},
                     {"data.test", place(task_ + "_test" + extension_)},
                     {"data.max_length", "40"},
                     {"training.learning_rate", "3e-3"},
                     {"training.num_train_epochs", "2"}};
        for (const Settings& settings : {settings_, more})
            for (const auto& [key, value] : settings)
                all[key] = value;
        return bench_.preset(all);
    }

    Ended tunedesk(const QStringList& arguments) const {
        return WorkerBench::wait(*bench_.start_tunedesk(arguments));
    }
    Ended check(const Settings& more = {}) const {
        return tunedesk({"check", QString::fromStdString(preset(more).string())});
    }
    static double test_metric(const event::RunFolder& run, const char* name) {
        return parse_json(read(run.report_json()), "report.json", ErrorId::file_unreadable)
            .at("metrics")
            .at(name)
            .get<double>();
    }

    /// Trains once without interruption and once killed in a backward pass and resumed, and checks that the
    /// results are bit-identical. Returns the first run's folder.
    event::RunFolder train_killed_and_resumed(const Settings& more) {
        const std::string number = std::to_string(++killed_);
        const event::RunFolder whole = bench_.folder("whole" + number),
                               killed = bench_.folder("killed" + number);
        const fs::path file = preset(more);
        require_success(bench_.call(whole, file));
        if (bench_.call(killed, file, {{"TUNEDESK_FAULT", "backward:7:kill"}}).code != 137)
            throw std::runtime_error("the run was not killed");
        require_success(bench_.call(killed, file));
        if (const std::string differs = difference(traces(killed), traces(whole)); !differs.empty())
            throw std::runtime_error("the resumed run differs: " + differs);
        return whole;
    }

    /// Difference of the first logged losses of one process and of two ranks with half its batch.
    double difference_of_two_ranks(const Settings& more = {}) {
        const auto [one, two] = of_one_and_of_two(
            more, {{"parallel.strategy", "ddp"}, {"training.per_device_train_batch_size", "2"}});
        return std::abs(losses(one).begin()->second - losses(two).begin()->second);
    }
    /// Largest difference of the losses of one process and of the two stages of a pipeline.
    double difference_of_two_stages(const Settings& more = {}) {
        const auto [one, two] =
            of_one_and_of_two(more, {{"parallel.pipeline_stages", "2"}, {"parallel.oversubscribe", "true"}});
        return largest_difference(losses(one), losses(two));
    }

    /// Runs of six steps: of one process, with a batch of 4, and of two processes with these settings too.
    std::pair<event::RunFolder, event::RunFolder> of_one_and_of_two(const Settings& more,
                                                                    const Settings& settings_of_two) {
        Settings plain{{"training.max_steps", "6"}, {"model.dropout", "0"}};
        for (const auto& [key, value] : more)
            plain[key] = value;
        Settings of_two = plain;
        of_two["parallel.processes"] = "2";
        for (const auto& [key, value] : settings_of_two)
            of_two[key] = value;
        const std::string number = std::to_string(++compared_);
        const event::RunFolder one = bench_.folder("one" + number), two = bench_.folder("two" + number);
        require_success(bench_.call(one, preset(plain)));
        for (const Ended& each : bench_.call_ranks(2, two, preset(of_two)))
            require_success(each);
        return {one, two};
    }

    /// Runs a Python script of this folder; "" if it found no error, "skip: ..." if a tool is not installed.
    std::string compared_by(const char* script, const QStringList& arguments) {
        if (!python_)
            python_ = std::make_unique<PythonServer>(QStringList{
                "transformers.models.auto.modeling_auto", "transformers.models.auto.tokenization_auto"});
        if (!python_->is_running())
            return "skip: no Python with transformers: set TUNEDESK_PYTHON or run packaging/setup.sh";
        const auto [code, out, err] =
            python_->run(QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/worker/") + script, arguments);
        if (code == 42) return "skip: Python lacks a package: " + out.toStdString();
        return code == 0 ? std::string() : "exit " + std::to_string(code) + ": " + (out + err).toStdString();
    }

    /// Settings of a run with a single step on all `rows`, which hardly changes the model: its loss is that
    /// of the saved model.
    static Settings one_idle_step(int rows) {
        return {{"training.max_steps", "1"},
                {"training.learning_rate", "1e-12"},
                {"training.per_device_train_batch_size", std::to_string(rows)},
                {"model.dropout", "0"},
                {"evaluation.strategy", "epoch"},
                {"logging.every_n_steps", "1"}};
    }

    /// The output of `check` if it does not reject a preset with these settings with a sentence that contains
    /// `said`; else "".
    std::string not_refused(const Settings& settings, const std::string& said) const {
        const Ended ended = check(settings);
        const bool is_refused = ended.code == 2 && ended.err.find(said) != std::string::npos;
        return is_refused ? "" : "not refused: " + ended.out + ended.err;
    }

    static void require_success(const Ended& ended) {
        if (ended.code != 0) throw std::runtime_error(ended.out + ended.err);
    }

private:
    const std::string task_;
    const Settings settings_;
    const std::string extension_;
    WorkerBench bench_;
    std::unique_ptr<PythonServer> python_; ///< created by the first script
    int killed_ = 0, compared_ = 0;        ///< numbers of runs so far
};

} // namespace tunedesk::test
