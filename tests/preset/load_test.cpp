// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/named_rows.h"
#include "preset/schema/schema.h"
#include "preset/schema/validation_sets.h"
#include "preset/yaml/load.h"
#include "preset/yaml/write.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <random>
#include <unistd.h>

using namespace tunedesk;
using preset::Loaded;
using preset::PresetError;

namespace {

const std::string complete = "model: {path: m}\ndata: {train: t.csv, validation: v.csv}\n";

class Folder {
public:
    fs::path write(const std::string& name, const std::string& text) const {
        const fs::path path = root() / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text;
        return path;
    }
    fs::path root() const { return folder_.path().toStdString(); }

private:
    QTemporaryDir folder_;
};

std::string message_of(const fs::path& file) {
    try {
        preset::load(file);
    } catch (const PresetError& error) {
        return error.message();
    }
    return "no error";
}

} // namespace

class LoadTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_a_file_with_its_places() {
        const Folder folder;
        const fs::path file = folder.write("sentiment.yaml", "tunedesk: 1\n"
                                                             "model: {path: ../models/m, dropout: 0}\n"
                                                             "data:\n"
                                                             "  train: t.csv\n"
                                                             "  validation: /abs/v.csv\n"
                                                             "training: {optim: adamw, max_steps: 1e3}\n");
        const std::vector<std::string> sets = {"training.learning_rate=2e-5", "training.seed=7",
                                               "training.seed=8"};
        const Loaded loaded = preset::load(file, sets);
        const Preset& p = loaded.preset;
        QCOMPARE(p.name, std::string("sentiment"));
        QCOMPARE(p.model.path, (folder.root().parent_path() / "models/m").string());
        QCOMPARE(p.model.dropout.value(), 0.0);
        QCOMPARE(p.data.train, (folder.root() / "t.csv").string());
        QCOMPARE(p.data.validation, std::string("/abs/v.csv"));
        QVERIFY(p.training.optim == Preset::Optim::adamw);
        QCOMPARE(p.training.max_steps, std::int64_t{1000});
        QCOMPARE(p.training.learning_rate, 2e-5);
        QCOMPARE(p.training.seed, std::int64_t{8});
        QCOMPARE(loaded.file, file);
        const std::string name = file.string();
        QCOMPARE(loaded.origins.at("training.optim"), name + ":6:19");
        QCOMPARE(loaded.origins.at("data.train"), name + ":4:10");
        QCOMPARE(loaded.origins.at("training.seed"), std::string("--set"));
        QCOMPARE(loaded.origins.at("training.nesterov"), std::string("default"));
        QCOMPARE(loaded.origins.at("name"), std::string("file name"));
        QCOMPARE(loaded.origins.size(), preset::keys().size());
    }

    void further_validation_sets_are_files_of_the_preset() {
        const Folder folder;
        const fs::path file =
            folder.write("sets.yaml", "model: {path: m}\ndata: {train: t.csv, validation: v.csv, "
                                      "extra_validation: [b/other.csv.gz, /abs/test.csv]}\n");
        const auto problems = [&](const std::string& list) {
            const std::vector<std::string> sets = {"data.extra_validation=" + list};
            std::string text;
            for (const preset::Problem& problem : preset::load_draft(file, sets).problems)
                text += sentence(problem.what) + '\n';
            return text;
        };
        const Preset p = preset::load(file).preset;
        const std::vector<std::string> files{(folder.root() / "b/other.csv.gz").string(), "/abs/test.csv"};
        QVERIFY(p.data.extra_validation == files);
        const std::vector<std::string> names{"other", "extra_test"};
        QVERIFY(preset::extra_validation_names(p) == names);
        QVERIFY(preset::parse(preset::to_yaml(p), "again", "/").preset.data.extra_validation == files);
        QVERIFY(problems("[a.csv, b.jsonl]").empty() && problems("").empty());
        const std::vector<std::string> sets{"data.extra_validation=[\"/a.csv\", '/b.csv']"};
        QVERIFY((preset::load(file, sets).preset.data.extra_validation ==
                 std::vector<std::string>{"/a.csv", "/b.csv"}));
        QVERIFY(problems("[a.csv, c/a.jsonl]").find("\"a\" is listed twice") != std::string::npos);
        QVERIFY(problems("a.csv,,b.csv").find("list of files") != std::string::npos);
        QVERIFY(!problems("$NO_SUCH_VARIABLE/a.csv").empty());
    }

    void names_of_rows_on_the_hub_are_further_validation_sets() {
        const Folder folder;
        qputenv("HF_HUB_CACHE", (folder.root() / "hub").c_str()); // nothing is downloaded
        fs::create_directories(folder.root() / "org/folder");
        const fs::path file = folder.write(
            "named.yaml", "model: {path: m}\ndata: {train: org/rows, validation: v.csv, extra_validation: "
                          "[org/rows, \"org/other@v1:de/test\", org/folder, \"org/other:x/dev-1.csv\"]}\n");
        const Preset p = preset::load(file).preset;
        const std::string found = (folder.root() / "org/folder").string();
        const std::vector<std::string> files{"org/rows", "org/other@v1:de/test", found,
                                             "org/other:x/dev-1.csv"};
        QVERIFY(p.data.extra_validation == files);
        const std::vector<std::string> names{"rows", "other_de_test", "folder", "other_dev-1"};
        QVERIFY(preset::extra_validation_names(p) == names);
        QVERIFY(preset::parse(preset::to_yaml(p), "again", "/").preset.data.extra_validation == files);
        const std::vector<std::string> missing{"org/rows", "org/other@v1:de/test", "org/other:x/dev-1.csv"};
        QVERIFY(preset::missing_rows(p) == missing);
    }

    void inherits_base_first() {
        const Folder folder;
        folder.write("bases/root.yaml", "name: root\nmodel: {path: m}\ntraining: {seed: 1, optim: sgd}\n");
        folder.write("bases/middle.yaml",
                     "extends: root.yaml\ndata: {train: t.csv, validation: v.csv}\ntraining: {seed: 2}\n");
        const fs::path file =
            folder.write("top.yaml", "extends: bases/middle.yaml\ntraining: {learning_rate: 1e-3}\n");
        const Loaded loaded = preset::load(file);
        QCOMPARE(loaded.preset.name, std::string("root"));
        QCOMPARE(loaded.preset.training.seed, std::int64_t{2});
        QVERIFY(loaded.preset.training.optim == Preset::Optim::sgd);
        QCOMPARE(loaded.preset.training.learning_rate, 1e-3);
        // A path counts from the file that wrote it.
        QCOMPARE(loaded.preset.data.train, (folder.root() / "bases/t.csv").string());
        QCOMPARE(loaded.origins.at("training.seed"),
                 (folder.root() / "bases/middle.yaml").string() + ":3:18");
    }

    void says_mistakes_of_every_file() {
        const Folder folder;
        folder.write("base.yaml", "training: {optim: x}\n");
        const fs::path file = folder.write("top.yaml", "extends: base.yaml\n" + complete + "nonsense: 1\n");
        const std::string message = message_of(file);
        QVERIFY2(message.find((folder.root() / "base.yaml").string() + ":1:19: training.optim") !=
                     std::string::npos,
                 message.c_str());
        QVERIFY2(message.find(file.string() + ":4:1: nonsense") != std::string::npos, message.c_str());
    }

    void refuses_loops_of_files() {
        const Folder folder;
        const fs::path a = folder.write("a.yaml", "extends: sub/b.yaml\n");
        folder.write("sub/b.yaml", "extends: ../c.yaml\n");
        folder.write("c.yaml", "extends: a.yaml\n");
        const std::string message = message_of(a);
        QVERIFY2(message.find("c.yaml:1:10: extends: ") != std::string::npos, message.c_str());
        QVERIFY2(message.find("extends itself, through 3 files") != std::string::npos, message.c_str());
        const fs::path self = folder.write("self.yaml", "extends: ./self.yaml\n");
        QVERIFY(message_of(self).find("extends itself") != std::string::npos);
    }

    void refuses_long_chains() {
        const Folder folder;
        for (int i = 0; i < 40; ++i)
            folder.write("f" + std::to_string(i) + ".yaml", "extends: f" + std::to_string(i + 1) + ".yaml\n");
        const std::string message = message_of(folder.root() / "f0.yaml");
        QVERIFY2(message.find("f15.yaml:1:10: extends: more than 16 files") != std::string::npos,
                 message.c_str());
    }

    void refuses_what_is_no_file() {
        const Folder folder;
        QVERIFY(message_of(folder.root() / "none.yaml").find("No such file") != std::string::npos);
        QVERIFY(message_of(folder.root()).find("is not a file") != std::string::npos);
        const fs::path big = folder.write("big.yaml", std::string((1 << 20) + 1, '#'));
        QVERIFY(message_of(big).find("larger than") != std::string::npos);
    }

    void expands_variables_in_paths_alone() {
        qputenv("TUNEDESK_TEST_DIR", "/data sets");
        const auto parse = [](const std::string& train) {
            return preset::parse("name: $X\nmodel: {path: m}\ndata: {validation_split: 0.1, text_column: $y, "
                                 "train: '" +
                                     train + "'}\n",
                                 "p.yaml", "/here");
        };
        QCOMPARE(parse("$TUNEDESK_TEST_DIR/a.csv").preset.data.train, std::string("/data sets/a.csv"));
        QCOMPARE(parse("${TUNEDESK_TEST_DIR}x.csv").preset.data.train, std::string("/data setsx.csv"));
        QCOMPARE(parse("a$$b.csv").preset.data.train, std::string("/here/a$b.csv"));
        QCOMPARE(parse("a.csv").preset.data.text_column, std::string("$y"));
        QCOMPARE(parse("a.csv").preset.name, std::string("$X"));
        const std::string home = qgetenv("HOME").toStdString();
        qputenv("HOME", "/home/a user");
        QCOMPARE(parse("~/a.csv").preset.data.train, std::string("/home/a user/a.csv"));
        QCOMPARE(parse("~a.csv").preset.data.train, std::string("/here/~a.csv"));
        QCOMPARE(parse("b/~/a.csv").preset.data.train, std::string("/here/b/~/a.csv"));
        qunsetenv("HOME");
        QVERIFY_EXCEPTION_THROWN(parse("~/a.csv"), PresetError);
        qputenv("HOME", home.c_str());
        QCOMPARE(parse("https://a.b/c//d.csv").preset.data.train, std::string("https://a.b/c//d.csv"));
        qunsetenv("TUNEDESK_TEST_DIR");
        for (const char* wrong : {"$TUNEDESK_TEST_DIR/a.csv", "${TUNEDESK_TEST_DIR", "a$", "$/b"})
            QVERIFY_EXCEPTION_THROWN(parse(wrong), PresetError);
    }

    void keeps_models_names_of_the_hub() {
        const Folder folder;
        const auto path_of = [&](const std::string& written) {
            return preset::parse("tunedesk: 1\nmodel: {path: \"" + written +
                                     "\"}\ndata: {train: t.csv, validation: v.csv}\n",
                                 "p.yaml", folder.root())
                .preset.model.path;
        };
        const std::string root = folder.root().string();
        QCOMPARE(path_of("org/name-1.5"), std::string("org/name-1.5"));
        QCOMPARE(path_of("./org/name"), root + "/org/name");
        QCOMPARE(path_of("name"), root + "/name");
        QCOMPARE(path_of("../org/name"), (folder.root().parent_path() / "org/name").string());
        QCOMPARE(path_of("a/b/c"), root + "/a/b/c");
        fs::create_directories(folder.root() / "org" / "there");
        QCOMPARE(path_of("org/there"), root + "/org/there");
    }

    void keeps_names_of_data_sets() {
        const Folder folder;
        const auto train_of = [&](const std::string& written) {
            return preset::parse("tunedesk: 1\nmodel: {path: m}\ndata: {train: \"" + written +
                                     "\", validation: v.csv}\n",
                                 "p.yaml", folder.root())
                .preset.data.train;
        };
        const std::string root = folder.root().string();
        QCOMPARE(train_of("org/name"), std::string("org/name"));
        QCOMPARE(train_of("org/name@v1:en/train"), std::string("org/name@v1:en/train"));
        QCOMPARE(train_of("data/train.csv"), root + "/data/train.csv");
        QCOMPARE(train_of("./org/name"), root + "/org/name");
        fs::create_directories(folder.root() / "org" / "there");
        QCOMPARE(train_of("org/there"), root + "/org/there");
    }

    void a_name_and_its_revision_are_written_back() {
        const Loaded loaded = preset::parse("tunedesk: 1\nmodel: {path: org/name, revision: v1.0}\n"
                                            "data: {train: t.csv, validation: v.csv}\n",
                                            "p.yaml", "/nowhere");
        QCOMPARE(loaded.preset.model.revision, std::string("v1.0"));
        const Loaded again = preset::parse(preset::to_yaml(loaded.preset), "again.yaml", "/elsewhere");
        QCOMPARE(again.preset.model.path, std::string("org/name"));
        QVERIFY(preset::differences(loaded.preset, again.preset).empty());
        QVERIFY_THROWS_EXCEPTION(PresetError,
                                 preset::parse("tunedesk: 1\nmodel: {path: org/name, revision: ../x}\n"
                                               "data: {train: t.csv, validation: v.csv}\n",
                                               "p.yaml", "/nowhere"));
    }

    void reads_sets_from_the_working_directory() {
        const std::vector<std::string> sets = {"data.test=x.csv", "training.class_weights=[1, 2]",
                                               "training.logging_steps=3", "memory.offload=[]"};
        const Loaded loaded = preset::parse(complete, "p.yaml", "/here", sets);
        QCOMPARE(loaded.preset.data.test, (fs::current_path() / "x.csv").string());
        QCOMPARE(loaded.preset.data.train, std::string("/here/t.csv"));
        QCOMPARE(loaded.preset.training.class_weights, std::string("1,2"));
        QCOMPARE(loaded.preset.logging.every_n_steps, std::int64_t{3});
    }

    void aliases_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("change");
        const auto row = [](const char* text, const char* change) { QTest::newRow(text) << text << change; };
        row("training: {logging_steps: 7}", "logging.every_n_steps: 10 -> 7");
        row("logging: {logging_steps: 7}", "logging.every_n_steps: 10 -> 7");
        row("training: {save_total_limit: 5}", "checkpoint.keep: 2 -> 5");
        row("training: {save_steps: 50}", "checkpoint.every_n_steps: 500 -> 50");
        row("training: {eval_steps: 50}", "evaluation.every_n_steps: 0 -> 50");
        row("training: {eval_strategy: epoch}", "");
        row("evaluation: {evaluation_strategy: no}", "evaluation.strategy: epoch -> no");
        row("training: {warmup_steps: 9}", "training.warmup_steps: 0 -> 9");
        row("training: {fp16: false}", "");
        row("training: {metric_for_best_model: f1}", "checkpoint.monitor: val_acc -> val_f1");
        row("training: {metric_for_best_model: eval_accuracy}", "");
        row("training: {greater_is_better: yes}", "");
        row("training: {optim: adamw_torch}", "training.optim: adam -> adamw");
        row("training: {lr_scheduler_type: constant_with_warmup}", "");
        row("training: {full_determinism: off}", "training.deterministic: true -> false");
        row("training: {group_by_length: true}", "data.batching: packed -> bucketed");
        row("training: {use_cpu: true}", "parallel.devices: auto -> cpu");
        row("training: {report_to: none}", "logging.tensorboard: true -> false");
        row("training: {gradient_checkpointing: false}", "");
        row("parallel: {ddp_bucket_cap_mb: 5}", "parallel.bucket_mb: 25 -> 5");
        row("training: {run_name: x}", "name: \"\" -> x");
        row("training: {per_device_eval_batch_size: 4, num_train_epochs: 2.5, seed: 1, "
            "per_device_train_batch_size: 4}",
            "training.per_device_train_batch_size: 12 -> 4");
    }
    void aliases() {
        QFETCH(QString, text);
        QFETCH(QString, change);
        const auto plain = preset::parse(complete, "p.yaml", "/");
        const auto loaded = preset::parse(complete + text.toStdString(), "p.yaml", "/");
        const auto changes = preset::differences(plain.preset, loaded.preset);
        if (change.isEmpty())
            QVERIFY(changes.empty());
        else
            QCOMPARE(changes.at(0), change.toStdString());
    }

    void best_by_loss_with_hugging_face_names() {
        const auto loaded = preset::parse(
            complete + "training: {metric_for_best_model: eval_loss, greater_is_better: false}", "p", "/");
        QCOMPARE(loaded.preset.checkpoint.monitor, std::string("val_loss"));
        QVERIFY(loaded.preset.checkpoint.mode == Preset::Mode::min);
    }

    void yaml_forms() {
        // A byte order mark, CRLF, anchors, quotes, lists in both styles, exponents and YAML's booleans.
        const auto loaded = preset::parse("\xEF\xBB\xBFmodel: {path: 'm'}\r\n"
                                          "data: {train: \"t.csv\", validation: v.csv}\r\n"
                                          "training:\r\n"
                                          "  learning_rate: &rate 3e-4\r\n"
                                          "  weight_decay: *rate\r\n"
                                          "  deterministic: No\r\n"
                                          "  class_weights:\r\n"
                                          "    - 1\r\n"
                                          "    - 2.5\r\n"
                                          "memory: {offload: []}\r\n"
                                          "name: &n 'it''s \"fine\"'\r\n"
                                          "logging:\r\n",
                                          "p", "/");
        QCOMPARE(loaded.preset.training.learning_rate, 3e-4);
        QCOMPARE(loaded.preset.training.weight_decay, 3e-4);
        QCOMPARE(loaded.preset.training.deterministic, false);
        QCOMPARE(loaded.preset.training.class_weights, std::string("1,2.5"));
        QCOMPARE(loaded.origins.at("training.weight_decay"), std::string("p:5:17"));
        QCOMPARE(loaded.preset.name, std::string("it's \"fine\""));
    }

    void writes_what_it_reads() {
        // Any right value of every key must survive the text.
        std::mt19937 random(7);
        for (int round = 0; round < 200; ++round) {
            Preset preset;
            for (const preset::Key& key : preset::keys())
                std::ignore = set(preset, key, random_value(key, random));
            const std::string text = preset::to_yaml(preset);
            const auto draft = preset::parse_draft(text, "p.yaml", "/");
            const auto changes = preset::differences(preset, draft.loaded.preset);
            QVERIFY2(changes.empty(), (changes.empty() ? "" : changes[0] + "\n" + text).c_str());
            QCOMPARE(preset::to_yaml(draft.loaded.preset), text);
        }
    }

    /// A bare * would name an anchor.
    void writes_patterns_in_quotes() {
        Preset preset;
        for (const char* patterns : {"*.bias,embeddings.*", "*.bias", "classifier.bias,?ooler.*", "none"}) {
            QVERIFY(!preset::set(preset, *preset::find_key("model.freeze"), patterns));
            const std::string text = preset::to_yaml(preset);
            const auto draft = preset::parse_draft(text, "p.yaml", "/");
            QVERIFY2(draft.loaded.preset.model.freeze == patterns, text.c_str());
        }
        const auto loaded = preset::parse("model: {path: /m, freeze: ['*.bias', \"a.?\"]}\n"
                                          "data: {train: /t.csv, validation: /v.csv}\n",
                                          "p", "/");
        QCOMPARE(loaded.preset.model.freeze, std::string("*.bias,a.?"));
    }

    void writes_each_key_once_in_order() {
        const std::string text = preset::to_yaml(Preset{});
        std::size_t at = 0;
        for (const preset::Key& key : preset::keys()) {
            const std::string line = (key.section.empty() ? "" : "  ") + key.name + ": ";
            at = text.find(line, at);
            QVERIFY2(at != std::string::npos, key.dotted().c_str());
        }
        QCOMPARE(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')),
                 preset::keys().size() + preset::sections().size() - 1);
    }

    void drafts_keep_what_is_right() {
        const auto draft =
            preset::parse_draft("training: {optim: nonsense, learning_rate: 1e-3}\n", "p.yaml", "/");
        QCOMPARE(draft.loaded.preset.training.learning_rate, 1e-3);
        QVERIFY(draft.problems.size() >= 3);
        QVERIFY(preset::check(draft.loaded.preset).size() >= 2);
    }

private:
    static std::string random_value(const preset::Key& key, std::mt19937& random) {
        using preset::Type;
        static const std::vector<std::string> texts = {
            "a",     "null",   "yes", "~",      "1.5",    "a: b",   "#x",     "x #y",
            " lead", "trail ", "'q'", "\"dq\"", "back\\", "[1, 2]", "{a: b}", "\xC3\xA9t\xC3\xA9",
            "&a",    "*a",     "!t",  "%d",     "@at",    "-",      "- a",    "2026-01-01",
            "0x10",  "$HOME",  "$$"};
        const auto pick = [&](const auto& list) { return list[random() % list.size()]; };
        switch (key.type) {
        case Type::boolean:
            return random() % 2 ? "true" : "false";
        case Type::integer:
            return std::to_string(random() % 5000);
        case Type::number:
            return std::to_string(static_cast<double>(random()) / 4294967296.0);
        case Type::choice:
            return pick(key.choices);
        case Type::open_choice:
            return random() % 2 ? pick(key.choices) : random() % 2 ? "1,3" : "2";
        case Type::choice_list:
            return random() % 2 ? pick(key.choices) : key.choices[0] + "," + key.choices[1];
        case Type::text:
            return pick(texts);
        case Type::path:
            return "/" + pick(texts);
        case Type::path_list:
            return random() % 2 ? "/data/a b.csv" : "/data/a b.csv,/x/$HOME.jsonl";
        }
        return "";
    }
};

QTEST_APPLESS_MAIN(LoadTest)
#include "load_test.moc"
