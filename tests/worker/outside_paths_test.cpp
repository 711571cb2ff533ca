// SPDX-License-Identifier: GPL-3.0-or-later
// Model folders whose files name others outside of them, opened by the real worker and by `predict`.

#include "format/safetensors.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::test;

class OutsidePathsTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    fs::path trained_; ///< a folder that would be right if its files were its own

    fs::path copy_of_model(const std::string& name) {
        const fs::path folder = bench_.root() / "models" / name;
        fs::remove_all(folder);
        fs::create_directories(folder.parent_path());
        fs::copy(trained_, folder);
        fs::remove(folder / "manifest.json");
        return folder;
    }

    /// Weights that an index leads to: `target` as the file that holds each tensor.
    static void lead_weights(const fs::path& folder, const std::string& target) {
        Json map = Json::object();
        const format::SafetensorsFile weights(folder / "model.safetensors");
        for (const auto& [name, tensor] : weights.tensors())
            map[name] = target;
        fs::remove(folder / "model.safetensors");
        std::ofstream(folder / "model.safetensors.index.json")
            << Json{{"metadata", {{"total_size", 1}}}, {"weight_map", map}}.dump();
    }

private Q_SLOTS:
    void initTestCase() {
        const event::RunFolder run = bench_.folder("first");
        const Ended ended = bench_.call(run, bench_.preset({{"training.max_steps", "2"}}));
        QVERIFY2(ended.code == 0, ended.err.c_str());
        trained_ = run.final_model();
    }

    void are_refused_data() {
        QTest::addColumn<QString>("how");
        QTest::newRow("weight_map with ..") << "up";
        QTest::newRow("weight_map with an absolute path") << "absolute";
        QTest::newRow("weight_map through a linked folder") << "linked folder";
        QTest::newRow("tokenizer file that is a link out") << "tokenizer";
    }
    // FAULTS 33
    void are_refused() {
        QFETCH(QString, how);
        const fs::path folder = copy_of_model("given"), outside = bench_.root() / "outside";
        fs::create_directories(outside);
        fs::copy_file(trained_ / "model.safetensors", outside / "weights.safetensors",
                      fs::copy_options::overwrite_existing);
        std::string named = "weights.safetensors";
        if (how == "up") lead_weights(folder, "../../outside/weights.safetensors");
        if (how == "absolute") lead_weights(folder, (outside / "weights.safetensors").string());
        if (how == "linked folder") {
            fs::create_directory_symlink(outside, folder / "shards");
            lead_weights(folder, "shards/weights.safetensors");
        }
        if (how == "tokenizer") {
            named = fs::exists(folder / "tokenizer.json") ? "tokenizer.json" : "vocab.txt";
            fs::rename(folder / named, outside / named);
            fs::create_symlink(outside / named, folder / named);
        }
        const event::RunFolder run = bench_.folder("of " + how.toStdString());
        const Ended trains = bench_.call(run, bench_.preset({{"model.path", folder.string()},
                                                             {"model.init", "pretrained"},
                                                             {"training.max_steps", "1"}}));
        QVERIFY2(trains.code == 4 && has(trains.err, named), (trains.out + trains.err).c_str());
        QVERIFY2(!fs::exists(run.final_model()), "a model was written");
        const Ended predicts =
            WorkerBench::wait(*bench_.start_tunedesk({"predict", to_qt(folder), "--text", "word1 word2"}));
        QVERIFY2(predicts.code == 4 && has(predicts.err, named), (predicts.out + predicts.err).c_str());
    }
};

QTEST_GUILESS_MAIN(OutsidePathsTest)
#include "outside_paths_test.moc"
