// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/checks.h"
#include "preset/yaml/load.h"

#include <QTest>

using namespace tunedesk;
using preset::PresetError;
using preset::Problem;

namespace {

const std::string complete = "model: {path: m}\n"
                             "data: {train: t.csv, validation: v.csv}\n";

std::vector<Problem> problems_of(const std::string& text, const std::vector<std::string>& sets = {}) {
    try {
        preset::parse(text, "p.yaml", "/work", sets);
    } catch (const PresetError& error) {
        return error.problems();
    }
    return {};
}

std::string joined(const std::vector<Problem>& problems) {
    std::string text;
    for (const Problem& problem : problems)
        text += problem.place + " | " + problem.key + " | " + sentence(problem.what) + "\n";
    return text;
}

} // namespace

class MistakesTest : public QObject {
    Q_OBJECT

    /// One mistake in a text that is right otherwise.
    static void row(const char* name, const char* text, const char* place, const char* key,
                    const char* what) {
        QTest::newRow(name) << QString::fromUtf8(text) << place << key << what;
    }

private Q_SLOTS:
    void one_mistake_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("what");
        // The line and column count from the text itself; the complete preset stands before it, two lines.
        row("unknown key", "training: {learning_rat: 1}", "p.yaml:3:12", "training.learning_rat",
            "did you mean training.learning_rate?");
        row("unknown key on its line", "training:\n  optim: adam\n  epochz: 3", "p.yaml:5:3",
            "training.epochz", "training has per_device_train_batch_size, ");
        row("key of another section", "training: {max_length: 5}", "p.yaml:3:12", "training.max_length",
            "did you mean data.max_length?");
        row("a dotted name", "training.seed: 3", "p.yaml:3:1", "training.seed",
            "did you mean training: {seed: ...}?");
        row("unknown section", "trainig: {optim: adam}", "p.yaml:3:1", "trainig", "did you mean training?");
        row("no section either", "optimiser: {a: 1}", "p.yaml:3:1", "optimiser",
            "the top has tunedesk, name, task, recipe, and the sections model, lora, data, ");
        row("weights beyond a float", "training: {class_weights: [1e300, 1]}", "p.yaml:3:27",
            "training.class_weights", "from 1e-9 to 1e9");
        row("an epsilon that is 0 in fp32", "training: {adam_epsilon: 1e-300}", "p.yaml:3:26",
            "training.adam_epsilon", "a number from 1e-30 to 1");
        row("key at the top", "learning_rate: 1", "p.yaml:3:1", "learning_rate",
            "did you mean training.learning_rate?");
        row("after accented letters", "training: {\"\xC3\xA9\xC3\xA9\": 1}", "p.yaml:3:12",
            "training.\xC3\xA9\xC3\xA9", "no such key");
        row("column in characters", "evaluation: {strategy: \"\xC3\xA9\xC3\xA9\", every_n_steps: x}",
            "p.yaml:3:24", "evaluation.strategy", "one of no, epoch, steps");
        row("wrong value", "training:\n  optim: adamx", "p.yaml:4:10", "training.optim",
            "\"adamx\" is not one of sgd, adam, adamw, adamw_8bit (did you mean adam?)");
        row("out of range", "training: {learning_rate: -1}", "p.yaml:3:27", "training.learning_rate",
            "a number from 0 to 1000");
        row("no value", "training: {optim: }", "p.yaml:3:19", "training.optim", "has no value");
        row("list for one value", "training: {optim: [adam]}", "p.yaml:3:19", "training.optim",
            "takes one value");
        row("map for one value", "training: {optim: {a: b}}", "p.yaml:3:19", "training.optim",
            "takes one value");
        row("nested list", "memory: {offload: [[optimizer]]}", "p.yaml:3:20", "memory.offload",
            "takes plain values");
        row("section as a value", "training: adam", "p.yaml:3:11", "training", "is a section");
        row("duplicate key", "training: {optim: adam, optim: sgd}", "p.yaml:3:25", "optim",
            "first in line 3");
        row("duplicate section", "training: {optim: sgd}\ntraining: {optim: adam}", "p.yaml:4:1", "training",
            "first in line 3");
        row("alias beside its key", "logging: {every_n_steps: 5, logging_steps: 6}", "p.yaml:3:29",
            "logging.logging_steps", "gives logging.every_n_steps a second time");
        row("alias elsewhere", "training: {save_steps: 5}\ncheckpoint: {every_n_steps: 6}", "p.yaml:4:14",
            "checkpoint.every_n_steps",
            "gives checkpoint.every_n_steps a second time, after training.save_steps in line 3");
        row("wrong value of an alias", "training: {fp16: half}", "p.yaml:3:18", "training.fp16",
            "not one of true, false");
        row("newer version", "tunedesk: 2", "p.yaml:3:11", "tunedesk", "only schema version 1");
        row("writes elsewhere", "training: {output_dir: /etc}", "p.yaml:3:12", "training.output_dir",
            "--run-dir");
        row("commands", "hooks: [rm]", "p.yaml:3:1", "hooks", "cannot run commands");
        row("name with a path", "name: ../../etc/cron.d/x", "p.yaml:3:7", "name", "without / or");
        row("tag", "name: !!python/object x", "p.yaml:3:7", "", "tags");
        row("merge key", "a: &a {optim: adam}\ntraining: {<<: *a}", "p.yaml:4:12", "", "extends");
        row("cycle", "a: &a [*a]", "p.yaml:3:8", "", "cycle");
        row("unknown anchor", "name: *nothing", "p.yaml:3:7", "", "not valid YAML");
        row("second document", "---\nname: x", "p.yaml:4:1", "", "second document");
        row("broken brackets", "training: {optim: adam", "p.yaml:3:1", "", "not valid YAML");
        row("open quote", "name: \"a\ntraining: {seed: 1}\n", "p.yaml:3:7", "", "never closed");
        row("open single quote", "name: &n 'it''s\ntraining: {seed: 1}\n", "p.yaml:3:7", "", "never closed");
        row("open quote of a key", "training: {\"seed: 1}\n", "p.yaml:3:", "", "");
        row("tab as indentation", "training:\n\toptim: adam", "p.yaml:4:7", "", "a tab indents this line");
        row("control character", "name: a\x01", "p.yaml:3:8", "", "control character 0x01");
        row("lines that end with CR", "name: a\rtask: text-classification\r", "p.yaml:3:8", "",
            "carriage return (CR) alone; save the file with line ends LF or CRLF");
        row("not UTF-8", "name: a\xFF", "p.yaml:3:8", "", "");
        row("control by escape", "name: \"a\\x00b\"", "p.yaml:3:7", "name", "control characters");
        row("complex key", "? [a, b]\n: c", "p.yaml:3:3", "", "plain name");
        row("extends a list", "extends: [a, b]", "p.yaml:3:10", "extends", "one file name");
        row("extends nothing there", "extends: none.yaml", "p.yaml:3:10", "extends", "cannot open");
        row("extends a folder", "extends: /tmp", "p.yaml:3:10", "extends", "not a file");
        row("extends a device", "extends: /dev/zero", "p.yaml:3:10", "extends", "not a file");
    }

    void utf_16_data() {
        QTest::addColumn<QByteArray>("beginning");
        QTest::newRow("little-endian") << QByteArray("\xFF\xFEn\0a\0", 6);
        QTest::newRow("big-endian") << QByteArray("\xFE\xFF\0n\0a", 6);
        QTest::newRow("without a mark") << QByteArray("n\0a\0", 4);
        QTest::newRow("big-endian without a mark") << QByteArray("\0n\0a", 4);
    }
    void utf_16() {
        QFETCH(QByteArray, beginning);
        const auto problems = problems_of(beginning.toStdString());
        QCOMPARE(joined(problems),
                 std::string("p.yaml:1:1 |  | not valid YAML: the file is UTF-16; save it as UTF-8\n"));
    }

    void one_mistake() {
        QFETCH(QString, text);
        QFETCH(QString, place);
        QFETCH(QString, key);
        QFETCH(QString, what);
        std::string yaml = complete + text.toStdString();
        if (QTest::currentDataTag() == QByteArray("not UTF-8")) yaml = complete + "name: a\xFF";
        const auto problems = problems_of(yaml);
        QVERIFY(!problems.empty());
        const std::string all = joined(problems);
        for (const Problem& problem : problems)
            QVERIFY2(!problem.what.id.empty(), all.c_str()); // for another language
        const bool whole = !place.endsWith(':');             // else the line alone is known
        QVERIFY2(whole ? problems[0].place == place.toStdString()
                       : problems[0].place.starts_with(place.toStdString()),
                 all.c_str());
        QVERIFY2(problems[0].key == key.toStdString(), all.c_str());
        QVERIFY2(sentence(problems[0].what).find(what.toStdString()) != std::string::npos, all.c_str());
    }

    void one_conflict_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("what");
        row("accumulation in backward",
            "memory: {optimizer_in_backward: true}\ntraining: {gradient_accumulation_steps: 2}",
            "p.yaml:3:33", "memory.optimizer_in_backward", "gradient_accumulation_steps");
        row("clipping in backward", "memory: {optimizer_in_backward: true}\ntraining: {max_grad_norm: 1}",
            "p.yaml:3:33", "memory.optimizer_in_backward", "max_grad_norm");
        row("skipped spikes in backward",
            "memory: {optimizer_in_backward: true}\ntraining: {loss_spike_factor: 3, on_loss_spike: skip}",
            "p.yaml:3:33", "memory.optimizer_in_backward", "training.on_loss_spike");
        row("ranks in backward",
            "memory: {optimizer_in_backward: true}\nparallel: {strategy: ddp, processes: 2}", "p.yaml:3:33",
            "memory.optimizer_in_backward", "parallel.processes");
        row("scaler in backward", "memory: {optimizer_in_backward: true}\nprecision: {compute: fp16}",
            "p.yaml:3:33", "memory.optimizer_in_backward", "scaler");
        row("static graph with offload", "precision: {static_graph: true}\nmemory: {offload: [optimizer]}",
            "p.yaml:3:27", "precision.static_graph", "memory.offload");
        row("static graph with checkpointing",
            "precision: {static_graph: true}\nmemory: {activation_checkpointing: block}", "p.yaml:3:27",
            "precision.static_graph", "drawn again");
        row("static graph in backward",
            "precision: {static_graph: true}\nmemory: {optimizer_in_backward: true}", "p.yaml:3:27",
            "precision.static_graph", "memory.optimizer_in_backward");
        row("static graph of ranks",
            "precision: {static_graph: true}\nparallel: {strategy: ddp, processes: 2}", "p.yaml:3:27",
            "precision.static_graph", "strategy: single");
        row("8-bit state offloaded", "memory: {offload: [optimizer]}\ntraining: {optim: adamw_8bit}",
            "p.yaml:3:19", "memory.offload", "leave optimizer out");
        row("two processes, one strategy", "parallel: {processes: 2}", "p.yaml:3:23", "parallel.strategy",
            "strategy: ddp");
        row("stages do not divide", "parallel: {processes: 3, pipeline_stages: 2, strategy: ddp}",
            "p.yaml:3:23", "parallel.processes", "multiple");
        row("nesterov without sgd", "training: {nesterov: true}", "p.yaml:3:22", "training.nesterov",
            "optim: sgd");
        row("nesterov without momentum", "training: {nesterov: true, optim: sgd}", "p.yaml:3:22",
            "training.nesterov", "momentum above 0");
        row("momentum of adam", "training: {momentum: 0.9}", "p.yaml:3:22", "training.momentum", "sgd");
        row("monitor against mode", "checkpoint: {monitor: val_loss, mode: max}", "p.yaml:3:39",
            "checkpoint.mode", "must be min");
        row("mode against monitor", "checkpoint: {mode: min}", "p.yaml:3:20", "checkpoint.mode",
            "must be max");
        row("steps without a number", "evaluation: {strategy: steps}", "p.yaml:3:24",
            "evaluation.every_n_steps", "above 0");
        row("stopping without evaluation",
            "training: {early_stopping_patience: 2}\nevaluation: {strategy: \"no\"}", "p.yaml:3:37",
            "training.early_stopping_patience", "evaluation.strategy");
        row("stopping in the lean loop", "training: {early_stopping_patience: 2}\nlogging: {level: none}",
            "p.yaml:3:37", "training.early_stopping_patience", "logging.level");
        row("rewind in the lean loop", "training: {on_nonfinite: rewind}\nlogging: {level: none}",
            "p.yaml:3:26", "training.on_nonfinite", "checkpoints");
        row("no steps", "training: {max_steps: 0}", "p.yaml:3:23", "training.max_steps", "-1");
        row("small spike", "training: {loss_spike_factor: 0.5}", "p.yaml:3:31", "training.loss_spike_factor",
            "above 1");
        row("budget below a row", "training: {max_tokens_per_batch: 100}", "p.yaml:3:34",
            "training.max_tokens_per_batch", "data.max_length");
        row("few devices", "parallel: {devices: [0], processes: 2, strategy: ddp}", "p.yaml:3:21",
            "parallel.devices", "fewer devices");
        row("nccl on cpu", "parallel: {devices: cpu, backend: nccl}", "p.yaml:3:35", "parallel.backend",
            "GPUs");
        row("nccl on auto", "parallel: {backend: nccl}", "p.yaml:3:21", "parallel.backend",
            "parallel.devices: cuda");
        row("hasty timeout", "supervision: {heartbeat_seconds: 40}", "p.yaml:3:34",
            "supervision.rank_timeout_seconds", "twice");
        row("16-bit parameters alone", "precision: {params: bf16}", "p.yaml:3:21", "precision.compute",
            "use the same");
        row("tf32 parameters", "precision: {params: tf32}", "p.yaml:3:21", "precision.params", "to store");
        // What this version cannot run.
        row("parameters offloaded from several GPUs",
            "memory: {offload: [parameters]}\nparallel: {devices: cuda, processes: 2, strategy: ddp}",
            "p.yaml:3:19", "memory.offload", "parallel.processes: 1");
        row("offloaded state in backward",
            "memory: {optimizer_in_backward: true, offload: [optimizer]}\nparallel: {devices: cuda}",
            "p.yaml:3:33", "memory.optimizer_in_backward", "leave optimizer out");
        row("offloaded parameters in backward of several blocks",
            "memory: {optimizer_in_backward: true, offload: [parameters], activation_checkpointing: 2}\n"
            "parallel: {devices: cuda}",
            "p.yaml:3:33", "memory.optimizer_in_backward", "activation_checkpointing: block");
        row("divided state in backward",
            "memory: {optimizer_in_backward: true}\nparallel: {strategy: zero2, processes: 1}", "p.yaml:3:33",
            "memory.optimizer_in_backward", "change parallel.strategy");
        row("divided state in a graph",
            "precision: {static_graph: true}\nparallel: {strategy: zero3, processes: 1}", "p.yaml:3:27",
            "precision.static_graph", "divides its state");
        row("gathers in a pipeline", "parallel: {pipeline_stages: 2, processes: 4, strategy: zero2}",
            "p.yaml:3:56", "parallel.strategy", "every micro-batch");
        row("layers of other stages", "parallel: {pipeline_stages: 2, processes: 2, stage_layers: [1, 2, 3]}",
            "p.yaml:3:60", "parallel.stage_layers", "3 stages");
        row("stages without layers", "parallel: {pipeline_stages: 2, processes: 2, stage_layers: [0, 2]}",
            "p.yaml:3:60", "parallel.stage_layers", "list of numbers of layers");
        row("pipeline on GPUs", "parallel: {pipeline_stages: 2, processes: 2, devices: cuda}", "p.yaml:3:55",
            "parallel.devices", "pipeline_stages");
        row("pipeline of a static graph",
            "precision: {static_graph: true}\nparallel: {pipeline_stages: 2, processes: 2}", "p.yaml:3:27",
            "precision.static_graph", "pipeline_stages");
        row("offload in a pipeline",
            "memory: {offload: [optimizer]}\nparallel: {pipeline_stages: 2, processes: 2}", "p.yaml:3:19",
            "memory.offload", "pipeline_stages");
        row("slices on GPUs", "parallel: {tensor_size: 2, processes: 2, devices: cuda}", "p.yaml:3:51",
            "parallel.devices", "tensor_size");
        row("8-bit states of slices",
            "training: {optim: adamw_8bit}\nparallel: {tensor_size: 2, processes: 2}", "p.yaml:3:19",
            "training.optim", "tensor_size");
        row("focal loss of numbers", "task: regression\ntraining: {focal_gamma: 2}", "p.yaml:4:25",
            "training.focal_gamma", "one class each");
        row("mean of a pipeline's weights",
            "training: {ema_decay: 0.9}\nparallel: {pipeline_stages: 2, processes: 2}", "p.yaml:3:23",
            "training.ema_decay", "pipeline_stages");
        row("mean of slices' weights", "training: {ema_decay: 0.9}\nparallel: {tensor_size: 2, processes: 2}",
            "p.yaml:3:23", "training.ema_decay", "tensor_size");
        row("mean of offloaded weights",
            "training: {ema_decay: 0.9}\nparallel: {devices: cuda}\nmemory: {offload: [parameters]}",
            "p.yaml:3:23", "training.ema_decay", "memory.offload");
    }

    void raising_by_tokens() {
        const auto problems = problems_of("model: {path: m}\n"
                                          "data: {train: t.csv, validation: v.csv, sharding: per_rank}\n"
                                          "training: {max_tokens_per_batch: 1024}\n"
                                          "parallel: {strategy: ddp, processes: 2, join: raise}\n");
        QCOMPARE(problems.size(), std::size_t{1});
        QCOMPARE(problems[0].place + " " + problems[0].key, std::string("p.yaml:4:47 parallel.join"));
        QVERIFY(problems[0].what.is(PhraseId::join_raises_by_tokens));
    }

    void one_conflict() {
        QFETCH(QString, text);
        QFETCH(QString, place);
        QFETCH(QString, key);
        QFETCH(QString, what);
        const auto problems = problems_of(complete + text.toStdString());
        const auto found = std::find_if(problems.begin(), problems.end(), [&](const Problem& problem) {
            return problem.key == key.toStdString() && problem.place == place.toStdString() &&
                   sentence(problem.what).find(what.toStdString()) != std::string::npos;
        });
        QVERIFY2(found != problems.end(), joined(problems).c_str());
    }

    void splits_must_leave_rows() {
        const auto problems = problems_of("model: {path: m}\n"
                                          "data: {train: t.csv, validation_split: 0.6, test_split: 0.5}\n");
        QCOMPARE(problems.size(), std::size_t{1});
        QCOMPARE(problems[0].key, std::string("data.validation_split"));
        QCOMPARE(problems[0].place, std::string("p.yaml:2:40"));
    }

    void a_file_or_a_fraction() {
        const auto problems = problems_of(complete + "# split\n", {"data.validation_split=0.1"});
        QCOMPARE(problems.size(), std::size_t{1});
        QCOMPARE(problems[0].place, std::string("--set data.validation_split"));
        QVERIFY(problems[0].what.is(PhraseId::file_and_fraction));
    }

    /// A reader looks for it at each byte of a field.
    void a_separator_is_short() {
        const auto problems_with = [](std::size_t bytes) {
            return problems_of("task: multi-label-classification\n" + complete,
                               {"data.label_separator=" + std::string(bytes, ';')});
        };
        QVERIFY2(problems_with(16).empty(), joined(problems_with(16)).c_str());
        QCOMPARE(problems_with(17).size(), std::size_t{1});
        QCOMPARE(problems_with(17)[0].key, std::string("data.label_separator"));
    }

    void required_keys_are_missed() {
        const auto problems = problems_of("tunedesk: 1\n");
        const std::string all = joined(problems);
        QVERIFY2(all.find("p.yaml:1:1 | model.path | is missing") != std::string::npos, all.c_str());
        QVERIFY2(all.find("p.yaml:1:1 | data.train | is missing") != std::string::npos, all.c_str());
        QVERIFY2(all.find("needs validation rows") != std::string::npos, all.c_str());
    }

    /// A text is read whole, so that no fraction of it is offered.
    void what_validates_a_text() {
        const std::string without = "model: {path: m}\ndata: {train: t.txt}\n";
        const auto text = problems_of("task: language-modeling\n" + without);
        QCOMPARE(text.size(), std::size_t{1});
        QCOMPARE(text[0].key, std::string("evaluation.strategy"));
        QVERIFY(text[0].what.is(PhraseId::no_validation_file));
        QVERIFY2(sentence(text[0].what).find("split") == std::string::npos, joined(text).c_str());
        for (const char* task : {"text-classification", "chat"}) {
            const auto rows = problems_of("task: " + std::string(task) + "\n" + without);
            QCOMPARE(rows.size(), std::size_t{1});
            QVERIFY(rows[0].what.is(PhraseId::no_validation));
        }
    }

    /// Heads are as wide as the kernels take.
    void heads_that_are_too_wide() {
        const auto problems_with = [](const char* heads) {
            return problems_of("task: language-modeling\ndata: {train: t.txt, validation: v.txt}\n",
                               {"model.architecture=transformer-lm", "model.width=1024",
                                std::string("model.heads=") + heads});
        };
        QVERIFY2(problems_with("4").empty(), joined(problems_with("4")).c_str());
        for (const char* heads : {"2", "3"}) {
            QCOMPARE(problems_with(heads).size(), std::size_t{1});
            QCOMPARE(problems_with(heads)[0].key, std::string("model.heads"));
            QCOMPARE(sentence(problems_with(heads)[0].what),
                     std::string("must divide model.width into heads of at most 256 columns"));
        }
    }

    void all_mistakes_come_at_once() {
        const auto problems = problems_of("training: {optim: adamx, learning_rate: -1, sed: 3}\n"
                                          "modle: {}\n"
                                          "parallel: {processes: 2}\n",
                                          {"data.max_length=x", "nothing", "a.b=c"});
        // Two names, two values, --set three times, the two required keys, evaluation, strategy.
        QVERIFY2(problems.size() == 11, joined(problems).c_str());
        const PresetError error(problems);
        QCOMPARE(error.id(), 2100);
        QVERIFY(error.code() == ExitCode::usage);
        QCOMPARE(std::count(error.message().begin(), error.message().end(), '\n'), 10);
        QVERIFY(error.message().find("p.yaml:1:19: training.optim: \"adamx\" is not") != std::string::npos);
    }

    void mistakes_come_in_the_order_of_the_lines() {
        const auto problems =
            problems_of("training:\n  optim: x\n  sed: 3\n  seed: x\nmodle: {}\n", {"training.optim=y"});
        std::vector<std::string> places;
        for (const Problem& problem : problems)
            places.push_back(problem.place);
        const std::vector<std::string> wanted = {"p.yaml:1:1",  "p.yaml:1:1",          "p.yaml:1:1",
                                                 "p.yaml:2:10", "p.yaml:3:3",          "p.yaml:4:9",
                                                 "p.yaml:5:1",  "--set training.optim"};
        QVERIFY2(places == wanted, joined(problems).c_str());
    }

    void a_wrong_value_is_no_conflict_too() {
        const auto problems = problems_of(complete + "parallel: {processes: 2, strategy: dpd}\n");
        QVERIFY2(problems.size() == 1, joined(problems).c_str());
    }

    void a_static_graph_needs_packed_batches_of_a_whole_model() {
        const auto others = [](const auto& change) {
            Preset preset;
            preset.precision.static_graph = true;
            change(preset);
            std::string found;
            for (const preset::Conflict& conflict : preset::check_combinations(preset))
                if (conflict.key == "precision.static_graph") found += conflict.others.at(0);
            return found;
        };
        QCOMPARE(others([](Preset&) {}), std::string());
        QCOMPARE(others([](Preset& preset) { preset.data.batching = Preset::Batching::padded; }),
                 std::string("data.batching"));
        QCOMPARE(others([](Preset& preset) { preset.model.train = Preset::Train::features; }),
                 std::string("model.train"));
    }

    void long_lists_are_cut() {
        std::vector<Problem> many(1000, Problem{"p.yaml:1:1", "a", Phrase::in_words("b")});
        const PresetError error(many);
        QVERIFY(error.message().ends_with("... and 800 more"));
        QCOMPARE(error.problems().size(), std::size_t{1000});
    }

    void sets_have_places() {
        const auto problems = problems_of(complete, {"training.optim=addam", "training.logging_stepz=1",
                                                     "training.fp16=x", "=3", "output_dir=/etc"});
        const std::string all = joined(problems);
        QVERIFY2(all.find("--set training.optim | training.optim | \"addam\"") != std::string::npos,
                 all.c_str());
        QVERIFY2(all.find("--set training.logging_stepz | ") != std::string::npos, all.c_str());
        QVERIFY2(all.find("--set training.fp16 | training.fp16 | ") != std::string::npos, all.c_str());
        QVERIFY2(all.find("--set KEY=VALUE") != std::string::npos, all.c_str());
        QVERIFY2(all.find("--run-dir") != std::string::npos, all.c_str());
        QCOMPARE(problems.size(), std::size_t{5});
    }
};

QTEST_APPLESS_MAIN(MistakesTest)
#include "mistakes_test.moc"
