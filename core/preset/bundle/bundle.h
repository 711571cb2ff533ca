// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/json.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tunedesk::preset {

/// A file or folder that a shared preset needs but does not include.
struct BundleNeed {
    std::string key;   ///< of the preset: "data.train", "model.path"
    std::string place; ///< as the bundle's preset names it: "data/train.csv", "$TUNEDESK_DATA/imdb/train.csv"
    std::string hash;  ///< content hash; of a model its config.json's and weights'; empty: not read
    std::uint64_t bytes = 0;
    std::string source; ///< where to get it, as given by the sender; may be empty
};

/// A preset to share (NAME.tunedesk). Contains only text: no data, code or absolute paths.
struct Bundle {
    std::string name, note, created;                          ///< created: UTC
    Json versions = Json::object();                           ///< of the programs that made it
    std::string preset_yaml;                                  ///< resolved: no `extends`
    std::vector<std::pair<std::string, std::string>> parents; ///< the files it was resolved from: name, text
    std::vector<BundleNeed> needs;
};

struct BundleOptions {
    std::string note;
    Json versions = Json::object();
    std::map<std::string, std::string> sources; ///< key -> where to get it
    bool with_hashes = true;                    ///< reads all data and weights: about a second a GB
};

/// Makes a bundle of a preset file, of its own text (copied_preset()) but for comments that name an absolute
/// path. Paths below $TUNEDESK_DATA and $TUNEDESK_MODELS are written so, all others as data/NAME and
/// models/NAME; a parent's comments are left out, since they may name anything. Throws PresetError if the
/// preset has mistakes.
Bundle make_bundle(const fs::path& preset, std::span<const std::string> sets, const BundleOptions& options);

/// The zip. Equal bundles give equal bytes.
std::string bundle_bytes(const Bundle& bundle);

/// Reads an untrusted bundle. Throws Error 2120 for anything that TuneDesk does not write: more than 4 MiB
/// packed or 4 MiB unpacked, other names, links, folders, two entries of a name, encryption, damaged data,
/// presets with absolute paths, `..`, other variables, or an `extends` out of the bundle.
Bundle parse_bundle(std::string_view bytes, const std::string& where);
Bundle read_bundle(const fs::path& file);

/// Writes preset.yaml, its parents and bundle.json into `folder`, which is made. Throws Error 2121 if it
/// exists and holds something, 5001 (disk).
void unpack_bundle(const Bundle& bundle, const fs::path& folder);

/// A description of a bundle's contents, to be shown before anything is written.
std::string describe(const Bundle& bundle);

} // namespace tunedesk::preset
