// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/json.h"
#include "preset/bundle/bundle.h"
#include "preset/yaml/load.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// What a NAME.tunedesk holds and what keeps it from running here: all that is said before it is unpacked.
struct BundleListing {
    preset::Bundle bundle; ///< without the texts of its presets where it comes from another process
    std::string hash;      ///< of the file's bytes
    std::vector<preset::Problem> preset_problems;
    std::vector<Error> problems; ///< of the files that its preset names
    bool is_right() const { return preset_problems.empty() && problems.empty(); }
};

/// Reads a bundle of unknown origin, whose relative paths count from `folder`. Throws Error 2120 as
/// preset::parse_bundle().
BundleListing list_bundle(const fs::path& file, const fs::path& folder);
/// The bundle that was listed with this hash. Throws Error 2120 if the file has changed since, too.
preset::Bundle listed_bundle(const fs::path& file, const std::string& hash);

Json to_json(const BundleListing& listing);
/// Of what to_json() made. Throws Error 7025 for anything else.
BundleListing bundle_listing_from(const Json& json);

/// list_bundle() in a process of its own that may write no file (`tunedesk inspect`): whatever a bundle does
/// to its reader, the caller's memory does not feel it. Relative paths count from the bundle's folder.
/// Blocks; any thread. Throws the reader's error, or Error 7027 or 7025.
BundleListing list_bundle_apart(const fs::path& file);
/// Unpacks the bundle that was listed in a process that may write below FOLDER's nearest folder alone; the
/// preset's path. Throws the same, Error 2120 if the file has changed since, and what preset::unpack_bundle()
/// throws.
fs::path unpack_bundle_apart(const fs::path& file, const std::string& hash, const fs::path& folder);

} // namespace tunedesk::run
