// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/json.h"
#include "preset/bundle/bundle.h"
#include "preset/yaml/load.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// The contents of a bundle (NAME.tunedesk), and the problems that keep it from running here, as shown before
/// unpacking.
struct BundleListing {
    preset::Bundle bundle; ///< without the presets' texts if it came from another process
    std::string hash;      ///< hash of the file's bytes
    std::vector<preset::Problem> preset_problems;
    std::vector<Error> problems; ///< problems of the files that its preset names
    bool is_right() const { return preset_problems.empty() && problems.empty(); }
};

/// Reads a bundle of unknown origin, whose relative paths count from `folder`. Throws Error 2120 as
/// preset::parse_bundle().
BundleListing list_bundle(const fs::path& file, const fs::path& folder);
/// Reads the bundle that was listed with this hash. Throws Error 2120 also if the file has changed since.
preset::Bundle listed_bundle(const fs::path& file, const std::string& hash);

Json to_json(const BundleListing& listing);
/// Reads the object of to_json(). Throws Error 7025 for any other.
BundleListing bundle_listing_from(const Json& json);

/// list_bundle() in a separate process that may write no file (`tunedesk inspect`), so that a malicious
/// bundle cannot harm the caller. Relative paths count from the bundle's folder. Blocks; any thread. Throws
/// the reader's error, or Error 7027 or 7025.
BundleListing list_bundle_apart(const fs::path& file);
/// Unpacks the listed bundle in a separate process that may write only below the nearest existing folder of
/// `folder`. Returns the preset's path. Throws the same, Error 2120 if the file has changed since, and what
/// preset::unpack_bundle() throws.
fs::path unpack_bundle_apart(const fs::path& file, const std::string& hash, const fs::path& folder);

} // namespace tunedesk::run
