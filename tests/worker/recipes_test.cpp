// SPDX-License-Identifier: GPL-3.0-or-later
// `tunedesk recipe` with the real worker: killed at any moment, the next call goes on to the bits of one that
// nothing befell; and the small forms of the recipes that come with the program.

#include "base/json.h"
#include "event/pipeline_passes.h"
#include "report/memory_figures.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <csignal>
#include <sstream>

using namespace tunedesk;
using namespace tunedesk::test;

class RecipesTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    fs::path recipe_;
    std::vector<std::string> rows_;

    event::RunFolder row(const char* out, std::size_t number) const {
        return {bench_.root() / out / rows_[number]};
    }
    std::unique_ptr<QProcess> start(const char* out, const QStringList& more = {}) const {
        return bench_.start_tunedesk(
            QStringList{"recipe", "run", to_qt(recipe_), "--out", to_qt(bench_.root() / out)} + more);
    }

    /// Runs a recipe's small form with the shipped samples and model; the rows' report.json by name.
    std::map<std::string, Json> run_small(const char* name, const QStringList& more = {}) const {
        const fs::path out = bench_.root() / name;
        const auto process =
            bench_.start_tunedesk(QStringList{"recipe", "run", name, "--small", "--out", to_qt(out)} + more);
        const Ended ended = WorkerBench::wait(*process, 550);
        std::map<std::string, Json> reports;
        if (ended.code != 0) {
            qWarning("%s", (ended.out + ended.err).c_str());
            return reports;
        }
        for (const auto& entry : fs::directory_iterator(out))
            if (fs::exists(entry.path() / "report.json"))
                reports[entry.path().filename().string()] =
                    parse_json(read_file(entry.path() / "report.json", ErrorId::file_unreadable),
                               "report.json", ErrorId::file_unreadable);
        const std::string table = read_file(out / "comparison/compare.md", ErrorId::file_unreadable);
        for (const auto& [run, report] : reports)
            if (!has(table, "| " + run + " | done |")) reports.clear();
        return reports;
    }

    /// `--set KEY=FILE`, of the first rows of a shipped table.
    QStringList set_first_rows(const char* key, const char* name, int rows) const {
        std::istringstream sample(read_file(fs::path(TUNEDESK_SOURCE_DIR) / "resources/samples/sst2" / name,
                                            ErrorId::file_unreadable));
        std::string text;
        std::string line;
        for (int i = 0; i <= rows && std::getline(sample, line); ++i) // the header too
            text += line + '\n';
        write_file_atomically(bench_.root() / name, text);
        return {"--set", QString(key) + '=' + to_qt(bench_.root() / name)};
    }

    static bool has_model() {
        return fs::exists(fs::path(TUNEDESK_SOURCE_DIR) / ".deps/models/all-MiniLM-L6-v2/model.safetensors");
    }

private Q_SLOTS:
    void initTestCase() {
        std::string text = "recipe: 1\nrows:\n";
        for (const Settings& settings :
             {Settings{{"training.num_train_epochs", "20"}}, Settings{{"training.num_train_epochs", "20"},
                                                                      {"training.optim", "sgd"},
                                                                      {"training.learning_rate", "0.01"}}}) {
            const fs::path preset = bench_.preset(settings);
            rows_.push_back(preset.stem().string());
            text += "  - " + preset.string() + "\n";
        }
        recipe_ = bench_.root() / "recipe.yaml";
        write_file_atomically(recipe_, text);
        const Ended whole = WorkerBench::wait(*start("whole"));
        QVERIFY2(whole.code == 0, (whole.out + whole.err).c_str());
    }

    void killed_at_any_moment_the_next_call_goes_on() {
        const auto kill_after = [&](const std::function<bool()>& moment) {
            const auto process = start("killed");
            const bool came = moment();
            process->kill(); // SIGKILL
            process->waitForFinished();
            return came;
        };
        // while it starts; at a step, twice; between checkpoints of the second row; while that begins again
        QVERIFY(kill_after([] {
            QTest::qWait(60);
            return true;
        }));
        QVERIFY(kill_after([&] { return WorkerBench::journal_has(row("killed", 0), "\"step\":12"); }));
        QVERIFY(kill_after([&] { return WorkerBench::journal_has(row("killed", 0), "\"step\":42"); }));
        QVERIFY(kill_after([&] { return WorkerBench::journal_has(row("killed", 1), "\"step\":33"); }));
        const std::string first_row = read_file(row("killed", 0).journal(), ErrorId::file_unreadable);
        QVERIFY(kill_after([] {
            QTest::qWait(300);
            return true;
        }));
        const Ended last = WorkerBench::wait(*start("killed"));
        QVERIFY2(last.code == 0, (last.out + last.err).c_str());
        QVERIFY2(has(last.out, rows_[0] + ": has finished") && has(last.out, rows_[1] + ": continues"),
                 last.out.c_str());
        QCOMPARE(read_file(row("killed", 0).journal(), ErrorId::file_unreadable), first_row);
        for (std::size_t number : {0u, 1u}) {
            QVERIFY(has(read_file(row("killed", number).journal(), ErrorId::file_unreadable), "\"Resumed\""));
            auto expected = traces(row("whole", number)), found = traces(row("killed", number));
            QCOMPARE(difference(expected, found), std::string());
        }
        for (const char* kept : {"preset.yaml", "environment.json", "report.json"})
            QVERIFY(fs::exists(row("killed", 0).root / kept));
    }

    // What each step of the published ladder is meant to save, it saves here.
    void memory_steps() {
        std::map<std::string, Json> reports = run_small("r4-memory");
        QCOMPARE(reports.size(), std::size_t{9});
        const std::pair<const char*, const char*> saves[] = {
            {"2-mixed", "activations"},     {"3-bf16-parameters", "weights"},
            {"4-batch-16", "activations"},  {"5-accumulation", "activations"},
            {"6-sgd-cosine", "optimizer"},  {"7-checkpointing", "activations"},
            {"8-in-backward", "gradients"}, // the ninth changes nothing on processors
        };
        std::string before = "1-fp32";
        for (const auto& [name, part] : saves) {
            const auto bytes = [&, key = part](const std::string& run) {
                return reports[run].at("memory").at("parts").at(key).get<std::uint64_t>();
            };
            const QString text =
                QString("%1: %2 %3 -> %4").arg(name, part).arg(bytes(before)).arg(bytes(name));
            qInfo("%s", qPrintable(text));
            QVERIFY2(bytes(name) < bytes(before), qPrintable(text));
            before = name;
        }
        const std::string table =
            read_file(bench_.root() / "r4-memory/comparison/compare.md", ErrorId::file_unreadable);
        QVERIFY2(has(table, "26.79 GB") && has(table, "18.21 GB (68 %)"), table.c_str());
        // Made on its device in its final type: no copy of the weights beside them.
        const report::MemoryFigures memory =
            report::parse_memory_figures(reports["3-bf16-parameters"].at("memory"));
        const double share =
            static_cast<double>(report::sum(memory.phases[0])) / static_cast<double>(memory.parts[0]);
        qInfo("loading: %.3f times the weights", share);
        QVERIFY(share > 0.9 && share <= 1.05);
        QVERIFY2(has(table, "| 3-bf16-parameters, memory while loading |") && has(table, "| 0.65 GB |"),
                 table.c_str());
    }

    /// Each of four ranks keeps a quarter of a copy's weights, gradients and optimizer's state.
    void ranks_divide_the_state() {
        if (!has_model()) QSKIP("packaging/setup.sh has not fetched the model");
        std::map<std::string, Json> reports = run_small("r4-ranks"), texts = run_small("r4-text"),
                                    long_texts = run_small("r4-bigbird");
        QCOMPARE(reports.size(), std::size_t{3});
        QCOMPARE(texts.size(), std::size_t{2});
        const auto state = [](const Json& report) {
            const Json step = report.at("memory").at("phases").at("step");
            return step.at("weights").get<double>() + step.at("gradients").get<double>() +
                   step.at("optimizer").get<double>();
        };
        const auto require_part = [&](const Json& report, const Json& whole, double part, const char* name) {
            const double share = state(report) / (16 * whole.at("parameters").get<double>());
            qInfo("%s: %.3f of a copy in fp32", name, share);
            QVERIFY2(share > 0.98 * part && share < 1.02 * part, name);
        };
        for (const char* name : {"11-fsdp", "12-fsdp-offload"})
            require_part(reports[name], reports["1-fp32"], 0.25, name);
        require_part(texts["13-fsdp-bf16"], texts["text"], 0.125, "13-fsdp-bf16");
        require_part(long_texts["14-fsdp-bigbird"], texts["text"], 0.125, "14-fsdp-bigbird");
    }

    /// Two pipelines side by side, whose stages' passes stand in the journal.
    void pipelines() {
        std::map<std::string, Json> reports = run_small("r2");
        QCOMPARE(reports.size(), std::size_t{2});
        const event::RunFolder run{bench_.root() / "r2/r2-small-pipeline"};
        const std::vector<event::Event> steps = events_of(run, event::Type::Pipeline);
        QCOMPARE(steps.size(), std::size_t{4}); // 1, 2, 4, 6
        for (const event::Event& step : steps) {
            const auto passes = event::passes_of(step);
            QVERIFY(passes);
            QCOMPARE(passes->stages.size(), std::size_t{2});
            for (const auto& stage : passes->stages)
                QCOMPARE(stage.size(), std::size_t{16}); // 8 micro-batches there and back
            QVERIFY(passes->idle_share() > 0 && passes->idle_share() < 1);
        }
    }

    void one_device_rows() {
        if (!has_model()) QSKIP("packaging/setup.sh has not fetched the model");
        std::map<std::string, Json> reports = run_small(
            "r1", set_first_rows("data.train", "validation.tsv", 120) + // of which a tenth validates
                      set_first_rows("data.test", "test.tsv", 60));
        for (const char* name :
             {"r1-loop", "r1-plain", "r1-fp16", "r1-features", "r1-last-layers", "r1-largest-batch"}) {
            QVERIFY2(reports.contains(name), name);
            QVERIFY(reports[name].at("accuracy").get<double>() > 0.3);
            QVERIFY(reports[name].at("train_seconds").get<double>() > 0);
        }
        QVERIFY(reports["r1-last-layers"].at("trainable") < reports["r1-plain"].at("trainable"));
        const fs::path out = bench_.root() / "r1";
        QVERIFY(has(read_file(out / "r1-largest-batch/preset.yaml", ErrorId::file_unreadable),
                    "per_device_train_batch_size: 32\n"));
        const std::string table = read_file(out / "comparison/compare.md", ErrorId::file_unreadable);
        QVERIFY2(has(table, "21:47") && has(table, "0.9320"), table.c_str());
    }
};

QTEST_GUILESS_MAIN(RecipesTest)
#include "recipes_test.moc"
