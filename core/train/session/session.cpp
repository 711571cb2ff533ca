// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/session/session.h"

#include "arch/adapter_folder.h"
#include "base/activity.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/hash.h"
#include "base/host_figures.h"
#include "event/journal/journal.h"
#include "event/journal/repeat_filter.h"
#include "format/checkpoint.h"
#include "format/manifest.h"
#include "memory/meter.h"
#include "memory/out_of_memory.h"
#include "memory/torch_headers.h"
#include "plan/data_specs.h"
#include "plan/model_folder.h"
#include "plan/stages.h"
#include "preset/schema/combinations/combinations.h"
#include "preset/schema/device_types.h"
#include "preset/schema/placement.h"
#include "train/loop/trial.h"
#include "train/memory/block_residency.h"
#include "train/memory/host_link.h"
#include "train/memory/offloaded_activations.h"
#include "train/session/conclude.h"
#include "train/session/environment.h"
#include "train/session/heartbeat.h"
#include "train/session/leftovers.h"
#include "train/step/precision.h"
#include "train/step/static_graph.h"
#include "train/strategies/make_strategy.h"
#include "train/tensor/tensor_group.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <new>

namespace tunedesk::train {

namespace {

/// Timeout of a collective under a supervisor, which detects hung ranks by their heartbeats.
constexpr double supervised_collective_seconds = 7 * 24 * 3600;

void configure_threads(const Preset& preset, const parallel::World& world) {
    const int wanted = preset.training.threads;
    at::set_num_threads(wanted > 0 ? wanted : std::max(1, usable_cores() / world.local_size));
    at::globalContext().setDeterministicAlgorithms(preset.training.deterministic, /*warn_only=*/false);
    // uninitialized memory is never read here
    at::globalContext().setDeterministicFillUninitializedMemory(false);
}

/// Lets rank 0 fill the token cache before the other ranks open it.
std::function<void(const std::function<void()>&)> rank_zero_first(parallel::Group& group,
                                                                  Announcer& announcer) {
    return [&](const std::function<void()>& tokenize) {
        group.lead(parallel::Purpose::token_cache, tokenize, [&] { announcer.progress("tokenizing", 0, 1); });
        if (!group.world().leads()) tokenize();
        // Otherwise a rank 0 that fails next would end the rendezvous for ranks that still wait for the
        // cache.
        group.barrier(parallel::Purpose::token_cache);
    };
}

/// The contents of the journal from earlier sessions.
struct Past {
    bool steps = false; ///< true also if a session was killed before its first checkpoint
    std::int64_t last_saved = -1;
};

Past past_of(const event::RunFolder& folder) {
    Past past;
    event::replay_journal(folder, 0, [&](const event::Event& event) {
        const std::optional<std::int64_t> step = event::step_of(event);
        if (!step || event.type == event::Type::Resumed) return;
        past.steps = true;
        if (event.type == event::Type::CheckpointSaved) past.last_saved = *step;
    });
    return past;
}

/// A run whose checkpoints are missing restarts from the beginning, which must be distinguished from a
/// resume.
void warn_of_lost_checkpoints(const Past& past, const event::RunFolder& folder, Announcer& announcer) {
    if (past.last_saved < 0) return;
    announcer.warn(
        fmt::format("the run saved a checkpoint at step {}, but {} has none: training restarts from step 0",
                    past.last_saved, folder.checkpoints().string()));
}

/// Reports the checkpoint that a session committed just before it was killed.
void announce_checkpoint(const fs::path& path, std::int64_t step, Announcer& announcer) {
    std::uint64_t bytes = 0;
    for (const auto& entry : fs::directory_iterator(path))
        if (entry.path().filename() != format::manifest_name) bytes += entry.file_size();
    announcer.event(event::Type::CheckpointSaved,
                    {{"step", step}, {"path", path.string()}, {"bytes", bytes}, {"seconds", 0}});
}

fs::path checkpoint_path(const SessionOptions& options, std::int64_t step) {
    return event::RunFolder{options.run}.checkpoints() / format::checkpoint_name(step);
}

/// Number of epochs of the whole run; with max_steps those that the steps amount to.
double announced_epochs(const Trainer& trainer, const Preset& preset, const data::Sampler& sampler) {
    const auto in_one = static_cast<double>(sampler.epoch(0).size());
    if (preset.training.max_steps <= 0 || in_one <= 0) return preset.training.num_train_epochs;
    return static_cast<double>(trainer.total_steps()) / in_one;
}

void announce_start(const Trainer& trainer, const Preset& preset, const Datasets& sets,
                    const TrainableModel& trainable, const data::Sampler& sampler, bool resumed,
                    Announcer& announcer) {
    const TrainState& state = trainer.state();
    if (resumed)
        announcer.event(event::Type::Resumed, {{"from_step", state.step},
                                               {"from_epoch", state.epoch},
                                               {"from_samples", state.samples_in_epoch}});
    const task::Task& task = task::task_of(preset.task);
    Json started{{"steps", trainer.total_steps()},
                 {"epochs", announced_epochs(trainer, preset, sampler)},
                 {"samples", sets.train.size()},
                 {"tokens", sets.train.token_count()},
                 {"parameters", trainable.parameter_count()},
                 {"trainable", trainable.trained_parameter_count()},
                 {"task", task.name}};
    if (task.target == task::Target::next_token) started["epoch_steps"] = sampler.epoch(0).size();
    announcer.event(event::Type::Started, std::move(started));
}

/// A static graph is recorded with fused kernels; `fused` holds those of a GPU. TUNEDESK_OPERATIONS=aten
/// disables them there too.
model::Placement placement_of(const Preset& preset, const parallel::Device& device, const TensorGroup& slices,
                              bool leads, std::optional<model::Operations>& fused, Announcer& announcer) {
    model::Placement placement = model::placement_on(
        device.place(), compute_type(preset, device.place(), leads, announcer), parameter_type(preset));
    if (!slices.slice().is_whole()) placement.tensor = &slices;
    placement.layers_on_host = device.is_gpu() && offloads(preset, "parameters");
    const char* wanted = std::getenv("TUNEDESK_OPERATIONS");
    if (!device.is_gpu() || !preset.precision.static_graph || (wanted && std::string_view(wanted) == "aten"))
        return placement;
    fused = device.accelerator()->operations(*placement.operations);
    placement.operations = &*fused;
    return placement;
}

std::unique_ptr<Execution> execution_of(const Preset& preset, const parallel::Device& device,
                                        const TrainableModel& trainable,
                                        std::unique_ptr<parallel::Recorder> recorder) {
    const bool padded = preset.data.batching != Preset::Batching::packed;
    if (device.is_gpu() && offloads(preset, "activations"))
        return std::make_unique<OffloadedActivations>(trainable, padded, host_link(device.place()));
    // Images are not recorded: their pixels would need a fixed address.
    if (!recorder || task::task_of(preset.task).is_of_images())
        return std::make_unique<Execution>(trainable, padded);
    return std::make_unique<StaticGraph>(trainable, std::move(recorder),
                                         trainable.model().parameters().trained(), preset.data.max_length);
}

struct OpenDevice {
    parallel::Device device;
    std::unique_ptr<parallel::Recorder> recorder; ///< for a static graph; null without one
};

OpenDevice open_device(const Preset& preset, const parallel::World& world, Announcer& announcer) {
    OpenDevice open{choose_device(preset, world, announcer), nullptr};
    const bool on_gpu = open.device.is_gpu();
    for (const std::string& note : on_gpu ? preset::gpu_notes(preset) : preset::host_notes(preset))
        announcer.info(note);
    if (!on_gpu) return open;
    memory::watch_devices();
    // Creates the thread's stream before anything is on the device.
    if (preset.precision.static_graph) open.recorder = open.device.accelerator()->recorder();
    // Matrix products allocate their workspace at the first call: it must not be counted as an activation.
    const at::Tensor one = at::ones({8, 8}, at::TensorOptions(open.device.place()));
    at::mm(one, one);
    return open;
}

void limit_memory(const Trial& trial) {
    if (trial.memory_limit == 0) return;
    const std::uint64_t held = resident_bytes();
    memory::set_limit(trial.memory_limit > held ? trial.memory_limit - held : 1);
}

/// The contents of a model folder. The weights are freed after the model has copied them.
struct ModelFolder {
    ModelFolder(const Preset& preset, const fs::path& folder)
        : config(plan::read_trained_config(preset, folder)),
          weights(plan::is_pretrained(preset)
                      ? std::make_unique<format::ModelWeights>(arch::open_weights(folder))
                      : nullptr),
          tokenizer(task::task_of(preset.task).is_of_images()
                        ? nullptr
                        : std::make_unique<data::Tokenizer>(
                              data::Tokenizer::load(arch::tokenizer_folder(folder)))) {}

    arch::ModelConfig config;
    std::unique_ptr<format::ModelWeights> weights; ///< null: random initialization
    std::unique_ptr<data::Tokenizer> tokenizer;    ///< null for a model that reads images
};

/// Reads from a disk that may be slow or remote.
ModelFolder open_model_folder(const Preset& preset) {
    const activity::Waiting waiting(activity::Wait::disk);
    return {preset, plan::model_folder(preset)};
}

parallel::Group join_group(const SessionOptions& options, const parallel::World& world,
                           const parallel::Device& device) {
    const Preset& preset = options.preset;
    using enum parallel::Transport;
    const bool is_alone = options.trial && options.trial->as_rank;
    return {world,
            std::max(preset.supervision.start_timeout_seconds, preset.supervision.rank_timeout_seconds),
            device,
            is_alone                                           ? fake
            : preset.parallel.backend == Preset::Backend::gloo ? gloo
                                                               : fastest,
            options.supervised ? supervised_collective_seconds : 0};
}

void warn_of_carrier(const parallel::Group& group, Announcer& announcer) {
    if (!group.carrier().problem.empty() && group.world().leads())
        announcer.warn("the ranks do not share memory and use Gloo, which is slower: " +
                       group.carrier().problem);
}

parallel::Mesh mesh_of(const Preset& preset, int ranks) {
    return {{.stages = preset.parallel.pipeline_stages,
             .data = data_ranks_of(preset, ranks),
             .tensor = preset.parallel.tensor_size},
            ranks};
}

/// Consumes the folder's weights. `stages` is set to those of the pipeline.
TrainableModel load_learner(const Preset& preset, const Datasets& sets, ModelFolder& files,
                            const model::Placement& placement, const parallel::MeshGroups& groups,
                            std::vector<arch::StageLayers>& stages, Announcer& announcer) {
    const memory::InPart part(memory::Part::weights);
    const std::unique_ptr<format::ModelWeights> weights = std::move(files.weights);
    const std::size_t outputs =
        task::task_of(preset.task).has_words() ? sets.words : sets.labels.names.size(); // 0 without a head
    if (weights) plan::require_head_fits(preset, plan::head_classes(preset, files.config, *weights), outputs);
    stages = plan::stages_of(preset, plan::trained_spec(preset, files.config, outputs));
    const int stage = groups.mesh().place_of(groups.all().world().rank).stage;
    return TrainableModel(preset, files.config, static_cast<std::int64_t>(outputs), weights.get(), placement,
                          announcer, stages[static_cast<std::size_t>(stage)]);
}

/// Null if the parameters stay on the device.
std::unique_ptr<BlockResidency> make_residency(const Preset& preset, TrainableModel& trainable,
                                               const parallel::Device& device) {
    if (!device.is_gpu() || !offloads(preset, "parameters")) return nullptr;
    const memory::InPart part(memory::Part::weights);
    return offload_parameters(trainable.model().network(), host_link(device.place()),
                              !preset.memory.optimizer_in_backward);
}

/// `residency`: see make_residency().
std::unique_ptr<Optimizer> make_optimizer(const Preset& preset, TrainableModel& trainable,
                                          BlockResidency* residency, const Shards* shards,
                                          const parallel::Device& device) {
    const memory::InPart part(memory::Part::optimizer);
    const model::Operations& operations = *trainable.model().placement().operations;
    auto optimizer = shards ? std::make_unique<Optimizer>(preset.training,
                                                          make_slots(preset.training, *shards), operations)
                            : std::make_unique<Optimizer>(preset.training, trainable.model().parameters(),
                                                          operations, preset.memory.optimizer_in_backward);
    if (residency) optimizer->use_residency(*residency);
    if (device.is_gpu() && offloads(preset, "optimizer")) optimizer->offload(host_link(device.place()));
    return optimizer;
}

format::RunFingerprint fingerprint_of(const SessionOptions& options, const Datasets& sets,
                                      const data::Tokenizer* tokenizer, const parallel::World& world) {
    const activity::Waiting waiting(activity::Wait::disk);
    const fs::path config = plan::base_folder(options.preset) / "config.json";
    std::map<std::string, std::string> model{
        {"config.json", content_hash(read_file(config, ErrorId::config_unreadable))}};
    if (tokenizer) model["tokenizer"] = tokenizer->identity();
    if (const data::TokenizeSpec spec = plan::tokenize_spec(options.preset); spec.chat)
        model["chat template"] = spec.chat->identity();
    if (options.preset.model.train == Preset::Train::lora) // checkpoints do not contain the frozen weights
        for (const fs::path& weights : format::ModelWeights(plan::base_folder(options.preset)).paths())
            model[weights.filename()] = file_hash(weights, ErrorId::model_file_unreadable);
    return {options.preset_yaml, sets.hashes, std::move(model), world.size};
}

/// The starting point of a session.
struct Beginning {
    TrainState state;
    std::optional<std::int64_t> checkpoint; ///< the step of the checkpoint that is resumed
};

Beginning restore_newest(const SessionOptions& options, const Checkpointer& checkpointer,
                         const Datasets& sets, Strategy& strategy, parallel::Group& group,
                         Announcer& announcer) {
    Beginning begin;
    begin.checkpoint = checkpointer.newest(group);
    if (!begin.checkpoint) return begin;
    auto restored = checkpointer.restore(*begin.checkpoint, strategy, options.allow_change);
    begin.state = std::move(restored.state);
    if (!restored.warning.empty() && group.world().leads()) announcer.warn(restored.warning);
    if (!options.allow_change)
        require_position(begin.state, options.preset, sets.train.size(),
                         checkpoint_path(options, *begin.checkpoint).string());
    return begin;
}

Outcome run_rank(const SessionOptions& options, const parallel::World& world, Announcer& announcer) {
    const Preset& preset = options.preset;
    preset::require_runnable(preset);
    const event::RunFolder folder{options.run};
    memory::install();
    if (world.leads() && !options.trial) remove_leftovers(folder);
    OpenDevice open = open_device(preset, world, announcer);
    const parallel::Device& device = open.device;
    if (options.trial) limit_memory(*options.trial);
    configure_threads(preset, world);
    announcer.progress("loading", 0, 1);
    TUNEDESK_FAULT_AT("load");
    ModelFolder files = open_model_folder(preset);
    parallel::Group group = join_group(options, world, device);
    warn_of_carrier(group, announcer);
    const parallel::MeshGroups groups(group, mesh_of(preset, world.size));
    const int data_ranks = groups.mesh().extent(parallel::Axis::data);
    const Datasets sets = read_datasets(preset, files.config, files.tokenizer.get(), data_ranks, announcer,
                                        rank_zero_first(group, announcer));
    write_environment(folder, preset, sets, device, group);
    announcer.progress("loading", 0, 1);
    const TensorGroup slices(groups.along(parallel::Axis::tensor));
    std::optional<model::Operations> fused; // the operations of the model
    const model::Placement placement = placement_of(preset, device, slices, world.leads(), fused, announcer);
    std::vector<arch::StageLayers> stages;
    TrainableModel trainable = load_learner(preset, sets, files, placement, groups, stages, announcer);
    trainable.use_mesh(groups);
    std::optional<StageLink> link;
    if (stages.size() > 1) trainable.use_link(link.emplace(groups, files.config.hidden_size));
    trainable.make_features(sets, group, announcer);
    const auto residency = make_residency(preset, trainable, device);
    const auto shards = make_shards(preset, groups, trainable.model().network());
    memory::enter(memory::Phase::step); // the optimizer's state does not belong to loading the model
    const auto optimizer = make_optimizer(preset, trainable, residency.get(), shards.get(), device);
    const auto strategy = make_strategy(preset, groups, trainable.model().network(), *optimizer,
                                        residency.get(), shards.get(), stages);

    const data::Sampler sampler =
        plan::training_sampler(preset, data_ranks, sets.train.lengths(), sets.train.labels);
    RemoteFiles remote(group, folder.root);
    const Checkpointer checkpointer(
        folder, preset, fingerprint_of(options, sets, files.tokenizer.get(), world), sets.labels, &remote);
    const auto [state, checkpoint] = restore_newest(options, checkpointer, sets, *strategy, group, announcer);
    const Past past = world.leads() ? past_of(folder) : Past{};
    if (!checkpoint) trainable.standardise_features(sets, announcer);

    const auto execution = execution_of(preset, device, trainable, std::move(open.recorder));
    const Trainer::Parts parts{preset,     folder,  sets,         trainable, *optimizer, *strategy,
                               *execution, sampler, checkpointer, group,     device,     announcer};
    Trainer trainer(parts, state);
    if (options.trial) return run_trial(*options.trial, parts, trainer), Outcome::finished;
    if (!checkpoint) warn_of_lost_checkpoints(past, folder, announcer);
    announce_start(trainer, preset, sets, trainable, sampler, checkpoint || past.steps, announcer);
    if (world.leads() && checkpoint && past.last_saved < *checkpoint)
        announce_checkpoint(checkpoint_path(options, *checkpoint), *checkpoint, announcer);
    const Outcome outcome = trainer.run();
    if (outcome == Outcome::finished) conclude(parts, trainer.state(), trainer.saver());
    return outcome;
}

} // namespace

Outcome run_session(const SessionOptions& options, const parallel::World& world, event::Channel& channel) {
    Announcer announcer(channel, world.leads());
    const Heartbeat heartbeat(announcer, options.preset.supervision.heartbeat_seconds);
    const auto place = [&] {
        return fmt::format("rank {}, step {}", world.rank, announcer.current_step + 1);
    };
    try {
        return run_rank(options, world, announcer);
    } catch (const std::bad_alloc&) {
        throw Error(ErrorId::out_of_memory, {}, place());
    } catch (const c10::Error& error) {
        const std::string text = error.what_without_backtrace();
        if (memory::is_out_of_host_memory(error)) throw Error(ErrorId::out_of_memory, {}, place());
        if (!memory::is_out_of_gpu_memory(error)) throw;
        throw Error(ErrorId::gpu_out_of_memory, {text.substr(0, text.find('\n'))}, place());
    }
}

} // namespace tunedesk::train
