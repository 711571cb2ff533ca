// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "event/folder/run_folder.h"

namespace tunedesk::event {

/// The project's version ("0.1.0") and the commit it was built from (40 digits, "-dirty" behind them where
/// the tree had changes, "unknown" outside a checkout).
std::string project_version();
std::string project_commit();
/// What it was compiled with: "gcc 12.2.0".
std::string project_compiler();

/// What the caller alone knows: all are JSON objects, stored as given.
struct EnvironmentFacts {
    Json versions = Json::object();    ///< library -> version
    Json devices = Json::object();     ///< rank -> device
    Json data_hashes = Json::object(); ///< file -> content hash
    Json model = Json::object();       ///< of a model on the hub: its name and commit
    Json data_sets = Json::object();   ///< of data sets on the hub: key -> name, commit and part
    std::string collectives;           ///< what carries them between ranks; "": there is one rank
};

/// Everything about where a run takes place: the project's version and commit, the compiler, host, operating
/// system, kernel, CPU model, usable and present cores, memory, start time (UTC), and the facts given.
Json environment_json(const EnvironmentFacts& facts);

/// Writes environment_json() to RUN/environment.json. Throws Error 5001 on a full disk.
void write_environment(const RunFolder& folder, const EnvironmentFacts& facts);

} // namespace tunedesk::event
