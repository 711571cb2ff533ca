// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "output.h"
#include "program.h"
#include "run/folder/export_gguf.h"
#include "run/folder/export_onnx.h"
#include "supervise.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <memory>

namespace tunedesk::app {

namespace {

struct ExportOptions {
    std::string run, destination, model;
    std::string gguf_type = "f16";
    bool adapter = false;
};

[[noreturn]] void refuse_option(const std::string& mistake) {
    throw Error(ErrorId::command_line_invalid, {mistake, "tunedesk export --help"});
}

/// The model that --model names, else the first of models_of_run().
run::RunModel chosen_model(const fs::path& run, const std::string& name) {
    const std::vector<run::RunModel> models = run::models_of_run(run);
    if (models.empty()) throw Error(ErrorId::run_model_missing, {}, run.string());
    if (name.empty()) return models.front();
    const auto found = std::ranges::find(models, name, &run::RunModel::name);
    if (found != models.end()) return *found;
    std::vector<std::string> names;
    for (const run::RunModel& model : models)
        names.push_back(model.name);
    refuse_option(fmt::format("--model: the run has no \"{}\"; it has {}", name, fmt::join(names, ", ")));
}

format::DType dtype_of(const std::string& gguf_type) {
    return gguf_type == "f32"    ? format::DType::F32
           : gguf_type == "bf16" ? format::DType::BF16
                                 : format::DType::F16;
}

int export_run(const ExportOptions& options) {
    const fs::path target = fs::absolute(options.destination).lexically_normal();
    forbid_writes_but(target.parent_path()); // the folder is created beside its final name
    const fs::path run = existing_run(options.run).root;
    const bool has_adapters = run::has_adapters(run);
    if (options.adapter && !has_adapters)
        refuse_option("--adapter: the run has no adapters; they come from model.train: lora");
    const run::RunModel model = chosen_model(run, options.model);
    if (target.extension() == ".onnx") {
        if (options.adapter) refuse_option("--adapter: an ONNX file holds a whole model");
        run::export_onnx(run, model, target);
        print_text("{} written: {}\nFor its tokenizer or image processor: tunedesk export {} FOLDER\n",
                   model.name, target.string(), options.run);
        return 0;
    }
    if (target.extension() == ".gguf") {
        if (options.adapter) refuse_option("--adapter: a GGUF file holds a whole model");
        const format::DType dtype = dtype_of(options.gguf_type);
        run::export_gguf(run, model, target, dtype);
        print_text("{} written: {}\n", model.name, target.string());
        return 0;
    }
    run::export_model(run, model, target,
                      options.adapter ? run::ExportForm::adapters : run::ExportForm::whole);
    print_text("{}{} written: {}\n", model.name,
               options.adapter ? ", adapters alone,"
               : has_adapters  ? ", adapters merged,"
                               : "",
               target.string());
    return 0;
}

} // namespace

void add_export_command(CLI::App& app, Action& action) {
    const auto options = std::make_shared<ExportOptions>();
    CLI::App* command = app.add_subcommand(
        "export", "Write a run's model as a Hugging Face folder with a model card, a language "
                  "model as a GGUF file, or another model as an ONNX file");
    command->add_option("RUN", options->run, "The run's folder")->required();
    command
        ->add_option("DESTINATION", options->destination,
                     "A new or an empty folder, FILE.gguf, for llama.cpp, or FILE.onnx, for ONNX Runtime")
        ->required();
    command
        ->add_option("--model", options->model,
                     "best, final or a checkpoint, as step-00001000; default: the first of these that exists")
        ->type_name("NAME");
    command->add_option("--gguf-type", options->gguf_type, "Number type of a GGUF file's matrices")
        ->capture_default_str()
        ->check(CLI::IsMember({"f16", "bf16", "f32"}));
    CLI::Option* merged =
        command->add_flag("--merged")
            ->description(
                "With model.train: lora, a whole model: the adapters added to the weights (the default)");
    command
        ->add_flag(
            "--adapter", options->adapter,
            "With model.train: lora, the adapters alone in PEFT's files; they need the base model's folder")
        ->excludes(merged);
    command->callback([options, &action] { action = [options] { return export_run(*options); }; });
}

} // namespace tunedesk::app
