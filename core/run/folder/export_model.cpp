// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/folder/export_model.h"

#include "arch/adapter_folder.h"
#include "arch/merged_weights.h"
#include "base/error.h"
#include "base/files/unreadable.h"
#include "event/folder/run_folder.h"
#include "format/checkpoint.h"
#include "format/saved_tensors.h"
#include "format/tokenizer_files.h"
#include "plan/data_specs.h"
#include "plan/input_files.h"
#include "plan/model_folder.h"
#include "plan/open_splits.h"
#include "plan/saved/intact_model.h"
#include "preset/yaml/load.h"
#include "report/report_text.h"
#include "run/registry/known_runs.h"

namespace tunedesk::run {

namespace {

using format::Manifest;

bool trains_adapters(const Preset& preset) {
    return preset.model.train == Preset::Train::lora;
}

/// The config.json of a checkpoint of a run that left no model yet, as its worker would write it.
std::string config_of(const Preset& preset) {
    const arch::ModelConfig config = plan::model_config(preset);
    const task::Task& task = task::task_of(preset.task);
    if (task.has_words()) return arch::language_model_config(config);
    if (task.embeds()) return arch::encoder_config(config);
    const data::Table train =
        plan::read_rows(preset, "train", preset.data.train, plan::table_spec(preset, false)).table;
    return arch::classifier_config(config, plan::output_names(preset, train, config.labels).names,
                                   format::DType::F32, task.problem_type, task.readout);
}

/// Writes weights with adapters added to the base's. A checkpoint's adapters are temporarily written beside
/// them.
void write_with_adapters(const Preset& preset, const fs::path& model, std::size_t outputs,
                         const fs::path& file) {
    const arch::ModelConfig config = plan::model_config(preset);
    const fs::path own = fs::path(file).replace_extension(".own");
    const bool is_checkpoint = !fs::exists(model / arch::adapter_config_name);
    if (is_checkpoint) format::SavedTensors(model, "model").write_whole(own);
    {
        format::ModelWeights weights =
            is_checkpoint ? format::ModelWeights(plan::base_folder(preset)) : arch::open_weights(model);
        if (is_checkpoint) weights.add(format::SafetensorsFile(own), "");
        arch::write_merged(plan::trained_spec(preset, config, outputs), weights, file);
    }
    fs::remove(own);
}

/// Writes a model's weights as `file`, from the file of that name, or from a checkpoint's, whose tensors get
/// `prefix` and are assembled if several ranks have written parts.
void write_weights(const fs::path& model, const fs::path& file, const fs::path& target,
                   const std::string& prefix = {}) {
    std::error_code failed;
    if (!fs::exists(model / file.filename(), failed)) {
        format::SavedTensors(model, "model").write_whole(file, prefix);
        return;
    }
    fs::copy_file(model / file.filename(), file, failed);
    if (failed) throw Error(ErrorId::weights_not_copied, {failed.message()}, target.string());
}

/// The number of outputs of a model with this config.json.
std::size_t outputs_of(const std::string& config, const Preset& preset) {
    const arch::ModelConfig model = arch::parse_model_config(config, "config.json");
    if (task::task_of(preset.task).has_words()) return static_cast<std::size_t>(model.vocab_size);
    if (task::task_of(preset.task).embeds()) return 0;
    return model.json.at("num_labels").get<std::size_t>();
}

std::string exported_text(const RunModel& model) {
    if (model.name == "best") return "the run's best model";
    return model.name == "final" ? "the model at the run's end" : "checkpoint " + model.name;
}

/// The adapter_config.json of a checkpoint of a run that left no model yet, as its worker would write it.
std::string adapter_config_of(const Preset& preset, const fs::path& checkpoint, std::size_t outputs) {
    std::vector<std::string> saved;
    const format::SavedTensors tensors(checkpoint, "model");
    for (const auto& [name, info] : tensors.tensors())
        saved.push_back(name);
    const arch::ModelSpec spec = plan::trained_spec(preset, plan::model_config(preset), outputs);
    return arch::adapter_config_text(spec, plan::base_folder(preset), saved);
}

/// The folder with config.json and the tokenizer for export_model(): for a checkpoint best/ or final/; empty
/// if neither exists.
fs::path described_by(const fs::path& run, const RunModel& model) {
    std::error_code failed;
    if (fs::exists(model.folder / "config.json", failed)) return model.folder;
    for (const RunModel& other : models_of_run(run))
        if (fs::exists(other.folder / "config.json", failed)) return other.folder;
    return {};
}

/// Writes the weights in the requested format, and returns the list of files.
std::vector<Manifest::Entry> write_model(const Preset& preset, const RunModel& model,
                                         const fs::path& described, const std::string& config,
                                         ExportForm form, const fs::path& folder, const fs::path& target) {
    if (form == ExportForm::adapters) {
        const std::string text =
            described.empty()
                ? adapter_config_of(preset, model.folder, outputs_of(config, preset))
                : read_file(described / arch::adapter_config_name, ErrorId::model_folder_unreadable);
        write_weights(model.folder, folder / arch::adapter_weights_name, target, arch::adapter_name_prefix);
        return {format::write_entry(folder, arch::adapter_config_name, text),
                format::existing_entry(folder, arch::adapter_weights_name)};
    }
    const fs::path weights = folder / "model.safetensors";
    if (trains_adapters(preset))
        write_with_adapters(preset, model.folder, outputs_of(config, preset), weights);
    else
        write_weights(model.folder, weights, target);
    return {format::existing_entry(folder, "model.safetensors")};
}

} // namespace

std::vector<RunModel> models_of_run(const fs::path& run) {
    const event::RunFolder folder{run};
    std::vector<RunModel> models;
    std::error_code unknown;
    for (const fs::path& path : {folder.best(), folder.final_model()})
        if (fs::is_regular_file(path / "model.safetensors", unknown) ||
            fs::is_regular_file(path / arch::adapter_weights_name, unknown) || read_obstacle(path) != 0)
            models.push_back({path.filename().string(), path});
    for (const std::int64_t step : format::list_checkpoints(folder.checkpoints())) {
        const std::string name = format::checkpoint_name(step);
        models.push_back({name, folder.checkpoints() / name});
    }
    return models;
}

bool has_adapters(const fs::path& run) {
    return trains_adapters(preset::load_draft(event::RunFolder{run}.preset()).loaded.preset);
}

void export_model(const fs::path& run, const RunModel& model, const fs::path& target, ExportForm form) {
    std::error_code failed;
    if (fs::exists(fs::symlink_status(target, failed)) &&
        !(fs::is_directory(target, failed) && fs::is_empty(target, failed)))
        throw Error(ErrorId::export_folder_not_empty, {}, target.string());
    require_not_hidden(ErrorId::model_folder_unreadable, model.folder);
    format::verify_folder(model.folder);
    const KnownRun known = read_known_run(run);
    const Preset preset = preset::load_draft(event::RunFolder{run}.preset()).loaded.preset;
    if (form == ExportForm::whole && trains_adapters(preset))
        plan::require_same_base({run}, plan::base_folder(preset));
    const fs::path described = described_by(run, model);
    const std::string config = described.empty()
                                   ? config_of(preset)
                                   : read_file(described / "config.json", ErrorId::model_folder_unreadable);
    format::commit_folder(target, [&](const fs::path& folder) {
        std::vector<Manifest::Entry> entries =
            write_model(preset, model, described, config, form, folder, target);
        entries.push_back(format::write_entry(folder, "config.json", config));
        const std::int64_t image_size = arch::parse_model_config(config, "config.json").image.size;
        for (const std::string& name : plan::copy_input_files(
                 preset, described.empty() ? plan::model_folder(preset) : described, folder, image_size))
            entries.push_back(format::existing_entry(folder, name));
        for (const std::string& name : plan::write_sentence_files(preset, folder))
            entries.push_back(format::existing_entry(folder, name));
        const fs::path base = trains_adapters(preset) && !plan::is_on_hub(preset)
                                  ? plan::base_folder(preset)
                                  : fs::path(preset.model.path);
        entries.push_back(format::write_entry(
            folder, "README.md",
            report::model_card(known.compared, {base.filename().string(), exported_text(model),
                                                form == ExportForm::adapters})));
        return entries;
    });
}

} // namespace tunedesk::run
