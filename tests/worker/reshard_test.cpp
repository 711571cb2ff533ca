// SPDX-License-Identifier: GPL-3.0-or-later
// A run that goes on by other ranks: what its checkpoints hold is read in other pieces, and the batch of a
// step stays.

#include "format/checkpoint.h"
#include "format/safetensors.h"
#include "format/saved_tensors.h"
#include "preset/yaml/load.h"
#include "run/folder/export_model.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>

#include <cstring>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

using Weights = std::map<std::string, std::vector<std::byte>>;

/// Whole tensors of the newest checkpoint's pieces: of "model" or "optimizer".
Weights assembled(const event::RunFolder& run, const std::string& what) {
    const format::SavedTensors saved(run.checkpoints() / format::checkpoint_name(checkpoints(run).front()),
                                     what);
    Weights all;
    for (const auto& [name, tensor] : saved.tensors()) {
        const auto elements = static_cast<std::size_t>(format::elements_of(tensor.shape));
        std::vector<std::byte>& bytes = all[name];
        bytes.resize(elements * format::size_of(tensor.dtype));
        saved.read(format::Piece::whole(name, tensor.shape), bytes);
    }
    return all;
}

Weights model_in(const fs::path& folder) {
    const format::SafetensorsFile file(folder / "model.safetensors");
    Weights all;
    for (const auto& [name, tensor] : file.tensors()) {
        const auto data = file.data(name);
        all[name].assign(data.begin(), data.end());
    }
    return all;
}

/// Files of weights in the newest checkpoint.
int writers_of(const event::RunFolder& run) {
    const fs::path last = run.checkpoints() / format::checkpoint_name(checkpoints(run).front());
    int count = 0;
    for (const auto& file : fs::directory_iterator(last))
        count += file.path().filename().string().starts_with("model");
    return count;
}

Json report_of(const event::RunFolder& run) {
    return parse_json(read_file(run.report_json(), ErrorId::file_unreadable), "report",
                      ErrorId::file_unreadable);
}

struct Layout {
    const char* strategy;
    int ranks, accumulation;
};

} // namespace

class ReshardTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    /// 40 steps of 12 samples, eight an epoch, of which the last has six.
    Settings settings_{{"parallel.strategy", "ddp"},
                       {"parallel.processes", "2"},
                       {"parallel.oversubscribe", "true"},
                       {"training.per_device_train_batch_size", "1"},
                       {"training.gradient_accumulation_steps", "6"},
                       {"training.max_steps", "40"},
                       {"checkpoint.every_n_steps", "10"},
                       {"evaluation.strategy", "'no'"},
                       {"logging.every_n_steps", "1"}};

    /// The newest checkpoint as a Hugging Face folder.
    Weights exported(const event::RunFolder& run) const {
        const std::string name = format::checkpoint_name(checkpoints(run).front());
        const fs::path target = bench_.root() / ("exported " + run.root.filename().string() + name);
        run::export_model(run.root, {name, run.checkpoints() / name}, target);
        format::verify_folder(target);
        return model_in(target);
    }
    Ended resume(const event::RunFolder& run, const std::vector<std::string>& sets,
                 const Environment& environment = {}) const {
        QStringList arguments{"resume", to_qt(run.root), "--allow-change"};
        for (const std::string& set : sets)
            arguments << "--set" << QString::fromStdString(set);
        return WorkerBench::wait(*bench_.start_tunedesk(arguments, environment));
    }
    static std::vector<std::string> sets_of(const Layout& layout) {
        return {std::string("parallel.strategy=") + layout.strategy,
                "parallel.processes=" + std::to_string(layout.ranks)};
    }

private Q_SLOTS:
    void from_layout_to_layout() {
        const fs::path preset = bench_.preset(settings_);
        const event::RunFolder whole = bench_.folder("whole"), run = bench_.folder("run");
        const Ended uninterrupted = WorkerBench::wait(*bench_.start_supervised(1, whole, preset));
        QVERIFY2(uninterrupted.code == 0, (uninterrupted.out + uninterrupted.err).c_str());
        QCOMPARE(WorkerBench::wait(
                     *bench_.start_supervised(1, run, preset, {{"TUNEDESK_FAULT", "optimizer@1:12:kill"}}))
                     .code,
                 7);
        std::int64_t step = 10;
        for (const Layout& layout : {Layout{"zero3", 4, 3}, {"zero1", 3, 4}, {"single", 1, 12}}) {
            QCOMPARE(checkpoints(run).front(), step);
            const Weights weights = assembled(run, "model"), state = assembled(run, "optimizer");
            QVERIFY(exported(run) == weights);
            QVERIFY(weights.size() > 30 && state.size() > weights.size());

            // Written again, by the ranks that have read it, before any step.
            const event::RunFolder again = bench_.folder("again " + std::to_string(step));
            fs::copy(run.root, again.root, fs::copy_options::recursive);
            std::vector<std::string> sets = sets_of(layout);
            sets.push_back("training.max_steps=" + std::to_string(step));
            const Ended ended = resume(again, sets);
            QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
            QCOMPARE(checkpoints(again).front(), step);
            QCOMPARE(writers_of(again), layout.ranks);
            QVERIFY(assembled(again, "model") == weights);
            QVERIFY(assembled(again, "optimizer") == state);
            QVERIFY(model_in(again.final_model()) == weights);

            const bool is_last = layout.ranks == 1;
            const Ended next =
                resume(run, sets_of(layout),
                       is_last ? Environment{} : Environment{{"TUNEDESK_FAULT", "optimizer@0:12:kill"}});
            QVERIFY2(next.code == (is_last ? 0 : 7), (next.out + next.err).c_str());
            QVERIFY(
                says(run, "training.gradient_accumulation_steps is " + std::to_string(layout.accumulation)));
            step += 10;
        }
        QCOMPARE(losses(run).size(), std::size_t(40));
        const double apart = largest_difference(losses(whole), losses(run));
        QVERIFY2(apart <= 1e-5, std::to_string(apart).c_str());
        const double weights_apart = largest_difference(whole.root / "final" / "model.safetensors",
                                                        run.root / "final" / "model.safetensors");
        QVERIFY2(weights_apart <= 1e-5, std::to_string(weights_apart).c_str());
        const auto tokens = events_of(run, event::Type::Started).at(0).fields.at("tokens").get<int>();
        QCOMPARE(report_of(run).at("train_tokens").get<int>(), 5 * tokens);
        QVERIFY(report_of(whole).at("train_tokens") == report_of(run).at("train_tokens"));
    }

    /// As torchrun and srun do it: nobody supervises, and each rank reads for itself what there was.
    void ranks_without_a_supervisor_keep_the_batch() {
        const fs::path preset = bench_.preset(settings_);
        const event::RunFolder whole = bench_.folder("all by two"), run = bench_.folder("two, then three");
        for (const Ended& rank : bench_.call_ranks(2, whole, preset))
            QVERIFY2(rank.code == 0, (rank.out + rank.err).c_str());
        const auto two = bench_.start_ranks(2, run, preset);
        QVERIFY(WorkerBench::journal_has(run, R"("step":12)"));
        for (const auto& rank : two)
            rank->terminate();
        for (const auto& rank : two)
            QCOMPARE(WorkerBench::wait(*rank).code, 75);

        for (const Ended& rank : bench_.call_ranks(5, run, {}, {}, {"--allow-change"})) {
            QVERIFY2(rank.code == 2, (rank.out + rank.err).c_str());
            QVERIFY2(rank.err.find("5 ranks with batches of 1 cannot reach exactly the 12 samples") !=
                         std::string::npos,
                     rank.err.c_str());
        }
        for (const Ended& rank : bench_.call_ranks(3, run, {}, {}, {"--allow-change"}))
            QVERIFY2(rank.code == 0, (rank.out + rank.err).c_str());
        QVERIFY(says(run, "training.gradient_accumulation_steps is 4 instead of 6"));
        const Preset used = preset::load(run.preset()).preset;
        QCOMPARE(used.parallel.processes, 3);
        QCOMPARE(used.training.gradient_accumulation_steps, 4);
        QCOMPARE(losses(run).size(), std::size_t(40));
        const double apart = largest_difference(losses(whole), losses(run));
        QVERIFY2(apart <= 1e-5, std::to_string(apart).c_str());
        QVERIFY(report_of(whole).at("train_tokens") == report_of(run).at("train_tokens"));
    }

    void frozen_blocks_are_restored_whole_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addRow("zero2") << "zero2";
        QTest::addRow("zero3") << "zero3";
    }
    /// With another seed each rank begins with other random weights, and an update spreads trained ones
    /// alone.
    void frozen_blocks_are_restored_whole() {
        QFETCH(QString, strategy);
        Settings settings = settings_;
        settings["parallel.strategy"] = strategy.toStdString();
        settings["model.train"] = "last_layers";
        settings["model.last_layers"] = "1";
        settings["training.max_steps"] = "6";
        settings["checkpoint.every_n_steps"] = "2";
        const event::RunFolder run = bench_.folder("frozen " + strategy.toStdString());
        QCOMPARE(WorkerBench::wait(*bench_.start_supervised(1, run, bench_.preset(settings),
                                                            {{"TUNEDESK_FAULT", "optimizer@0:4:kill"}}))
                     .code,
                 7);
        const Weights then = assembled(run, "model");
        const Ended ended = resume(run, {"training.seed=99"});
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const Weights now = model_in(run.final_model());
        int same = 0, changed = 0;
        for (const auto& [name, values] : then) {
            const bool is_frozen =
                name.find("embeddings.") != std::string::npos || name.find("layer.0.") != std::string::npos;
            if (is_frozen) QVERIFY2(now.at(name) == values, name.c_str());
            ++(is_frozen ? same : changed);
            if (!is_frozen && name.ends_with("output.dense.weight"))
                QVERIFY2(now.at(name) != values, name.c_str());
        }
        QVERIFY(same > 15 && changed > 15);
    }

    void a_batch_that_the_ranks_cannot_make_is_refused() {
        Settings settings = settings_;
        settings["training.per_device_train_batch_size"] = "2";
        settings["training.gradient_accumulation_steps"] = "1";
        settings["training.max_steps"] = "8";
        settings["checkpoint.every_n_steps"] = "2";
        const event::RunFolder run = bench_.folder("refused");
        QCOMPARE(WorkerBench::wait(*bench_.start_supervised(1, run, bench_.preset(settings),
                                                            {{"TUNEDESK_FAULT", "optimizer@0:4:kill"}}))
                     .code,
                 7);
        const std::string preset = read_file(run.preset(), ErrorId::file_unreadable);
        const Ended refused = resume(run, {"parallel.processes=3", "parallel.strategy=zero2"});
        QVERIFY2(refused.code == 2, (refused.out + refused.err).c_str());
        for (const char* part : {"3 ranks with batches of 2 cannot reach exactly the 4 samples", "2 ranks",
                                 "--set training.gradient_accumulation_steps=N"})
            QVERIFY2(refused.err.find(part) != std::string::npos, refused.err.c_str());
        QCOMPARE(read_file(run.preset(), ErrorId::file_unreadable), preset); // nothing has begun
        // A change without --allow-change is none that was asked for.
        QCOMPARE(WorkerBench::wait(
                     *bench_.start_tunedesk({"resume", to_qt(run.root), "--set", "parallel.processes=3"}))
                     .code,
                 2);
        // The user decides otherwise, and a resume that is killed before a checkpoint keeps to it.
        const std::vector<std::string> chosen{"parallel.processes=3", "parallel.strategy=zero2",
                                              "training.gradient_accumulation_steps=2"};
        QCOMPARE(resume(run, chosen, {{"TUNEDESK_FAULT", "optimizer@2:1:kill"}}).code, 7);
        QCOMPARE(checkpoints(run).front(), 2);
        const Ended ended = resume(run, {});
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const Json report = report_of(run);
        QCOMPARE(report.at("steps").get<int>(), 8);
        const Preset used = preset::load(run.preset()).preset;
        QCOMPARE(used.parallel.processes, 3);
        QCOMPARE(used.training.gradient_accumulation_steps, 2);
    }
};

QTEST_GUILESS_MAIN(ReshardTest)
#include "reshard_test.moc"
