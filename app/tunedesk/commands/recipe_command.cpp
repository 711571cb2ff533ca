// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/text.h"
#include "commands.h"
#include "output.h"
#include "preset/bundle/recipe.h"
#include "preset/yaml/load.h"
#include "recipe_run.h"
#include "report/figures.h"
#include "report/published.h"
#include "run/programs.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace tunedesk::app {

namespace {

/// The recipes shipped with the program, by name.
std::vector<fs::path> shipped_recipes() {
    std::vector<fs::path> files;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(run::shipped_presets_folder() / "recipes", failed))
        if (entry.path().extension() == ".yaml") files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

/// A file, or the name of a shipped recipe.
fs::path recipe_named(const std::string& word) {
    std::error_code failed;
    if (fs::is_regular_file(word, failed)) return word;
    std::vector<std::string> names;
    for (const fs::path& file : shipped_recipes()) {
        if (file.stem() == word) return file;
        names.push_back(file.stem().string());
    }
    const auto near = nearest_name(word, names);
    throw near ? Error(ErrorId::recipe_misspelled, {word, *near}) : Error(ErrorId::recipe_unknown, {word});
}

int list_recipes() {
    report::TextTable table{{"recipe", "rows", "what"}, {}, {false, true, false}};
    for (const fs::path& file : shipped_recipes()) {
        const preset::Recipe recipe = preset::load_recipe(file);
        table.rows.push_back({recipe.name, std::to_string(recipe.rows.size()), recipe.title});
    }
    write_text(table.rows.empty() ? "No recipes came with this program.\n" : table.to_text());
    return 0;
}

int show(const std::string& word) {
    const preset::Recipe recipe = preset::load_recipe(recipe_named(word));
    print_text("{}\n\n", recipe.title);
    report::TextTable table{{"row", "published", "time", "accuracy", "peak memory", "hardware"},
                            {},
                            {false, false, true, true, true, false}};
    const auto add = [&](const std::string& name, const report::Published* entry) {
        table.rows.push_back({name, "-", "-", "-", "-", "-"});
        if (!entry) return;
        auto& cells = table.rows.back();
        cells[1] = entry->title + (entry->note.empty() ? "" : " (" + entry->note + ")");
        if (entry->train_seconds) cells[2] = human_duration(*entry->train_seconds);
        if (entry->accuracy) cells[3] = fmt::format("{:.4f}", *entry->accuracy);
        if (entry->peak_memory_bytes) cells[4] = fmt::format("{:.2f} GB", *entry->peak_memory_bytes / 1e9);
        cells[5] = entry->hardware;
    };
    for (const preset::RecipeRow& row : recipe.rows) {
        const std::string published = preset::load_draft(row.preset).loaded.preset.recipe;
        add(row.name, report::find_published(published));
        for (const report::Published& part : report::published())
            if (!published.empty() && part.part_of == published)
                add(row.name + ", " + ascii_lower(report::find_figure(part.figure)->title), &part);
    }
    write_text(table.to_text());
    return 0;
}

} // namespace

void add_recipe_command(CLI::App& app, Action& action) {
    CLI::App* recipe =
        app.add_subcommand("recipe", "Presets that repeat a published experiment, run and compared");
    recipe->require_subcommand(1);

    recipe->add_subcommand("list", "The recipes that come with the program")->callback([&action] {
        action = list_recipes;
    });

    auto shown = std::make_shared<std::string>();
    CLI::App* command = recipe->add_subcommand("show", "A recipe's rows and their published figures");
    command->add_option("RECIPE", *shown, "A name of `recipe list`, or a YAML file")->required();
    command->callback([shown, &action] { action = [shown] { return show(*shown); }; });

    auto name = std::make_shared<std::string>();
    auto options = std::make_shared<RecipeRun>();
    command = recipe->add_subcommand(
        "run", "Run a recipe's rows one after the other and compare them; a second call continues");
    command->add_option("RECIPE", *name, "A name of `recipe list`, or a YAML file")->required();
    command->add_flag("--small", options->small,
                      "The small form: sample data and few steps, to test the recipe");
    command->add_option("--set", options->sets, "Set a preset key of every row (repeatable)")
        ->type_name("KEY=VALUE")
        ->take_all()
        ->allow_extra_args(false);
    command->add_option("--out", options->out, "Folder of the runs; default: ./runs/RECIPE")
        ->type_name("DIR");
    command->callback([name, options, &action] {
        action = [name, options] {
            options->recipe = recipe_named(*name);
            return run_recipe(*options);
        };
    });
}

} // namespace tunedesk::app
