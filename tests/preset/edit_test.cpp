// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/files/file.h"
#include "base/text.h"
#include "long_tests.h"
#include "preset/yaml/copy.h"
#include "preset/yaml/document.h"
#include "preset/yaml/edit.h"
#include "preset/yaml/load.h"

#include <QTest>
#include <algorithm>
#include <random>

using namespace tunedesk;

namespace {

// Values that a key may have, and one that it may not.
std::vector<std::string> some_values(const preset::Key& key) {
    using preset::Type;
    switch (key.type) {
    case Type::boolean:
        return {"true", "false", "yes"};
    case Type::integer:
        return {"3", "12", "1e3", "abc", "#5"};
    case Type::number:
        return {"0.25", "5e-5", "1", key.optional ? "" : "0.5", "one: two"};
    case Type::text:
        return {"plain words", "it's", "say \"hi\"", "a: b, c # d", "true",
                "007",         "- x",  "[a]",        "größer",      ""};
    case Type::path:
        return {"../data/x.csv", "$HOME/a b.tsv", "/tmp/it's \"here\".csv", "${HOME}/x", "x.csv"};
    case Type::path_list:
        return {"", "../data/x.csv", "x.csv,$HOME/a b.tsv", "x.csv,x.csv"};
    case Type::choice: {
        auto list = key.choices;
        list.push_back("wrong");
        return list;
    }
    case Type::choice_list:
        return {"", key.choices[0], key.choices[0] + "," + key.choices[1], "wrong"};
    case Type::open_choice: {
        auto list = key.choices;
        list.insert(list.end(), {"0,1", "2", "what?"});
        return list;
    }
    }
    return {};
}

std::string with_crlf(const std::string& text) {
    std::string result;
    for (const char c : text)
        result.append(c == '\n' ? "\r\n" : std::string(1, c));
    return result;
}

/// The value as the text has it, or nothing.
std::optional<std::string> written(const std::string& text, const preset::Key& key) {
    std::vector<preset::Problem> problems;
    const auto root = preset::read_yaml(text, "x", problems);
    if (!root) return std::nullopt;
    for (const auto& assignment : preset::read_document(*root, "x", problems).assignments)
        if (assignment.key == &key) return assignment.text;
    return std::nullopt;
}

std::size_t lines_of(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

fs::path folder() {
    return fs::path(TUNEDESK_SOURCE_DIR) / "presets";
}

constexpr const char* flow_preset = R"(# flow
tunedesk: 1
name: "flow: style"
model:    {path: 'some/model', init: pretrained}   # the model
data:     {train: "train.csv", max_length: 512, text_column: 'text'}
training: {num_train_epochs: 3, optim: adam, class_weights: [1, 2.5], warmup_ratio: 0.1 }
memory:   {offload: []}
logging:  {logging_steps: 5,
           report_to: none}
)";

} // namespace

// Edits of a preset's text: one key's value changes, and nothing else does.
class EditTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Of a complete record the keys that say something are kept, each with a word of its help.
    void a_copy_of_a_record_is_short() {
        Preset wanted;
        wanted.name = "mine";
        wanted.training.learning_rate = 1e-3;
        wanted.data.train = "/data/a $ b.csv";
        const std::string record = preset::to_yaml(wanted);
        const std::string copy = preset::copied_preset(record, wanted, "/here");
        QVERIFY(preset::differences(preset::parse_draft(copy, "p", "/here").loaded.preset, wanted).empty());
        QVERIFY2(std::ranges::count(copy, '\n') < 10, copy.c_str());
        for (const std::string_view line : split(std::string_view(copy).substr(0, copy.size() - 1), '\n'))
            QVERIFY2(line.ends_with(':') || line.find(" # ") != line.npos, copy.c_str());
        // No YAML, and a form that cannot be edited.
        QCOMPARE(preset::copied_preset("{", wanted, "/here"), copy);
        const std::string aliased = "name: mine\ndata: &d {train: x.csv}\nmodel: *d\n";
        QVERIFY(preset::differences(
                    preset::parse_draft(preset::copied_preset(aliased, wanted, "/here"), "p", "/here")
                        .loaded.preset,
                    wanted)
                    .empty());
    }

    void initTestCase() {
        qputenv("TUNEDESK_DATA", "/data");
        qputenv("TUNEDESK_MODELS", "/models");
        qputenv("HOME", "/home/somebody");
    }

    void every_key_of_every_preset_data() {
        QTest::addColumn<QByteArray>("text");
        for (const auto& entry : fs::directory_iterator(folder()))
            if (entry.path().extension() == ".yaml")
                QTest::newRow(entry.path().filename().c_str())
                    << QByteArray::fromStdString(read_file(entry.path(), ErrorId::file_unreadable));
        QTest::newRow("flow") << QByteArray(flow_preset);
        QTest::newRow("one line") << QByteArray("{tunedesk: 1, name: x, data: {}, training: {optim: sgd}}");
        QTest::newRow("empty") << QByteArray();
    }
    void every_key_of_every_preset() {
        QFETCH(QByteArray, text);
        // Of these texts each takes another share of the keys, so that each key meets several texts.
        const std::string before = text.toStdString();
        const auto every = preset::keys();
        const auto old_draft = preset::parse_draft(before, "p.yaml", folder());
        const auto shares = static_cast<std::size_t>(test::rounds(16, 4));
        for (std::size_t i = next_share_++ % shares; i < every.size(); i += shares) {
            const preset::Key& key = every[i];
            if (key.name == "tunedesk") continue;
            for (const std::string& value : some_values(key)) {
                const QByteArray where =
                    QByteArray::fromStdString(key.dotted() + " = " + value + " in\n" + before);
                try {
                    QVERIFY2(is_local(before, old_draft.loaded.preset, key, value), where);
                } catch (const Error& error) {
                    QFAIL(where + error.what());
                }
                if (QTest::currentTestFailed()) return;
            }
        }
    }

    void keeps_style_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("after");
        const auto row = [](const char* name, const char* before, const char* key, const char* value,
                            const char* after) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(key) << QByteArray(value)
                                << QByteArray(after);
        };
        row("comment", "training:\n  seed: 1   # why\n", "training.seed", "27",
            "training:\n  seed: 27   # why\n");
        row("double quotes", "name: \"a\"  # n\n", "name", "b \"c\"", "name: \"b \\\"c\\\"\"  # n\n");
        row("single quotes", "name: 'a'\n", "name", "it's", "name: 'it''s'\n");
        row("bare where it can be", "name: a\n", "name", "x: y", "name: \"x: y\"\n");
        row("other tool's name", "training: {logging_steps: 5}\n", "logging.every_n_steps", "9",
            "training: {logging_steps: 9}\n");
        row("its values too", "logging:\n  report_to: none # tb\n", "logging.tensorboard", "true",
            "logging:\n  report_to: tensorboard # tb\n");
        row("a value it lacks", "precision:\n  fp16: true # half\n", "precision.compute", "fp32",
            "precision:\n  compute: fp32 # half\n");
        row("in another section", "training:\n  seed: 1\n  fp16: true\n", "precision.compute", "fp32",
            "training:\n  seed: 1\nprecision:\n  compute: fp32\n");
        row("a name that leaves it alone", "precision: {fp16: false}\n", "precision.compute", "bf16",
            "precision: {compute: bf16, fp16: false}\n");
        row("no value", "training:\n  seed:   # none\n", "training.seed", "5",
            "training:\n  seed: 5   # none\n");
        row("null", "model:\n  dropout: null  # own\n", "model.dropout", "0.2",
            "model:\n  dropout: 0.2  # own\n");
        row("to null", "model: {dropout: 0.2}\n", "model.dropout", "", "model: {dropout: null}\n");
        row("list below",
            "memory:\n  offload:\n    - optimizer # o\n    - activations\n  init_on_device: true\n",
            "memory.offload", "parameters",
            "memory:\n  offload:\n    [parameters]\n  init_on_device: true\n");
        row("block scalar", "name: >-\n  a\n  b\ntask: text-classification\n", "name", "c",
            "name: c\ntask: text-classification\n");
        row("several lines", "name: a\n  b # c\ntask: text-classification\n", "name", "c",
            "name: c # c\ntask: text-classification\n");
        row("byte order mark", "\xEF\xBB\xBFname: a\r\n", "name", "b", "\xEF\xBB\xBFname: b\r\n");
        row("added in order", "training:\n  per_device_train_batch_size: 4 # b\n  seed: 3\n\nlogging: {}\n",
            "training.learning_rate", "1e-4",
            "training:\n  per_device_train_batch_size: 4 # b\n  learning_rate: 1e-4\n  seed: 3\n\nlogging: "
            "{}\n");
        row("added first", "training:\n  seed: 3\n", "training.learning_rate", "1e-4",
            "training:\n  learning_rate: 1e-4\n  seed: 3\n");
        row("added to an empty section", "training: # loop\nlogging: {}\n", "training.seed", "1",
            "training: # loop\n  seed: 1\nlogging: {}\n");
        row("added to { }", "logging: {}\n", "logging.level", "none", "logging: {level: none}\n");
        row("added with its section", "name: a\n\nlogging:\n  level: none\n\nmemory:\n  offload: []\n",
            "training.seed", "1",
            "name: a\n\ntraining:\n  seed: 1\n\nlogging:\n  level: none\n\nmemory:\n  offload: []\n");
        row("no last line break", "name: a", "training.seed", "1", "name: a\ntraining:\n  seed: 1");
        row("anchor", "name: &n a\ntask: text-classification\n", "name", "b",
            "name: &n b\ntask: text-classification\n");
        row("alias", "training:\n  seed: &s 3\n  nonfinite_limit: *s # same\n", "training.nonfinite_limit",
            "4", "training:\n  seed: &s 3\n  nonfinite_limit: 4 # same\n");
        row("quoted key", "\"training\": {\"seed\": 3}\n", "training.seed", "4",
            "\"training\": {\"seed\": 4}\n");
    }
    void keeps_style() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, after);
        const std::string text = before.toStdString();
        const auto edit = preset::edit_value(text, *preset::find_key(key.toStdString()), value.toStdString());
        QCOMPARE(QByteArray::fromStdString(preset::edited(text, edit)), after);
    }

    void removes_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("after");
        const auto row = [](const char* name, const char* before, const char* key, const char* after) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(key) << QByteArray(after);
        };
        row("line", "training:\n  seed: 1 # a\n  optim: sgd # b\n", "training.seed",
            "training:\n  optim: sgd # b\n");
        row("last line", "name: a\ntraining:\n  seed: 1\n  optim: sgd", "training.optim",
            "name: a\ntraining:\n  seed: 1");
        row("first of { }", "training: {seed: 1, optim: sgd}\n", "training.seed", "training: {optim: sgd}\n");
        row("last of { }", "training: {seed: 1, optim: sgd}\n", "training.optim", "training: {seed: 1}\n");
        row("empty section", "name: a\n\ntraining: {seed: 1}\n\nlogging: {level: none}\n", "training.seed",
            "name: a\n\nlogging: {level: none}\n");
        row("other name", "training:\n  logging_steps: 5\n  seed: 2\n", "logging.every_n_steps",
            "training:\n  seed: 2\n");
        row("not there", "name: a\n", "training.seed", "name: a\n");
        row("crlf", "training:\r\n  seed: 1\r\n  optim: sgd\r\n", "training.seed",
            "training:\r\n  optim: sgd\r\n");
    }
    void removes() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, after);
        const std::string text = before.toStdString();
        const auto edit = preset::edit_removal(text, *preset::find_key(key.toStdString()));
        QCOMPARE(QByteArray::fromStdString(preset::edited(text, edit)), after);
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("no YAML") << QByteArray("training: [1,\n") << QByteArray("1");
        QTest::newRow("a list") << QByteArray("- a\n") << QByteArray("1");
        QTest::newRow("shared section")
            << QByteArray("evaluation: &e {every_n_steps: 1}\ntraining: *e\n") << QByteArray("1");
        QTest::newRow("shared value")
            << QByteArray("training:\n  seed: &s 3\n  nonfinite_limit: *s\n") << QByteArray("1");
        QTest::newRow("no section") << QByteArray("training: 5\n") << QByteArray("1");
        QTest::newRow("line break") << QByteArray("training: {seed: 2}\n") << QByteArray("1\nname: x");
        QTest::newRow("no UTF-8") << QByteArray("training: {seed: 2}\n") << QByteArray("\xff");
    }
    void refuses() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, value);
        const preset::Key& key = *preset::find_key("training.seed");
        if (text.contains("&s")) {
            // Its alias would change too.
            const auto edit =
                preset::edit_value(text.toStdString(), *preset::find_key("training.nonfinite_limit"), "9");
            QVERIFY(edit.changes());
        }
        try {
            preset::edit_value(text.toStdString(), key, value.toStdString());
            QFAIL("was edited");
        } catch (const Error& error) {
            QCOMPARE(error.id(), 2106);
        }
    }

    // Whatever the text: an edit that changes one key alone, or an error.
    void hostile_texts() {
        std::mt19937 random(7);
        std::vector<std::string> texts{flow_preset};
        for (const auto& entry : fs::directory_iterator(folder()))
            if (entry.path().extension() == ".yaml")
                texts.push_back(read_file(entry.path(), ErrorId::file_unreadable));
        const std::string pieces = " \n\t\r:#{}[],&*!|>'\"%@`-?~a1\xc3\xa4";
        const int count = test::rounds(1000, 3000);
        int edited = 0;
        for (int round = 0; round < count; ++round) {
            std::string text = texts[random() % texts.size()];
            for (int change = 0; change < 3; ++change) {
                const std::size_t at = random() % text.size();
                if (random() % 2)
                    text[at] = pieces[random() % pieces.size()];
                else
                    text.erase(at, random() % 20);
            }
            const preset::Key& key = preset::keys()[random() % preset::keys().size()];
            try {
                const auto edit = preset::edit_value(text, key, "7");
                QVERIFY(edit.offset + edit.removed <= text.size());
                QCOMPARE(written(preset::edited(text, edit), key).value_or("7"), std::string("7"));
                preset::edit_removal(text, key);
                ++edited;
            } catch (const Error&) {
            }
        }
        QVERIFY(edited > count / 10);
    }

private:
    std::size_t next_share_ = 0;
    /// Whether a difference is of a key whose default depends on the changed one.
    static bool follows(const preset::Key& changed, const std::string& difference) {
        const bool of_mode = difference.starts_with("checkpoint.mode:");
        if (changed.name == "monitor") return of_mode;
        return changed.name == "task" && (of_mode || difference.starts_with("checkpoint.monitor:"));
    }

    static bool is_local(const std::string& before, const Preset& old_preset, const preset::Key& key,
                         const std::string& value) {
        const preset::TextEdit edit = preset::edit_value(before, key, value);
        const std::string after = preset::edited(before, edit);
        const auto was = written(before, key), now = written(after, key);
        const bool same_list = key.type == preset::Type::choice_list || key.type == preset::Type::path_list ||
                               key.type == preset::Type::open_choice;
        if (!now || (*now != value && !same_list)) return false;

        // The preset differs in this key alone, and in it where the value is right.
        const auto draft = preset::parse_draft(after, "p.yaml", folder());
        for (const std::string& line : preset::differences(old_preset, draft.loaded.preset))
            if (!line.starts_with(key.dotted() + ":") && !follows(key, line)) return false;
        Preset probe;
        if (!key.holds_paths() && !preset::set(probe, key, value) &&
            preset::get(draft.loaded.preset, key) != preset::get(probe, key))
            return false;

        // The text differs in the value, or in added lines.
        if (was) {
            if (lines_of(after) != lines_of(before)) return false;
            if (before.substr(edit.offset, edit.removed).find('#') != std::string::npos) return false;
        } else {
            if (edit.removed != 0 || lines_of(edit.inserted) > 3) return false;
            const std::string back = preset::edited(after, preset::edit_removal(after, key));
            if (back != before && before.find('{') == std::string::npos) return false;
        }

        // Line breaks of another kind change nothing.
        if (lines_of(before) == 0) return true;
        const std::string crlf = with_crlf(before);
        return preset::edited(crlf, preset::edit_value(crlf, key, value)) == with_crlf(after);
    }
};

QTEST_APPLESS_MAIN(EditTest)
#include "edit_test.moc"
