// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "preset/yaml/load.h"
#include "run/folder/prepare.h"

#include <fmt/format.h>

namespace tunedesk::test {

/// Creates a registered folder of a finished run: preset, journal, report, exit. `accuracy` and
/// `learning_rate` distinguish the runs of a test.
inline fs::path make_finished_run(const fs::path& folder, const std::string& name, double accuracy,
                                  double learning_rate, const run::RunGroup& group = {}) {
    fs::create_directories(folder);
    Preset preset;
    preset.name = name;
    preset.model.path = "/models/small";
    preset.data.train = "/data/train.csv";
    preset.data.validation_split = preset.data.test_split = 0.2;
    preset.training.learning_rate = learning_rate;
    const event::RunFolder run{folder};
    run::begin_run(run, preset, group);
    write_file_atomically(
        run.journal(),
        "{\"v\":1,\"type\":\"Started\",\"rank\":0,\"rank_seq\":1,\"seq\":1,\"t\":1,\"steps\":40}\n"
        "{\"v\":1,\"type\":\"Step\",\"rank\":0,\"rank_seq\":2,\"seq\":2,\"t\":2,\"step\":40,"
        "\"epoch\":1.0,\"loss\":0.25}\n");
    write_file_atomically(
        run.report_json(),
        fmt::format("{{\"accuracy\": {}, \"macro_avg\": {{\"f1-score\": {}}}, \"per_class\": {{}}, "
                    "\"steps\": 40, \"train_seconds\": 12.5}}\n",
                    accuracy, accuracy));
    event::write_exit(run, {});
    return folder;
}

/// Creates a queue with one held entry, so that nothing starts; its folder has only a preset.
inline fs::path make_held_run(const fs::path& folder, const std::string& name,
                              const run::RunGroup& group = {}) {
    fs::create_directories(folder);
    Preset preset;
    preset.name = name;
    preset.model.path = "/models/small";
    preset.data.train = "/data/train.csv";
    run::begin_run({folder}, preset, group);
    const Json entry = {{"id", 1},
                        {"run", fs::canonical(folder).string()},
                        {"name", name},
                        {"added", "2026-11-21T12:00:00Z"},
                        {"group", group.group},
                        {"setting", group.setting},
                        {"gpu", false},
                        {"devices", 1},
                        {"pinned", Json::array()},
                        {"held", true},
                        {"starting", false}};
    fs::create_directories(state_home() / "queue");
    write_file_atomically(state_home() / "queue" / "queue.json",
                          Json{{"next", 2}, {"entries", Json::array({entry})}}.dump());
    return folder;
}

} // namespace tunedesk::test
