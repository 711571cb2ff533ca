// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/session/environment.h"

#include "base/activity.h"
#include "base/gpu/nvml.h"
#include "event/environment_file.h"
#include "format/hub/hub_data.h"
#include "kernel/kernels.h"
#include "memory/torch_headers.h"
#include "model/operations.h"
#include "plan/model_folder.h"
#include "preset/schema/placement.h"
#include "preset/schema/validation_sets.h"

#include <fmt/format.h>
#include <torch/headeronly/version.h>

namespace tunedesk::train {

namespace {

std::string describe(const Preset& preset, const parallel::World& world, const parallel::Device& device) {
    const model::Operations& operations = *model::placement_on(device.place()).operations;
    if (operations.device == model::OperandDevice::host)
        return fmt::format("cpu, {} threads, {} kernels", at::get_num_threads(), kernel::kernels().name);
    // Every rank has its own dropout; the generator's offset is determined by step and micro-batch.
    return fmt::format("{}, {} operations, generator seed {}", device.name(), operations.name,
                       preset.training.seed + world.rank);
}

/// Data sets by the roles in Datasets::hashes.
Json named_data_sets(const Preset& preset) {
    std::vector<std::pair<std::string, std::string>> files{
        {"train", preset.data.train}, {"validation", preset.data.validation}, {"test", preset.data.test}};
    for (const auto& [name, file] : preset::extra_validation_sets(preset))
        files.emplace_back("extra_validation " + name, file);
    Json sets = Json::object();
    for (const auto& [role, file] : files)
        if (const auto rows = format::rows_of_file(file))
            sets[role] = {
                {"name", rows->data_set.name}, {"commit", rows->data_set.revision}, {"part", rows->part}};
    return sets;
}

} // namespace

parallel::Device choose_device(const Preset& preset, const parallel::World& world, Announcer& announcer) {
    // `tunedesk run` resolves `auto`; workers started by torchrun and srun know no verdicts, and earlier
    // versions left `auto` in their runs' presets.
    const std::size_t gpus = world.leads() && preset.parallel.devices == "auto" ? visible_gpus().size() : 0;
    if (gpus > 0)
        announcer.info(fmt::format("{} found but not used: with parallel.devices: auto in the run's "
                                   "preset.yaml, or a worker started by torchrun or srun, training uses the "
                                   "processors; set parallel.devices: cuda to use the GPU",
                                   gpus == 1 ? "a GPU was" : fmt::format("{} GPUs were", gpus)));
    return uses_gpus(preset) ? parallel::open_gpu(preset.parallel.devices, world) : parallel::Device();
}

void write_environment(const event::RunFolder& folder, const Preset& preset, const Datasets& sets,
                       const parallel::Device& device, parallel::Group& group) {
    const std::vector<std::string> devices =
        group.gather(parallel::Purpose::device_names, describe(preset, group.world(), device));
    if (!group.world().leads()) return;
    event::EnvironmentFacts facts;
    facts.versions = {{"libtorch", TORCH_VERSION}};
    if (device.is_gpu()) facts.versions["gpu"] = device.accelerator()->versions();
    facts.collectives = group.carrier().name;
    for (std::size_t rank = 0; rank < devices.size(); ++rank)
        facts.devices[std::to_string(rank)] = devices[rank];
    for (const auto& [role, hash] : sets.hashes)
        facts.data_hashes[role] = hash;
    if (plan::is_on_hub(preset))
        facts.model = {{"name", preset.model.path},
                       {"commit", plan::model_folder(preset).filename().string()}};
    facts.data_sets = named_data_sets(preset);
    const activity::Waiting waiting(activity::Wait::disk);
    event::write_environment(folder, facts);
}

} // namespace tunedesk::train
