// SPDX-License-Identifier: GPL-3.0-or-later
#include "try_preset.h"

#include "json_line.h"

#include "base/error.h"
#include "event/folder/run_folder.h"
#include "preset/schema/schema.h"
#include "preset/yaml/load.h"
#include "train/loop/trial.h"
#include "train/session/session.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace tunedesk::worker {

namespace {

train::Trial parse(int argc, char** argv) {
    train::Trial trial;
    trial.say = print_line;
    const std::string_view kind = argc > 2 ? argv[2] : "";
    if (kind == "learning-rate")
        trial.kind = train::Trial::Kind::learning_rate;
    else if (kind != "memory" || argc < 4)
        throw Error(ErrorId::trial_usage);
    for (int i = 4; i + 1 < argc; i += 2) {
        const std::string_view name = argv[i];
        const auto value = preset::read_number(argv[i + 1]);
        if (!value || *value < 0) throw Error(ErrorId::worker_number_invalid, {}, argv[i + 1]);
        if (name == "--limit")
            trial.memory_limit = static_cast<std::uint64_t>(*value);
        else if (name == "--as-rank")
            trial.as_rank = static_cast<int>(*value);
        else if (name == "--from")
            trial.from = *value;
        else if (name == "--to")
            trial.to = *value;
        else if (name == "--steps")
            trial.steps = static_cast<std::int64_t>(*value);
        else
            throw Error(ErrorId::worker_argument_unknown, {}, argv[i]);
    }
    return trial;
}

/// The place of one of a preset's ranks. Throws Error 2605 if the preset does not have it.
parallel::World world_alone(int rank, const Preset& preset) {
    parallel::World world;
    world.rank = rank;
    world.size = std::max(1, preset.parallel.processes);
    if (rank >= world.size)
        throw Error(ErrorId::rank_out_of_world, {std::to_string(rank), std::to_string(world.size)});
    return world;
}

} // namespace

int try_preset(int argc, char** argv) {
    train::Trial trial = parse(argc, argv);
    train::SessionOptions options;
    options.run = fs::absolute(argv[3]);
    options.preset = preset::load(event::RunFolder{options.run}.preset()).preset;
    options.preset_yaml = preset::to_yaml(options.preset);
    options.trial = &trial;
    const parallel::World world =
        trial.as_rank ? world_alone(*trial.as_rank, options.preset) : parallel::world_from_environment();
    if (!world.leads() && !trial.as_rank) trial.say = [](const Json&) {};
    const std::unique_ptr<event::Channel> channel = event::silent_channel();
    train::run_session(options, world, *channel);
    return 0;
}

} // namespace tunedesk::worker
