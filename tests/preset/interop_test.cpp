// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/file.h"
#include "base/json.h"
#include "preset/interop/interop.h"
#include "preset/schema/schema.h"
#include "preset/yaml/load.h"

#include <QTest>
#include <fstream>
#include <set>

using namespace tunedesk;
using preset::Imported;
using preset::Mapping;

namespace {

fs::path folder() {
    return fs::path(TUNEDESK_SOURCE_DIR) / "tests/preset/imports";
}

Imported import_file(const std::string& name) {
    return preset::import_preset(read_file(folder() / name, ErrorId::file_unreadable), name);
}

/// What the golden files hold: the preset, and what became of each key.
std::string printed(const Imported& imported) {
    std::string text = imported.yaml + "---\n";
    for (const Mapping& m : imported.mappings)
        text += m.foreign + " = " + m.value + " -> " + (m.key.empty() ? "-" : m.key + ": " + m.result) +
                (m.note.empty() ? "" : " (" + m.note + ")") + "\n";
    return text;
}

Preset preset_of(const Imported& imported) {
    return preset::parse_draft(imported.yaml, "imported", "/").loaded.preset;
}

const Mapping* find(const Imported& imported, const std::string& foreign) {
    for (const Mapping& mapping : imported.mappings)
        if (mapping.foreign == foreign) return &mapping;
    return nullptr;
}

/// The dotted names of all leaves of a JSON object; a list is a leaf, but two betas are two keys.
void leaves(const Json& value, const std::string& name, std::set<std::string>& names) {
    if (value.is_object() && !value.empty()) {
        for (const auto& [inner, item] : value.items())
            leaves(item, name.empty() ? inner : name + "." + inner, names);
    } else if (name.ends_with(".betas")) {
        names.insert({name + ".0", name + ".1"});
    } else {
        names.insert(name);
    }
}

} // namespace

class InteropTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void imports_as_the_golden_file_says_data() {
        QTest::addColumn<QString>("file");
        for (const char* name : {"deepspeed_zero2.json", "deepspeed_offload.json", "accelerate_fsdp.yaml",
                                 "accelerate_deepspeed.yaml", "training_arguments.json"})
            QTest::newRow(name) << name;
    }
    void imports_as_the_golden_file_says() {
        QFETCH(QString, file);
        const std::string name = file.toStdString();
        const std::string got = printed(import_file(name));
        // TUNEDESK_WRITE_GOLDEN=1 writes them anew, to be read before they are committed.
        if (qEnvironmentVariableIsSet("TUNEDESK_WRITE_GOLDEN"))
            std::ofstream(folder() / (name + ".golden")) << got;
        QCOMPARE(QString::fromStdString(got),
                 QString::fromStdString(read_file(folder() / (name + ".golden"), ErrorId::file_unreadable)));
    }

    void accounts_for_every_key_data() {
        QTest::addColumn<QString>("path");
        for (const char* name : {"deepspeed_zero2.json", "deepspeed_offload.json", "training_arguments.json"})
            QTest::newRow(name) << QString::fromStdString((folder() / name).string());
        QTest::newRow("all of TrainingArguments")
            << TUNEDESK_SOURCE_DIR "/tests/golden/training_arguments.json";
    }
    void accounts_for_every_key() {
        QFETCH(QString, path);
        const std::string text = read_file(path.toStdString(), ErrorId::file_unreadable);
        const Imported imported = preset::import_preset(text, "file");
        std::set<std::string> wanted, got;
        leaves(parse_json(text, "file", ErrorId::file_unreadable), "", wanted);
        for (const Mapping& mapping : imported.mappings) {
            got.insert(mapping.foreign);
            QVERIFY2(!mapping.key.empty() || !mapping.note.empty(), mapping.foreign.c_str());
        }
        for (const std::string& name : wanted)
            QVERIFY2(got.contains(name), name.c_str());
        QCOMPARE(got.size(), wanted.size());
    }

    void knows_every_training_argument() {
        const std::string text = read_file(
            fs::path(TUNEDESK_SOURCE_DIR) / "tests/golden/training_arguments.json", ErrorId::file_unreadable);
        const Imported imported = preset::import_preset(text, "file");
        for (const Mapping& mapping : imported.mappings)
            QVERIFY2(mapping.note.find("not a name of") == std::string::npos, mapping.foreign.c_str());
        // The defaults there, where they differ from ours, must arrive.
        const Preset preset = preset_of(imported);
        QCOMPARE(preset.training.per_device_train_batch_size, 8);
        QCOMPARE(preset.training.seed, std::int64_t{42});
        QVERIFY(preset.training.optim == Preset::Optim::adamw);
        QVERIFY(preset.training.lr_scheduler_type == Preset::Scheduler::linear);
        QCOMPARE(preset.training.max_grad_norm, 1.0);
        QVERIFY(preset.evaluation.strategy == Preset::EvalStrategy::no);
        QCOMPARE(preset.logging.every_n_steps, std::int64_t{500});
    }

    void aliases_are_names_of_hugging_face() {
        const Json names =
            parse_json(read_file(fs::path(TUNEDESK_SOURCE_DIR) / "tests/golden/training_arguments.json",
                                 ErrorId::file_unreadable),
                       "golden", ErrorId::file_unreadable);
        for (const preset::Key& key : preset::keys()) {
            if (!key.hf.empty()) QVERIFY2(names.contains(key.hf), key.hf.c_str());
            for (const preset::Alias& alias : key.aliases)
                if (alias.name != "evaluation_strategy") // its name before 4.41
                    QVERIFY2(names.contains(alias.name), alias.name.c_str());
        }
    }

    void keeps_what_cannot_run_yet() {
        const Preset zero = preset_of(import_file("deepspeed_zero2.json"));
        QVERIFY(zero.parallel.strategy == Preset::Strategy::zero2);
        QVERIFY(zero.precision.compute == Preset::Compute::fp16);
        QCOMPARE(zero.precision.loss_scale_window, std::int64_t{1000});
        QCOMPARE(zero.precision.hysteresis, 2);
        QCOMPARE(zero.training.gradient_accumulation_steps, 8);
        QCOMPARE(zero.training.max_grad_norm, 1.0);
        QCOMPARE(zero.logging.every_n_steps, std::int64_t{100});
        const Preset fsdp = preset_of(import_file("accelerate_fsdp.yaml"));
        QVERIFY(fsdp.parallel.strategy == Preset::Strategy::fsdp);
        QCOMPARE(fsdp.parallel.processes, 4);
        QCOMPARE(fsdp.parallel.master_port, 29500);
        QVERIFY((fsdp.memory.offload == std::vector<std::string>{"optimizer", "parameters"}));
        const Preset offload = preset_of(import_file("deepspeed_offload.json"));
        QCOMPARE(offload.parallel.processes, 4); // 64 = 4 x 4 x 4
        QCOMPARE(offload.training.adam_beta1, 0.8);
    }

    void says_what_auto_becomes() {
        const Imported imported = import_file("deepspeed_zero2.json");
        const Mapping* batch = find(imported, "train_micro_batch_size_per_gpu");
        QVERIFY(batch && batch->key == "training.per_device_train_batch_size" && batch->result == "12");
        const Mapping* total = find(imported, "train_batch_size");
        QVERIFY(total && total->note.find("12 x accumulation 8 x data ranks") != std::string::npos);
    }

    void completes_to_a_preset_that_loads() {
        const Imported imported = preset::import_preset(
            R"({"output_dir": "x", "learning_rate": 1e-4, "logging_steps": 5})", "a.json");
        QVERIFY((imported.open == std::vector<std::string>{"model.path", "data.train"}));
        const std::vector<std::string> sets = {"model.path=/m", "data.train=/t", "data.validation=/v"};
        const auto loaded = preset::parse(imported.yaml, "imported", "/", sets);
        QCOMPARE(loaded.preset.training.learning_rate, 1e-4);
        QCOMPARE(loaded.preset.logging.every_n_steps, std::int64_t{5});
    }

    void best_metric_brings_its_direction() {
        const auto mode = [](const char* text) {
            const Preset preset = preset_of(preset::import_preset(text, "a.json"));
            return preset.checkpoint.monitor +
                   (preset.checkpoint.mode == Preset::Mode::max ? " max" : " min");
        };
        QCOMPARE(mode(R"({"metric_for_best_model": "eval_loss"})"), std::string("val_loss min"));
        QCOMPARE(mode(R"({"metric_for_best_model": "f1", "greater_is_better": null})"),
                 std::string("val_f1 max"));
        QCOMPARE(mode(R"({"load_best_model_at_end": true, "metric_for_best_model": null})"),
                 std::string("val_loss min"));
        QCOMPARE(mode(R"({"metric_for_best_model": "accuracy", "greater_is_better": true})"),
                 std::string("val_acc max"));
    }

    void refuses_other_files_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("other JSON") << QByteArray(R"({"a": 1})");
        QTest::newRow("list") << QByteArray("[1]");
        QTest::newRow("broken JSON") << QByteArray("{\"fp16\": ");
        QTest::newRow("duplicate") << QByteArray(R"({"learning_rate": 1, "learning_rate": 2})");
        QTest::newRow("bomb") << QByteArray("{\"a\":") + QByteArray("[").repeated(100000);
        QTest::newRow("cycle") << QByteArray("num_processes: &a [*a]");
    }
    void refuses_other_files() {
        QFETCH(QByteArray, text);
        try {
            preset::import_preset(text.toStdString(), "file");
            QFAIL("accepted");
        } catch (const Error& error) {
            QVERIFY(error.code() == ExitCode::usage);
        }
    }

    void foreign_text_stays_in_its_comment() {
        const Imported imported = preset::import_preset(
            "{\"learning_rate\": 1e-4, \"evil\\nname: injected\\n#\": \"a\\nname: injected\"}", "x\nname: y");
        QCOMPARE(preset_of(imported).name, std::string());
    }

    void exports_and_imports_the_same() {
        Preset preset;
        for (const auto& [key, value] : {std::pair{"training.learning_rate", "3e-5"},
                                         {"training.optim", "adamw"},
                                         {"training.weight_decay", "0.01"},
                                         {"training.warmup_steps", "7"},
                                         {"checkpoint.monitor", "val_loss"},
                                         {"checkpoint.mode", "min"},
                                         {"checkpoint.keep", "4"},
                                         {"evaluation.strategy", "steps"},
                                         {"evaluation.every_n_steps", "50"},
                                         {"checkpoint.every_n_steps", "100"},
                                         {"precision.compute", "bf16"},
                                         {"name", "a run"},
                                         {"parallel.devices", "cpu"},
                                         {"data.batching", "bucketed"},
                                         {"training.deterministic", "false"},
                                         {"memory.activation_checkpointing", "block"},
                                         {"parallel.backend", "gloo"},
                                         {"logging.tensorboard", "false"},
                                         {"training.label_smoothing_factor", "0.1"}})
            QVERIFY(!preset::set(preset, *preset::find_key(key), value));
        const auto exported = preset::export_training_arguments(preset);
        QVERIFY(exported.left_out.empty());
        const Json json = parse_json(exported.json, "exported", ErrorId::file_unreadable);
        QCOMPARE(json["load_best_model_at_end"].get<bool>(), true);
        const Preset back = preset_of(preset::import_preset(exported.json, "exported"));
        const auto changes = preset::differences(preset, back);
        QVERIFY2(changes.empty(), changes.empty() ? "" : changes[0].c_str());
    }

    void exports_only_names_that_training_arguments_has() {
        const Json names =
            parse_json(read_file(fs::path(TUNEDESK_SOURCE_DIR) / "tests/golden/training_arguments.json",
                                 ErrorId::file_unreadable),
                       "golden", ErrorId::file_unreadable);
        Preset preset;
        preset.parallel.strategy = Preset::Strategy::fsdp;
        preset.precision.compute = Preset::Compute::tf32;
        const Json json =
            parse_json(preset::export_training_arguments(preset).json, "exported", ErrorId::file_unreadable);
        QVERIFY(json.size() > 25);
        for (const auto& [name, value] : json.items())
            QVERIFY2(names.contains(name), name.c_str());
    }

    void lists_what_it_leaves_out() {
        Preset preset;
        preset.model.path = "/m";
        preset.training.lr_scheduler_type = Preset::Scheduler::step;
        preset.training.early_stopping_patience = 3;
        preset.parallel.strategy = Preset::Strategy::zero2;
        std::set<std::string> names;
        for (const Mapping& left : preset::export_training_arguments(preset).left_out) {
            QVERIFY(!left.note.empty());
            names.insert(left.key);
        }
        QVERIFY((names == std::set<std::string>{"model.path", "training.lr_scheduler_type",
                                                "training.early_stopping_patience", "parallel.strategy"}));
    }
};

QTEST_APPLESS_MAIN(InteropTest)
#include "interop_test.moc"
