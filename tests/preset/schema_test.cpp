// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/file.h"
#include "preset/schema/reference.h"
#include "preset/schema/schema.h"
#include "preset/yaml/load.h"

#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>

using namespace tunedesk;

namespace {

/// The fields that preset.h declares, dotted, read from the header itself: a field that nobody put into the
/// table shows up here.
std::set<std::string> declared_fields() {
    QString text = QString::fromStdString(
        read_file(fs::path(TUNEDESK_SOURCE_DIR) / "core/preset/preset.h", ErrorId::file_unreadable));
    text.remove(QRegularExpression("//[^\n]*"));
    text.remove(QRegularExpression("enum class [^;]*;|using [^;]*;"));
    text = text.mid(text.indexOf("struct Preset {") + 15);
    std::set<std::string> fields;
    const auto add = [&fields](const QString& section, const QString& body) {
        for (const QString& statement : body.split(';')) {
            const auto match = QRegularExpression("^\\s*(std::[\\w:]+(?:<[^>]*>)?|\\w+)\\s+(.+)$",
                                                  QRegularExpression::DotMatchesEverythingOption)
                                   .match(statement);
            if (!match.hasMatch()) continue;
            for (const QString& part : match.captured(2).split(',')) {
                const auto name = QRegularExpression("^\\s*(\\w+)").match(part).captured(1);
                if (name.isEmpty()) continue; // what stood behind a comma in quotes
                fields.insert((section.isEmpty() ? name : section + "." + name).toStdString());
            }
        }
    };
    const QRegularExpression section("struct (\\w+) \\{([^}]*)\\} (\\w+);");
    for (auto it = section.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        add(match.captured(3), match.captured(2));
    }
    text.remove(section);
    add({}, text.left(text.indexOf("};")));
    return fields;
}

/// A right value other than the key's default.
std::string other_value(const preset::Key& key) {
    using preset::Type;
    switch (key.type) {
    case Type::boolean:
        return key.default_text == "true" ? "false" : "true";
    case Type::integer:
    case Type::number:
        for (const char* text : {"0.25", "0.5", "1", "2", "3", "17", "30"}) {
            Preset preset;
            if (!preset::set(preset, key, text) && preset::get(preset, key) != key.default_text) return text;
        }
        return "";
    case Type::choice:
    case Type::open_choice:
        for (const std::string& choice : key.choices)
            if (choice != key.default_text) return choice;
        if (key.type == Type::choice) return "";
        return key.name == "stage_layers" ? "4,5" : "query,value"; // names of layers
    case Type::choice_list:
        return key.choices.back();
    case Type::text:
        return key.name == "revision" ? "v1.2" : "a: b";
    case Type::path:
        return "/somewhere/else";
    case Type::path_list:
        return "/somewhere/else,/another";
    }
    return "";
}

} // namespace

class SchemaTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void binds_every_field_of_the_preset() {
        std::set<std::string> bound;
        for (const preset::Key& key : preset::keys())
            QVERIFY2(bound.insert(key.dotted()).second, key.dotted().c_str());
        const auto declared = declared_fields();
        QVERIFY(declared.size() > 60);
        for (const std::string& field : declared)
            QVERIFY2(bound.contains(field), field.c_str());
        QCOMPARE(bound.size(), declared.size());
    }

    void writes_the_field_that_the_key_names() {
        for (const preset::Key& key : preset::keys()) {
            if (key.name == "tunedesk") continue; // one version, one value
            const std::string value = other_value(key);
            QVERIFY2(!value.empty(), key.dotted().c_str());
            Preset changed;
            const auto problem = preset::set(changed, key, value);
            QVERIFY2(!problem, (key.dotted() + ": " + sentence(problem.value_or(Phrase{}))).c_str());
            QCOMPARE(preset::get(changed, key), value);
            const auto changes = preset::differences(Preset{}, changed);
            QCOMPARE(changes.size(), std::size_t{1});
            QVERIFY2(changes[0].starts_with(key.dotted() + ": "), changes[0].c_str());
        }
    }

    void reaches_fields_by_their_own_names() {
        Preset preset;
        for (const auto& [key, value] : {std::pair{"training.learning_rate", "2e-5"},
                                         {"model.dropout", "0.25"},
                                         {"memory.offload", "optimizer,activations"},
                                         {"checkpoint.monitor", "val_f1"},
                                         {"parallel.strategy", "fsdp"},
                                         {"training.seed", "4294967295"}})
            QVERIFY(!preset::set(preset, *preset::find_key(key), value));
        QCOMPARE(preset.training.learning_rate, 2e-5);
        QCOMPARE(preset.model.dropout.value(), 0.25);
        QVERIFY((preset.memory.offload == std::vector<std::string>{"optimizer", "activations"}));
        QCOMPARE(preset.checkpoint.monitor, std::string("val_f1"));
        QVERIFY(preset.parallel.strategy == Preset::Strategy::fsdp);
        QCOMPARE(preset.training.seed, std::int64_t{4294967295});
    }

    void accepts_its_own_defaults() {
        for (const preset::Key& key : preset::keys()) {
            Preset preset;
            const auto problem = preset::set(preset, key, key.default_text);
            QVERIFY2(!problem, (key.dotted() + ": " + sentence(problem.value_or(Phrase{}))).c_str());
            QVERIFY(preset::differences(Preset{}, preset).empty());
        }
    }

    void describes_every_key() {
        std::set<std::string> names, known_sections;
        for (const preset::Section& section : preset::sections())
            known_sections.insert(section.name);
        for (const preset::Key& key : preset::keys()) {
            QVERIFY2(key.help.size() > 10 && key.help.ends_with('.'), key.dotted().c_str());
            QVERIFY2(known_sections.contains(key.section), key.dotted().c_str());
            QVERIFY2(!sentence(preset::allowed(key)).empty(), key.dotted().c_str());
            for (const preset::Alias& alias : key.aliases) {
                QVERIFY2(names.insert(alias.name).second, alias.name.c_str());
                for (const auto& [from, to] : alias.values) {
                    Preset preset;
                    QVERIFY2(to.empty() || !preset::set(preset, key, to), alias.name.c_str());
                }
            }
            for (const auto& [from, to] : key.synonyms) {
                Preset preset;
                QVERIFY2(!preset::set(preset, key, from), from.c_str());
                QCOMPARE(preset::get(preset, key), to);
            }
        }
    }

    /// Forms call a key by its label: short, capitalized, and of a section no two alike.
    void labels_every_key() {
        std::set<std::pair<std::string, std::string>> seen;
        for (const preset::Key& key : preset::keys()) {
            QVERIFY2(!key.label.empty() && key.label.size() <= 32, key.dotted().c_str());
            QVERIFY2(!std::islower(static_cast<unsigned char>(key.label.front())), key.label.c_str());
            QVERIFY2(key.label.find('_') == std::string::npos, key.label.c_str());
            QVERIFY2(seen.emplace(key.section, key.label).second, key.dotted().c_str());
        }
    }

    /// Where the Trainer's default is named, it is a right value, of a key that the Trainer has, and not
    /// ours.
    void names_other_defaults_of_the_trainer() {
        int named = 0;
        for (const preset::Key& key : preset::keys()) {
            if (key.trainer.empty()) continue;
            Preset preset;
            QVERIFY2(!preset::set(preset, key, key.trainer), key.dotted().c_str());
            QVERIFY2(!key.hf.empty() && key.trainer != key.default_text, key.dotted().c_str());
            ++named;
        }
        QVERIFY(named >= 3);
    }

    void shows_an_alias_under_no_native_name() {
        for (const preset::Key& key : preset::keys())
            for (const preset::Alias& alias : key.aliases)
                for (const preset::Key& other : preset::keys())
                    QVERIFY2(other.name != alias.name, alias.name.c_str());
    }

    void refuses_values_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("what");
        const auto row = [](const char* key, const char* text, const char* what) {
            QTest::addRow("%s=%s", key, text) << key << text << what;
        };
        row("training.optim", "adamm", "did you mean adam");
        row("training.learning_rate", "fast", "a number from 0 to 1000");
        row("training.learning_rate", "nan", "a number from 0");
        row("training.learning_rate", "inf", "a number from 0");
        row("training.learning_rate", "1e-5x", "a number from 0");
        row("training.learning_rate", "-1", "a number from 0");
        row("training.num_train_epochs", "0", "a number above 0");
        row("training.seed", "1.5", "a whole number from 0");
        row("training.seed", "99999999999999999999", "a whole number from 0");
        row("data.max_length", "3000000000", "a whole number from 3 to 1048576");
        row("training.deterministic", "maybe", "true or false");
        row("model.freeze", "a b", "a list of patterns");
        row("model.freeze", "*.bias,*.bias", "a list of patterns");
        row("training.class_weights", "1,zero", "one of none, balanced, or a list");
        row("training.class_weights", "1,0", "a list");
        row("training.class_weights", "ballanced", "did you mean balanced");
        row("parallel.devices", "0,0", "different CUDA indices");
        row("parallel.devices", "gpu", "one of auto, cpu, cuda");
        row("memory.offload", "optimiser", "did you mean optimizer");
        row("memory.offload", "optimizer,optimizer", "twice");
        row("memory.activation_checkpointing", "0", "N blocks");
        row("checkpoint.monitor", "val_accuracy", "one of val_loss, val_acc, val_f1");
        row("name", "../up", "without / or");
        row("name", ".hidden", "not begin with a dot");
        row("name", "a\tb", "control characters");
        row("data.text_column", "a\nb", "control characters");
        row("tunedesk", "2", "a whole number from 1 to 1");
    }
    void refuses_values() {
        QFETCH(QString, key);
        QFETCH(QString, text);
        QFETCH(QString, what);
        Preset preset;
        const auto problem = preset::set(preset, *preset::find_key(key.toStdString()), text.toStdString());
        QVERIFY(problem.has_value());
        const std::string said = problem ? sentence(*problem) : std::string();
        QVERIFY2(said.find(what.toStdString()) != std::string::npos, said.c_str());
        QVERIFY(preset::differences(Preset{}, preset).empty());
    }

    void references_name_every_key() {
        const std::string text = preset::reference_text(), page = preset::reference_markdown();
        std::istringstream lines(page);
        std::map<std::size_t, int> columns;
        for (std::string line; std::getline(lines, line);)
            if (line.starts_with("|"))
                ++columns[static_cast<std::size_t>(QString::fromStdString(line).remove("\\|").count('|'))];
        QVERIFY2(columns.size() == 1, "every row of a table has the same cells");
        for (const preset::Key& key : preset::keys()) {
            QVERIFY2(text.find("\n  " + key.dotted() + "  [") != std::string::npos, key.dotted().c_str());
            QVERIFY2(page.find("| `" + key.name + "` | `") != std::string::npos, key.dotted().c_str());
            for (const preset::Alias& alias : key.aliases)
                QVERIFY2(page.find(alias.name) != std::string::npos, alias.name.c_str());
        }
    }

    void refuses_a_nul_byte() {
        Preset preset;
        QVERIFY(
            preset::set(preset, *preset::find_key("model.path"), std::string_view("a\0b", 3)).has_value());
    }
};

QTEST_APPLESS_MAIN(SchemaTest)
#include "schema_test.moc"
