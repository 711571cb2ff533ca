// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/save/checkpointer.h"

#include "arch/adapter_folder.h"
#include "base/activity.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/text.h"
#include "format/checkpoint.h"
#include "format/saved_tensors.h"
#include "memory/torch_headers.h"
#include "model/saved_with_adapters.h"
#include "plan/data_specs.h"
#include "plan/input_files.h"
#include "plan/model_folder.h"
#include "plan/run_steps.h"
#include "plan/text_windows.h"
#include "preset/schema/placement.h"
#include "preset/yaml/load.h"

#include <cstring>
#include <fmt/format.h>

namespace tunedesk::train {

namespace {

constexpr std::uint64_t most_state_bytes = 16u << 20;

/// Copies saved values over a piece of a tensor of equal name, shape and type. `where`: the file.
void read_piece(const format::SavedTensors& saved, const Strategy::StatePiece& target,
                const fs::path& where) {
    const std::string& name = target.piece.tensor;
    const auto found = saved.tensors().find(name);
    if (found == saved.tensors().end() || found->second.shape != target.shape)
        throw Error(ErrorId::checkpoint_tensor_missing, {}, where.string() + ": " + name);
    const format::DType type = model::dtype_of(target.values.scalar_type());
    if (found->second.dtype != type)
        throw Error(ErrorId::checkpoint_dtype_mismatch,
                    {format::name_of(found->second.dtype), format::name_of(type)},
                    where.string() + ": " + name);
    // A copy of the file's bytes, which need not be aligned; on the host it is the only one.
    const at::Tensor host = target.values.is_cpu()
                                ? target.values
                                : at::empty(target.values.sizes(), target.values.options().device(at::kCPU));
    saved.read(target.piece, {static_cast<std::byte*>(host.mutable_data_ptr()), host.nbytes()});
    if (!target.values.is_cpu()) target.values.copy_(host);
}

std::vector<std::string> changes(const format::RunFingerprint& then, const format::RunFingerprint& now,
                                 const Preset& preset, const fs::path& folder) {
    std::vector<std::string> list;
    if (then.world_size != now.world_size)
        list.push_back(fmt::format("ranks: {} -> {}", then.world_size, now.world_size));
    for (const auto& [role, hash] : now.data_hashes)
        if (const auto data = then.data_hashes.find(role);
            data == then.data_hashes.end() || data->second != hash)
            list.push_back(fmt::format("data.{}: the file's contents differ", role));
    for (const auto& [part, hash] : now.model_hashes) // absent from checkpoints of earlier versions
        if (const auto model = then.model_hashes.find(part);
            model != then.model_hashes.end() && model->second != hash && !plan::is_made(preset))
            list.push_back(fmt::format("model.path: its {} differs", part));
    if (then.preset_yaml == now.preset_yaml) return list;
    try {
        Preset before = preset::parse(then.preset_yaml, "checkpoint", folder).preset;
        if (plan::lengthens(before.training, preset.training)) {
            before.training.num_train_epochs = preset.training.num_train_epochs;
            before.training.max_steps = preset.training.max_steps;
        }
        for (const std::string& difference : preset::differences(before, preset))
            list.push_back(difference);
    } catch (const Error& error) {
        list.push_back("the preset: " + shortened(error.message(), 300));
    }
    return list;
}

/// A run that has ended trains on where its preset has become longer since.
void reopen(TrainState& state, const format::RunFingerprint& then, const Preset& now,
            const fs::path& folder) {
    if (!state.finished) return;
    try {
        if (!plan::lengthens(preset::parse(then.preset_yaml, "checkpoint", folder).preset.training,
                             now.training))
            return;
    } catch (const Error&) {
        return; // a preset of another version: the run stays as it ended
    }
    state.finished = false;
    state.evaluations_without_gain = 0;
}

/// Whether a new model's word rows would stand for other words: --allow-change cannot help there.
bool has_other_words(const format::RunFingerprint& then, const format::RunFingerprint& now) {
    const auto before = then.model_hashes.find("tokenizer"), after = now.model_hashes.find("tokenizer");
    return before != then.model_hashes.end() && after != now.model_hashes.end() &&
           before->second != after->second;
}

/// The adapter_config.json of a run's models.
std::string adapter_text(const model::Network& network, const Preset& preset) {
    std::vector<std::string> saved;
    for (const model::Parameter& parameter : network.parameters().all())
        if (parameter.is_saved) saved.push_back(parameter.name);
    return arch::adapter_config_text(network.spec(), plan::base_folder(preset), saved);
}

/// Whether a task of the next token has other windows.
bool are_cut_otherwise(const Preset& before, int ranks_before, const Preset& now, int ranks_now) {
    if (task::task_of(now.task).target != task::Target::next_token) return false;
    const bool separates = plan::separates_documents(now);
    return before.data.max_length != now.data.max_length || plan::separates_documents(before) != separates ||
           (!separates && plan::stream_columns(before, data_ranks_of(before, ranks_before)) !=
                              plan::stream_columns(now, data_ranks_of(now, ranks_now)));
}

/// If ranks or batches were changed, the epoch continues with its remaining samples. Returns a warning if
/// these are unknown.
std::string continue_epoch(TrainState& state, const format::RunFingerprint& then,
                           const format::RunFingerprint& now, const Preset& preset, const fs::path& folder) {
    if (then.preset_yaml == now.preset_yaml && then.world_size == now.world_size) return {};
    const std::string may_repeat =
        fmt::format("samples of epoch {} may be trained on twice or not at all: ", state.epoch + 1);
    Preset before;
    try {
        before = preset::parse(then.preset_yaml, "checkpoint", folder).preset;
    } catch (const Error& error) {
        if (state.samples_in_epoch == 0) return {};
        return may_repeat + "the checkpoint's preset cannot be read: " + shortened(error.message(), 300);
    }
    if (state.samples_in_epoch > 0 && are_cut_otherwise(before, then.world_size, preset, now.world_size)) {
        state.samples_in_epoch = state.steps_in_epoch = 0;
        state.dealt_before.clear();
        return fmt::format("epoch {} restarts: its text is now split into different windows",
                           state.epoch + 1);
    }
    const data::SamplerSpec dealt = plan::sampler_spec(before, data_ranks_of(before, then.world_size));
    change_dealing(state, dealt, plan::sampler_spec(preset, data_ranks_of(preset, now.world_size)));
    const bool by_length = dealt.grouping == data::Grouping::bucketed || dealt.max_tokens > 0;
    if (state.samples_in_epoch == 0 || !by_length) return {};
    const auto windows = [](const Preset& of) { return std::pair(of.data.stride, of.data.max_windows); };
    if (windows(before) != windows(preset))
        return may_repeat +
               "they are ordered by length, and long rows now have different windows (data.stride)";
    if (before.data.max_length == preset.data.max_length) return {};
    return may_repeat + fmt::format("they are ordered by length, and data.max_length was {}, not {}",
                                    before.data.max_length, preset.data.max_length);
}

} // namespace

ModelCopy copy_of(SaveCrew& crew, std::int64_t step) {
    ModelCopy copy;
    copy.step = step;
    crew.for_each_parameter([&](const std::string& name, const at::Tensor& value) {
        copy.weights.emplace_back(name, value.to(at::kCPU, /*non_blocking=*/false, /*copy=*/true));
    });
    return copy;
}

Checkpointer::Checkpointer(const event::RunFolder& folder, const Preset& preset,
                           format::RunFingerprint fingerprint, const data::LabelMap& labels,
                           RemoteFiles* remote)
    : folder_(folder), place_(folder.root), preset_(preset), fingerprint_(std::move(fingerprint)),
      labels_(labels), remote_(remote) {}

RemoteFiles::LocalFolder Checkpointer::local_folder(const fs::path& folder) const {
    return remote_ ? remote_->distribute(folder) : RemoteFiles::LocalFolder(folder, false);
}

Checkpointer::Saved Checkpointer::save(const TrainState& state, const JointWrite::Write& write) const {
    const double start = monotonic_seconds();
    const activity::Waiting waiting(activity::Wait::disk);
    require_folder();
    Saved saved;
    saved.path = folder_.checkpoints() / format::checkpoint_name(state.step);
    std::error_code failed;
    // Its parent is there, or the run's folder is gone: it is not made again.
    const bool made = fs::create_directory(folder_.checkpoints(), failed);
    if (failed)
        throw Error(ErrorId::checkpoint_folder_not_created, {failed.message()},
                    folder_.checkpoints().string());
    if (made) sync_folder(folder_.root); // else a power cut takes the folder, and the checkpoint with it
    format::commit_folder(saved.path, [&](const fs::path& folder) {
        std::vector<format::Manifest::Entry> entries = write(folder);
        entries.push_back(
            format::write_entry(folder, "state.json", format::state_text({state, fingerprint_})));
        for (const format::Manifest::Entry& entry : entries)
            saved.bytes += entry.bytes;
        return entries;
    });
    format::rotate_checkpoints(folder_.checkpoints(), preset_.checkpoint.keep, state.step);
    saved.seconds = monotonic_seconds() - start;
    return saved;
}

std::optional<std::int64_t> Checkpointer::newest(parallel::Group& group) const {
    constexpr double none = -1;
    double step = 0; // of all ranks the sum: exact, for the others add nothing
    group.lead(parallel::Purpose::checkpoint_choice,
               [&] { // hashing a large checkpoint can take longer than a collective waits
                   const std::optional<std::int64_t> found = newest_here();
                   step = found ? static_cast<double>(*found) : none;
               });
    group.sum(std::span<double>(&step, 1), parallel::Purpose::checkpoint_choice);
    return step == none ? std::nullopt : std::optional(static_cast<std::int64_t>(step));
}

std::optional<std::int64_t> Checkpointer::newest_here() const {
    const activity::Waiting waiting(activity::Wait::disk);
    std::vector<std::int64_t> steps = format::list_checkpoints(folder_.checkpoints());
    if (TUNEDESK_FAULT_AT("newest") == "skip" && !steps.empty()) steps.erase(steps.begin());
    if (steps.empty()) return std::nullopt;
    try {
        format::verify_folder(folder_.checkpoints() / format::checkpoint_name(steps.front()));
    } catch (Error& error) {
        const fs::path damaged = folder_.checkpoints() / format::checkpoint_name(steps.front());
        throw error.with_next(steps.size() > 1 ? fmt::format("remove {} to resume from {}", damaged.string(),
                                                             format::checkpoint_name(steps[1]))
                                               : fmt::format("remove {} to start again", damaged.string()));
    }
    return steps.front();
}

Checkpointer::Restored Checkpointer::restore(std::int64_t step, Strategy& strategy, bool allow_change) const {
    const activity::Waiting waiting(activity::Wait::disk);
    const RemoteFiles::LocalFolder read = local_folder(folder_.checkpoints() / format::checkpoint_name(step));
    const fs::path& path = read.path();
    const std::string where = (path / "state.json").string();
    auto [state, run] = format::parse_state(
        read_file(path / "state.json", ErrorId::state_unreadable, most_state_bytes), where);
    if (state.step != step) throw Error(ErrorId::state_step_mismatch, {fmt::to_string(state.step)}, where);
    if (!allow_change && run) {
        std::string text;
        for (const std::string& change : changes(*run, fingerprint_, preset_, folder_.root))
            text += (text.empty() ? "" : "; ") + change;
        if (!text.empty()) throw Error(ErrorId::run_changed, {text}, path.string());
    }
    if (run && plan::is_made(preset_) && has_other_words(*run, fingerprint_))
        throw Error(ErrorId::vocabulary_changed, {}, preset_.data.train);
    const format::SavedTensors saved_weights(path, "model");
    const std::vector<Strategy::StatePiece> weights = strategy.weights();
    for (const Strategy::StatePiece& piece : weights)
        read_piece(saved_weights, piece, path / weights_name);
    if (saved_weights.tensors().size() > strategy.tensor_count())
        throw Error(ErrorId::checkpoint_tensor_count_mismatch,
                    {fmt::to_string(saved_weights.tensors().size()), fmt::to_string(strategy.tensor_count())},
                    (path / weights_name).string());
    const format::SavedTensors saved_state(path, "optimizer");
    for (const Strategy::StatePiece& piece : strategy.optimizer_state())
        read_piece(saved_state, piece, path / optimizer_name);
    strategy.weights_written();
    strategy.set_updates(state.updates);
    Restored restored{std::move(state), {}};
    if (run) reopen(restored.state, *run, preset_, folder_.root);
    if (run && allow_change)
        restored.warning = continue_epoch(restored.state, *run, fingerprint_, preset_, folder_.root);
    return restored;
}

void Checkpointer::save_model(const fs::path& target, const model::SequenceClassifier& model, SaveCrew& crew,
                              std::int64_t step) const {
    save_weights(target, model, step, [&](ModelFileWriter& weights) {
        crew.for_each_parameter([&](const std::string&, const at::Tensor& value) { weights.append(value); });
    });
}

void Checkpointer::save_model(const fs::path& target, const model::SequenceClassifier& model,
                              const ModelCopy& copy) const {
    save_weights(target, model, copy.step, [&](ModelFileWriter& weights) {
        for (const auto& [name, values] : copy.weights)
            weights.append(values);
    });
}

void Checkpointer::save_weights(const fs::path& target, const model::SequenceClassifier& model,
                                std::int64_t step, const std::function<void(ModelFileWriter&)>& give) const {
    const activity::Waiting waiting(activity::Wait::disk);
    require_folder();
    format::commit_folder(target, [&](const fs::path& folder) {
        std::vector<format::Manifest::Entry> entries;
        const task::Task& task = task::task_of(preset_.task);
        const format::DType type = model::dtype_of(model.parameters().type());
        entries.push_back(
            format::write_entry(folder, "config.json",
                                task.has_words() ? arch::language_model_config(model.config(), type)
                                : task.embeds()  ? arch::encoder_config(model.config(), type)
                                                : arch::classifier_config(model.config(), labels_.names, type,
                                                                          task.problem_type, task.readout)));
        ModelFileWriter weights(folder, model.network(), step);
        give(weights);
        entries.push_back(weights.finish());
        if (const arch::ModelConfig& config = model.config(); config.lora.is_on())
            entries.push_back(format::write_entry(folder, arch::adapter_config_name,
                                                  adapter_text(model.network(), preset_)));
        for (const std::string& name :
             plan::copy_input_files(preset_, plan::model_folder(preset_), folder, model.config().image.size))
            entries.push_back(format::existing_entry(folder, name));
        for (const std::string& name : plan::write_sentence_files(preset_, folder))
            entries.push_back(format::existing_entry(folder, name));
        return entries;
    });
}

bool Checkpointer::load_model(const fs::path& source, Strategy& strategy, std::int64_t step) const {
    const activity::Waiting waiting(activity::Wait::disk);
    format::recover_folder(source);
    const RemoteFiles::LocalFolder read = local_folder(source);
    const ModelFile file = find_model_file(read.path()).value_or(ModelFile{read.path() / weights_name});
    if (const std::optional<std::int64_t> of = file.step(); of && *of != step) return false;
    const format::SavedTensors weights{format::SafetensorsFile(file.path)};
    for (Strategy::StatePiece piece : strategy.weights()) {
        piece.piece.tensor = file.name_of(piece.piece.tensor);
        read_piece(weights, piece, file.path);
    }
    strategy.weights_written();
    return true;
}

} // namespace tunedesk::train
