#include "train/session/session.h"

#include "base/activity.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/hash.h"
#include "base/host_figures.h"
#include "event/journal/journal.h"
#include "event/journal/repeat_filter.h"
#include "format/checkpoint.h"
#include "memory/meter.h"
#include "memory/torch_headers.h"
#include "plan/data_specs.h"
#include "preset/schema/device_types.h"
#include "preset/schema/placement.h"
#include "train/loop/trial.h"
#include "train/memory/host_link.h"
#include "train/memory/offloaded_activations.h"
#include "train/memory/offloaded_parameters.h"
#include "train/session/environment.h"
#include "train/session/heartbeat.h"
#include "train/session/leftovers.h"
#include "train/session/results.h"
#include "train/step/precision.h"
#include "train/step/static_graph.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <new>

namespace tunedesk::train {

namespace {

/// How long a rank waits in a collective for one that computes or saves longer than it: under a supervisor
/// that one's signs of life decide.
constexpr double supervised_collective_seconds = 7 * 24 * 3600;

void configure_threads(const Preset& preset, const parallel::World& world) {
    const int wanted = preset.training.threads;
    at::set_num_threads(wanted > 0 ? wanted : std::max(1, usable_cores() / world.local_size));
    at::globalContext().setDeterministicAlgorithms(preset.training.deterministic, /*warn_only=*/false);
    at::globalContext().setDeterministicFillUninitializedMemory(false); // nothing here reads such memory
}

/// Rank 0 fills the token cache, then the others open it.
std::function<void(const std::function<void()>&)> rank_zero_first(parallel::Group& group,
                                                                  Announcer& announcer) {
    return [&](const std::function<void()>& tokenize) {
        group.lead(tokenize, [&] { announcer.progress("tokenizing", 0, 1); });
        if (!group.world().leads()) tokenize();
        // Otherwise a rank 0 that fails next takes the rendezvous from those who still wait for the cache.
        group.barrier();
    };
}

/// What the journal tells of the sessions before this one.
struct Past {
    bool steps = false; ///< also of one that was killed before its first checkpoint
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

/// Tells of the checkpoint that a session committed just before it was killed.
void announce_checkpoint(const fs::path& path, std::int64_t step, Announcer& announcer) {
    std::uint64_t bytes = 0;
    for (const char* name : {"model.safetensors", "optimizer.safetensors", "state.json"})
        bytes += fs::file_size(path / name);
    announcer.event(event::Type::CheckpointSaved,
                    {{"step", step}, {"path", path.string()}, {"bytes", bytes}, {"seconds", 0}});
}

void announce_start(const Trainer& trainer, const Preset& preset, const Datasets& sets,
                    const Learner& learner, bool resumed, Announcer& announcer) {
    const TrainState& state = trainer.state();
    if (resumed)
        announcer.event(event::Type::Resumed, {{"from_step", state.step},
                                               {"from_epoch", state.epoch},
                                               {"from_samples", state.samples_in_epoch}});
    announcer.event(event::Type::Started, {{"steps", trainer.total_steps()},
                                           {"epochs", preset.training.num_train_epochs},
                                           {"samples", sets.train.size()},
                                           {"tokens", sets.train.token_count()},
                                           {"parameters", learner.total()},
                                           {"trainable", learner.trainable()}});
}

/// Throws Error 8503 where what was trained is no model, whatever its accuracy seems to be.
void require_numbers(Learner& learner, const std::optional<Evaluation>& test, std::int64_t step) {
    model::Parameters& parameters = learner.model().parameters();
    parameters.settle();
    const bool finite = std::ranges::all_of(parameters.all(), [](const model::Parameter& parameter) {
        return at::isfinite(parameter.at_rest()).all().item<bool>();
    });
    if (finite && (!test || std::isfinite(test->loss))) return;
    throw Error(8503,
                finite ? "the model gives no numbers: its loss on the test rows is not finite"
                       : "the model's weights are not finite",
                fmt::format("step {}", step),
                "run again with a lower training.learning_rate, or with training.max_grad_norm");
}

/// What the report says where the best model is not the one in best/; "" where it is.
std::string lost_best(const TrainState& state, const Preset& preset) {
    if (!state.has_best || state.keeps_best()) return {};
    return fmt::format("the best model, of step {} with {} {:.4f}, could not be saved; {}", state.best_step,
                       preset.checkpoint.monitor, state.best_value,
                       state.has_kept ? fmt::format("best/ is of step {}", state.kept_step)
                                      : std::string("the final model is tested"));
}

/// After training: final/, the best weights back, the test, the report.
void conclude(const SessionOptions& options, const event::RunFolder& folder, TrainState state,
              const Datasets& sets, Learner& learner, const Checkpointer& checkpointer,
              const Execution::Preparation& preparation, Saver& saver, parallel::Group& group,
              const parallel::Device& device, Announcer& announcer) {
    const bool leads = group.world().leads();
    announcer.progress("saving", 0, 1);
    saver.insist(state, "final/",
                 [&] { checkpointer.save_model(folder.final_model(), learner.model(), state.step); });
    if (state.has_kept && !checkpointer.load_model(folder.best(), learner.model(), state.kept_step)) {
        announcer.warn(
            "best/ was of steps that the resume took back; it is removed, and the final model is tested");
        state.has_best = state.has_kept = false;
        group.barrier();
        if (leads) fs::remove_all(folder.best());
    }
    std::optional<Evaluation> test;
    if (sets.test.size() > 0) {
        test = evaluate(learner, sets.test, options.preset.training.per_device_eval_batch_size, group,
                        announcer);
        announcer.progress("saving", 0, 1);
        saver.insist(state, "the test's results", [&] {
            const activity::Waiting waiting(activity::Wait::disk);
            checkpointer.require_folder();
            write_test_files(folder, *test, sets.test, sets.labels.names,
                             !options.preset.data.text_pair_column.empty());
        });
        if (!sets.test.labels.empty())
            announcer.event(event::Type::Eval, {{"split", "test"},
                                                {"step", state.step},
                                                {"epoch", epochs_of(state, sets.train.size())},
                                                {"loss", event::number_json(test->loss)},
                                                {"accuracy", test->accuracy},
                                                {"macro_f1", test->macro_f1},
                                                {"best", state.has_kept}});
    }
    report::RunReport report =
        run_report(options.preset, state, learner, sets, test ? &*test : nullptr, preparation, device, group);
    report.lost_best = lost_best(state, options.preset);
    saver.insist(state, "report.json", [&] {
        const activity::Waiting waiting(activity::Wait::disk);
        checkpointer.require_folder();
        report::write_report_json(folder.report_json(), report);
    });
    require_numbers(learner, test, state.step);
    announcer.event(
        event::Type::Finished,
        {{"steps", state.step},
         {"epochs", report.epochs},
         {"train_seconds", report.train_seconds},
         {"test_accuracy", test && !sets.test.labels.empty() ? Json(test->accuracy) : Json(nullptr)}});
    if (leads && !report.lost_best.empty())
        throw Error(5572, report.lost_best, folder.best().string(),
                    "see that the disk has room and no errors, and run again to get it")
            .with_kept(state.has_kept ? "best/, final/ and the report" : "final/ and the report");
}

} // namespace

namespace {

/// A static graph is recorded of fused kernels; `fused` holds those of a GPU. TUNEDESK_OPERATIONS=aten leaves
/// them out there too.
model::Placement placement_of(const Preset& preset, const parallel::Device& device, bool leads,
                              std::optional<model::Operations>& fused, Announcer& announcer) {
    model::Placement placement = model::placement_on(
        device.place(), compute_type(preset, device.place(), leads, announcer), parameter_type(preset));
    placement.layers_at_home = device.is_gpu() && offloads(preset, "parameters");
    const char* wanted = std::getenv("TUNEDESK_OPERATIONS");
    if (!device.is_gpu() || !preset.precision.static_graph || (wanted && std::string_view(wanted) == "aten"))
        return placement;
    fused = device.accelerator()->operations(*placement.operations);
    placement.operations = &*fused;
    return placement;
}

std::unique_ptr<Execution> execution_of(const Preset& preset, const parallel::Device& device,
                                        const Learner& learner, const Optimizer& optimizer,
                                        std::unique_ptr<parallel::Recorder> recorder) {
    const bool padded = preset.data.batching != Preset::Batching::packed;
    if (device.is_gpu() && offloads(preset, "activations"))
        return std::make_unique<OffloadedActivations>(learner, padded, host_link(device.place()));
    if (!recorder) return std::make_unique<Execution>(learner, padded);
    return std::make_unique<StaticGraph>(learner, std::move(recorder), optimizer.trained(),
                                         preset.data.max_length);
}

Outcome run_rank(const SessionOptions& options, const parallel::World& world, Announcer& announcer) {
    const Preset& preset = options.preset;
    const event::RunFolder folder{options.run};
    memory::install();
    if (world.leads() && !options.trial) remove_leftovers(folder);
    const parallel::Device device = choose_device(preset, world, announcer);
    if (device.is_gpu()) memory::watch_devices();
    // Makes the thread's stream: before anything is on the device.
    std::unique_ptr<parallel::Recorder> recorder =
        device.is_gpu() && preset.precision.static_graph ? device.accelerator()->recorder() : nullptr;
    if (device.is_gpu()) {
        // Products take their workspace at the first one, for good: it shall not pass for an activation.
        const at::Tensor one = at::ones({8, 8}, at::TensorOptions(device.place()));
        at::mm(one, one);
    } else {
        for (const std::string& note : preset::host_notes(preset))
            announcer.info(note);
    }
    if (options.trial && options.trial->memory_limit > 0) {
        const std::uint64_t limit = options.trial->memory_limit, held = resident_bytes();
        memory::set_limit(limit > held ? limit - held : 1);
    }
    configure_threads(preset, world);
    announcer.progress("loading", 0, 1);
    TUNEDESK_FAULT_AT("load");
    const arch::ModelConfig config = arch::read_model_config(preset.model.path);
    std::optional<format::ModelWeights> weights;
    if (preset.model.init == Preset::Init::pretrained) weights.emplace(preset.model.path);
    const data::Tokenizer tokenizer = data::Tokenizer::load(preset.model.path);
    parallel::Group group(
        world, std::max(preset.supervision.start_timeout_seconds, preset.supervision.rank_timeout_seconds),
        device,
        preset.parallel.backend == Preset::Backend::gloo ? parallel::Transport::gloo
                                                         : parallel::Transport::nccl,
        options.supervised ? supervised_collective_seconds : 0);

    const Datasets sets =
        read_datasets(preset, config, tokenizer, announcer, rank_zero_first(group, announcer));
    write_environment(folder, preset, sets, device, group);
    announcer.progress("loading", 0, 1);
    std::optional<memory::InPart> part(std::in_place, memory::Part::weights);
    std::optional<model::Operations> fused; // what the model computes with
    Learner learner(preset, config, static_cast<std::int64_t>(sets.labels.names.size()),
                    weights ? &*weights : nullptr,
                    placement_of(preset, device, world.leads(), fused, announcer), announcer);
    weights.reset();
    std::optional<OffloadedParameters> parameters;
    if (device.is_gpu() && offloads(preset, "parameters"))
        parameters.emplace(learner.model(), host_link(device.place()), !preset.memory.optimizer_in_backward);
    memory::enter(memory::Phase::step); // the optimizer's state is no part of loading the model
    part.emplace(memory::Part::optimizer);
    Optimizer optimizer(preset.training, learner.model().parameters(),
                        *learner.model().placement().operations, preset.memory.optimizer_in_backward);
    if (parameters) optimizer.step_at(*parameters);
    if (device.is_gpu() && offloads(preset, "optimizer")) optimizer.offload(host_link(device.place()));
    part.reset();
    const data::Sampler sampler(plan::sampler_spec(preset, world.size), sets.train.lengths());
    const std::map<std::string, std::string> model_hashes = {
        {"config.json", content_hash(read_file(fs::path(preset.model.path) / "config.json", 4320))},
        {"tokenizer", tokenizer.identity()}};
    const Checkpointer checkpointer(
        folder, preset, {options.preset_yaml, sets.hashes, model_hashes, world.size}, sets.labels);
    TrainState state;
    const std::optional<std::int64_t> newest = checkpointer.newest(group);
    if (newest) {
        auto restored =
            checkpointer.restore(*newest, learner.model().parameters(), optimizer, options.allow_change);
        state = std::move(restored.state);
        if (!restored.warning.empty() && world.leads()) announcer.warn(restored.warning);
        if (!options.allow_change)
            require_position(state, preset, sets.train.size(),
                             (folder.checkpoints() / format::checkpoint_name(*newest)).string());
    }
    const Past past = world.leads() ? past_of(folder) : Past{};
    learner.prepare(sets, newest.has_value(), group, announcer);

    const std::unique_ptr<Execution> execution =
        execution_of(preset, device, learner, optimizer, std::move(recorder));
    const Trainer::Parts parts{preset,  folder,       sets,  learner, optimizer, *execution,
                               sampler, checkpointer, group, device,  announcer};
    Trainer trainer(parts, state);
    if (options.trial) {
        run_trial(*options.trial, parts, trainer);
        return Outcome::finished;
    }
    announce_start(trainer, preset, sets, learner, newest || past.steps, announcer);
    if (newest && past.last_saved < *newest)
        announce_checkpoint(folder.checkpoints() / format::checkpoint_name(*newest), *newest, announcer);
    const Outcome outcome = trainer.run();
    if (outcome == Outcome::finished)
        conclude(options, folder, trainer.state(), sets, learner, checkpointer, execution->preparation(),
                 trainer.saver(), group, device, announcer);
    return outcome;
}

/// LibTorch's words for want of a GPU's memory: its allocator's, and those of CUDA and cuBLAS beside it.
bool is_out_of_gpu_memory(const c10::Error& error) {
    if (dynamic_cast<const c10::OutOfMemoryError*>(&error)) return true;
    const std::string_view text = error.what_without_backtrace();
    return text.find("CUDA error: out of memory") != std::string_view::npos ||
           text.find("CUBLAS_STATUS_ALLOC_FAILED") != std::string_view::npos;
}

} // namespace

Outcome run_session(const SessionOptions& options, const parallel::World& world, event::Channel& channel) {
    Announcer announcer(channel, world.leads());
    const Heartbeat heartbeat(announcer, options.preset.supervision.heartbeat_seconds);
    const auto out_of_memory = [&](int id, const std::string& what) {
        return Error(
            id, what, fmt::format("rank {}, step {}", world.rank, announcer.current_step + 1),
            "lower training.per_device_train_batch_size and raise gradient_accumulation_steps as much "
            "(the same batch in smaller parts), set memory.activation_checkpointing, lower data.max_length, "
            "or "
            "train fewer layers (model.train: last_layers); then resume with --allow-change");
    };
    try {
        return run_rank(options, world, announcer);
    } catch (const std::bad_alloc&) {
        throw out_of_memory(5501, "out of memory");
    } catch (const c10::Error& error) {
        const std::string text = error.what_without_backtrace();
        if (text.find("can't allocate memory") != std::string::npos) // LibTorch's word for it on the host
            throw out_of_memory(5501, "out of memory");
        if (!is_out_of_gpu_memory(error)) throw;
        throw out_of_memory(5502, "the GPU is out of memory: " + text.substr(0, text.find('\n')));
    }
}

} // namespace tunedesk::train
