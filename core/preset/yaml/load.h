// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/files/file.h"
#include "base/phrase.h"
#include "preset/preset.h"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::preset {

/// One mistake in a preset or on the command line.
struct Problem {
    std::string place;        ///< file:line:column, or "--set training.optim"
    std::string key;          ///< dotted, may be empty
    Phrase what;              ///< with what is allowed and the nearest right name
    bool unsupported = false; ///< right, but this version cannot run it yet
};

/// All of them, a line each with its place and key; `words` makes a sentence of a phrase. Of very many the
/// first.
std::string problem_lines(const std::vector<Problem>& problems,
                          const std::function<std::string(const Phrase&)>& words = sentence);

/// Every mistake of a preset at once; what() holds them all, one a line. Exit code 2.
class PresetError : public Error {
public:
    explicit PresetError(std::vector<Problem> problems);
    const std::vector<Problem>& problems() const { return problems_; }

private:
    std::vector<Problem> problems_;
};

/// A preset with where each value came from.
struct Loaded {
    Preset preset;
    fs::path file;                              ///< empty if it was made from text
    std::map<std::string, std::string> origins; ///< dotted key -> "default", file:line:column, "--set"
};

/// Reads `file`, resolves `extends:` (base first), applies `sets` ("a.b=value", in order), checks every key
/// and all combinations, makes paths absolute ($VARIABLES of the environment are expanded in paths alone, $$
/// is a dollar; relative paths count from the folder of the file that holds them, those of `sets` from the
/// working directory; model.path may be a model's name on the hub, which stays as it is). Where no file gives
/// a name, the name is `file`'s without extension. Files that a preset names, besides `extends:`, are not
/// opened here. Throws PresetError.
Loaded load(const fs::path& file, std::span<const std::string> sets = {});

/// The same for YAML text; relative paths count from `folder`.
Loaded parse(const std::string& text, const std::string& shown_name, const fs::path& folder,
             std::span<const std::string> sets = {});

/// A preset as far as it could be read, with all mistakes, for editors. `loaded` has defaults for values that
/// could not be read.
struct Draft {
    Loaded loaded;
    std::vector<Problem> problems;
};
Draft load_draft(const fs::path& file, std::span<const std::string> sets = {});
Draft parse_draft(const std::string& text, const std::string& shown_name, const fs::path& folder,
                  std::span<const std::string> sets = {});

/// A preset for another machine: `extends:` is resolved and every key checked here, but paths stay as they
/// are written, for their folders and $VARIABLES are that machine's. Throws PresetError.
Loaded load_as_written(const fs::path& file, std::span<const std::string> sets = {});
Loaded parse_as_written(const std::string& text, const std::string& shown_name, const fs::path& folder,
                        std::span<const std::string> sets = {});

/// The problems of a draft without those that only say what this version cannot run yet.
std::vector<Problem> mistakes(const Draft& draft);

/// Problems of a preset's values: conflicts, and values that this version cannot run; without places.
std::vector<Problem> check(const Preset& preset);

/// The preset as complete YAML, each key once, in the schema's order: what a run folder's preset.yaml holds,
/// and what `preset export` prints. parse() gives the same Preset back.
std::string to_yaml(const Preset& preset);

/// The same for one whose paths are as written.
std::string to_yaml_as_written(const Preset& preset);

/// The dotted keys whose values differ, as "key: a -> b".
std::vector<std::string> differences(const Preset& a, const Preset& b);

} // namespace tunedesk::preset
