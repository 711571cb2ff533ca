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

/// Facts that only the caller knows, stored as given.
struct EnvironmentFacts {
    Json versions = Json::object();    ///< library -> version
    Json devices = Json::object();     ///< rank -> device
    Json data_hashes = Json::object(); ///< file -> content hash
    Json model = Json::object();       ///< name and commit of a model from the hub
    Json data_sets = Json::object();   ///< data sets from the hub: preset key -> name, commit and part
    std::string collectives;           ///< backend of the collectives; "" for a single rank
};

/// Describes where a run takes place: the project's version and commit, the compiler, host, operating system,
/// kernel, CPU model, usable and present cores, memory, start time (UTC), and the facts given.
Json environment_json(const EnvironmentFacts& facts);

/// Writes environment_json() to RUN/environment.json. Throws Error 5001 on a full disk.
void write_environment(const RunFolder& folder, const EnvironmentFacts& facts);

} // namespace tunedesk::event
