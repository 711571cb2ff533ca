// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/file.h"
#include "base/text.h"
#include "commands.h"
#include "data/rows/guess.h"
#include "event/environment_file.h"
#include "format/hub/hub_data.h"
#include "output.h"
#include "preset/bundle/bundle.h"
#include "preset/interop/interop.h"
#include "preset/schema/questionnaire.h"
#include "preset/schema/reference.h"
#include "preset/schema/schema.h"
#include "preset/yaml/load.h"
#include "preset/yaml/paths.h"
#include "preset/yaml/write.h"
#include "program.h"
#include "run/check/check.h"

#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <unistd.h>

namespace tunedesk::app {

namespace {

/// Writes to a file, or to the terminal if none is given. An existing file is only replaced with --force.
void write_out(const std::string& text, const std::string& file, bool force) {
    if (file.empty()) {
        write_text(text);
        return;
    }
    std::error_code ignored;
    if (!force && fs::exists(file, ignored)) throw Error(ErrorId::output_exists, {}, file);
    write_file_atomically(file, text);
    print_notice("wrote {}\n", file);
}

struct KeysOptions {
    bool markdown = false;
};

void add_keys(CLI::App& parent, Action& action) {
    auto options = std::make_shared<KeysOptions>();
    CLI::App* command = parent.add_subcommand("keys", "Print the reference of all keys");
    command->add_flag("--markdown", options->markdown, "As a Markdown page");
    command->callback([&action, options] {
        action = [options] {
            write_text(options->markdown ? preset::reference_markdown() : preset::reference_text());
            return 0;
        };
    });
}

/// A preset that this version cannot run may still be shown and exported; one with mistakes may not.
preset::Loaded load_for_show(const std::string& file, const std::vector<std::string>& sets) {
    preset::Draft draft = preset::load_draft(file, sets);
    if (auto mistakes = preset::mistakes(draft); !mistakes.empty())
        throw preset::PresetError(std::move(mistakes));
    for (const preset::Problem& problem : draft.problems)
        print_notice("note: {}: {}: {}\n", problem.place, problem.key, sentence(problem.what));
    return std::move(draft.loaded);
}

struct ShowOptions {
    std::string file;
    std::vector<std::string> sets;
};

void add_show(CLI::App& parent, Action& action) {
    auto options = std::make_shared<ShowOptions>();
    CLI::App* command = parent.add_subcommand(
        "show", "Show a resolved preset: every key, its value and where the value comes from");
    command->add_option("PRESET", options->file, "Preset file")->required();
    command->add_option("--set", options->sets, "KEY=VALUE, applied last; may be repeated")
        ->take_all()
        ->allow_extra_args(false);
    command->callback([&action, options] {
        action = [options] {
            forbid_writes();
            const preset::Loaded loaded = load_for_show(options->file, options->sets);
            write_text(preset::write_preset(
                loaded.preset, [&](const preset::Key& key) { return loaded.origins.at(key.dotted()); }));
            return 0;
        };
    });
}

struct NewOptions {
    std::string file;
    bool yes = false, force = false;
    std::map<std::string, std::string> flags; ///< question -> answer; empty if the flag was not given
    std::map<std::string, CLI::Option*> given;
};

/// Asks on stderr, so that the preset itself can be piped.
void ask(preset::Questionnaire& questionnaire) {
    while (const auto question = questionnaire.next()) {
        std::string choices;
        for (const std::string& choice : question->choices)
            choices += (choices.empty() ? " (" : " | ") + choice;
        print_notice("{}{}\n  {}\n  [{}] ", question->text, choices.empty() ? "" : choices + ")",
                     question->help, question->proposal);
        std::string line;
        if (!std::getline(std::cin, line)) throw Error(ErrorId::answers_ended);
        const std::string text(trimmed(line));
        if (const auto wrong = questionnaire.answer(question->id, text.empty() ? question->proposal : text))
            print_notice("  {}\n", *wrong);
    }
}

/// Reports what still prevents the new preset from running; it is written anyway.
void warn_of_problems(const std::string& yaml, const std::string& file, const fs::path& folder) {
    for (const preset::Problem& problem :
         preset::parse_draft(yaml, file.empty() ? "preset" : file, folder).problems)
        print_notice("note: {}: {}: {}\n", problem.place, problem.key, sentence(problem.what));
}

/// Answers questions without a flag from the training table, as the window's wizard does: its columns,
/// related files in the folder, its name. A file that is not a table answers nothing.
void answer_from_table(preset::Questionnaire& questionnaire, const NewOptions& options) {
    const auto is_given = [&](const std::string& id) {
        const auto option = options.given.find(id);
        return option != options.given.end() && option->second->count() > 0;
    };
    if (!is_given("train")) return;
    fs::path train = options.flags.at("train");
    std::vector<std::pair<std::string, std::string>> answers{{"name", train.stem().string()}};
    std::error_code unknown;
    const auto rows = fs::exists(train, unknown) ? std::nullopt : format::find_hub_rows(train.string());
    if (const auto file = rows ? format::file_of_rows(*rows, "train") : std::nullopt) {
        for (const char* role : {"validation", "test"})
            if (rows->part.empty() && format::file_of_rows(*rows, role))
                answers.emplace_back(role, train.string());
        train = *file;
    }
    try {
        for (const auto& [id, value] : data::flags_of(data::guess_columns(train)))
            if (!rows || (id != "validation" && id != "test"))
                answers.emplace_back(id,
                                     id == "validation" || id == "test" ? preset::escape_path(value) : value);
    } catch (const Error&) {
        return; // the check of the new preset reports what is wrong with it
    }
    for (const auto& [id, value] : answers)
        if (!is_given(id)) (void)questionnaire.answer(id, value);
}

int make_new(const NewOptions& options) {
    preset::Questionnaire questionnaire(preset::detect_machine());
    for (const auto& [id, option] : options.given)
        if (option->count() > 0)
            if (const auto wrong = questionnaire.answer(id, options.flags.at(id)))
                throw Error(ErrorId::answer_invalid, {*wrong}, "--" + id);
    options.yes ? answer_from_table(questionnaire, options) : ask(questionnaire);
    const fs::path folder = fs::absolute(options.file.empty() ? "preset.yaml" : options.file).parent_path();
    const std::string yaml = questionnaire.to_yaml(folder);
    write_out(yaml, options.file, options.force);
    warn_of_problems(yaml, options.file, folder);
    return 0;
}

void add_new(CLI::App& parent, Action& action) {
    auto options = std::make_shared<NewOptions>();
    CLI::App* command = parent.add_subcommand("new", "Asks a few questions and writes a preset");
    command->add_option("FILE", options->file, "Where to write it; default: standard output");
    command->add_flag("--yes,-y", options->yes, "Ask nothing: take every proposal that no flag answers");
    command->add_flag("--force", options->force, "Replace an existing file");
    for (const preset::Question& question : preset::Questionnaire({}).all()) {
        std::string help = question.text + " " + question.help;
        options->given[question.id] =
            command->add_option("--" + question.id, options->flags[question.id], help);
    }
    command->callback([&action, options] { action = [options] { return make_new(*options); }; });
}

struct ConvertOptions {
    std::string file, out, format = "yaml", note;
    std::vector<std::string> sets, sources;
    bool force = false, bundle = false, without_hashes = false;
};

void print_mappings(const preset::Imported& imported) {
    print_notice("{} as a preset:\n", preset::format_name(imported.format));
    std::size_t width = 0;
    for (const preset::Mapping& mapping : imported.mappings)
        width = std::max(width, std::min<std::size_t>(mapping.foreign.size(), 44));
    for (const preset::Mapping& mapping : imported.mappings) {
        const std::string note = mapping.note.empty() ? "" : fmt::format("  ({})", mapping.note);
        if (mapping.key.empty())
            print_notice("  {:<{}}  not mapped{}\n", mapping.foreign, width, note);
        else
            print_notice("  {:<{}}  {}: {}{}\n", mapping.foreign, width, mapping.key, mapping.result, note);
    }
    for (const std::string& key : imported.open)
        print_notice("  to complete: {}\n", key);
}

/// Prints the contents of a bundle and whether it would run here; writes it only if a folder is given.
int import_bundle(const ConvertOptions& options) {
    if (options.out.empty())
        forbid_writes();
    else
        forbid_writes_but(options.out);
    const preset::Bundle bundle = preset::read_bundle(options.file);
    const fs::path folder = options.out.empty() ? fs::current_path() : fs::absolute(options.out);
    print_text("{}\n", preset::describe(bundle));
    const run::Check check = run::check(preset::parse_draft(bundle.preset_yaml, "preset.yaml", folder));
    for (const preset::Problem& problem : check.preset_problems)
        print_text("not available here: {}: {}\n", problem.key, sentence(problem.what));
    for (const Error& problem : check.inputs.problems)
        print_text("not available here: {}; where ({})\n", problem.message(), problem.where());
    if (check.is_right()) print_text("it can run on this machine\n");
    if (options.out.empty()) {
        print_notice("nothing is written; next: tunedesk preset import {} --out FOLDER\n", options.file);
        return 0;
    }
    preset::unpack_bundle(bundle, folder);
    print_notice("wrote {}\n", (folder / "preset.yaml").string());
    return 0;
}

void add_import(CLI::App& parent, Action& action) {
    auto options = std::make_shared<ConvertOptions>();
    CLI::App* command = parent.add_subcommand(
        "import", "Makes a preset of TrainingArguments JSON, accelerate YAML or DeepSpeed JSON, or shows and "
                  "unpacks a shared NAME.tunedesk");
    command->add_option("FILE", options->file, "The file to import")->required();
    command->add_option(
        "-o,--out", options->out,
        "Where to write the preset, of a .tunedesk a new folder; without it nothing is written");
    command->add_flag("--force", options->force, "Replace an existing file");
    command->callback([&action, options] {
        action = [options] {
            if (!fs::is_regular_file(options->file))
                throw Error(ErrorId::import_file_missing, {}, options->file);
            if (fs::path(options->file).extension() == ".tunedesk") return import_bundle(*options);
            const auto imported = preset::import_preset(
                read_file(options->file, ErrorId::import_unreadable, 1u << 20), options->file);
            print_mappings(imported);
            write_out(imported.yaml, options->out, options->force);
            return 0;
        };
    });
}

int export_bundle(const ConvertOptions& options) {
    preset::BundleOptions what;
    what.note = options.note;
    what.versions = {{"tunedesk", event::project_version()}, {"commit", event::project_commit()}};
    what.with_hashes = !options.without_hashes;
    for (const std::string& source : options.sources) {
        const std::size_t equals = source.find('=');
        if (equals == std::string::npos || !preset::find_key(source.substr(0, equals)))
            throw Error(ErrorId::bundle_source_invalid, {}, source);
        what.sources[source.substr(0, equals)] = source.substr(equals + 1);
    }
    // A run's folder is accepted for its preset.
    const fs::path file =
        fs::is_directory(options.file) ? fs::path(options.file) / "preset.yaml" : fs::path(options.file);
    const preset::Bundle bundle = preset::make_bundle(file, options.sets, what);
    const std::string out = options.out.empty() ? file.stem().string() + ".tunedesk" : options.out;
    write_out(preset::bundle_bytes(bundle), out, options.force);
    write_text(preset::describe(bundle));
    return 0;
}

int export_preset(const ConvertOptions& options) {
    if (options.bundle) return export_bundle(options);
    const preset::Loaded loaded = load_for_show(options.file, options.sets);
    if (options.format == "yaml") {
        write_out(preset::to_yaml(loaded.preset), options.out, options.force);
        return 0;
    }
    const preset::Exported exported = preset::export_training_arguments(loaded.preset);
    write_out(exported.json, options.out, options.force);
    for (const preset::Mapping& left : exported.left_out)
        print_notice("left out: {}: {}  ({})\n", left.key, left.value, left.note);
    return 0;
}

void add_export(CLI::App& parent, Action& action) {
    auto options = std::make_shared<ConvertOptions>();
    CLI::App* command = parent.add_subcommand(
        "export", "Writes a preset resolved, as YAML, as TrainingArguments JSON, or to share");
    command->add_option("PRESET", options->file, "Preset file")->required();
    command->add_option("--format", options->format, "yaml or hf")->check(CLI::IsMember({"yaml", "hf"}));
    command->add_option("--set", options->sets, "KEY=VALUE, applied last; may be repeated")
        ->take_all()
        ->allow_extra_args(false);
    command->add_option("-o,--out", options->out, "Where to write it; default: standard output");
    command->add_flag("--force", options->force, "Replace an existing file");
    CLI::Option* bundle = command->add_flag("--bundle", options->bundle,
                                            "As NAME.tunedesk: the preset and its parents, with hashes and "
                                            "sources of data and model, which stay");
    command->add_option("--note", options->note, "A bundle's note to its reader")->needs(bundle);
    command
        ->add_option("--source", options->sources, "KEY=WHERE to get a file of the preset; may be repeated")
        ->take_all()
        ->allow_extra_args(false)
        ->needs(bundle);
    command->add_flag("--no-hashes", options->without_hashes, "Do not hash data and weights for a bundle")
        ->needs(bundle);
    command->callback([&action, options] { action = [options] { return export_preset(*options); }; });
}

} // namespace

void add_preset_command(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("preset", "Makes, shows, imports and exports presets");
    command->require_subcommand(1);
    add_new(*command, action);
    add_show(*command, action);
    add_keys(*command, action);
    add_import(*command, action);
    add_export(*command, action);
}

} // namespace tunedesk::app
