// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/file.h"
#include "base/text.h"
#include "preset/schema/schema.h"
#include "preset/yaml/copy.h"
#include "preset/yaml/load.h"
#include "preset/yaml/write.h"

#include <QTest>
#include <algorithm>

using namespace tunedesk;

// Every preset in presets/ is right and says of each key what it is for.
class ShippedTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        qputenv("TUNEDESK_DATA", "/data");
        qputenv("TUNEDESK_MODELS", "/models");
        QVERIFY(files().size() >= 18);
    }

    void loads_data() { each_file(); }
    void loads() {
        QFETCH(QString, file);
        const fs::path path = folder() / file.toStdString();
        const auto draft = preset::load_draft(path); // with what later versions will run
        const auto mistakes = preset::mistakes(draft);
        QVERIFY2(mistakes.empty(), mistakes.empty() ? "" : sentence(mistakes.front().what).c_str());
        const Preset& loaded = draft.loaded.preset;
        QVERIFY(loaded.name != path.stem().string() || file == "quickstart.yaml");
        const auto again = preset::parse_draft(preset::to_yaml(loaded), "again", "/");
        QVERIFY(preset::differences(loaded, again.loaded.preset).empty());
        if (!loaded.recipe.empty()) QVERIFY2(loaded.recipe.starts_with("R"), loaded.recipe.c_str());
    }

    /// A copy that people edit has what differs from the defaults, and nothing is another for it.
    void is_copied_in_short_data() { each_file(); }
    void is_copied_in_short() {
        QFETCH(QString, file);
        const Preset loaded = preset::load_draft(folder() / file.toStdString()).loaded.preset;
        const std::string text = preset::to_short_yaml(loaded);
        const auto again = preset::parse_draft(text, "again", "/");
        QVERIFY2(preset::differences(loaded, again.loaded.preset).empty(), text.c_str());
        QVERIFY2(std::ranges::count(text, '\n') < 50, text.c_str());
    }

    /// A copy with another value is the file but for that line, and for paths, which count from its folder.
    void is_copied_with_its_comments_data() { each_file(); }
    void is_copied_with_its_comments() {
        QFETCH(QString, file);
        const fs::path path = folder() / file.toStdString();
        const std::string text = read_file(path, ErrorId::file_unreadable);
        Preset wanted = preset::load_draft(path).loaded.preset;
        wanted.training.seed += 1;
        const std::string copy = preset::copied_preset(text, wanted, "/elsewhere");
        const auto again = preset::parse_draft(copy, "again", "/elsewhere");
        QVERIFY2(preset::differences(wanted, again.loaded.preset).empty(), copy.c_str());
        QVERIFY2(copy.find("extends:") == std::string::npos, copy.c_str());
        const auto comments = [](const std::string& of) {
            std::vector<std::string> found;
            for (const std::string_view line : split(of, '\n'))
                if (const auto at = line.find("# "); at != line.npos && !line.starts_with("extends"))
                    found.emplace_back(line.substr(at));
            return found;
        };
        QCOMPARE(comments(copy), comments(text));
    }

    void explains_every_key_data() { each_file(); }
    void explains_every_key() {
        QFETCH(QString, file);
        const std::string text = read_file(folder() / file.toStdString(), ErrorId::file_unreadable);
        QVERIFY2(text.starts_with("# "), "says first what it is for");
        for (const std::string_view line : split(text, '\n')) {
            const std::string_view content = trimmed(line);
            if (content.empty() || content.starts_with("#")) continue;
            const auto comment = content.find(" # ");
            const std::string shown(line);
            QVERIFY2(comment != std::string_view::npos, shown.c_str());
            QVERIFY2(trimmed(content.substr(comment + 3)).size() > 5, shown.c_str());
            const std::string_view code = content.substr(0, comment);
            QVERIFY2(code.find('{') == std::string_view::npos, "one key a line");
        }
    }

    void quickstart_names_files_that_are_there() {
        const Preset preset = preset::load(folder() / "quickstart.yaml").preset;
        for (const std::string& path : {preset.data.train, preset.data.validation, preset.data.test})
            QVERIFY2(fs::is_regular_file(path), path.c_str());
        const std::string head = read_file(preset.data.train, ErrorId::file_unreadable).substr(0, 15);
        QVERIFY(head.starts_with("sentence\tlabel"));
        QCOMPARE(fs::path(preset.model.path).parent_path(),
                 fs::path(TUNEDESK_SOURCE_DIR).lexically_normal() / ".deps/models");
    }

    void family_differs_where_it_says() {
        const auto base = preset::load(folder() / "imdb-base.yaml").preset;
        const auto changes = [&](const char* name) {
            auto list = preset::differences(base, preset::load_draft(folder() / name).loaded.preset);
            list.erase(list.begin()); // the name
            std::erase_if(list, [](const std::string& change) { return change.starts_with("recipe: "); });
            return list;
        };
        QVERIFY(changes("r1-plain.yaml").empty());
        QVERIFY((changes("r1-last-layers.yaml") ==
                 std::vector<std::string>{"model.train: all -> last_layers", "model.last_layers: 1 -> 2"}));
        QVERIFY((changes("r1-ddp.yaml") ==
                 std::vector<std::string>{"parallel.strategy: single -> ddp", "parallel.processes: 1 -> 2"}));
        for (const char* strategy : {"zero1", "zero2", "zero3"})
            QVERIFY((changes((std::string("r1-") + strategy + ".yaml").c_str()) ==
                     std::vector<std::string>{std::string("parallel.strategy: single -> ") + strategy,
                                              "parallel.processes: 1 -> 2"}));
        QCOMPARE(changes("r1-fsdp.yaml").size(), std::size_t{5});
        const auto robust = changes("r1-robust.yaml");
        for (const char* each : {"checkpoint.asynchronous", "parallel.elastic", "checkpoint.every_n_steps"})
            QVERIFY2(std::ranges::any_of(robust, [&](auto& text) { return text.starts_with(each); }), each);
        QCOMPARE(changes("r1-features.yaml").size(), std::size_t{3});
        QVERIFY((changes("r1-fp16.yaml") == std::vector<std::string>{"precision.compute: fp32 -> fp16"}));
        QVERIFY((changes("r1-static-graph.yaml") ==
                 std::vector<std::string>{"precision.compute: fp32 -> fp16",
                                          "precision.static_graph: false -> true"}));
        QVERIFY((changes("r1-largest-batch.yaml") ==
                 std::vector<std::string>{"training.per_device_train_batch_size: 12 -> 64"}));
        QCOMPARE(changes("r1-loop.yaml").size(), std::size_t{3});
        QCOMPARE(base.training.per_device_train_batch_size, 12);
        QCOMPARE(base.training.learning_rate, 5e-5);
        QCOMPARE(base.data.train, std::string("/data/imdb/train.csv"));
    }

private:
    static fs::path folder() { return fs::path(TUNEDESK_SOURCE_DIR) / "presets"; }
    static std::vector<fs::path> files() {
        std::vector<fs::path> found;
        for (const auto& entry : fs::recursive_directory_iterator(folder()))
            if (entry.path().extension() == ".yaml" && entry.path().parent_path().filename() != "recipes")
                found.push_back(entry.path());
        return found;
    }
    static void each_file() {
        QTest::addColumn<QString>("file");
        for (const fs::path& path : files()) {
            const std::string name = fs::relative(path, folder()).string();
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }
};

QTEST_APPLESS_MAIN(ShippedTest)
#include "shipped_test.moc"
