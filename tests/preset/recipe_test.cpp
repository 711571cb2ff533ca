// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/bundle/recipe.h"
#include "preset/yaml/load.h"

#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;
using preset::load_recipe;

// The files that `tunedesk recipe` reads.
class RecipeTest : public QObject {
    Q_OBJECT

    QTemporaryDir temporary_;

    fs::path file(const std::string& text, const char* name = "mine.yaml") const {
        fs::path path = fs::path(temporary_.path().toStdString()) / name;
        write_file_atomically(path, text);
        return path;
    }

private Q_SLOTS:
    void reads() {
        const fs::path path = file("recipe: 1\n"
                                   "title: Two ways\n"
                                   "rows:\n"
                                   "  - sub/a.yaml\n"
                                   "  - {preset: ../b.yaml, batch_size: largest}\n"
                                   "small:\n"
                                   "  training: {max_steps: 3}\n"
                                   "  model: {path: m$$x}\n"
                                   "  memory: {offload: [optimizer, activations]}\n");
        const fs::path folder = path.parent_path();
        const preset::Recipe recipe = load_recipe(path);
        QCOMPARE(recipe.name, std::string("mine"));
        QCOMPARE(recipe.title, std::string("Two ways"));
        QCOMPARE(recipe.rows.size(), std::size_t{2});
        QCOMPARE(recipe.rows[0].name, std::string("a"));
        QCOMPARE(recipe.rows[0].preset, folder / "sub/a.yaml");
        QVERIFY(!recipe.rows[0].largest_batch);
        QCOMPARE(recipe.rows[1].preset, folder.parent_path() / "b.yaml");
        QVERIFY(recipe.rows[1].largest_batch);
        // the assignments do what --set does, wherever they are used
        file("model: {path: other}\n"
             "data: {train: t.csv}\n"
             "evaluation: {strategy: \"no\"}\n",
             "a.yaml");
        const Preset preset = preset::load(folder / "a.yaml", recipe.small).preset;
        QCOMPARE(preset.training.max_steps, std::int64_t{3});
        QCOMPARE(preset.model.path, (folder / "m$x").string());
        QCOMPARE(preset.memory.offload, (std::vector<std::string>{"optimizer", "activations"}));
    }

    void refuses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("no version") << "rows: [a.yaml]"
                                    << "recipe: 1";
        QTest::newRow("a preset") << "tunedesk: 1\nmodel: {path: m}\n"
                                  << "tunedesk run";
        QTest::newRow("no rows") << "recipe: 1\n"
                                 << "rows: is missing";
        QTest::newRow("unknown key") << "recipe: 1\nrow: [a.yaml]\n"
                                     << ":2:1: row: a recipe has";
        QTest::newRow("unknown row key") << "recipe: 1\nrows: [{preset: a.yaml, lr: 1}]"
                                         << "batch_size";
        QTest::newRow("a row without preset") << "recipe: 1\nrows: [{batch_size: largest}]"
                                              << "`preset`";
        QTest::newRow("twice") << "recipe: 1\nrows: [a.yaml, b/a.yaml]"
                               << "two presets named a";
        QTest::newRow("a wrong key in small") << "recipe: 1\nrows: [a.yaml]\nsmall: {training: {epoch: 1}}"
                                              << "training.epoch";
        QTest::newRow("a variable") << "recipe: 1\nrows: [$TUNEDESK_NOT_SET/a.yaml]"
                                    << "TUNEDESK_NOT_SET";
    }

    void refuses() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        try {
            load_recipe(file(text.toStdString()));
            QFAIL("it was read");
        } catch (const preset::PresetError& error) {
            QVERIFY2(error.message().find(says.toStdString()) != std::string::npos, error.what());
        }
    }

    void the_shipped_ones_name_presets_that_are_right() {
        qputenv("TUNEDESK_DATA", "/data");
        qputenv("TUNEDESK_MODELS", "/models");
        const fs::path folder = fs::path(TUNEDESK_SOURCE_DIR) / "presets" / "recipes";
        int recipes = 0;
        for (const auto& entry : fs::directory_iterator(folder)) {
            const preset::Recipe recipe = load_recipe(entry.path());
            ++recipes;
            for (const preset::RecipeRow& row : recipe.rows)
                for (const auto& sets : {std::vector<std::string>{}, recipe.small}) {
                    const auto mistakes = preset::mistakes(preset::load_draft(row.preset, sets));
                    QVERIFY2(mistakes.empty(),
                             mistakes.empty() ? "" : sentence(mistakes.front().what).c_str());
                }
        }
        QVERIFY(recipes >= 2);
    }

    /// On one GPU every step down in memory runs, the last one with its offloading.
    void the_memory_recipe_is_right_on_a_gpu() {
        qputenv("TUNEDESK_DATA", "/data");
        const fs::path path = fs::path(TUNEDESK_SOURCE_DIR) / "presets/recipes/r4-memory.yaml";
        const std::vector<std::string> on_gpu = {"parallel.devices=cuda"};
        const preset::Recipe recipe = load_recipe(path);
        for (const preset::RecipeRow& row : recipe.rows) {
            const preset::Draft draft = preset::load_draft(row.preset, on_gpu);
            for (const preset::Problem& problem : draft.problems)
                QFAIL(qPrintable(
                    QString::fromStdString(row.name + ": " + problem.key + ": " + sentence(problem.what))));
        }
    }

    void a_small_form_needs_no_other_folders() {
        qunsetenv("TUNEDESK_DATA");
        qunsetenv("TUNEDESK_MODELS");
        const fs::path folder = fs::path(TUNEDESK_SOURCE_DIR) / "presets" / "recipes";
        for (const auto& entry : fs::directory_iterator(folder)) {
            const preset::Recipe recipe = load_recipe(entry.path());
            for (const preset::RecipeRow& row : recipe.rows) {
                QVERIFY(preset::mistakes(preset::load_draft(row.preset, recipe.small)).empty());
                QVERIFY(!preset::mistakes(preset::load_draft(row.preset)).empty());
            }
        }
    }
};

QTEST_APPLESS_MAIN(RecipeTest)
#include "recipe_test.moc"
