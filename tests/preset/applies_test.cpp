// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/interop/shell.h"
#include "preset/schema/applies.h"
#include "preset/yaml/load.h"

#include <QTest>

using namespace tunedesk;

namespace {

Preset preset_with(const QByteArray& sets) {
    Preset preset;
    for (const QByteArray& set : sets.split(' ')) {
        if (set.isEmpty()) continue;
        const std::string text = set.toStdString();
        const auto equals = text.find('=');
        if (preset::set(preset, *preset::find_key(text.substr(0, equals)), text.substr(equals + 1)))
            std::abort();
    }
    return preset;
}

} // namespace

// Which keys have no effect beside others, and what this version cannot run yet.
class AppliesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void says_what_is_not_used_data() {
        QTest::addColumn<QByteArray>("sets");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<bool>("applies");
        const auto row = [](const char* sets, const char* key, bool applies) {
            QTest::addRow("%s | %s", sets, key) << QByteArray(sets) << QByteArray(key) << applies;
        };
        row("", "training.learning_rate", true);
        row("", "model.last_layers", false);
        row("model.train=last_layers", "model.last_layers", true);
        row("model.train=last_layers", "model.freeze", true);
        row("model.train=lora", "model.freeze", false);
        row("model.train=features", "model.freeze", false);
        row("", "data.documents", false);
        row("task=chat", "data.documents", false);
        row("task=language-modeling", "data.documents", true);
        row("task=language-modeling model.architecture=transformer-lm", "data.documents", false);
        row("task=language-modeling", "data.batching", false);
        row("task=language-modeling data.documents=separate", "data.batching", true);
        row("task=language-modeling data.documents=separate", "training.max_tokens_per_batch", true);
        row("", "training.layer_decay", true);
        row("model.train=lora", "training.layer_decay", true);
        row("model.train=features", "training.layer_decay", false);
        row("task=image-classification", "training.focal_gamma", true);
        row("task=token-classification", "training.focal_gamma", false);
        row("task=multi-label-classification", "data.sampling", false);
        row("", "training.momentum", false);
        row("training.optim=sgd", "training.momentum", true);
        row("training.optim=sgd", "training.nesterov", false);
        row("training.optim=sgd training.momentum=0.9", "training.nesterov", true);
        row("training.optim=sgd", "training.adam_beta2", false);
        row("training.optim=adamw", "training.adam_beta2", true);
        row("data.validation=v.csv", "data.validation_split", false);
        row("data.test=t.csv", "data.validation_split", true);
        row("training.max_steps=5", "training.num_train_epochs", false);
        row("", "training.lr_gamma", false);
        row("training.lr_scheduler_type=step", "training.lr_gamma", true);
        row("", "parallel.processes", false);
        row("parallel.strategy=ddp", "parallel.processes", true);
        row("parallel.strategy=ddp", "data.sharding", false);
        row("", "parallel.pipeline_stages", true);
        row("", "parallel.pipeline_schedule", false);
        row("parallel.pipeline_stages=2", "parallel.processes", true);
        row("parallel.pipeline_stages=2", "parallel.stage_layers", true);
        row("parallel.pipeline_stages=2", "parallel.pipeline_chunks", true);
        row("parallel.pipeline_stages=1", "parallel.pipeline_chunks", false);
        row("parallel.strategy=ddp parallel.processes=2", "data.sharding", true);
        row("data.sharding=per_rank", "parallel.join", false);
        row("parallel.strategy=ddp parallel.processes=2", "parallel.join", false);
        const std::string joins = "parallel.strategy=ddp parallel.processes=2 data.sharding=per_rank";
        row(joins.c_str(), "parallel.join", true);
        row(joins.c_str(), "parallel.divide_by_initial_world_size", true);
        row((joins + " parallel.join=raise").c_str(), "parallel.divide_by_initial_world_size", false);
        row("logging.level=none", "logging.every_n_steps", false);
        row("logging.level=none", "logging.level", true);
    }
    void says_what_is_not_used() {
        QFETCH(QByteArray, sets);
        QFETCH(QByteArray, key);
        QFETCH(bool, applies);
        const std::string reason =
            sentence(preset::inapplicable(preset_with(sets), *preset::find_key(key.toStdString())));
        QCOMPARE(reason.empty(), applies);
        // A reason names the key that decides.
        if (!applies) QVERIFY2(reason.find_first_of(".:") != std::string::npos, reason.c_str());
    }

    // The defaults run, and whatever a key's values are, the reasons are those that check gives.
    void agrees_with_check() {
        const Preset preset;
        for (const preset::Key& key : preset::keys()) {
            QCOMPARE(QByteArray::fromStdString(
                         sentence(preset::unsupported_value(preset, key, preset::get(preset, key)))),
                     QByteArray());
            for (const std::string& choice : key.choices) {
                Preset changed;
                if (preset::set(changed, key, choice)) continue;
                Phrase expected;
                for (const preset::Problem& problem : preset::check(changed))
                    if (problem.unsupported && problem.key == key.dotted()) expected = problem.what;
                QVERIFY2(preset::unsupported_value(preset, key, choice) == expected,
                         sentence(expected).c_str());
            }
        }
        QVERIFY(preset::nothing_to_choose(preset, *preset::find_key("training.learning_rate")).is_empty());
        QVERIFY(preset::nothing_to_choose(preset, *preset::find_key("training.optim")).is_empty());
    }

    void says_what_cannot_be_chosen_data() {
        QTest::addColumn<QByteArray>("sets");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("choice");
        QTest::addColumn<QByteArray>("reason"); // a part of it; empty: it can be chosen
        const auto row = [](const char* sets, const char* key, const char* choice, const char* reason) {
            QTest::addRow("%s %s %s", sets, key, choice)
                << QByteArray(sets) << QByteArray(key) << QByteArray(choice) << QByteArray(reason);
        };
        row("precision.params=bf16", "precision.compute", "fp32", "must be the type of 16-bit params");
        row("precision.params=bf16", "precision.compute", "bf16", "");
        row("precision.params=fp32", "precision.compute", "bf16", "");
        row("", "precision.params", "tf32", "not to store");
        row("training.gradient_accumulation_steps=4", "memory.optimizer_in_backward", "true",
            "use optimizer_in_backward: false");
        row("training.gradient_accumulation_steps=1", "memory.optimizer_in_backward", "true", "");
        row("training.optim=adamw_8bit", "memory.offload", "optimizer", "does not support");
        row("training.optim=adamw_8bit", "memory.offload", "activations", "");
        row("evaluation.strategy=no", "checkpoint.mode", "min", "");
        row("evaluation.strategy=epoch data.validation_split=0.1 checkpoint.monitor=loss", "checkpoint.mode",
            "max", "must be min");
        row("task=regression", "data.sampling", "class_balanced", "one class each");
        row("task=image-classification", "data.sampling", "class_balanced", "");
        row("data.sampling=class_balanced", "parallel.strategy", "ddp", "");
        // The key at fault is another one.
        row("training.class_weights=balanced", "task", "regression", "");
    }
    void says_what_cannot_be_chosen() {
        QFETCH(QByteArray, sets);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, choice);
        QFETCH(QByteArray, reason);
        const std::string found = sentence(preset::unavailable_choice(
            preset_with(sets), *preset::find_key(key.toStdString()), choice.toStdString()));
        QVERIFY2(reason.isEmpty() ? found.empty() : found.find(reason) != std::string::npos, found.c_str());
    }

    void quotes_for_the_shell_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("word");
        QTest::newRow("plain") << QByteArray("/a/b-1.yaml") << QByteArray("/a/b-1.yaml");
        QTest::newRow("space") << QByteArray("a b") << QByteArray("'a b'");
        QTest::newRow("quote") << QByteArray("it's") << QByteArray("'it'\\''s'");
        QTest::newRow("dollar") << QByteArray("$HOME") << QByteArray("'$HOME'");
        QTest::newRow("empty") << QByteArray() << QByteArray("''");
    }
    void quotes_for_the_shell() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, word);
        QCOMPARE(QByteArray::fromStdString(preset::shell_word(text.toStdString())), word);
    }

    void sets_lead_from_one_to_the_other() {
        const Preset from, wanted = preset_with("training.optim=sgd model.dropout=0.2 model.path=/a$b");
        const auto sets = preset::sets_between(from, wanted);
        QCOMPARE(sets.size(), std::size_t{3});
        Preset again = preset::parse_draft("model: {path: /x}\n", "x", "/", sets).loaded.preset;
        QCOMPARE(again.model.path, std::string("/a$b"));
        QCOMPARE(again.model.dropout, std::optional(0.2));
        QVERIFY(preset::sets_between(wanted, wanted).empty());
    }
};

QTEST_APPLESS_MAIN(AppliesTest)
#include "applies_test.moc"
